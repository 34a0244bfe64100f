"""Heads that people kept: read from a note or a card, and found among the entries of a history."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import groupby
from typing import NamedTuple

from campaign.services.values import History
from campaign.services.words import MONTHS
from campaign.store.errors import BadHead
from campaign.store.heads import read_short_head, short_head
from campaign.store.journal import Entry

_PRINTED = re.compile(r"\bprinted\b", re.IGNORECASE)
_HEAD = re.compile(r"\b[0-9A-Za-z]{4}-[0-9A-Za-z]{4}\b")
_DAY = re.compile(r"\b(\d{4})-(\d\d)-(\d\d)\b|\b(\d{1,2}) ([A-Z][a-z]{2}) (\d{4})\b", re.ASCII)


class KeptHead(NamedTuple):
    """A head that somebody wrote down, and the day beside it, "" where there is none.

    `witness` are the name and the fingerprint of whoever signed that they had seen it.
    """

    head: str
    day: str = ""
    witness: tuple[str, str] | None = None


class KnownHead(NamedTuple):
    """A head that was kept, with the entry that has it."""

    kept: KeptHead
    entry: Entry


def read_card(text: str) -> tuple[KeptHead, ...]:
    """The heads in a text, one a line, each with a day where its line has one; raises `BadHead`.

    A line without a head is left out: a card also says what it is. A card that was printed on a
    day speaks for the time after that day, however old its heads are.
    """
    heads, printed = [], ""
    for line in text.splitlines():
        rest = _DAY.sub(" ", line)
        if head := _HEAD.search(rest):
            heads.append(KeptHead(read_short_head(head[0]), max(_day(line), printed)))
        elif _PRINTED.search(line):
            printed = _day(line)
    if not heads:
        raise BadHead("there is no head in it: eight characters such as 7QK2-9FMD")
    return tuple(heads)


def _day(line: str) -> str:
    """The day in a line (2026-11-12, 12 Nov 2026), else ""; raises `BadHead` for a wrong day."""
    if not (match := _DAY.search(line)):
        return ""
    year, month, day, day_named, name, year_named = match.groups()
    try:
        if year:
            return date(int(year), int(month), int(day)).isoformat()
        return date(int(year_named), MONTHS.index(name) + 1, int(day_named)).isoformat()
    except ValueError:
        raise BadHead(f"{match[0]!r} is not a day of the calendar") from None


def known(entries: Sequence[Entry], heads: Iterable[KeptHead]) -> tuple[KnownHead, ...]:
    """The heads that entries of a history have, the oldest first."""
    by_head = {short_head(entry.hash): entry for entry in entries}
    there = (KnownHead(kept, by_head[kept.head]) for kept in heads if kept.head in by_head)
    return tuple(sorted(there, key=lambda one: one.entry.seq))


class EveningHead(NamedTuple):
    """The head at the end of an evening: its last entry, before the next episode is recorded.

    `episode` is 0 before the first one.
    """

    episode: int
    day: str
    entry: int
    head: str


def heads_of_evenings(history: History) -> tuple[EveningHead, ...]:
    """The heads of all evenings, the newest last: it is the one to write down."""
    entries = history.entries
    begins = [(played.entry, played.number) for played in history.campaign.played]
    if not begins:
        begins = [(1, 0)]
    ends = [*(entry - 1 for entry, _ in begins[1:]), len(entries)]
    return tuple(
        EveningHead(number, entries[end - 1].day, end, short_head(entries[end - 1].hash))
        for (_, number), end in zip(begins, ends, strict=True)
    )


def heads_by_day(entries: Iterable[Entry]) -> Iterator[tuple[str, Entry]]:
    """The last entry of each day on which something was recorded."""
    for day, some in groupby(entries, key=lambda entry: entry.day):
        yield day, tuple(some)[-1]
