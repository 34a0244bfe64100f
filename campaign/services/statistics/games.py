"""How a game is counted: the part `statistics` of its kit, values in and tables out.

Such a part knows the engine and nothing else: what is read from the store comes as `SoundSession`,
and what a table looks like in the terminal is the display's affair.
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
    """What the statistics of a game have."""

    def counts_of(self, game: SoundSession) -> Iterable[Count]:
        """What is counted of one session."""

    def tables(self, counts: Counts, language: str) -> tuple[StatisticsTable, ...]:
        """The tables of at least one session; names are in a language such as "en"."""


class CampaignCounting(GameStatistics, Protocol):
    """What the statistics of the game that campaigns are of have besides."""

    def players(self, counts: Counts) -> StatisticsTable:
        """The table without a term of any sheet."""

    def chapters(self, gains: Iterable[Gain]) -> tuple[StatisticsTable, ...]:
        """Who gains in which chapter."""


def counting_of(name: str) -> GameStatistics:
    """The statistics of a game; raises `UnknownName` where it has none."""
    counting: GameStatistics | None = kit_of(name).part("statistics")
    if counting is None:
        known = ", ".join(kit.name for kit in kits() if kit.statistics) or "no game"
        raise UnknownName(
            phrase(
                "there are no statistics of {game}; there are of {statistics}",
                game=name,
                statistics=known,
            )
        )
    return counting
