"""campaign player list | show | rename | leave | join."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from campaign.cli import completion, corrections
from campaign.cli.arguments import DryRun, Seat, Simulated
from campaign.cli.environment import Environment, Reply, command, group
from campaign.cli.filters import filtered
from campaign.display.json import players as documents
from campaign.display.terminal import players as screens
from campaign.services import campaigns, names, players, tenures
from campaign.services.corrections import people
from campaign.services.filters import PlayFilter
from campaign.services.statistics import player as player_pages
from engine.kernel.phrases import Wording, phrase

if TYPE_CHECKING:
    from campaign.services.values import History

Player = Annotated[str, typer.Argument(metavar="PLAYER", help="The player's name.")]
Present = Annotated[
    str,
    typer.Argument(metavar="PLAYER", help="The player's name.", autocompletion=completion.players),
]
Name = Annotated[str, typer.Argument(metavar="NAME", help="The new name.")]
Note = Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why, for the history.")]

Since = Annotated[
    int | None,
    typer.Option(
        "--from",
        metavar="EPISODE",
        help="From this episode on, which is recorded already.",
        show_default=False,
        autocompletion=completion.recorded_episodes,
    ),
]

app = group(
    "player",
    "The players: who holds which city, and since when.",
    menu=("Sharing", 1, "who plays which city"),
)


@command(app, "list", example="campaign player list", also="players who", reads=True)
def list_(env: Environment) -> Reply[documents.Players]:
    """Everybody who plays or has played, and what each city got; who was in other sessions."""
    with env.reading() as session:
        sought = env.options.campaign or campaigns.names(session)
        rows = tenures.held(env.campaign(session)) if sought else ()
        others = player_pages.in_sessions(session)
    return Reply(
        lambda: documents.Players.of(players=rows, in_sessions=others),
        lambda: screens.player_list(rows, others),
    )


@command(app, "show", example="campaign player show Anna", also="profile page person", reads=True)
@filtered("game", "place", "since", "until", "verdict")
def show(
    env: Environment, player: Present, wanted: PlayFilter, simulated: Simulated = False
) -> Reply[documents.Player]:
    """A player's page: all games of this database, the cities, the last games.

    Of games that are filtered all are listed.
    """
    with env.reading() as session:
        page = player_pages.page(session, player, wanted, simulated=simulated)
    return Reply(lambda: documents.page(page), lambda: screens.page(page))


@command(app, "rename", example="campaign player rename Ben Benjamin")
def rename(env: Environment, player: Present, name: Name) -> Reply[documents.Players]:
    """Another name for a player; it stays the same person."""
    history = env.history()
    player = names.player_of(history.campaign, player)
    history = env.keep(players.rename(history, player, name))
    return _changed(env, history, phrase("{player} is called {name}.", player=player, name=name))


@command(app, "leave", example="campaign player leave wolf", also="leave quit")
def leave(env: Environment, seat: Seat) -> Reply[documents.Players]:
    """The player of a seat leaves; the city waits as it is, and the others play on."""
    history = env.history()
    seat = names.seat_of(history.campaign, seat)
    history = env.keep(players.leave(history, seat))
    return _changed(
        env,
        history,
        phrase("{seat} waits as it is, absent from every evening; the others play on.", seat=seat),
        phrase("Somebody takes it up: {command}", command=f"campaign player join {seat} NAME"),
    )


@command(app, "join", example="campaign player join wolf Emil", also="join takeover handover")
def join(
    env: Environment,
    seat: Seat,
    player: Player,
    note: Note = "",
    since: Since = None,
    dry_run: DryRun = False,
) -> Reply[documents.Players]:
    """A player takes over a city that waits; or one that is held, whose player then leaves."""
    history = env.history()
    seat = names.seat_of(history.campaign, seat)
    if since is not None:
        corrections.correct(
            env,
            lambda history: people.join_before(history, seat, player, note, since),
            dry_run=dry_run,
        )
        return Reply(lambda: documents.Players.of(players=tenures.held(env.history())))
    change = players.join(history, seat, player, note)
    if holder := history.campaign.city(seat).player:
        question = phrase(
            "{holder} holds {seat}. Does {holder} leave it to {player}?",
            holder=holder,
            seat=seat,
            player=player,
        )
        env.confirm(question)
    history = env.keep(change)
    return _changed(env, history, phrase("{player} holds {seat}.", player=player, seat=seat))


def _changed(env: Environment, history: History, *messages: Wording) -> Reply[documents.Players]:
    """Say what was done, and of names that can be confused; with --json all players as they are."""
    env.say(*messages)
    for name, other in players.alike(history):
        env.say(
            phrase(
                "{name} and {other} look alike and are two players: player rename makes them one.",
                name=name,
                other=other,
            )
        )
    return Reply(lambda: documents.Players.of(players=tenures.held(history)))
