"""Statistics as a picture: a chart of bars for every table that has a column of bars."""

from __future__ import annotations

from collections.abc import Iterator

from campaign.display.svg import charts
from campaign.display.svg.picture import Picture, together
from campaign.services.errors import NotFound
from campaign.services.statistics.sessions import Statistics
from campaign.services.statistics.tables import Bar, Table
from engine.kernel.phrases import Phrase, phrase


def statistics(statistics: Statistics) -> Picture:
    """All charts below each other; raises `NotFound` where there is nothing to draw."""
    drawn = [chart for table in statistics.tables for chart in _charts(table)]
    if not drawn:
        raise NotFound(
            phrase(
                "no {what} of {title} has anything to draw",
                what=statistics.what,
                title=statistics.title,
            )
        )
    words = ". ".join(f"{chart.title}: {chart.description}" for chart in drawn)
    return together(statistics.title, words, drawn, columns=1)


def _charts(table: Table) -> Iterator[Picture]:
    """The chart of a table: rows named by their words, the figure of a bar is the one before it."""
    for place in range(len(table.columns)):
        cells = [row[place] for row in table.rows]
        if not any(isinstance(cell, Bar) for cell in cells):
            continue
        figure = max(
            i for i in range(place) if all(isinstance(row[i], int | float) for row in table.rows)
        )
        bars = [
            charts.Bar(
                " ".join(str(cell) for cell in row[:figure] if isinstance(cell, str | Phrase))
                or str(row[0]),
                cell.value / cell.most if cell.most else 0,
                f"{row[figure]:g}",
            )
            for row, cell in zip(table.rows, cells, strict=True)
            if isinstance(cell, Bar)
        ]
        yield charts.bars(f"{table.title!s}: {str(table.columns[figure]).lower()}", bars)
