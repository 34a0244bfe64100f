"""The cells of statistics in words: figures of a column with the same decimals, shares as bars."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from campaign.services.statistics.campaigns import NOBODY
from campaign.services.statistics.tables import BarCell, Cell, StatisticsTable
from engine.kernel.phrases import Wording

WIDTH = 20
"""Columns of a full bar."""
EIGHTHS = " ▏▎▍▌▋▊▉"
BLOCK = "█"


def rows_of(table: StatisticsTable) -> Iterator[tuple[Wording, ...]]:
    """The rows of a table, each cell as it is shown."""
    places = [_places(column) for column in columns_of(table)]
    for row in table.rows:
        yield tuple(shown(cell, n) for cell, n in zip(row, places, strict=True))


def columns_of(table: StatisticsTable) -> list[tuple[Cell, ...]]:
    """The cells of each column."""
    return [tuple(row[i] for row in table.rows) for i in range(len(table.columns))]


def are_figures(cells: Sequence[Cell]) -> bool:
    """Whether a column has figures alone: they stand to the right."""
    return all(cell is None or isinstance(cell, int | float) for cell in cells)


def shown(cell: Cell, places: int = 0) -> Wording:
    """A cell; of a fraction so many decimals."""
    match cell:
        case None:
            return "-"
        case BarCell():
            return bar(cell)
        case float():
            return f"{cell:,.{places}f}"
        case int():
            return f"{cell:,}"
    return NOBODY if cell == NOBODY else cell


def bar(cell: BarCell) -> str:
    """A bar of text: full blocks, and eighths of one at its end."""
    share = min(max(cell.value / cell.most, 0.0), 1.0) if cell.most > 0 else 0.0
    full, rest = divmod(round(share * WIDTH * 8), 8)
    return (BLOCK * full + EIGHTHS[rest]).rstrip()


def _places(cells: Sequence[Cell]) -> int:
    """Decimals for the fractions of a column: three figures of the largest, at most two."""
    largest = max((abs(cell) for cell in cells if isinstance(cell, float)), default=0.0)
    return 2 if largest < 10 else 1 if largest < 1000 else 0
