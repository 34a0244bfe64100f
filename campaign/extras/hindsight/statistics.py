"""Tables of the points that the same cards allowed, and of what each player left on the table.

They count only the evenings for which somebody has called `campaign hindsight`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sqlmodel import Session

from campaign.extras.hindsight.known import rows_of_episodes
from campaign.extras.hindsight.rows import SeatHindsightRow
from campaign.services.statistics.campaigns import NOBODY
from campaign.services.statistics.tables import Cell, StatisticsTable
from campaign.store import decisions
from engine.kernel.phrases import Wording, phrase
from engine.my_city.campaign.model import Campaign

GHOST = phrase("nobody, as a benchmark")


class SeatLook(NamedTuple):
    """A seat in an evening: its chapter, its player ("" for nobody), and its row."""

    chapter: int
    player: str
    known: SeatHindsightRow


def of_campaigns(session: Session, every: Iterable[Campaign]) -> tuple[StatisticsTable, ...]:
    """The tables for the episodes of campaigns."""
    return tables([look for campaign in every for look in looks_in(session, campaign)])


def tables(looks: Sequence[SeatLook]) -> tuple[StatisticsTable, ...]:
    """The tables of what the cards allowed each player and what was left; none without `looks`."""
    if not looks:
        return ()
    players = sorted({look.player for look in looks if look.player})
    chapters = sorted({look.chapter for look in looks if look.player})
    of_players = [
        _allowed(player, [look for look in looks if look.player == player]) for player in players
    ]
    if ghosts := [look for look in looks if not look.player]:
        of_players.append(_allowed(GHOST, ghosts))
    left = tuple(
        (
            str(chapter),
            *(
                _mean(
                    look.known.left[0]
                    for look in looks
                    if (look.chapter, look.player) == (chapter, player)
                )
                for player in players
            ),
        )
        for chapter in chapters
    )
    return (
        StatisticsTable(
            "What the cards allowed",
            ("Player", "Looked at", "Proved", "Points", "Best found", "Bound", "Left"),
            tuple(of_players),
            "Averages for each episode, except for the counts. The best found and the bound are "
            "for the player's own boards: another board allows more or fewer points. Left: the "
            "fewest points that were left.",
        ),
        StatisticsTable(
            "Points left by chapter",
            ("Chapter", *players),
            left,
            "The fewest points that were left, on average for each episode.",
            tuple(players),
        ),
    )


def looks_in(session: Session, campaign: Campaign) -> list[SeatLook]:
    """Each seat of a campaign with its row, for the episodes with a search."""
    known, persons = (
        rows_of_episodes(session, campaign.played),
        decisions.persons(session),
    )
    looks = list[SeatLook]()
    for played in campaign.played:
        envelope = campaign.pack.envelope_of(played.number)
        for seat, row in known.get(played.number, {}).items():
            player = "" if seat in played.absent else played.player(seat) or str(NOBODY)
            who = persons.get(player, player)
            looks.append(SeatLook(envelope.number if envelope else 0, who, row))
    return looks


def _allowed(player: Wording, looks: Sequence[SeatLook]) -> tuple[Cell, ...]:
    """The row of a player; the row of `GHOST` has no points that were played or left."""
    rows = [look.known for look in looks]
    played = player != GHOST
    return (
        player,
        len(rows),
        sum(row.proved for row in rows),
        _mean(row.played for row in rows) if played else None,
        _mean(row.best for row in rows),
        _mean(row.bound for row in rows),
        _mean(row.left[0] for row in rows) if played else None,
    )


def _mean(points: Iterable[int]) -> float | None:
    values = list(points)
    return sum(values) / len(values) if values else None
