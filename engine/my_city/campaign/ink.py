"""What the boards show after an episode where the rules give something else: `[inked]` of a record.

    [inked]
    eagle = ["rank 2", "marks 3", "with tree G1", "without rock F11"]

    rank 2               the rank that counts: its marks and stickers follow from it
    marks 3              all progress marks of this episode, in place of those that follow
    with, without WORDS  a sticker that lies on the board, or does not, although none follows

The moves are proved as they are. The campaign follows the boards, and what differs is marked.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engine.kernel.errors import Refused, SetupError
from engine.kernel.record import Record
from engine.kernel.score import Sheet
from engine.my_city.campaign.model import Campaign, City, Inked, Mark, Sticker
from engine.my_city.play.boards import take
from engine.my_city.play.ruleset import Rules

INKED = "inked"
_WORDS = 'write such as eagle = ["rank 2", "marks 3", "with tree G1", "without rock F11"]'


class Ink(NamedTuple):
    """What the board of one seat shows; None for what follows from the moves."""

    rank: int | None = None
    marks: int | None = None
    came: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()


def read(record: Record) -> Mapping[str, Ink]:
    """What a record says of the boards, by seat; raises `Refused`."""
    stated: Any = record.header.get(INKED, {})
    if not isinstance(stated, Mapping):
        raise Refused(f"{INKED}: a line a seat", _WORDS)
    for seat, words in stated.items():
        if seat not in record.seats:
            raise Refused(f"{INKED}: nobody sits at {seat}; seats: {', '.join(record.seats)}")
        if not isinstance(words, list | tuple) or not all(type(word) is str for word in words):
            raise Refused(f"{INKED}: {seat} needs a list", _WORDS)
    return {seat: _ink(seat, words, len(record.seats)) for seat, words in stated.items()}


def ranked(sheets: Sequence[Sheet], inks: Mapping[str, Ink]) -> tuple[Sheet, ...]:
    """The sheets with the ranks on the boards; why a tie broke is left out if any rank is inked."""
    if all(ink.rank is None for ink in inks.values()):
        return tuple(sheets)
    return tuple(
        sheet._replace(rank=inks.get(sheet.seat, Ink()).rank or sheet.rank, tie="")
        for sheet in sheets
    )


def inked(
    campaign: Campaign, rules: Rules, number: int, inks: Mapping[str, Ink], sheets: Sequence[Sheet]
) -> tuple[Campaign, Inked]:
    """The campaign as the boards show it after an episode, and what is other than by the rules.

    `sheets` have the ranks by the scores. Raises `Refused` for stickers that cannot be.
    """
    differs: list[str] = []
    marks: dict[str, int] = {}
    removed: list[tuple[str, str]] = []
    places = {sheet.seat: sheet.rank for sheet in sheets}
    for seat, ink in inks.items():
        city = campaign.city(seat)
        if ink.rank not in (None, places[seat]):
            differs.append(f"{seat}: rank {ink.rank}, {places[seat]} by the rules")
        if ink.marks is not None:
            due = sum(mark.amount for mark in city.marks if mark.episode == number)
            others = tuple(mark for mark in city.marks if mark.episode != number)
            shown = (Mark(number, ink.marks, f"as inked after episode {number}"),) * bool(ink.marks)
            city = city._replace(marks=(*others, *shown))
            marks[seat] = ink.marks
            if due != ink.marks:
                differs.append(f"{seat}: {ink.marks} progress marks, {due} by the rules")
        for words in ink.lacks:
            city, sticker = _without(city, words)
            removed += [(seat, sticker.kind)] * sticker.chosen
            differs.append(f"{seat}: without {words}")
        for words in ink.came:
            kind, _, square = words.partition(" ")
            reason = f"as inked after episode {number}"
            came = Sticker(kind, square, reason, campaign.entries, chosen=False)
            city = city._replace(stickers=(*city.stickers, came))
            differs.append(f"{seat}: with {words}")
        campaign = campaign.with_city(_laid(campaign, rules, city) if ink[2:] != ((), ()) else city)
    return campaign, Inked(tuple(differs), marks, tuple(removed))


def _ink(seat: str, words: Sequence[str], seats: int) -> Ink:
    """The words of one seat; raises `Refused`."""
    ink = Ink()
    for text in words:
        verb, _, rest = text.partition(" ")
        if verb == "rank" and re.fullmatch(r"[1-9]", rest, re.ASCII) and int(rest) <= seats:
            ink = ink._replace(rank=int(rest))
        elif verb == "marks" and re.fullmatch(r"\d{1,2}", rest, re.ASCII):
            ink = ink._replace(marks=int(rest))
        elif verb == "with" and rest:
            ink = ink._replace(came=(*ink.came, rest))
        elif verb == "without" and rest:
            ink = ink._replace(lacks=(*ink.lacks, rest))
        else:
            raise Refused(f"{INKED}: {seat}: {text!r} cannot be read", _WORDS)
    return ink


def _without(city: City, words: str) -> tuple[City, Sticker]:
    """The city without a sticker, and which it was; raises `Refused`."""
    for sticker in reversed(city.stickers):
        if f"{sticker.kind} {sticker.square}" == words:
            stickers = list(city.stickers)
            stickers.remove(sticker)
            return city._replace(stickers=tuple(stickers)), sticker
    lying = ", ".join(f"{sticker.kind} {sticker.square}" for sticker in city.stickers)
    raise Refused(f"{INKED}: {city.seat} has no {words}: {lying or 'no sticker'}")


def _laid(campaign: Campaign, rules: Rules, city: City) -> City:
    """The city with the land that its stickers give."""
    printed = campaign.pack.printed.get(city.seat, campaign.pack.land)
    try:
        return city._replace(land=take(rules, printed, city.board, city.seat).land)
    except SetupError as error:
        raise Refused(str(error).replace("boards:", f"{INKED}:", 1)) from None
