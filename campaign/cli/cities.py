"""campaign city list | show | diff | rename."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from campaign.cli import completion, players
from campaign.cli.desk import Desk
from campaign.cli.options import command, group

if TYPE_CHECKING:
    from rich.console import RenderableType

    from campaign.services.values import History

Seat = Annotated[
    str, typer.Argument(metavar="SEAT", help="The seat.", autocompletion=completion.seats)
]
CityName = Annotated[str, typer.Argument(metavar="NAME", help="The city's name.")]
At = Annotated[
    int | None,
    typer.Option(
        "--at",
        metavar="EPISODE",
        help="As it stood at the end of that episode.",
        show_default=False,
        autocompletion=completion.episodes,
    ),
]
First = Annotated[
    int, typer.Argument(metavar="A", help="The earlier episode; 0 is the beginning.", min=0)
]
Last = Annotated[
    int,
    typer.Argument(
        metavar="B", help="The later episode.", min=0, autocompletion=completion.episodes
    ),
]
Board = Annotated[
    bool, typer.Option("--board", help="Episode by episode, with left and right (extra tui).")
]
Bare = Annotated[bool, typer.Option("--bare", help="Without buildings: only what is for good.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    city = group(app, "city", "The cities: their boards and names.")

    @command(city, "list", example="campaign city list")
    def list_(desk: Desk) -> None:
        """All cities."""
        from campaign.display.json import cities as documents
        from campaign.display.terminal import cities as display

        with desk.reading() as session:
            history = desk.campaign(session)
        desk.show(display.city_list(history), documents.city_list(history))

    @command(city, "show", example="campaign city show eagle --at 2")
    def show(
        desk: Desk, seat: Seat, at: At = None, bare: Bare = False, board: Board = False
    ) -> None:
        """The board of a city: terrain, river, buildings, stickers, small squares."""
        from campaign.display.json import cities as documents
        from campaign.display.terminal import cities as display
        from campaign.services import cities

        with desk.reading() as session:
            history = desk.campaign(session)
        _in_play(history, seat)
        if board:
            _browse(history, seat, bare=bare)
            return
        seen = cities.seen(history, seat, at)
        desk.show(
            display.city(seen.city, seen.rules, seen.played, bare=bare),
            documents.city(seen.city, seen.rules, seen.played),
        )

    @command(city, "diff", example="campaign city diff eagle 1 3")
    def diff(desk: Desk, seat: Seat, first: First, last: Last) -> None:
        """What changed on a board between the ends of two episodes; 0 is the beginning."""
        from campaign.display.json import cities as documents
        from campaign.display.terminal import cities as display
        from campaign.services import cities

        with desk.reading() as session:
            history = desk.campaign(session)
        _in_play(history, seat)
        found = cities.difference(history, seat, first, last)
        desk.show(display.difference(found), documents.difference(found))

    @command(city, "rename", example="campaign city rename eagle Rivers")
    def rename(desk: Desk, seat: Seat, name: CityName) -> None:
        """Give a city its name."""
        from campaign.display.json import cities as documents
        from campaign.display.terminal import cities as display
        from campaign.services import changes
        from engine.my_city.campaign.entries import CityNamed

        with desk.writing() as session:
            history = desk.campaign(session)
            history = changes.add(session, history, CityNamed(seat, name), desk.by())
        desk.say(f"The city of {seat} is called {name}.")
        if desk.options.json:
            desk.show(display.city_list(history), documents.city_list(history))

    players.register_city(city)


def _in_play(history: History, seat: str) -> None:
    from campaign.services.errors import NotFound

    if seat not in history.campaign.seats:
        raise NotFound(f"{seat} is not in play: {', '.join(history.campaign.seats)}")


def _browse(history: History, seat: str, *, bare: bool) -> None:
    """A city through its episodes, on the whole screen."""
    from campaign.cli.entering.prompt import terminal, with_board
    from campaign.display.terminal import cities as display
    from campaign.services import cities
    from campaign.services.errors import NotFound

    terminal(f"campaign city show {seat} --at EPISODE")
    with_board()
    from campaign.cli.entering.boards import CityBoard

    numbers = [played.number for played in history.campaign.played]
    if not numbers:
        raise NotFound("no episode has been recorded", f"campaign city show {seat}")

    def seen(index: int, columns: int, lines: int) -> RenderableType:
        found = cities.seen(history, seat, numbers[index - 1])
        size = display.board_size(found.rules, columns, lines)
        return display.city(found.city, found.rules, found.played, bare=bare, size=size)

    CityBoard(seen, len(numbers)).run()
