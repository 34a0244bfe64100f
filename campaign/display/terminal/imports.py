"""What comes from elsewhere: what it would become, and what was kept."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.terminal.records import STYLE
from campaign.services import games
from campaign.services.imports.records import Looked
from campaign.services.words import day
from campaign.store.journal import number_of


def count(number: int, thing: str) -> str:
    """`1 play`, `2,981 plays`."""
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"


def verdicts(looked: Sequence[Looked]) -> RenderableType:
    """The records of a folder, a row each, with verdict and reason; below how many of which."""
    table = parts.table("File", "Game", "Played", "", "Why", names=("File",), notes=("Why",))
    for one in looked:
        verdict = Text(str(one.verdict), style=STYLE[one.verdict]) if one.verdict else Text("")
        title = games.title(one.game) if one.game else ""
        table.add_row(one.name, title, day(one.played), verdict, _why(one))
    new, bad = sum(bool(one.new) for one in looked), sum(one.bad for one in looked)
    here = len(looked) - new - bad
    summary = f"{count(len(looked), 'record')}: {new:,} new"
    summary += f", {here:,} here already" if here else ""
    summary += f", {bad:,} cannot be kept" if bad else ""
    return parts.lines(table, parts.line(f"{summary}."))


def kept(numbers: range) -> RenderableType:
    """The numbers of the sessions that were kept, and how to see them."""
    if not numbers:
        return parts.line("Nothing is new, and nothing was written.")
    first, last = numbers[0], numbers[-1]
    which = f"sessions {first} to {last}" if last > first else f"session {first}"
    return parts.line(f"Kept as {which}: campaign session show {last}")


def _why(one: Looked) -> str:
    """Where a record is already, or why it cannot be kept."""
    if one.same:
        stream, _, number = one.same.partition("/")
        is_session = stream == "session" and number.isdecimal()
        return f"is session {number_of(one.same)} already" if is_session else f"as {one.same}"
    return f"line {one.line}: {one.reason}" if one.line else one.reason
