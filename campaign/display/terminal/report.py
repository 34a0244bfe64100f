"""The report of an audit: a campaign in words, for somebody who was not there. Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from campaign.display.terminal import parts
from campaign.display.terminal.history import event
from campaign.display.terminal.status import by_marks
from campaign.services.audit.checks import proved
from campaign.services.values import Audit, History
from campaign.services.words import spans
from campaign.store.heads import short_head
from engine.my_city.campaign.model import Campaign, Played


def report(history: History, audits: Sequence[Audit]) -> str:
    """The campaign episode by episode, its corrections, what was checked, and its heads."""
    parts_of = (
        _title(history),
        _standings(history.campaign),
        *(_episode(history, played) for played in history.campaign.played),
        _corrections(history),
        _made_up(history.campaign),
        _boards(history),
        _checks(audits),
        _heads(history),
    )
    return "\n\n".join("\n".join(lines) for lines in map(tuple, parts_of) if lines) + "\n"


def _title(history: History) -> Iterator[str]:
    yield f"# {history.campaign.name}"
    yield ""
    yield f"{len(history.entries)} entries, head `{history.head}`. {proved(history.campaign)}"


def _standings(campaign: Campaign) -> Iterator[str]:
    yield "| City | Player | Progress marks |"
    yield "|---|---|---|"
    for city in by_marks(campaign):
        name = f"{city.seat}, {city.name}" if city.name else city.seat
        yield f"| {_cell(name)} | {_cell(city.player or 'nobody')} | {city.progress} |"


def _episode(history: History, played: Played) -> Iterator[str]:
    day = played.record.played.isoformat() if played.record.played else ""
    yield f"## Episode {played.number}"
    yield ""
    told = "kept as the table inked it" if played.as_played else str(played.verdict.kind)
    when = parts.day(day or history.recorded_at(played.entry))
    yield f"Played {when}, entry {played.entry}: {told}."
    yield ""
    yield "| City | Points | Rank |"
    yield "|---|---|---|"
    for sheet in sorted(played.sheets, key=lambda sheet: sheet.rank):
        yield f"| {sheet.seat} | {sheet.total} | {sheet.rank} |"
    brought = [
        f"{city.seat} {mark.amount:+} ({mark.reason})"
        for city in history.campaign.cities
        for mark in city.marks
        if mark.episode == played.number
    ]
    if brought:
        yield ""
        yield f"Progress marks: {'; '.join(brought)}."


def _corrections(history: History) -> Iterator[str]:
    kinds = ("withdrawn", "restored", "amended", "pack applied")
    entries = [entry for entry in history.entries if entry.kind in kinds]
    yield "## Corrections"
    yield ""
    if not entries:
        yield "None: every entry counts as it was first written."
    for entry in entries:
        day = parts.day(entry.recorded_at)
        yield f"- Entry {entry.seq}, {day}, by {entry.author}: {event(history, entry.seq)}."


def _made_up(campaign: Campaign) -> Iterator[str]:
    """The placeholders that verdicts relied on: nobody has published these values."""
    relied = {
        words: [p.number for p in campaign.played if words in p.verdict.placeholders]
        for played in campaign.played
        for words in played.verdict.placeholders
    }
    if relied:
        yield "## Made-up values that these verdicts rely on"
        yield ""
    for words, numbers in relied.items():
        yield f"- {words} (episode {spans(numbers)})"


def _boards(history: History) -> Iterator[str]:
    yield "## The real boards"
    yield ""
    for seat in history.campaign.seats:
        found = history.campaign.checked.get(seat)
        if found is None:
            yield f"- {seat}: never held against the record."
        else:
            day = parts.day(history.recorded_at(found.entry))
            said = f"differs: {found.differs}" if found.differs else "as it is here"
            yield f"- {seat}: checked {day} by {found.by}, {said}."


def _checks(audits: Sequence[Audit]) -> Iterator[str]:
    yield "## What was checked"
    yield ""
    for audit in audits:
        for check in audit.checks:
            yield f"- {check.name}: {'ok, ' + check.note if check.ok else 'FAILED'}"
            yield from (f"  - {problem}" for problem in check.problems)


def _heads(history: History) -> Iterator[str]:
    """The head at the end of each day, as a note in the box would have it."""
    yield "## Heads"
    yield ""
    for day, entries in groupby(history.entries, key=lambda entry: entry.recorded_at[:10]):
        last = tuple(entries)[-1]
        yield f"- {parts.day(day)}, after entry {last.seq}: `{short_head(last.hash)}`"


def _cell(text: str) -> str:
    """A text that stays within its cell of a table."""
    return text.replace("\\", "\\\\").replace("|", "\\|")
