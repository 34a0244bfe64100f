"""The list of cities."""

from __future__ import annotations

from rich.console import RenderableType

from campaign.display import parts
from campaign.display.campaigns import on_board
from campaign.services.values import Kept


def city_list(kept: Kept) -> RenderableType:
    """All cities: who holds them, marks, stickers."""
    table = parts.table("Seat", "City", "Player", "Marks", "On the board", right=("Marks",))
    for city in kept.campaign.cities:
        table.add_row(
            parts.seat(city.seat),
            parts.fit(city.name or "-", 18),
            parts.fit(city.player or "nobody", 16),
            str(city.progress),
            parts.fit(on_board(city), 28),
        )
    return parts.lines(table, parts.line("A board: campaign city show SEAT"))
