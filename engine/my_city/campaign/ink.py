"""What the boards show after an episode where the rules give something else: `[inked]` of a record.

    [inked]
    eagle = ["rank 2", "marks 3", "with tree G1", "without rock F11"]

    rank 2               the rank that counts: its marks and stickers follow from it
    marks 3              the number of progress marks of this episode that counts
    with, without WORDS  a sticker that lies on the board against the rules, or is missing there

The moves are proved as they are. The campaign follows the boards, and what differs is marked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from engine.kernel.errors import NotAllowed, SetupError, wording_of
from engine.kernel.phrases import phrase
from engine.kernel.record import Record
from engine.kernel.score import SeatScore
from engine.my_city.campaign.deviations import Deviation
from engine.my_city.campaign.model import Campaign, City, EpisodeInk, Mark, Sticker
from engine.my_city.campaign.reasons import GainReason
from engine.my_city.play.boards import board_from_words
from engine.my_city.play.ruleset import EpisodeRules

INKED = "inked"
_WORDS = phrase(
    "write, for example, {line}",
    line='eagle = ["rank 2", "marks 3", "with tree G1", "without rock F11"]',
)


class Ink(NamedTuple):
    """What the board of one seat shows; None where the board shows what follows from the moves."""

    rank: int | None = None
    marks: int | None = None
    came: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()


def read(record: Record) -> Mapping[str, Ink]:
    """The ink that a record states, by seat; raises `NotAllowed`."""
    stated: Any = record.header.get(INKED, {})
    if not isinstance(stated, Mapping):
        raise NotAllowed(
            phrase("{inked} is a table with a line for each seat", inked=INKED), _WORDS
        )
    for seat, words in stated.items():
        if seat not in record.seats:
            raise NotAllowed(
                phrase(
                    "inked: nobody sits at {seat}; seats: {seats}",
                    seat=seat,
                    seats=", ".join(record.seats),
                )
            )
        if not isinstance(words, list | tuple) or not all(type(word) is str for word in words):
            raise NotAllowed(phrase("{inked}: {seat} needs a list", inked=INKED, seat=seat), _WORDS)
    return {seat: _ink(seat, words, len(record.seats)) for seat, words in stated.items()}


def with_inked_ranks(sheets: Sequence[SeatScore], inks: Mapping[str, Ink]) -> tuple[SeatScore, ...]:
    """The sheets with the inked ranks; if there are any, without the remarks on ties."""
    if all(ink.rank is None for ink in inks.values()):
        return tuple(sheets)
    return tuple(
        sheet._replace(rank=inks.get(sheet.seat, Ink()).rank or sheet.rank, tie="")
        for sheet in sheets
    )


def with_ink(
    campaign: Campaign,
    rules: EpisodeRules,
    number: int,
    inks: Mapping[str, Ink],
    sheets: Sequence[SeatScore],
) -> tuple[Campaign, EpisodeInk]:
    """The campaign as the boards show it after an episode, and its differences from the rules.

    `sheets` have the ranks by the scores. Raises `NotAllowed` for stickers that no board can have.
    """
    differs: list[Deviation] = []
    marks: dict[str, int] = {}
    removed: list[tuple[str, str]] = []
    places = {sheet.seat: sheet.rank for sheet in sheets}
    for seat, ink in inks.items():
        city = campaign.city(seat)
        differs += _other_rank(seat, ink, places[seat])
        if ink.marks is not None:
            marks[seat] = ink.marks
            differs += _other_marks(city, ink.marks, number)
            city = _with_marks(city, ink.marks, number)
        if ink.lacks or ink.came:
            differs += _other_stickers(seat, ink)
            city, removed_stickers = _without_stickers(city, ink.lacks)
            removed += [(seat, sticker.kind) for sticker in removed_stickers if sticker.chosen]
            city = _with_land(
                campaign, rules, _with_inked_stickers(city, ink.came, number, campaign.entries)
            )
        campaign = campaign.with_city(city)
    return campaign, EpisodeInk(tuple(differs), marks, tuple(removed))


def _other_rank(seat: str, ink: Ink, by_rules: int) -> Iterator[Deviation]:
    """How the rank on a board differs, if it does."""
    if ink.rank is not None and ink.rank != by_rules:
        yield Deviation(seat, "rank", ink.rank, by_rules)


def _other_marks(city: City, shown: int, number: int) -> Iterator[Deviation]:
    """How the progress marks on a board differ from those that an episode gave, if they do."""
    due = sum(mark.amount for mark in city.marks if mark.episode == number)
    if shown != due:
        yield Deviation(city.seat, "marks", shown, due)


def _other_stickers(seat: str, ink: Ink) -> Iterator[Deviation]:
    """How the stickers on a board differ."""
    yield from (Deviation(seat, "without", words) for words in ink.lacks)
    yield from (Deviation(seat, "with", words) for words in ink.came)


def _with_marks(city: City, shown: int, number: int) -> City:
    """The city with the marks that a board shows, in place of those that an episode gave."""
    others = tuple(mark for mark in city.marks if mark.episode != number)
    inked = (Mark(shown, GainReason("inked", number)),) * bool(shown)
    return city._replace(marks=(*others, *inked))


def _with_inked_stickers(city: City, came: Sequence[str], number: int, entry: int) -> City:
    """The city with inked stickers that the rules did not give it."""
    pairs = [words.partition(" ") for words in came]
    reason = GainReason("inked", number)
    added = [Sticker(kind, at, reason, entry, chosen=False) for kind, _, at in pairs]
    return city._replace(stickers=(*city.stickers, *added))


def _ink(seat: str, words: Sequence[str], seats: int) -> Ink:
    """The ink that the words of one seat state; raises `NotAllowed`."""
    ink = Ink()
    for text in words:
        verb, _, value = text.partition(" ")
        if verb == "rank" and re.fullmatch(r"[1-9]", value, re.ASCII) and int(value) <= seats:
            ink = ink._replace(rank=int(value))
        elif verb == "marks" and re.fullmatch(r"\d{1,2}", value, re.ASCII):
            ink = ink._replace(marks=int(value))
        elif verb == "with" and value:
            ink = ink._replace(came=(*ink.came, value))
        elif verb == "without" and value:
            ink = ink._replace(lacks=(*ink.lacks, value))
        else:
            raise NotAllowed(
                phrase("inked: {seat}: {words} cannot be read", seat=seat, words=repr(text)), _WORDS
            )
    return ink


def _without_stickers(city: City, lacks: Sequence[str]) -> tuple[City, list[Sticker]]:
    """The city without some stickers, and these stickers; raises `NotAllowed`."""
    remaining, removed = list(city.stickers), list[Sticker]()
    for words in lacks:
        alike = [s for s in remaining if f"{s.kind} {s.square}" == words]
        if not alike:
            lying = ", ".join(f"{s.kind} {s.square}" for s in remaining)
            raise NotAllowed(
                phrase(
                    "inked: {seat} has no {words}: {stickers}",
                    seat=city.seat,
                    words=words,
                    stickers=lying or phrase("no sticker"),
                )
            )
        remaining.remove(alike[-1])
        removed.append(alike[-1])
    return city._replace(stickers=tuple(remaining)), removed


def _with_land(campaign: Campaign, rules: EpisodeRules, city: City) -> City:
    """The city with the land that its stickers give."""
    pack = campaign.boards_pack
    printed = pack.printed.get(city.seat, pack.land)
    try:
        return city._replace(
            land=board_from_words(rules, printed, city.board, city.seat, f"{INKED}: ").land
        )
    except SetupError as error:
        raise NotAllowed(phrase("{why}", why=wording_of(error))) from None
