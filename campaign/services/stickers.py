"""Placing owed stickers: their possible squares, and the entry that places one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from campaign.services import changes, folding
from campaign.services.changes import HistoryChange
from campaign.services.values import History
from campaign.store import stamps
from engine.kernel.errors import NotAllowed
from engine.kernel.phrases import listed, phrase
from engine.my_city.campaign.corrections import (
    effective_entries,
    step_of,
    undoable_entries,
    withdrawn_entries,
)
from engine.my_city.campaign.entries import EpisodeRecorded, StickerPlaced, episode_in
from engine.my_city.campaign.model import Sticker, StickerRight
from engine.my_city.campaign.stickers import targets
from engine.my_city.play.land import OR


def squares(history: History, right: StickerRight) -> tuple[str, ...]:
    """The squares, or the buildings, on which a sticker may be placed now."""
    return targets(history.campaign, right)


def earlier_answer(history: History, right: StickerRight) -> str:
    """The answer that places a sticker where it lay before its episode was withdrawn; else ""."""
    entries = folding.entries_of(history.entries)
    withdrawn, last_played = withdrawn_entries(entries), history.campaign.played[-1:]
    episode, answer = 0, ""
    for number, entry in enumerate(entries, 1):
        if isinstance(entry, EpisodeRecorded):
            episode = episode_in(entry.record) if number in withdrawn else 0
        elif isinstance(entry, StickerPlaced) and number in withdrawn and not entry.before:
            is_for_right = entry.seat == right.seat and entry.kind in right.kinds
            free = entry.square in squares(history, right)
            if is_for_right and free and [played.number for played in last_played] == [episode]:
                answer = f"{entry.kind} {entry.square}" if len(right.kinds) > 1 else entry.square
    return answer


def last_placed(history: History, first: int) -> StickerPlaced | None:
    """The sticker that an undo takes off its board, if it was placed after the entry `first`."""
    entries = folding.entries_of(history.entries)
    last = max(undoable_entries(entries), default=0)
    entry = entries[last - 1]
    if last > first and isinstance(entry, StickerPlaced) and step_of(entries, last) == (last,):
        return entry
    return None


def kind_and_square(right: StickerRight, answer: str) -> tuple[str, str]:
    """The kind and square in an answer: `g1`, or `tree g1` if the kind must be chosen.

    Raises `NotAllowed` if the kind is missing or not allowed.
    """
    *kind, square = answer.split() or [""]
    if not kind and len(right.kinds) == 1:
        return right.kind, square.upper()
    if len(kind) != 1 or kind[0].lower() not in right.kinds:
        named = square.upper() if len(kind) < 2 else right.place_argument
        examples = listed([f"{possible} {named}" for possible in right.kinds], OR)
        raise NotAllowed(phrase("write the kind and the square: {examples}", examples=examples))
    return kind[0].lower(), square.upper()


class DatedSticker(NamedTuple):
    """A sticker on the board of a seat, and the day on which it was recorded, ISO 8601."""

    seat: str
    sticker: Sticker
    day: str


def placed(history: History) -> list[DatedSticker]:
    """The stickers on all boards, in the order in which they count.

    A moved sticker keeps the place that it would have if it had lain there from the beginning.
    """
    counting = effective_entries(folding.entries_of(history.entries))
    order = {number: index for index, (number, _) in enumerate(counting)}
    on_boards = [
        DatedSticker(city.seat, sticker, stamps.day(history.recorded_at(sticker.entry)))
        for city in history.campaign.cities
        for sticker in city.stickers
    ]
    return sorted(on_boards, key=lambda dated: order[dated.sticker.entry])


def last_episodes(history: History) -> Mapping[int, int]:
    """The last episode before each entry that counts, 0 before the first, by number of the entry.

    A moved sticker keeps the place that it would have if it had lain there from the beginning.
    """
    last, episodes = 0, dict[int, int]()
    played = {episode.entry: episode.number for episode in history.campaign.played}
    for number, _ in effective_entries(folding.entries_of(history.entries)):
        last = played.get(number, last)
        episodes[number] = last
    return episodes


def place(history: History, seat: str, kind: str, square: str) -> HistoryChange:
    """Preview placing a sticker on a board permanently; raises `NotAllowed`."""
    return changes.preview(history, StickerPlaced(seat, kind, square))
