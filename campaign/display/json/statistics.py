"""Statistics over sessions as a JSON document."""

from __future__ import annotations

from pydantic import Field

from campaign.display.json.parts import Document, Items, Part
from campaign.services.statistics import sessions, tables
from engine.kernel.phrases import Phrase


class TablePart(Part):
    """A table of figures."""

    title: str
    columns: Items[str]
    rows: Items[Items[str | int | float | None]] = Field(
        description="one cell for each column; a bar of the screen is given as its value"
    )
    note: str


class StatisticsDocument(Document, kind="statistics"):
    """Tables over the sessions of a game, over one of them, or over the episodes of campaigns."""

    game: str
    campaign: str | None = Field(description="the campaign whose episodes are counted")
    session: int | None = Field(description="the one session that is counted; null if all are")
    sessions: int = Field(
        description="how many sessions or episodes are counted: those whose moves are legal to "
        "the end; of `fleet audit`, `fleet standings` and `fleet pages` how many groups, of "
        "`pack simulate` how many games under each pack"
    )
    left_out: int = Field(
        description="how many are not counted; the tables by chapter count those that are episodes"
    )
    tables: Items[TablePart]


def statistics(statistics: sessions.StatisticsTables) -> StatisticsDocument:
    """The document of statistics, table by table; a bar is its value."""
    return StatisticsDocument.from_value(
        statistics,
        session=statistics.number,
        tables=[
            TablePart.from_value(table, rows=[map(_cell, row) for row in table.rows])
            for table in statistics.tables
        ],
    )


def _cell(cell: tables.Cell) -> str | int | float | None:
    if isinstance(cell, Phrase):
        return str(cell)
    return cell.value if isinstance(cell, tables.BarCell) else cell
