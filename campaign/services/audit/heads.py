"""Heads that people kept: read from a note or a card, and found among the entries of a history."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import groupby, zip_longest
from typing import NamedTuple

from campaign.services import ancestry
from campaign.services.values import History
from campaign.store import clock
from campaign.store.errors import BadHead
from campaign.store.heads import read_short_head, short_head
from campaign.store.journal import Entry
from campaign.store.stamps import FIRST_ZONE

_HEAD = re.compile(r"\b[0-9A-Za-z]{4}-[0-9A-Za-z]{4}\b")
_DAY = re.compile(
    r"(?<![0-9])([0-9]{4})(?:-([0-9]{2})-([0-9]{2})(?![0-9])|年 ?([0-9]{1,2})月 ?([0-9]{1,2})日)"
    r"|(?<![0-9])([0-9]{1,2})\.? ([^\W\d_]{3,})\.? ([0-9]{4})(?![0-9])"
)
"""2026-11-12, 2026年11月12日, 12 Nov 2026; the month's name is looked up afterwards."""
_OTHER_DAY = re.compile(
    r"\b[0-9]{1,4}([-./])[0-9]{1,2}\1[0-9]{1,4}\b|\b[^\W\d_]{3,}\.? [0-9]{1,2},? [0-9]{4}\b"
)
"""What looks like a day and is written in another way."""


class KeptHead(NamedTuple):
    """A head that somebody wrote down, with the day beside it, "" without a day.

    `witness` has the name and the fingerprint of the signer of a receipt for this head, and
    `digest` the whole hash that was signed; it is "" for a head on paper. `known_as` is the other
    name under which the key of the signer is known here, if it has one.
    """

    head: str
    day: str = ""
    witness: tuple[str, str] | None = None
    digest: str = ""
    known_as: str = ""

    def is_of(self, digest: str) -> bool:
        """Whether `digest` is the hash of which this is the head."""
        return digest == self.digest if self.digest else short_head(digest) == self.head


class CardWords(NamedTuple):
    """The words of cards in all languages: the months' short names in small letters, `printed`."""

    months: Mapping[str, int]
    printed: Collection[str]


class KnownHead(NamedTuple):
    """A kept head, with the entry that has it, and the day from which on there was this head."""

    kept: KeptHead
    entry: Entry
    day: str


def read_card(text: str, words: CardWords) -> tuple[KeptHead, ...]:
    """The heads in a text, on each line at least one, with the day in the line; raises `BadHead`.

    Only the title of a card is skipped: the line before `printed DAY`, or a first line without
    figures. After `printed DAY` each head has at least that day, because a card was kept from its
    printing on.
    """
    heads, printed = list[KeptHead](), ""
    printed_words = "|".join(map(re.escape, words.printed))
    title_end = re.compile(rf"(?<!\w)(?:{printed_words})(?!\w)", re.IGNORECASE)
    lines = [line for line in text.splitlines() if line.strip()]

    def ends_title(line: str) -> bool:  # with a head, it is a note in which the word occurs
        return bool(title_end.search(line)) and not _heads_in(line)

    for line, after in zip_longest(lines, lines[1:], fillvalue=""):
        if ends_title(line):
            printed = _day(line, words.months)
        elif ends_title(after):
            continue
        elif found := _heads_in(line):
            day = max(_day(line, words.months), printed)
            heads += [KeptHead(read_short_head(head), day) for head in found]
        elif line is not lines[0] or any(map(str.isdigit, line)):
            raise BadHead(f"there is no head in {line!r}: eight characters such as 7QK2-9FM7")
    if not heads:
        raise BadHead("there is no head in it: eight characters such as 7QK2-9FM7")
    return tuple(heads)


def _heads_in(line: str) -> list[str]:
    return _HEAD.findall(_DAY.sub(" ", line))


def _day(line: str, months: Mapping[str, int]) -> str:
    """The day in a line, else ""; raises `BadHead` for what is no day, or one that is to come."""
    if not (match := _DAY.search(line)):
        if other := _OTHER_DAY.search(line):
            raise BadHead(f"{other[0]!r} is not understood as a day: write it like 2026-11-12")
        return ""
    year, month, day, plain_month, plain_day, day_named, name, year_named = match.groups()
    number = months.get(name.casefold()[:3], 0) if name else int(month or plain_month)
    try:
        read = date(int(year or year_named), number, int(day or plain_day or day_named))
    except ValueError:
        raise BadHead(f"{match[0]!r} is not a day of the calendar") from None
    if read > clock.now().astimezone(FIRST_ZONE).date():  # a card may have been written there
        raise BadHead(f"{match[0]!r} is in the future, by the clock of this computer")
    return read.isoformat()


def known_heads(entries: Sequence[Entry], heads: Iterable[KeptHead]) -> tuple[KnownHead, ...]:
    """The kept heads that are heads of these entries, the oldest first."""
    by_head = {head: entry for entry in entries for head in (entry.hash, short_head(entry.hash))}
    wanted = ((kept, kept.digest or kept.head) for kept in heads)
    matching = (
        KnownHead(kept, entry, ancestry.day_of_head(entry, entries))
        for kept, head in wanted
        if (entry := by_head.get(head))
    )
    return tuple(sorted(matching, key=lambda known_head: known_head.entry.seq))


class EveningHead(NamedTuple):
    """The head after the last entry of an evening, before the next episode is recorded.

    `episode` is 0 before the first episode.
    """

    episode: int
    day: str
    entry: int
    head: str


def heads_of_evenings(history: History) -> tuple[EveningHead, ...]:
    """The heads of all evenings, the newest last; the newest is the one to write down."""
    entries = history.entries
    starts = [(played.entry, played.number) for played in history.campaign.played]
    if not starts:
        starts = [(1, 0)]
    ends = [*(entry - 1 for entry, _ in starts[1:]), len(entries)]
    return tuple(
        EveningHead(number, ancestry.day_of_head(last, entries), end, short_head(last.hash))
        for (_, number), end in zip(starts, ends, strict=True)
        for last in [entries[end - 1]]
    )


def heads_by_day(entries: Sequence[Entry]) -> Iterator[tuple[str, Entry]]:
    """Each day on which something was recorded or carried over, with the last entry of the day."""
    for day, entries_of_day in groupby(
        entries, key=lambda entry: ancestry.day_of_head(entry, entries)
    ):
        yield day, tuple(entries_of_day)[-1]
