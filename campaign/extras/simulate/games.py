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
from engine.kernel.errors import SetupError, shortened_text
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
"""Seconds of work after which a worker returns its games, so that the user sees them counted."""
FEW = 10
"""Up to this number, games are returned one by one."""
TOGETHER = 100
"""The most games that a worker returns at once."""


def found_campaign(
    game: str, name: str, players: Sequence[str], *, secret: str
) -> founding.NewCampaign:
    """Found a campaign for simple players of these names; raises `SetupError` for other games."""
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


def rehearse_campaign(
    founded: founding.NewCampaign, seed: int, first_day: date | None
) -> Rehearsal:
    """Yield the entries of a campaign played by simple players, each with the campaign after it."""
    return rehearse(founded.entry, seed, lambda number: salt_of(founded.secret, number), first_day)


def keep_campaign(
    session: Session, founded: founding.NewCampaign, rehearsed: Rehearsal, by: Author
) -> Iterator[History]:
    """Keep a rehearsed campaign entry by entry; yield its history after each."""
    history = founding.begin(session, founded, by)
    for entry, after in rehearsed:
        history = changes.append(session, history, entry, after, by)
        yield history
    update_campaign(session, history)


def steps_of(rehearsed: Rehearsal) -> Iterator[tuple[str, str, str]]:
    """Yield the commands of a rehearsed campaign, each with its file and record ("" for none)."""
    count = 0
    for entry, _ in rehearsed:
        if isinstance(entry, EpisodeRecorded):
            count += 1
            file = f"episode-{count:02}.toml"
            yield step_of(entry, file), file, entry.record
        else:
            yield step_of(entry), "", ""


def keep(session: Session, texts: Iterable[str], by: Author, overlay: str = "") -> range:
    """Keep simulated records as sessions; return their numbers."""
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
    """Games to be played: their setup, the simple player at each seat, and a seed for each game.

    `named` says whether the records name the players. The value is small enough to be sent.
    """

    name: str
    setup: Setup
    seated: Mapping[Seat, str]
    named: bool
    played: date | None
    seeds: range

    def parts(self, size: int) -> Iterator[Games]:
        """The same games in parts of at most `size`, in the order of their seeds."""
        for at in range(0, len(self.seeds), size):
            yield self._replace(seeds=self.seeds[at : at + size])


def games_to_play(
    game_name: str,
    *,
    seats: int,
    seeds: range,
    episode: int | None,
    played: date | None,
    players: Sequence[str] = (),
    overlay: str = "",
) -> Games:
    """Games that the rules can begin, one for each seed; raises `SetupError` if they cannot.

    `overlay` are the owner's corrections of the game's tables, as `games.checked_overlay` gives
    them.

    `players` names simple players: "random" for every seat, "p1=sensible" for one seat. If any is
    named, the records have the names, too.
    """
    game = games.find(game_name)
    if not 1 <= seats <= len(game.SEATS):
        raise SetupError(f"{seats} seats: {game.TITLE} has {', '.join(game.SEATS)}")
    if episode is not None and game_name != my_city.NAME:
        raise SetupError(f"only {my_city.NAME} has episodes, {game_name} has none")
    header = dict(game.ALONE) if episode is None else {"episode": episode}
    if overlay:
        header = {game.OVERLAY: digest(overlay), **header}
    setup = Setup(game.SEATS[:seats], header, overlay)
    game.start(setup)
    seated = _seated(game, setup.seats, players)
    return Games(game_name, setup, seated, bool(players), played, seeds)


def play_out(wanted: Games) -> Iterator[DealtGame]:
    """Play the games one after the other. A seed gives the same game wherever it is played."""
    game = games.find(wanted.name)
    player = _all_of(game, wanted.seated)
    for seed in wanted.seeds:
        dealt = dealer.play_out(game, wanted.setup, seed, player, wanted.played)
        record = games.with_provider(dealt.record)
        if wanted.named:
            record = record._replace(names=wanted.seated)
        yield dealt._replace(record=record)


def chunk_size(wanted: Games) -> int:
    """How many of these games a worker plays before it returns them; plays one to measure."""
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
    """The simple player at each seat, by default the game's first one; raises `SetupError`."""
    players = players_of(game)
    if not players:
        raise SetupError(f"{game.TITLE} has no simple players")
    named = dict[Seat, str]()  # with "" for every seat
    for words in wanted:
        seat, sign, name = words.rpartition("=")
        if name not in players:
            known = ", ".join(players)
            raise SetupError(
                f"{shortened_text(name)!r} is no simple player of {game.NAME}: {known}"
            )
        if sign and seat not in seats:
            known = ", ".join(seats)
            raise SetupError(
                f"{shortened_text(words)}: {shortened_text(seat)} is no seat here: {known}"
            )
        if seat in named:
            raise SetupError(f"{seat or 'every seat'} is given twice")
        named[seat] = name
    everywhere = named.get("", next(iter(players)))
    return {seat: named.get(seat, everywhere) for seat in seats}


def _all_of(game: Game, seated: Mapping[Seat, str]) -> Player:
    """One `Player` for all seats; at each seat it plays as the simple player who sits there."""
    players = players_of(game)

    def plays(state: State, seat: Seat, chance: float) -> Action:
        return players[seated[seat]](state, seat, chance)

    return plays
