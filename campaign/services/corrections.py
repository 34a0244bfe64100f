"""Corrections: what an undo or another record would change, before it is kept.

    wanted entries ── preview ──> Cascade ── shown, agreed ──> kept, all in one transaction

Nothing is ever removed. Every later entry is folded again; what could not stand is named, and
only withdrawn too where that was asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import NamedTuple

from sqlmodel import Session

from campaign.services import campaigns
from campaign.services.deadline import DEADLINE
from campaign.services.errors import NotFound
from campaign.services.rebuild import with_moves
from campaign.services.values import History
from campaign.services.words import spans
from engine.kernel.errors import Refused
from engine.kernel.record import format_record, parse_record
from engine.my_city.campaign import fold
from engine.my_city.campaign.corrections import Unsound, effective, standing, versions, withdrawn
from engine.my_city.campaign.entries import (
    Amended,
    Entry,
    EpisodeRecorded,
    Restored,
    StickerPlaced,
    Withdrawn,
    entry_of,
)
from engine.my_city.campaign.model import Campaign, City, Played, Right


class Cascade(NamedTuple):
    """What a correction does: its entries, the campaign after them, and all that differs."""

    entries: tuple[Entry, ...]
    after: Campaign
    withdrawn: tuple[int, ...]
    """The entries that count no more, by number."""
    changes: tuple[str, ...]


class Version(NamedTuple):
    """One record that an episode has had, and the entry that brought it."""

    entry: int
    record: str
    reason: str
    counts: bool


def undo(history: History, author: str, *, to: int | None, reason: str, and_later: bool) -> Cascade:
    """Withdraw the last entry that counts, or all after an entry; raises `Refused`."""
    told = _told(history)
    counting = standing(told)
    if to is not None and not 1 <= to <= len(told):
        raise NotFound(f"there is no entry {to}", "campaign history")
    if not counting:
        raise Refused("nothing is left to be undone: only the beginning of the campaign")
    numbers = [n for n in counting if n > to] if to is not None else list(counting[-1:])
    if not numbers:
        raise Refused(f"no entry after {to} counts any more", "campaign history")
    others = [n for n in numbers if history.entries[n - 1].author != author]
    if others and not and_later:
        who = history.entries[others[0] - 1].author
        raise Refused(
            f"entry {others[0]} is by {who}: {_what(history, others[0])}",
            "add --and-later to withdraw the work of others too",
        )
    return preview(history, (Withdrawn(tuple(numbers), reason),), and_later=and_later)


def redo(history: History) -> Cascade:
    """Take back the last withdrawal that counts, if nothing has come after it."""
    told = _told(history)
    gone = withdrawn(told)
    undone = [
        number
        for number, entry in enumerate(told, 1)
        if isinstance(entry, Withdrawn) and set(entry.entries) <= gone
    ]
    if not undone:
        raise Refused("nothing is undone that could be done again")
    later = [number for number in standing(told) if number > undone[-1]]
    if later:
        raise Refused(
            f"entry {later[0]} came after what was undone: {_what(history, later[0])}",
            "undo it first",
        )
    return preview(history, (Restored(undone[-1]),), and_later=False)


def amend(
    history: History, number: int, text: str, *, reason: str, as_played: bool, and_later: bool
) -> Cascade:
    """Another record for an episode; raises `RecordError`, `NotFound`, `Refused`."""
    if not reason.strip():
        raise Refused("another record needs a reason", "--reason TEXT")
    played = _played(history, number)
    told = parse_record(text)
    if told.header.get("episode") != number:
        raise Refused(f"the record is of episode {told.header.get('episode')}, not of {number}")
    record = with_moves(told, played.setup, DEADLINE)
    entry = Amended(
        played.entry,
        format_record(record),
        record.edition,
        played.recorded.pack,
        reason,
        as_played,
        "" if record is told else format_record(told),
    )
    if entry.record == played.recorded.record and as_played == played.recorded.as_played:
        raise Refused(f"this is the record that episode {number} has")
    return preview(history, (entry,), and_later=and_later)


def move_sticker(history: History, seat: str, kind: str, old: str, new: str) -> Cascade:
    """Put a sticker that was placed by choice on another square."""
    told = _told(history)
    for number, entry in reversed(effective(told)):
        if entry == StickerPlaced(seat, kind, old):
            withdrawal = Withdrawn((number,), f"on {new} instead of {old}")
            placed = StickerPlaced(seat, kind, new)
            return preview(history, (withdrawal, placed), and_later=False)
    raise NotFound(f"{seat} has placed no {kind} on {old}", "campaign sticker list")


def preview(history: History, wanted: Sequence[Entry], *, and_later: bool) -> Cascade:
    """What entries that reach back would do; raises `Refused` when later ones could not stand.

    With `and_later` those are withdrawn too.
    """
    told, more = _told(history), list(wanted)
    while True:
        try:
            after = fold.campaign_of((*told, *more))
            break
        except Unsound as broken:
            touched = broken.entry
            if touched > len(told) or touched in _meant(wanted):
                raise
            if not and_later:
                raise Refused(
                    f"entry {touched} could not stand: {_what(history, touched)}. {broken}",
                    "add --and-later to withdraw it too, or correct it first",
                ) from None
            more.append(Withdrawn((touched,), "does not stand after the correction"))
    gone = withdrawn((*told, *more)) - withdrawn(told)
    changes = tuple(differences(history.campaign, after))
    return Cascade(tuple(more), after, tuple(sorted(gone)), changes)


def keep(session: Session, history: History, cascade: Cascade, by: campaigns.By) -> History:
    """Keep a correction: all its entries, folded once."""
    return campaigns.add_all(session, history, cascade.entries, by)


def records_of(history: History, number: int) -> tuple[Version, ...]:
    """The versions that the record of an episode has had, oldest first; raises `NotFound`."""
    played, told = _played(history, number), _told(history)
    found = []
    for at, entry in versions(told, played.entry):
        record = entry.record if isinstance(entry, _RECORDS) else ""
        reason = entry.reason if isinstance(entry, Amended) else ""
        found.append(Version(at, record, reason, record == played.recorded.record))
    return tuple(found)


_RECORDS = (EpisodeRecorded, Amended)


def differences(before: Campaign, after: Campaign) -> Iterator[str]:
    """What differs between two states of a campaign, in words."""
    new = {played.number: played for played in after.played}
    known = {played.number for played in before.played}
    if gone := known - new.keys():
        yield f"{_episodes(gone)} no more"
    for played in before.played:
        now = new.get(played.number)
        if now is None:
            continue
        if played.verdict.kind is not now.verdict.kind:
            yield f"episode {played.number}: {played.verdict.kind} -> {now.verdict.kind}"
        for old in played.sheets:
            sheet = now.sheet(old.seat)
            if (old.total, old.rank) != (sheet.total, sheet.rank):
                yield (
                    f"episode {played.number}, {old.seat}: {old.total} points, rank {old.rank} -> "
                    f"{sheet.total} points, rank {sheet.rank}"
                )
    if again := new.keys() - known:
        yield f"{_episodes(again)} again"
    for numbers, words in (
        (set(before.opened) - set(after.opened), "not open yet"),
        (set(after.opened) - set(before.opened), "open again"),
    ):
        if numbers:
            yield f"envelope{'s' * (len(numbers) > 1)} {spans(numbers)}: {words}"
    for old_city, city in zip(before.cities, after.cities, strict=True):
        yield from _city(old_city, city)
    if before.owed != after.owed:
        yield f"stickers owed: {_owed(before.owed)} -> {_owed(after.owed)}"
    if before.next_episode != after.next_episode:
        yield f"next episode: {before.next_episode or 'none'} -> {after.next_episode or 'none'}"


def _city(before: City, after: City) -> Iterator[str]:
    seat = after.seat
    if before.progress != after.progress:
        yield f"{seat}: {before.progress} -> {after.progress} progress marks"
    if before.board != after.board:
        lost = [text for text in before.board if text not in after.board]
        came = [text for text in after.board if text not in before.board]
        changed = [
            f"{how} {', '.join(words)}"
            for how, words in (("without", lost), ("with", came))
            if words
        ]
        if changed:
            yield f"{seat}, board: {'; '.join(changed)}"
    if before.nuggets != after.nuggets:
        yield f"{seat}: {before.nuggets} -> {after.nuggets} nuggets"
    for what, old, new in (
        ("name", before.name, after.name),
        ("player", before.player, after.player),
    ):
        if old != new:
            yield f"{seat}, {what}: {old or 'none'} -> {new or 'none'}"


def _episodes(numbers: Set[int]) -> str:
    """Which episodes count, up to what follows: `episodes 1 to 3 count`."""
    return f"episode{'s' * (len(numbers) > 1)} {spans(numbers)} count{'s' * (len(numbers) == 1)}"


def _owed(owed: Sequence[Right]) -> str:
    return ", ".join(f"{right.seat} {right.kind}" for right in owed) or "none"


def _told(history: History) -> tuple[Entry, ...]:
    return tuple(entry_of(entry.kind, entry.payload) for entry in history.entries)


def _meant(wanted: Sequence[Entry]) -> set[int]:
    """The entries that a correction itself is about."""
    return {entry.entry for entry in wanted if isinstance(entry, Amended)}


def _played(history: History, number: int) -> Played:
    for played in history.campaign.played:
        if played.number == number:
            return played
    raise NotFound(f"episode {number} has not been recorded", "campaign episode list")


def _what(history: History, number: int) -> str:
    """What an entry did, in a few words."""
    entry = history.entries[number - 1]
    said = entry.payload
    match entry.kind:
        case "episode recorded":
            record = parse_record(said["record"])
            return f"episode {record.header.get('episode')} recorded"
        case "sticker placed":
            return f"{said['seat']} puts a {said['kind']} on {said['square']}"
        case "envelope opened":
            return f"envelope {said['envelope']} opened"
    return entry.kind
