"""Simulated games: records by simple players, for trying the program and for measuring it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from time import process_time
from typing import NamedTuple

from sqlmodel import Session

from campaign.services import changes, founding, games, sessions
from campaign.services.cycles import without_cycle_collection
from campaign.services.imports import keeping
from campaign.services.projections.campaigns import update_campaign
from campaign.services.seals import salt_of
from campaign.services.steps import step_of
from campaign.services.values import Author, History
from engine import my_city
from engine.kernel import dealer
from engine.kernel.dealer import DealtGame
from engine.kernel.errors import SetupError, quoted
from engine.kernel.game import Action, Game, Player, Seat, Setup, State
from engine.kernel.overlays import digest
from engine.kernel.parts import players_of
from engine.kernel.record import format_record, parse_record
from engine.my_city.campaign.entries import Entry, EpisodeRecorded
from engine.my_city.campaign.model import Campaign
from engine.my_city.campaign.rehearsal import rehearse
from engine.my_city.pack.load import NEWEST

Rehearsal = Iterator[tuple[Entry, Campaign]]

SOON = 0.5
"""Seconds of work after which games are given back: whoever waits sees them counted."""
FEW = 10
"""So few games are given back one by one."""
TOGETHER = 100
"""The most games that are given back at once."""


def a_founding(
    game: str, name: str, players: Sequence[str], *, secret: str
) -> founding.NewCampaign:
    """A campaign for simple players with these names; raises `SetupError` for other games."""
    if game != my_city.NAME:
        raise SetupError(f"only {my_city.NAME} has campaigns, {game} has none")
    return founding.creation(
        name,
        dict(zip(my_city.SEATS, players, strict=False)),
        pack=NEWEST,
        uid=name.lower().replace(" ", "-"),
        secret=secret,
        simulated=True,
    )


def a_campaign(founded: founding.NewCampaign, seed: int, first_day: date | None) -> Rehearsal:
    """The entries of a whole campaign by simple players, each with the campaign after it."""
    return rehearse(founded.entry, seed, lambda number: salt_of(founded.secret, number), first_day)


def keep_campaign(
    session: Session, founded: founding.NewCampaign, rehearsed: Rehearsal, by: Author
) -> Iterator[History]:
    """Keep a rehearsed campaign entry by entry; gives it after each."""
    history = founding.begin(session, founded, by)
    for entry, after in rehearsed:
        history = changes.append(session, history, entry, after, by)
        yield history
    update_campaign(session, history)


def steps_of(rehearsed: Rehearsal) -> Iterator[tuple[str, str, str]]:
    """A rehearsed campaign as commands, each with the file and the record that it needs, or ""."""
    count = 0
    for entry, _ in rehearsed:
        if isinstance(entry, EpisodeRecorded):
            count += 1
            file = f"episode-{count:02}.toml"
            yield step_of(entry, file), file, entry.record
        else:
            yield step_of(entry), "", ""


def keep(session: Session, texts: Iterable[str], by: Author, overlay: str = "") -> range:
    """Keep simulated records as sessions; gives their numbers."""
    records = map(parse_record, texts)
    previews = (
        sessions.SessionPreview(
            record,
            games.verify(record, record.setup._replace(overlay=overlay)),
            overlay=overlay,
            simulated=True,
        )
        for record in records
    )
    return keeping.keep(session, map(keeping.new, previews), by)


class Games(NamedTuple):
    """Games that are to be played: what from, who plays at each seat, and a seed for each.

    `named` says whether the records name the players. Small, so that it can be sent.
    """

    name: str
    setup: Setup
    seated: Mapping[Seat, str]
    named: bool
    played: date | None
    seeds: range

    def parts(self, size: int) -> Iterator[Games]:
        """The same games, some at a time, in the order of their seeds."""
        for at in range(0, len(self.seeds), size):
            yield self._replace(seeds=self.seeds[at : at + size])


def wanted(
    game_name: str,
    *,
    seats: int,
    seeds: range,
    episode: int | None,
    played: date | None,
    players: Sequence[str] = (),
    overlay: str = "",
) -> Games:
    """Games that can be played, one for each seed; raises `SetupError` for others.

    `overlay` are the owner's corrections of the game's tables, as `games.checked_overlay` gives
    them.

    `players` name who sits where: "random" everywhere, "p1=sensible" at one seat. Then the
    records have these names, too.
    """
    game = games.find(game_name)
    if not 1 <= seats <= len(game.SEATS):
        raise SetupError(f"{seats} seats: {game.TITLE} has {', '.join(game.SEATS)}")
    header = dict(game.ALONE) if episode is None else {"episode": episode}
    if overlay:
        header = {game.OVERLAY: digest(overlay), **header}
    setup = Setup(game.SEATS[:seats], header, overlay)
    game.start(setup)
    seated = _seated(game, setup.seats, players)
    return Games(game_name, setup, seated, bool(players), played, seeds)


def play_out(wanted: Games) -> Iterator[DealtGame]:
    """The games, one after the other: the same seed gives the same game wherever it is played."""
    game = games.find(wanted.name)
    player = _all_of(game, wanted.seated)
    for seed in wanted.seeds:
        dealt = dealer.play_out(game, wanted.setup, seed, player, wanted.played)
        record = games.with_provider(dealt.record)
        if wanted.named:
            record = record._replace(names=wanted.seated)
        yield dealt._replace(record=record)


def together(wanted: Games) -> int:
    """How many of these games are played before they are given back: one is played to see."""
    if len(wanted.seeds) <= FEW:
        return 1
    began = process_time()
    for _ in play_out(wanted._replace(seeds=wanted.seeds[:1])):
        pass
    return max(1, min(TOGETHER, int(SOON / max(process_time() - began, SOON / TOGETHER))))


@without_cycle_collection()
def texts(wanted: Games) -> list[str]:
    """The records of the games, as text."""
    return [format_record(dealt.record) for dealt in play_out(wanted)]


def _seated(game: Game, seats: Sequence[Seat], wanted: Sequence[str]) -> dict[Seat, str]:
    """The name of the simple player at each seat: the game's first one where none is wanted."""
    players = players_of(game)
    if not players:
        raise SetupError(f"{game.TITLE} has no simple players")
    everywhere, at_a_seat = next(iter(players)), dict[Seat, str]()
    for words in wanted:
        seat, sign, name = words.rpartition("=")
        if name not in players:
            known = ", ".join(players)
            raise SetupError(f"{quoted(name)!r} is no simple player of {game.NAME}: {known}")
        if not sign:
            everywhere = name
        elif seat in seats:
            at_a_seat[seat] = name
        else:
            known = ", ".join(seats)
            raise SetupError(f"{quoted(words)}: {quoted(seat)} is no seat here: {known}")
    return {seat: at_a_seat.get(seat, everywhere) for seat in seats}


def _all_of(game: Game, seated: Mapping[Seat, str]) -> Player:
    """One player for all seats, who plays at each as the one who sits there."""
    players = players_of(game)

    def plays(state: State, seat: Seat, chance: float) -> Action:
        return players[seated[seat]](state, seat, chance)

    return plays
