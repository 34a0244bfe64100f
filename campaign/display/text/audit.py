"""The report of an audit: the whole history of a campaign in words, for somebody who was not there.

It is made of blocks, which `display/html/audit.py` makes a page of and `blocks.as_markdown` a text.
The state for good can be built again from its tables: nothing that lies on a board is missing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from campaign.display.text.audit_statement import check_in_words, fact_in_words
from campaign.display.text.audit_tables import (
    cities,
    envelopes,
    episode,
    marks,
    people,
    stickers,
    who_played,
)
from campaign.display.text.blocks import Block, Heading, Items, Paragraph, Rows
from campaign.display.text.history import entry_in_words
from campaign.services.audit.changed import ChangedRecord, changed_records
from campaign.services.audit.findings import found
from campaign.services.audit.heads import heads_by_day
from campaign.services.statement import Fact
from campaign.services.status import proved
from campaign.services.values import Audit, History
from campaign.services.words import day, many, spans
from campaign.store.heads import short_head
from campaign.store.journal import Entry
from engine.my_city.campaign.model import Campaign

CORRECTIONS = ("withdrawn", "restored", "amended", "pack applied")
"""Kinds of entries that change what earlier ones mean."""


def report(history: History, audits: Sequence[Audit]) -> Iterator[Block]:
    """What is proved, then the campaign episode by episode, its corrections, and its heads."""
    campaign = history.campaign
    yield Heading(1, campaign.name)
    if campaign.simulated:
        yield Paragraph("Simulated: simple players played it, and nobody else.")
    count = many(len(history.entries), "entry")
    yield Paragraph(f"{count!s}, head {history.head}. {proved(campaign)!s}")
    yield from _statement(audits)
    yield from cities(campaign)
    yield from who_played(history)
    yield from people(history)
    yield from envelopes(history)
    for played in campaign.played:
        yield from episode(history, played)
    yield from marks(campaign)
    yield from stickers(history)
    yield from _corrections(history)
    yield from _made_up(campaign)
    yield from _boards(history)
    yield from _checks(audits)
    yield from _heads(history)


def _statement(audits: Sequence[Audit]) -> Iterator[Block]:
    """What is proved, where the proof ends, and what stands out."""
    failed = [fact for audit in audits for fact in _found(audit)]
    yield from _facts("What does not hold", failed)
    for audit in audits:
        if audit.statement:
            yield from _facts("Proved", audit.statement.proved)
            yield from _facts("Not proved", audit.statement.not_proved)
            yield from _facts("What stands out", audit.statement.notable)


def _found(audit: Audit) -> Sequence[Fact]:
    return audit.statement.found if audit.statement else found(audit.checks)


def _facts(title: str, facts: Sequence[Fact]) -> Iterator[Block]:
    if facts:
        yield Heading(2, title)
        yield Items([fact_in_words(fact) for fact in facts])


def _corrections(history: History) -> Iterator[Block]:
    """Every correction: by whom, when and why, and what was there before and after."""
    entries = [entry for entry in history.entries if entry.kind in CORRECTIONS]
    changed = {one.entry.seq: one for one in changed_records(history)}
    yield Heading(2, "Corrections")
    if not entries:
        yield Paragraph("None: every entry counts as it was first written.")
    for entry in entries:
        sentence = entry_in_words(history, entry.seq)
        yield Paragraph(
            f"Entry {entry.seq}, {day(entry.recorded_at)!s}, by {entry.author}: {sentence!s}."
        )
        rows = _changed(changed[entry.seq]) if entry.seq in changed else _undone(history, entry)
        if rows:
            yield Rows(("Before", "After"), rows)


def _changed(changed: ChangedRecord) -> list[tuple[str, str]]:
    """The lines of a record that were otherwise before."""
    return list(zip_longest(changed.removed, changed.added, fillvalue=""))


def _undone(history: History, entry: Entry) -> list[tuple[str, str]]:
    """What counts no more, or again, and what the same correction put in its place."""
    if entry.kind == "withdrawn":
        gone = [str(entry_in_words(history, number)) for number in entry.payload["entries"]]
        instead = [
            str(entry_in_words(history, later.seq))
            for later in history.entries[entry.seq :]
            if later.payload.get("step") == entry.seq and later.kind not in CORRECTIONS
        ]
        return list(zip_longest(gone, instead, fillvalue="counts no more"))
    if entry.kind == "restored":
        withdrawal = history.entries[entry.payload["entry"] - 1]
        return [
            ("counted no more", str(entry_in_words(history, number)))
            for number in withdrawal.payload.get("entries", ())
        ]
    return []


def _made_up(campaign: Campaign) -> Iterator[Block]:
    """The made-up values that verdicts relied on, each with its episodes."""
    episodes: dict[str, list[int]] = {}
    for played in campaign.played:
        for placeholder in dict.fromkeys(played.verdict.placeholders):
            episodes.setdefault(placeholder, []).append(played.number)
    if episodes:
        yield Heading(2, "Made-up values that these verdicts rely on")
        yield Rows(
            ("Value", "Episodes"), [(value, spans(some)) for value, some in episodes.items()]
        )


def _boards(history: History) -> Iterator[Block]:
    yield Heading(2, "The real boards")
    lines = []
    for seat in history.campaign.seats:
        check = history.campaign.checked.get(seat)
        if check is None:
            lines.append(f"{seat}: never compared with the record.")
        else:
            date = day(history.recorded_at(check.entry))
            result = f"differs: {check.differs}" if check.differs else "as it is here"
            lines.append(f"{seat}: checked {date!s} by {check.by}, {result}.")
    yield Items(lines)


def _checks(audits: Sequence[Audit]) -> Iterator[Block]:
    yield Heading(2, "What was checked")
    yield Rows(
        ("Check", "Its own name", "Result"),
        [
            (check_in_words(check.name), check.name, check.note or "ok")
            if check.ok
            else (check_in_words(check.name), check.name, f"FAILED: {'; '.join(check.problems)}")
            for audit in audits
            for check in audit.checks
        ],
    )


def _heads(history: History) -> Iterator[Block]:
    """The head at the end of each day, as a note in the box has it."""
    yield Heading(2, "Heads")
    yield Rows(
        ("Head", "Day", "After entry"),
        [
            (short_head(last.hash), day(date), str(last.seq))
            for date, last in heads_by_day(history.entries)
        ],
    )
