"""The report of an audit: a campaign in words, for somebody who was not there. Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from campaign.display.text.episodes import (
    attendance_in_words,
    day_of,
    inked_in_words,
    with_lines_by_hand,
)
from campaign.display.text.history import entry_in_words
from campaign.services import tenures
from campaign.services.status import proved
from campaign.services.values import Audit, History
from campaign.services.words import day, many, spans
from campaign.store.heads import short_head
from engine.kernel.replay import Kind
from engine.my_city.campaign.model import Campaign, Played
from engine.my_city.campaign.reasons import reason_in_words

CORRECTIONS = ("withdrawn", "restored", "amended", "pack applied")
"""Kinds of entries that change what earlier ones mean."""


def report(history: History, audits: Sequence[Audit]) -> str:
    """The campaign episode by episode, its corrections, what was checked, and its heads."""
    sections = (
        _title(history),
        _standings(history.campaign),
        _tenures(history),
        *(_episode(history, played) for played in history.campaign.played),
        _corrections(history),
        _made_up(history.campaign),
        _boards(history),
        _checks(audits),
        _heads(history),
    )
    return "\n\n".join("\n".join(lines) for lines in map(tuple, sections) if lines) + "\n"


def _title(history: History) -> Iterator[str]:
    yield f"# {history.campaign.name}"
    yield ""
    if history.campaign.simulated:
        yield "Simulated: simple players played it, and nobody else."
        yield ""
    count = many(len(history.entries), "entry")
    yield f"{count!s}, head `{history.head}`. {proved(history.campaign)!s}"


def _standings(campaign: Campaign) -> Iterator[str]:
    yield "| City | Player | Progress marks |"
    yield "|---|---|---|"
    for _, city in campaign.standings:
        player = _cell(city.player or "nobody")
        yield f"| {_city(city.seat, city.name)} | {player} | {city.progress} |"


def _tenures(history: History) -> Iterator[str]:
    """Who held which city, and who played it for an evening."""
    yield "## Who played"
    yield ""
    for one in tenures.held(history):
        episodes = f"episode {spans(one.episodes)!s}" if one.episodes else "no episode"
        won = f", {one.won} won" if one.won else ""
        if one.substitute:
            yield f"- {one.seat}: {one.player} as a substitute, {episodes}{won}."
        else:
            until = f"to {day(one.until)!s}" if one.until else "until today"
            yield f"- {one.seat}: {one.player}, {day(one.since)!s} {until}, {episodes}{won}."


def _episode(history: History, played: Played) -> Iterator[str]:
    verdict = str(played.verdict.kind)
    if played.as_played:
        verdict = f"moves {verdict}, " if played.verdict.kind is not Kind.DIFFERS else ""
        verdict += "kept as the table noted it"
    yield f"## Episode {played.number}"
    yield ""
    verdict = str(with_lines_by_hand(verdict, played.verdict))
    yield f"Played {day_of(history, played)!s}, entry {played.entry}: {verdict}."
    if attendance := attendance_in_words(played):
        yield f"{', '.join(map(str, attendance))}."
    yield ""
    yield "| City | Player | Points | Rank |"
    yield "|---|---|---|---|"
    for sheet in sorted(played.sheets, key=lambda sheet: sheet.rank):
        one = played.participant(sheet.seat)
        name, player = _city(one.seat, one.city), _cell(one.player or "nobody")
        yield f"| {name} | {player} | {sheet.total} | {sheet.rank} |"
    marks = [
        f"{city.seat} {mark.amount:+} ({reason_in_words(mark.reason)!s})"
        for city in history.campaign.cities
        for mark in city.marks
        if mark.episode == played.number
    ]
    if marks:
        yield ""
        yield f"Progress marks: {'; '.join(marks)}."
    if inked := inked_in_words(played):
        yield ""
        yield "Not by the rules, but as the boards show it:"
        yield from (f"- {words!s}" for words in inked)


def _corrections(history: History) -> Iterator[str]:
    entries = [entry for entry in history.entries if entry.kind in CORRECTIONS]
    yield "## Corrections"
    yield ""
    if not entries:
        yield "None: every entry counts as it was first written."
    for entry in entries:
        sentence = entry_in_words(history, entry.seq)
        yield f"- Entry {entry.seq}, {day(entry.recorded_at)!s}, by {entry.author}: {sentence!s}."


def _made_up(campaign: Campaign) -> Iterator[str]:
    """The made-up values that verdicts relied on, each with its episodes."""
    episodes: dict[str, list[int]] = {}
    for played in campaign.played:
        for placeholder in dict.fromkeys(played.verdict.placeholders):
            episodes.setdefault(placeholder, []).append(played.number)
    if episodes:
        yield "## Made-up values that these verdicts rely on"
        yield ""
    for placeholder, numbers in episodes.items():
        yield f"- {placeholder} (episode {spans(numbers)!s})"


def _boards(history: History) -> Iterator[str]:
    yield "## The real boards"
    yield ""
    for seat in history.campaign.seats:
        check = history.campaign.checked.get(seat)
        if check is None:
            yield f"- {seat}: never compared with the record."
        else:
            date = day(history.recorded_at(check.entry))
            result = f"differs: {check.differs}" if check.differs else "as it is here"
            yield f"- {seat}: checked {date!s} by {check.by}, {result}."


def _checks(audits: Sequence[Audit]) -> Iterator[str]:
    yield "## What was checked"
    yield ""
    for audit in audits:
        for check in audit.checks:
            yield f"- {check.name}: {f'ok, {check.note!s}' if check.ok else 'FAILED'}"
            yield from (f"  - {problem}" for problem in check.problems)


def _heads(history: History) -> Iterator[str]:
    """The head at the end of each day, as a note in the box has it."""
    yield "## Heads"
    yield ""
    for date, entries in groupby(history.entries, key=lambda entry: entry.recorded_at[:10]):
        last = tuple(entries)[-1]
        yield f"- {day(date)!s}, after entry {last.seq}: `{short_head(last.hash)}`"


def _city(seat: str, name: str) -> str:
    return _cell(f"{seat}, {name}" if name else seat)


def _cell(text: str) -> str:
    """A text that stays within its cell of a table."""
    return text.replace("\\", "\\\\").replace("|", "\\|")
