"""Tables of statistics: figures to the right, bars drawn in text."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.terminal.words import Words
from campaign.display.text.records import known
from campaign.services.filters import EVERY, PlayFilter
from campaign.services.statistics.campaigns import NOBODY
from campaign.services.statistics.sessions import Statistics
from campaign.services.statistics.tables import Bar, Cell, Table
from campaign.services.words import many
from engine.kernel.phrases import Phrase, Wording, joined, phrase

WIDTH = 20
"""Columns of a full bar."""
PEOPLE = ("Player", "From", "To", "Who")
"""Headings of columns that hold names of players."""
EIGHTHS = " ▏▎▍▌▋▊▉"
BLOCK = "█"


def statistics(statistics: Statistics, wanted: PlayFilter = EVERY) -> RenderableType:
    """All tables, one below the other, of what is wanted."""
    what = statistics.what
    if wanted != EVERY and not statistics.sessions and not statistics.left_out:
        return parts.line(phrase("No {what} is like that.", what=phrase(what)))
    if what != "session" and not statistics.sessions and not statistics.left_out:
        return parts.line(
            phrase("No episode of {campaign} has been recorded.", campaign=statistics.campaign)
            if what == "episode"
            else phrase("No game of {title} has been recorded.", title=phrase(statistics.title))
        )
    if not statistics.sessions and not statistics.left_out:
        return parts.lines(
            parts.line(
                phrase("No session of {title} has been recorded.", title=phrase(statistics.title))
            ),
            parts.command("campaign session record FILE"),
        )
    which = (
        many(statistics.sessions, what)
        if statistics.number is None
        else phrase("session {number}", number=statistics.number)
    )
    title = joined(", ", (known(statistics.title), which))
    rows: list[RenderableType] = [Words(title, style="bold")]
    if statistics.left_out:
        left = many(statistics.left_out, what)
        rows.append(parts.line(phrase("Left out: {count} without proof.", count=left)))
    for table in statistics.tables:
        rows += [Text(""), *drawn(table)]
    return parts.lines(*rows)


def drawn(table: Table) -> list[RenderableType]:
    """The title, the rows, and the remark below them."""
    columns = [tuple(row[i] for row in table.rows) for i in range(len(table.columns))]
    words = [
        name
        for name, cells in zip(table.columns, columns, strict=True)
        if any(isinstance(cell, str | Phrase) for cell in cells)
    ]
    bars = [
        name
        for name, cells in zip(table.columns, columns, strict=True)
        if any(isinstance(cell, Bar) for cell in cells)
    ]
    figures = [name for name, cells in zip(table.columns, columns, strict=True) if _figures(cells)]
    made = parts.table(
        *(_shown(name, 0) if name in table.people else known(name) for name in table.columns),
        right=figures,
        names=[*(name for name in words if name in PEOPLE), *table.people],
        notes=[name for name in words if name not in PEOPLE],
        spare=bars,
    )
    places = [_places(cells) for cells in columns]
    for row in table.rows:
        made.add_row(*(_shown(cell, n) for cell, n in zip(row, places, strict=True)))
    rows: list[RenderableType] = [Words(known(table.title), style="bold"), made]
    if table.note:
        rows.append(parts.line(known(table.note), "dim"))
    return rows


def bar(cell: Bar) -> str:
    """A bar of text: full blocks, and eighths of one at its end."""
    share = min(max(cell.value / cell.most, 0.0), 1.0) if cell.most > 0 else 0.0
    full, rest = divmod(round(share * WIDTH * 8), 8)
    return (BLOCK * full + EIGHTHS[rest]).rstrip()


def _figures(cells: Sequence[Cell]) -> bool:
    return all(cell is None or isinstance(cell, int | float) for cell in cells)


def _places(cells: Sequence[Cell]) -> int:
    """Decimals for the fractions of a column: three figures of the largest, at most two."""
    largest = max((abs(cell) for cell in cells if isinstance(cell, float)), default=0.0)
    return 2 if largest < 10 else 1 if largest < 1000 else 0


def _shown(cell: Cell, places: int) -> Wording:
    match cell:
        case None:
            return "-"
        case Bar():
            return bar(cell)
        case float():
            return f"{cell:,.{places}f}"
        case int():
            return f"{cell:,}"
    return NOBODY if cell == NOBODY else cell
