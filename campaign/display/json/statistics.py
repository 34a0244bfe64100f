"""Statistics over sessions as a JSON document."""

from __future__ import annotations

from campaign.display.json.parts import Document, document
from campaign.services.statistics.sessions import Statistics
from campaign.services.statistics.tables import Bar, Cell


def statistics(statistics: Statistics) -> Document:
    """Statistics over sessions, table by table; a bar is its value."""
    return document(
        "statistics",
        game=statistics.game,
        campaign=statistics.campaign,
        session=statistics.number,
        sessions=statistics.sessions,
        left_out=statistics.left_out,
        tables=[
            {
                "title": table.title,
                "columns": list(table.columns),
                "rows": [list(map(_cell, row)) for row in table.rows],
                "note": table.note,
            }
            for table in statistics.tables
        ],
    )


def _cell(cell: Cell) -> str | int | float | None:
    return cell.value if isinstance(cell, Bar) else cell
