"""campaign city list | show | diff | rename."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from campaign.cli import completion, pictures
from campaign.cli.arguments import Drawing, Seat
from campaign.cli.entering import prompt
from campaign.cli.environment import Environment, Reply
from campaign.cli.registration import command, group
from campaign.display.json import cities as documents
from campaign.display.svg import cities as drawings
from campaign.display.terminal import cities as screens
from campaign.services import cities, names
from campaign.services.errors import UnknownName
from engine.kernel.phrases import phrase

if TYPE_CHECKING:
    from rich.console import RenderableType

    from campaign.services.values import History

CityName = Annotated[str, typer.Argument(metavar="NAME", help="The city's name.")]
At = Annotated[
    int | None,
    typer.Option(
        "--at",
        metavar="EPISODE",
        help="The board at the end of that episode.",
        show_default=False,
        autocompletion=completion.recorded_episodes,
    ),
]
First = Annotated[
    int, typer.Argument(metavar="A", help="The earlier episode; 0 is the beginning.", min=0)
]
Last = Annotated[
    int,
    typer.Argument(
        metavar="B", help="The later episode.", min=0, autocompletion=completion.recorded_episodes
    ),
]
Board = Annotated[
    bool,
    typer.Option(
        "--board", help="Show it episode by episode; the left and right keys change the episode."
    ),
]
Bare = Annotated[bool, typer.Option("--bare", help="Without buildings: only what is permanent.")]

app = group("city", "The cities: their boards and names.", menu=("Boards", 2, "boards and names"))


@command(app, "list", example="campaign city list", reads=True)
def list_(env: Environment) -> Reply[documents.CitiesDocument]:
    """All cities."""
    history = env.history()
    return Reply(lambda: documents.city_list(history), lambda: screens.city_list(history))


@command(
    app,
    "show",
    example="campaign city show eagle --at 2",
    also="show board boards map view cities",
    reads=True,
)
def show(
    env: Environment,
    seat: Seat,
    at: At = None,
    bare: Bare = False,
    board: Board = False,
    output: Drawing = None,
) -> Reply[documents.CityDocument] | None:
    """The board of a city: terrain, river, buildings, stickers, small squares."""
    history = env.history()
    seat = names.seat_of(history.campaign, seat)
    if board:
        _browse(env, history, seat, bare=bare)
        return None
    view = cities.city_view(history, seat, at)
    if output:
        pictures.write(env, output, drawings.city(view, env.speaker, bare=bare))
    return Reply(
        lambda: documents.city(view.city, view.rules, view.played),
        None if output else lambda: screens.city(view, bare=bare),
    )


@command(app, "diff", example="campaign city diff eagle 1 3", reads=True)
def diff(
    env: Environment, seat: Seat, first: First, last: Last, output: Drawing = None
) -> Reply[documents.CityDifferenceDocument]:
    """What changed on a board between the ends of two episodes; 0 is the beginning."""
    history = env.history()
    seat = names.seat_of(history.campaign, seat)
    difference = cities.difference(history, seat, first, last)
    if output:
        before = cities.city_view_after(history, seat, difference.first)
        after = cities.city_view_after(history, seat, difference.last)
        pictures.write(env, output, drawings.difference(before, after, difference, env.speaker))
    return Reply(
        lambda: documents.difference(difference),
        None if output else lambda: screens.difference(difference),
    )


@command(app, "rename", example="campaign city rename eagle Rivers", also="rename name")
def rename(env: Environment, seat: Seat, name: CityName) -> Reply[documents.CitiesDocument]:
    """Give a city its name."""
    history = env.history()
    seat = names.seat_of(history.campaign, seat)
    history = env.keep(cities.rename(history, seat, name))
    env.say(phrase("The city of {seat} is called {name}.", seat=seat, name=name))
    return Reply(lambda: documents.city_list(history))


def _browse(env: Environment, history: History, seat: str, *, bare: bool) -> None:
    """Show a city's board episode by episode, on the whole screen."""
    instead = f"campaign city show {seat} --at EPISODE"
    prompt.require_terminal(instead)
    prompt.require_screen(instead)
    from campaign.cli.entering.boards.cities import CityBoard  # noqa: PLC0415  textual takes 0.2 s

    numbers = [played.number for played in history.campaign.played]
    if not numbers:
        raise UnknownName(phrase("no episode counts yet"), f"campaign city show {seat}")

    def draw(index: int, columns: int, lines: int) -> RenderableType:
        """Return the screen of the city after an episode, for a window of this size."""
        city = cities.city_view(history, seat, numbers[index - 1])
        size = screens.board_size(city.rules, columns, lines)
        return screens.city(city, bare=bare, size=size)

    CityBoard(draw, len(numbers), env.speaker).run()
