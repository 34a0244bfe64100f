"""Tables of statistics, with figures at the right and bars drawn in text."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.terminal.words import MixedText
from campaign.display.text.records import label_phrase
from campaign.display.text.statistics import are_figures, cell_text, columns_of, omission, rows_of
from campaign.services.filters import EVERY, PlayFilter
from campaign.services.statistics.sessions import StatisticsTables
from campaign.services.statistics.tables import BarCell, StatisticsTable
from campaign.services.words import many
from engine.kernel.phrases import Phrase, joined, phrase

PEOPLE = ("Player", "From", "To", "Who")
"""The headings of columns with names of players."""


def statistics(statistics: StatisticsTables, wanted: PlayFilter = EVERY) -> RenderableType:
    """All tables of statistics below each other; `wanted` is the applied filter."""
    what = statistics.what
    nothing = not (statistics.sessions or statistics.left_out or statistics.tables)
    if wanted != EVERY and nothing:
        return parts.line(phrase("No {what} matches.", what=phrase(what)))
    title = label_phrase(statistics.title)
    if what != "session" and nothing:
        return parts.line(
            phrase("No episode of {campaign} counts yet.", campaign=statistics.campaign)
            if what == "episode"
            else phrase("No game of {title} counts yet.", title=title)
        )
    if nothing:
        return parts.lines(
            parts.line(phrase("No session of {title} counts.", title=title)),
            parts.command("campaign session record FILE"),
        )
    subject = (
        many(statistics.sessions, what)
        if statistics.number is None
        else phrase("session {number}", number=statistics.number)
    )
    rows: list[RenderableType] = [MixedText(joined(", ", (title, subject)), style="bold")]
    if statistics.left_out:
        rows.append(parts.line(omission(statistics)))
    for table in statistics.tables:
        rows += [Text(""), *drawn(table)]
    return parts.lines(*rows)


def drawn(table: StatisticsTable) -> list[RenderableType]:
    """The title of a table, its rows, and the remark below them."""
    columns = columns_of(table)
    words = [
        name
        for name, cells in zip(table.columns, columns, strict=True)
        if any(isinstance(cell, str | Phrase) for cell in cells)
    ]
    bars = [
        name
        for name, cells in zip(table.columns, columns, strict=True)
        if any(isinstance(cell, BarCell) for cell in cells)
    ]
    figures = [
        name for name, cells in zip(table.columns, columns, strict=True) if are_figures(cells)
    ]
    drawn_table = parts.table(
        *(
            cell_text(name) if name in table.people else label_phrase(name)
            for name in table.columns
        ),
        right=figures,
        names=[*(name for name in words if name in PEOPLE), *table.people],
        notes=[name for name in words if name not in PEOPLE],
        spare=bars,
    )
    for row in rows_of(table):
        drawn_table.add_row(*row)
    rows: list[RenderableType] = [MixedText(label_phrase(table.title), style="bold"), drawn_table]
    if table.note:
        rows.append(parts.line(label_phrase(table.note), "dim"))
    return rows
