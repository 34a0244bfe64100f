"""The statistics of a game: the part `statistics` of its kit, values in and tables out.

Such a part knows only the engine: sessions from the store come as `SoundSession`, and the display
decides what a table looks like.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from campaign.games.kit import kit_of, kits
from campaign.services.errors import UnknownName
from campaign.services.statistics.counting import Count, Counts
from campaign.services.statistics.tables import Gain, SoundSession, StatisticsTable
from engine.kernel.phrases import phrase


class GameStatistics(Protocol):
    """The statistics of a game."""

    def counts_of(self, game: SoundSession) -> Iterable[Count]:
        """The counts of one session."""

    def tables(self, counts: Counts, language: str) -> tuple[StatisticsTable, ...]:
        """The tables of at least one session's counts; names are in a language such as "en"."""


class CampaignCounting(GameStatistics, Protocol):
    """The statistics of the game of campaigns."""

    def players(self, counts: Counts) -> StatisticsTable:
        """The table of players, which names no term of a sheet."""

    def chapters(self, gains: Iterable[Gain]) -> tuple[StatisticsTable, ...]:
        """The tables of gains by chapter."""


def counting_of(name: str) -> GameStatistics:
    """The statistics of a game; raises `UnknownName` if it has none."""
    counting: GameStatistics | None = kit_of(name).part("statistics")
    if counting is None:
        known = ", ".join(kit.name for kit in kits() if kit.statistics) or "no game"
        raise UnknownName(
            phrase(
                "there are no statistics of {game}, only of {statistics}",
                game=name,
                statistics=known,
            )
        )
    return counting
