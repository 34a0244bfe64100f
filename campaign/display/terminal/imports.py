"""What comes from elsewhere: what it would become, and what was kept."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from rich.console import RenderableType
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.terminal.records import STYLE
from campaign.services import games
from campaign.services.imports.records import Counts, FileReading
from campaign.services.imports.steps import ImportStep
from campaign.services.words import day, many
from campaign.store.journal import number_of
from engine.kernel.phrases import Phrase, phrase
from engine.kernel.replay import VerdictKind

MANY = 1_000
"""Records of a folder that are listed, at most."""


def count(number: int, thing: str) -> str:
    """`1 play`, `2,981 plays`."""
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"


def verdicts(looked: Iterable[FileReading], counts: Counts) -> RenderableType:
    """The records of a folder, a row each, with verdict and reason; below how many of which.

    Of very many those alone that are not new, not proved or of a day in doubt, as far as a screen
    can show them.
    """
    table = parts.table("File", "Game", "Played", "", "Why", names=("File",), notes=("Why",))
    too_many = counts.files > MANY
    if too_many:
        looked = (
            one
            for one in looked
            if one.doubt or not (one.new and one.verdict is VerdictKind.VERIFIED)
        )
    shown = list(islice(looked, MANY))
    for one in shown:
        verdict = Text(str(one.verdict), style=STYLE[one.verdict]) if one.verdict else Text("")
        title = games.title(one.game) if one.game else ""
        table.add_row(one.name, title, day(one.played), verdict, _why(one))
    summary = f"{count(counts.files, 'record')}: {counts.new:,} new"
    summary += f", {counts.here:,} here already" if counts.here else ""
    summary += f", {counts.bad:,} cannot be kept" if counts.bad else ""
    without = f"Listed are at most {MANY:,}, none that is new and verified; --json has all."
    return parts.lines(
        table if shown else None,
        parts.line(without) if too_many else None,
        parts.line(f"{summary}."),
    )


def doubt(counts: Counts) -> Phrase | None:
    """Which new records have a day that hardly anybody means; None where none has."""
    if counts.doubted is None:
        return None
    one = phrase("{name}: {doubt}", name=counts.doubted.name, doubt=counts.doubted.doubt)
    return in_doubt(one, counts.doubts)


def in_doubt(first: Phrase, count: int) -> Phrase:
    """A day that hardly anybody means, and how many others there are."""
    if count == 1:
        return first
    more = many(count - 1, "more day")
    return phrase("{doubt} (and {more} in doubt)", doubt=first, more=more)


def kept(numbers: range) -> RenderableType:
    """The numbers of the sessions that were kept, and how to see them."""
    if not numbers:
        return parts.line("Nothing is new, and nothing was written.")
    first, last = numbers[0], numbers[-1]
    which = f"sessions {first} to {last}" if last > first else f"session {first}"
    return parts.lines(
        parts.line(f"Kept as {which}: campaign session show {last}"),
        parts.line("One command takes all of it back: campaign import withdraw"),
    )


def withdraw_question(step: ImportStep, sessions: int) -> Phrase:
    """Whether an import is taken back."""
    return phrase(
        "Take back import {number} of {day} ({source}), {sessions}?",
        number=step.number,
        day=day(step.day),
        source=step.source,
        sessions=many(sessions, "session"),
    )


def withdrawn(step: ImportStep, sessions: int) -> Phrase:
    """A sentence saying that an import was taken back, with the command that brings it again."""
    return phrase(
        "Import {number} is taken back, {sessions}. It comes back with: {command}",
        number=step.number,
        sessions=many(sessions, "session"),
        command=f"campaign import reinstate {step.number}",
    )


def reinstated(step: ImportStep, sessions: int) -> Phrase:
    """A sentence saying that the sessions of an import count again."""
    return phrase(
        "Import {number} counts again, {sessions}.",
        number=step.number,
        sessions=many(sessions, "session"),
    )


def _why(one: FileReading) -> str:
    """Where a record is already, or why it cannot be kept."""
    if one.same:
        stream, _, number = one.same.partition("/")
        is_session = stream == "session" and number.isdecimal()
        return f"is session {number_of(one.same)} already" if is_session else f"as {one.same}"
    return f"line {one.line}: {one.reason}" if one.line else one.reason or one.doubt
