"""The screens of entering a game line by line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from rich.columns import Columns
from rich.console import RenderableType

from campaign.display.terminal import parts
from campaign.display.terminal.entering import my_city
from campaign.display.terminal.games.renderers import renderer_of
from campaign.display.terminal.records import sheet_table
from campaign.services.entering.game import Entering
from engine.kernel.answers import verbs
from engine.kernel.game import CHANCE, Seat
from engine.kernel.replay import Step

HELP = (
    "?          what can be answered, drawn where there is a board",
    "u, u 3     take back the last line, or the last three",
    "board      the board of whoever is next; board bear; boards: all",
    "score      the sheet as if the game ended now",
    "save       leave; everything is kept, and enter goes on here",
)


class Table(Protocol):
    """What a game may have of its own while it is entered."""

    QUESTION: str

    def heading(self, state: Any) -> RenderableType | None:
        """What has come, before the seats answer."""

    def outcome(self, step: Step) -> RenderableType | None:
        """What a move did."""

    def places(self, state: Any, seat: Seat) -> RenderableType:
        """Where the answers of a seat lie."""

    def cards(self, state: Any) -> RenderableType:
        """What may come, drawn."""

    def boards(self, state: Any, seat: Seat | None) -> RenderableType:
        """The board of a seat, or all."""


TABLES: Mapping[str, Table] = {"my-city": my_city}
"""Games that show more than their steps; others are shown as in a replay."""


def prompt(entering: Entering) -> str:
    """The question before the cursor: who answers."""
    seat = entering.awaited[0]
    if seat != CHANCE:
        name = entering.head.names.get(seat)
        return f"{seat} ({name})> " if name and entering.game.NAME not in TABLES else f"{seat}> "
    table = TABLES.get(entering.game.NAME)
    return f"{table.QUESTION if table else verbs(entering.game, entering.state, seat)[0]}> "


def heading(entering: Entering) -> RenderableType | None:
    """What has come, where a game shows that before the answers."""
    table = TABLES.get(entering.game.NAME)
    return table.heading(entering.state) if table else None


def outcomes(before: Entering, after: Entering, language: str) -> Iterator[RenderableType]:
    """What the last line did, move by move."""
    game, state, names = before.game, before.state, before.head.names
    table = TABLES.get(game.NAME)
    first = len(before.moves) + 1
    for number, move in enumerate(after.moves[first - 1 :], first):
        step = Step(number, move, state, game.apply(state, move.seat, game.parse(move.text)))
        screen = (
            table.outcome(step) if table else renderer_of(game.NAME).step(step, names, language)
        )
        if screen is not None:
            yield screen
        state = step.after


def places(entering: Entering, seat: Seat, choices: Sequence[str]) -> RenderableType:
    """What a seat may answer."""
    table = TABLES.get(entering.game.NAME)
    if table and seat == CHANCE:
        return table.cards(entering.state)
    if table:
        letters = ", ".join(choice for choice in choices if len(choice) == 1)
        return parts.lines(table.places(entering.state, seat), parts.line(f"Or: {letters}"))
    return Columns(choices, padding=(0, 2))


def boards(entering: Entering, seat: Seat | None, language: str) -> RenderableType:
    """The table as it stands."""
    table = TABLES.get(entering.game.NAME)
    if table:
        return table.boards(entering.state, seat)
    return renderer_of(entering.game.NAME).final(entering.state, entering.head.names, language)


def score(entering: Entering) -> RenderableType:
    """The sheet as if the game ended now."""
    return sheet_table(entering.game.score(entering.state), names=entering.head.names)
