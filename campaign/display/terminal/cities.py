"""The list of cities, and what changed on a board."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.terminal.status import on_board
from campaign.services.cities import Difference
from campaign.services.values import History


def city_list(history: History) -> RenderableType:
    """All cities: who holds them, marks, stickers."""
    table = parts.table("Seat", "City", "Player", "Marks", "On the board", right=("Marks",))
    for city in history.campaign.cities:
        table.add_row(
            parts.seat(city.seat),
            parts.fit(city.name or "-", 18),
            parts.fit(city.player or "nobody", 16),
            str(city.progress),
            parts.fit(on_board(city), 28),
        )
    return parts.lines(table, parts.line("A board: campaign city show SEAT"))


def difference(difference: Difference) -> RenderableType:
    """What came to a board between two episodes: cell by cell, then why, then the marks."""
    first, last = difference.first, difference.last
    since = f"the end of episode {first}" if first else "the beginning"
    rows: list[RenderableType] = [
        Text(f"{difference.seat}: from {since} to the end of episode {last}", style="bold")
    ]
    if difference.cells:
        table = parts.table("Cell", "Before", "After")
        for cell in difference.cells:
            table.add_row(cell.cell, cell.before, cell.after)
        rows.append(table)
    if difference.came:
        rows.append(parts.line("What came:"))
        rows += map(parts.item, difference.came)
    if difference.marks:
        rows.append(parts.line("Progress marks:"))
        rows += [parts.item(f"+{mark.amount} {mark.reason}") for mark in difference.marks]
    if len(rows) == 1:
        rows.append(parts.line("Nothing changed."))
    return parts.lines(*rows)
