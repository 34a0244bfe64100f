"""campaign player list | rename | leave | join, city handover."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from campaign.cli import completion
from campaign.cli.desk import Desk
from campaign.cli.options import command, group

if TYPE_CHECKING:
    from campaign.services.values import History
    from engine.my_city.campaign.entries import Entry

Seat = Annotated[
    str, typer.Argument(metavar="SEAT", help="The seat.", autocompletion=completion.seats)
]
Player = Annotated[str, typer.Argument(metavar="PLAYER", help="The player's name.")]
Name = Annotated[str, typer.Argument(metavar="NAME", help="The new name.")]
To = Annotated[str, typer.Option("--to", metavar="NAME", help="Who takes the city over.")]
Note = Annotated[str, typer.Option("--note", metavar="TEXT", help="A word for the history.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    player = group(app, "player", "The players: who holds which city, and since when.")

    @command(player, "list", example="campaign player list")
    def list_(desk: Desk) -> None:
        """Everybody who plays or has played, with what came to the city in that time."""
        from campaign.display.json import players as documents
        from campaign.display.terminal import players as display
        from campaign.services import players

        with desk.reading() as session:
            found = players.held(desk.campaign(session))
        desk.show(display.player_list(found), documents.player_list(found))

    @command(player, "rename", example="campaign player rename Ben Benjamin")
    def rename(desk: Desk, player: Player, name: Name) -> None:
        """Another name for a player; it stays the same person."""
        from engine.my_city.campaign.entries import PlayerRenamed

        _add(desk, _history(desk), PlayerRenamed(player, name))
        desk.say(f"{player} is called {name}.")

    @command(player, "leave", example="campaign player leave wolf")
    def leave(desk: Desk, seat: Seat) -> None:
        """The player of a seat leaves; the city stays as it is."""
        from engine.my_city.campaign.entries import PlayerLeft

        _add(desk, _history(desk), PlayerLeft(seat))
        desk.say(f"Nobody holds {seat} now: campaign player join {seat} NAME")

    @command(player, "join", example="campaign player join wolf Emil")
    def join(desk: Desk, seat: Seat, player: Player, note: Note = "") -> None:
        """A player takes over a city that nobody holds."""
        from engine.my_city.campaign.entries import PlayerJoined

        _add(desk, _history(desk), PlayerJoined(seat, player, note))
        desk.say(f"{player} holds {seat}.")


def register_city(cities: typer.Typer) -> None:
    """Add the command to the group of the cities."""

    @command(cities, "handover", example="campaign city handover wolf --to Emil")
    def handover(desk: Desk, seat: Seat, to: To, note: Note = "") -> None:
        """Hand a city over: its player leaves, another takes it as it is."""
        from engine.kernel.errors import Refused
        from engine.my_city.campaign.entries import PlayerJoined, PlayerLeft

        history = _history(desk)
        held = history.campaign.city(seat).player
        if held == to:
            raise Refused(f"{to} holds {seat} already")
        left = (PlayerLeft(seat),) if held else ()
        _add(desk, history, *left, PlayerJoined(seat, to, note))
        desk.say(f"{to} holds {seat}.")


def _history(desk: Desk) -> History:
    with desk.reading() as session:
        return desk.campaign(session)


def _add(desk: Desk, history: History, *entries: Entry) -> None:
    """Add entries together, in one transaction."""
    from campaign.display.json import players as documents
    from campaign.services import changes, players

    change = changes.preview(history, *entries)
    with desk.writing() as session:
        history = changes.keep(session, change, desk.by())
    if desk.options.json:
        desk.show("", documents.player_list(players.held(history)))
