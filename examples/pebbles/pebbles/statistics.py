"""Statistics of Pebbles: the number of pebbles that each player takes in a move."""

from __future__ import annotations

from collections.abc import Iterator

from campaign.services.statistics.counting import Count, Counts, by_first, mean
from campaign.services.statistics.tables import SoundSession, StatisticsTable
from pebbles.rules import parse


def counts_of(game: SoundSession) -> Iterator[Count]:
    """Yield a count for each move: the player and the number of pebbles taken."""
    for seat, text in game.record.moves or ():
        yield "taken", (game.names[seat], parse(text)), 1


def tables(counts: Counts, language: str) -> tuple[StatisticsTable, ...]:
    """One table, with a row for each player."""
    rows = tuple(
        (player, often.total(), mean(often)) for player, often in by_first(counts["taken"]).items()
    )
    return (StatisticsTable("Moves", ("Player", "Moves", "Pebbles a move"), rows),)
