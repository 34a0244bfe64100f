"""Players: who holds which city, since when, and what came to it in that time."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType

from campaign.display.terminal import parts
from campaign.services.players import Held
from campaign.services.words import day


def player_list(rows: Sequence[Held]) -> RenderableType:
    """A line a tenure, and a line an episode that somebody played for another."""
    table = parts.table(
        "Player",
        "City",
        "Since",
        "Until",
        "Episodes",
        "Won",
        "Marks",
        right=("Won", "Marks"),
        names=("Player",),
    )
    for row in rows:
        numbers = row.episodes
        table.add_row(
            row.player,
            parts.seat(row.seat),
            "substitute" if row.substitute else day(row.since),
            day(row.until) if row.until else "now",
            f"{numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else "".join(map(str, numbers)),
            str(row.won),
            str(row.marks),
        )
    return table
