"""Screens of imports: the records of a folder with their verdicts, and what was kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from rich.console import RenderableType
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.terminal.records import STYLE
from campaign.services import games
from campaign.services.imports.records import Counts, FileReading
from campaign.services.imports.steps import ImportStep, WithdrawnSessions
from campaign.services.words import day, many
from campaign.store.journal import number_of
from engine.kernel.phrases import Phrase, Wording, joined, phrase, plural
from engine.kernel.replay import VerdictKind

MANY = 1_000
"""The most records of a folder that are listed."""


def records_in_words(count: int) -> Phrase:
    """A number of records, which may be large."""
    return plural("{count:,} record", "{count:,} records", count)


def sessions_in_words(count: int) -> Phrase:
    """A number of sessions, which may be large."""
    return plural("{count:,} session", "{count:,} sessions", count)


def verdicts(looked: Iterable[FileReading], counts: Counts) -> RenderableType:
    """The records of a folder with verdict and reason, one on a line, and their counts below.

    If there are more than `MANY`, new and verified records are left out unless their day is
    doubtful, and at most `MANY` are listed.
    """
    headings = map(phrase, ("File", "Game", "Played"))
    table = parts.table(*headings, "", phrase("Why"), names=("File",), notes=("Why",))
    too_many = counts.files > MANY
    if too_many:
        looked = (
            reading
            for reading in looked
            if reading.doubt or not (reading.new and reading.verdict is VerdictKind.VERIFIED)
        )
    readings = list(islice(looked, MANY))
    for reading in readings:
        verdict = (
            parts.one_line(phrase(reading.verdict), style=STYLE[reading.verdict])
            if reading.verdict
            else Text("")
        )
        title = phrase(games.title(reading.game)) if reading.game else ""
        table.add_row(reading.name, title, day(reading.played), verdict, _why(reading))
    summary = [phrase("{count} new", count=f"{counts.new:,}")]
    if counts.here:
        summary.append(phrase("{count} here already", count=f"{counts.here:,}"))
    if counts.bad:
        summary.append(phrase("{count} cannot be kept", count=f"{counts.bad:,}"))
    left_out_note = phrase(
        "At most {count} are listed, and none that is new and verified; {option} has all.",
        count=f"{MANY:,}",
        option="--json",
    )
    records = records_in_words(counts.files)
    return parts.lines(
        table if readings else None,
        parts.line(left_out_note) if too_many else None,
        parts.line(phrase("{records}: {summary}.", records=records, summary=joined(", ", summary))),
    )


def doubt(counts: Counts) -> Phrase | None:
    """A sentence on new records with a doubtful day; None if there are none."""
    if counts.doubted is None:
        return None
    first = phrase("{name}: {doubt}", name=counts.doubted.name, doubt=counts.doubted.doubt)
    return in_doubt(first, counts.doubts)


def in_doubt(first: Phrase, count: int) -> Phrase:
    """A sentence on the first doubtful day, with the number of the others, if there are any."""
    if count == 1:
        return first
    other_days = many(count - 1, "more day")
    return phrase("{doubt} (and {more} in doubt)", doubt=first, more=other_days)


def kept_message(numbers: range) -> RenderableType:
    """The numbers of the sessions that were kept, and how to see them."""
    if not numbers:
        return parts.line(phrase("Nothing is new, and nothing was written."))
    first, last = numbers[0], numbers[-1]
    sessions = (
        phrase("sessions {first} to {last}", first=first, last=last)
        if last > first
        else phrase("session {number}", number=first)
    )
    show = f"campaign session show {last}"
    back = phrase("One command takes all of it back: {command}", command="campaign import withdraw")
    return parts.lines(
        parts.line(phrase("Kept as {sessions}: {command}", sessions=sessions, command=show)),
        parts.line(back),
    )


def withdraw_question(step: ImportStep, sessions: int) -> Phrase:
    """The question whether to take back an import."""
    return phrase(
        "Take back import {number} of {day} ({source}), {sessions}?",
        number=step.number,
        day=day(step.day),
        source=step.source,
        sessions=sessions_in_words(sessions),
    )


def withdrawn_message(step: ImportStep, sessions: int) -> Phrase:
    """A sentence saying that an import was taken back, with the command that brings it again."""
    return phrase(
        "Import {number} is taken back, {sessions}. It comes back with: {command}",
        number=step.number,
        sessions=sessions_in_words(sessions),
        command=f"campaign import reinstate {step.number}",
    )


def reinstated_messages(step: ImportStep, sessions: WithdrawnSessions) -> Iterator[Phrase]:
    """Sentences saying which sessions of an import count again, and which do not, and why."""
    yield phrase(
        "Import {number} counts again, {sessions}.",
        number=step.number,
        sessions=sessions_in_words(len(sessions.missing)),
    )
    if sessions.again:
        yield phrase(
            "Withdrawn still, because the same was brought back, recorded or imported since: "
            "{sessions}.",
            sessions=sessions_in_words(len(sessions.again)),
        )


def _why(reading: FileReading) -> Wording:
    """The session or file that has the same record, or why a record is bad or doubtful."""
    if reading.same:
        stream, _, number = reading.same.partition("/")
        is_session = stream == "session" and number.isdecimal()
        if is_session:
            return phrase("is session {number} already", number=number_of(reading.same))
        return phrase("as {file}", file=reading.same)
    if reading.line:
        return phrase("line {number}: {why}", number=reading.line, why=reading.reason)
    return reading.reason or reading.doubt
