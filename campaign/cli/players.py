"""campaign player list | rename | leave | join, city handover."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from campaign.cli import completion
from campaign.cli.arguments import Seat
from campaign.cli.environment import Environment, command, group
from campaign.display.json import players as documents
from campaign.display.terminal import players as screens
from campaign.services import players

if TYPE_CHECKING:
    from campaign.services.values import History

Player = Annotated[str, typer.Argument(metavar="PLAYER", help="The player's name.")]
Present = Annotated[
    str,
    typer.Argument(metavar="PLAYER", help="The player's name.", autocompletion=completion.players),
]
Name = Annotated[str, typer.Argument(metavar="NAME", help="The new name.")]
To = Annotated[str, typer.Option("--to", metavar="NAME", help="Who takes the city over.")]
Note = Annotated[str, typer.Option("--note", metavar="TEXT", help="A word for the history.")]

app = group("player", "The players: who holds which city, and since when.")


@command(app, "list", example="campaign player list")
def list_(env: Environment) -> None:
    """Everybody who plays or has played, and what each city got in that time."""
    rows = players.held(env.history())
    env.show(screens.player_list(rows), documents.player_list(rows))


@command(app, "rename", example="campaign player rename Ben Benjamin")
def rename(env: Environment, player: Present, name: Name) -> None:
    """Another name for a player; it stays the same person."""
    history = env.keep(players.rename(env.history(), player, name))
    _changed(env, history, f"{player} is called {name}.")


@command(app, "leave", example="campaign player leave wolf")
def leave(env: Environment, seat: Seat) -> None:
    """The player of a seat leaves; the city stays as it is."""
    history = env.keep(players.leave(env.history(), seat))
    _changed(env, history, f"Nobody holds {seat} now: campaign player join {seat} NAME")


@command(app, "join", example="campaign player join wolf Emil")
def join(env: Environment, seat: Seat, player: Player, note: Note = "") -> None:
    """A player takes over a city that nobody holds."""
    history = env.keep(players.join(env.history(), seat, player, note))
    _changed(env, history, f"{player} holds {seat}.")


def handover(env: Environment, seat: Seat, to: To, note: Note = "") -> None:
    """Hand a city over: its player leaves, another takes it as it is."""
    history = env.keep(players.hand_over(env.history(), seat, to, note))
    _changed(env, history, f"{to} holds {seat}.")


def _changed(env: Environment, history: History, message: str) -> None:
    """Say what was done, and of names that can be confused; with --json all players as they are."""
    if env.options.json:
        env.show("", documents.player_list(players.held(history)))
    env.say(message)
    for name, other in players.alike(history):
        env.say(f"{name} and {other} look alike and are two players: player rename makes them one.")
