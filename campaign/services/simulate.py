"""Simulated games: records by simple players, for trying the program and for measuring it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from sqlmodel import Session

from campaign.services import campaigns
from campaign.services.values import Kept
from engine.catalogue import find
from engine.kernel.dealer import deal
from engine.kernel.errors import SetupError
from engine.kernel.game import Setup
from engine.kernel.record import Record
from engine.my_city.chronicle import Entry
from engine.my_city.lasting import Campaign
from engine.my_city.rehearsal import rehearse

Rehearsal = Iterator[tuple[Entry, Campaign]]


def a_campaign(founded: campaigns.Founded, seed: int, first_day: date | None) -> Rehearsal:
    """The entries of a whole campaign by simple players, each with the campaign after it."""
    return rehearse(
        founded.entry, seed, lambda number: campaigns.salt_of(founded.secret, number), first_day
    )


def keep_campaign(
    session: Session, founded: campaigns.Founded, rehearsed: Rehearsal, by: campaigns.By
) -> Iterator[Kept]:
    """Keep a rehearsed campaign entry by entry; gives it after each."""
    kept = campaigns.begin(session, founded, by)
    for entry, after in rehearsed:
        kept = campaigns.keep(session, kept, entry, after, by)
        yield kept


def simulate(
    game_name: str, *, seats: int, seed: int, count: int, episode: int | None, played: date | None
) -> Iterator[Record]:
    """So many records; the same seed gives the same records. Raises `SetupError` at once."""
    game = find(game_name)
    if not 1 <= seats <= len(game.SEATS):
        raise SetupError(f"{seats} seats: {game.TITLE} has {', '.join(game.SEATS)}")
    header = game.ALONE if episode is None else {"episode": episode}
    setup = Setup(game.SEATS[:seats], header)
    game.start(setup)
    player = next(iter(game.PLAYERS.values()), None)
    return (deal(game, setup, seed + number, player, played) for number in range(count))
