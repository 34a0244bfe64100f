"""The cells of statistics as text: equal decimals in a column, shares as bars."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import ROUND_HALF_UP, Decimal

from campaign.services.statistics.campaigns import NOBODY
from campaign.services.statistics.sessions import StatisticsTables
from campaign.services.statistics.tables import BarCell, Cell, StatisticsTable
from campaign.services.words import many
from engine.kernel.phrases import Wording, phrase

WIDTH = 20
"""The number of characters of a full bar."""
EIGHTHS = " ▏▎▍▌▋▊▉"
BLOCK = "█"


def omission(statistics: StatisticsTables) -> Wording:
    """The sentence that says how many games are not in the tables."""
    count = many(statistics.left_out, statistics.what)
    return phrase("Left out: {count} without proof.", count=count)


def rows_of(table: StatisticsTable) -> Iterator[tuple[Wording, ...]]:
    """Yield the rows of a table, each cell as text."""
    places = [_places(column) for column in columns_of(table)]
    for row in table.rows:
        yield tuple(cell_text(cell, n) for cell, n in zip(row, places, strict=True))


def columns_of(table: StatisticsTable) -> list[tuple[Cell, ...]]:
    """The cells of each column."""
    return [tuple(row[i] for row in table.rows) for i in range(len(table.columns))]


def are_figures(cells: Sequence[Cell]) -> bool:
    """Whether a column has only figures; such a column is aligned to the right."""
    return all(cell is None or isinstance(cell, int | float) for cell in cells)


def cell_text(cell: Cell, places: int = 0) -> Wording:
    """The text of a cell; a fraction has `places` decimals."""
    match cell:
        case None:
            return "-"
        case BarCell():
            return bar(cell)
        case float():
            return decimals(cell, places)
        case int():
            return f"{cell:,}"
    return NOBODY if cell == NOBODY else cell


def decimals(number: float, places: int) -> str:
    """A number with so many decimals, half rounded up as people do: 8.25 is 8.3."""
    # The digits that the number is written with, since the float of 0.285 is a little below it.
    rounded = Decimal(repr(number)).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    return f"{rounded:,f}"


def bar(cell: BarCell) -> str:
    """A bar as text: full blocks, and a partial block in eighths at its end."""
    full, eighths = divmod(round(share_of(cell) * WIDTH * 8), 8)
    return (BLOCK * full + EIGHTHS[eighths]).rstrip()


def share_of(cell: BarCell) -> float:
    """The length of a bar, from 0 to 1."""
    return min(max(cell.value / cell.most, 0.0), 1.0) if cell.most > 0 else 0.0


def _places(cells: Sequence[Cell]) -> int:
    """The decimals for the fractions of a column, at most two: the largest has three figures."""
    largest = max((abs(cell) for cell in cells if isinstance(cell, float)), default=0.0)
    return 2 if largest < 10 else 1 if largest < 1000 else 0
