"""History sessions as a list shows them: from the projections alone, no record is read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import sqlalchemy as sa
from sqlmodel import Session

from campaign.store.journal import number_of
from campaign.store.projections import TABLES
from engine.kernel.record import names_in

_LOG, _RESULT = TABLES["session_log"], TABLES["result"]


class Listed(NamedTuple):
    """A session outside a campaign as a list shows it; `scores` are seat, score, rank.

    `names` are the players' by seat, as far as the record has them.
    """

    number: int
    game: str
    played: str
    recorded_at: str
    verdict: str
    as_played: bool
    scores: tuple[tuple[str, int, int], ...]
    names: Mapping[str, str]


def listed_sessions(session: Session, family: str = "session") -> tuple[Listed, ...]:
    """All sessions of a family of streams, newest last, each seat's score by rank."""
    scores: dict[str, list[tuple[str, int, int]]] = {}
    for stream, *score in session.execute(
        sa.select(_RESULT.c.stream, _RESULT.c.seat, _RESULT.c.score, _RESULT.c.rank)
        .where(_RESULT.c.stream.like(f"{family}/%"))
        .order_by(_RESULT.c.rank, _RESULT.c.seat)
    ):
        scores.setdefault(stream, []).append(tuple(score))
    logs = session.execute(
        sa.select(
            _LOG.c.stream,
            _LOG.c.game,
            _LOG.c.played,
            _LOG.c.recorded_at,
            _LOG.c.verdict,
            _LOG.c.as_played,
            _LOG.c.record,
        )
        .where(_LOG.c.stream.like(f"{family}/%"))
        .order_by(sa.func.length(_LOG.c.stream), _LOG.c.stream)
    )
    return tuple(
        Listed(
            number_of(stream),
            game,
            played,
            recorded_at,
            verdict,
            bool(as_played),
            tuple(scores.get(stream, ())),
            names_in(record),
        )
        for stream, game, played, recorded_at, verdict, as_played, record in logs
    )
