"""Statistics of kept sessions: of all of a game, or of one."""

from __future__ import annotations

from typing import NamedTuple

from sqlmodel import Session

from campaign.services import games
from campaign.services.errors import NotFound
from campaign.services.sessions import every, read
from campaign.services.statistics.games import STATISTICS, tables_of
from campaign.services.statistics.tables import Played, Table
from campaign.services.values import Outside
from engine.kernel.replay import Kind

SOUND = (Kind.VERIFIED, Kind.DIFFERS)
"""Verdicts on sessions whose moves are all legal up to the end of the game."""


class Statistics(NamedTuple):
    """The tables of a game; `number` is the session that they are of, None for all of them.

    `sessions` counts those in the tables, `left_out` those whose moves prove nothing.
    """

    game: str
    title: str
    number: int | None
    sessions: int
    left_out: int
    tables: tuple[Table, ...]
    what: str = "session"
    """What is counted: sessions, episodes, or games of both kinds."""
    campaign: str | None = None
    """The campaign whose episodes they are."""


def statistics(session: Session, name: str, number: int | None, language: str) -> Statistics:
    """The statistics of a game, or of one session of it; raises `SetupError` and `NotFound`."""
    game = games.find(name)
    if name not in STATISTICS:
        known = ", ".join(STATISTICS) or "no game"
        raise NotFound(f"there are no statistics of {name}; there are of {known}")
    if number is None:
        kept = [outside for outside in every(session) if outside.record.game == name]
    else:
        kept = [_one(session, name, number)]
    sound = [played_of(outside) for outside in kept if outside.verdict.kind in SOUND]
    tables = tables_of(name)(sound, language) if sound else ()
    return Statistics(name, game.TITLE, number, len(sound), len(kept) - len(sound), tables)


def played_of(outside: Outside) -> Played:
    """A kept session as statistics see it."""
    record, verdict = outside.record, outside.verdict
    names = {seat: record.names.get(seat, seat) for seat in record.seats}
    return Played(outside.number, names, record, outside.setup, verdict.state, verdict.sheets)


def _one(session: Session, name: str, number: int) -> Outside:
    """One session of the game, sound enough to be counted."""
    outside = read(session, number)
    if outside.record.game != name:
        played = outside.record.game
        raise NotFound(
            f"session {number} is a game of {played}, not of {name}",
            f"campaign session stats {played} {number}",
        )
    if outside.withdrawn:
        raise NotFound(f"session {number} is withdrawn", f"campaign session show {number}")
    if outside.verdict.kind not in SOUND:
        raise NotFound(
            f"session {number} has nothing to count: {outside.verdict.reason}",
            f"campaign session show {number}",
        )
    return outside
