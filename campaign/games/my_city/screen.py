"""The screens of My City: the boards at the end of a session, and the board after a move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.columns import Columns
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.terminal.board import town_board, town_title
from campaign.display.terminal.pieces import outline
from campaign.display.terminal.words import MixedText
from campaign.display.text.translation import ENGLISH, Speaker
from campaign.games.my_city.towns import Towns
from campaign.games.my_city.words import card_in_words, step_in_words
from engine.kernel.game import Seat
from engine.kernel.replay import ReplayStep
from engine.my_city.play.notation import AllowedBuild, BuildMove, Reveal, parse
from engine.my_city.play.state import MyCityState

WIDE = 116
"""The width of the console, in columns, from which two boards stand side by side."""


def final(state: MyCityState, names: Mapping[Seat, str], speaker: Speaker) -> RenderableType:
    """The towns of all seats at the end, side by side if there is room."""
    return _BoardColumns(
        [
            parts.lines(town_title(seat, town), town_board(state.rules, town, others=state.towns))
            for seat, town in zip(state.seats, state.towns, strict=True)
        ]
    )


def step(step: ReplayStep, names: Mapping[Seat, str], speaker: Speaker) -> RenderableType:
    """One move: its words, its effect, and the board of the seat that moved."""
    after: MyCityState = step.after
    action = step.action
    words = _move_in_words(step)
    if not isinstance(action, BuildMove | AllowedBuild):
        return words
    town = after.town(step.move.seat)
    return parts.lines(
        words, town_board(after.rules, town, others=after.towns, newest=town.built[-1])
    )


def step_with_table(step: ReplayStep, names: Mapping[Seat, str]) -> RenderableType:
    """One move: its words, its effect, and the boards of all seats on one screen."""
    after: MyCityState = step.after
    seat = step.move.seat
    built = isinstance(step.action, BuildMove | AllowedBuild)
    return Towns(_move_in_words(step), after, seat, after.town(seat).built[-1] if built else None)


def step_for_seat(move: ReplayStep, seat: Seat) -> RenderableType:
    """One move for the player of a seat: its words, and the board of this seat."""
    after: MyCityState = move.after
    town = after.town(seat)
    if move.move.seat == seat and isinstance(parse(move.move.text), BuildMove | AllowedBuild):
        return step(move, {}, ENGLISH)
    return parts.lines(
        step(move, {}, ENGLISH),
        Text(""),
        town_title(seat, town),
        town_board(after.rules, town, others=after.towns),
    )


def _move_in_words(step: ReplayStep) -> RenderableType:
    """The words of a move and its effect; for a card also its outline."""
    if isinstance(step.action, Reveal):
        return _card(step.number, step.after, step.action.card)
    words = step_in_words(step)
    move = MixedText(f"{step.number:>4}  ")
    move.append(str(step.move), parts.SEAT_STYLE.get(step.move.seat, ""))
    if words:
        move.append("   ").append(words)
    return move


def _card(number: int, state: MyCityState, card: str) -> RenderableType:
    """A card that came, with the outline of its building."""
    words = MixedText(f"{number:>4}  ", card_in_words(state, card), style="bold")
    return parts.lines(Text(""), words, outline(state.rules, card))


class _BoardColumns:
    """Boards in two columns on a wide console, in one column on a narrow one."""

    def __init__(self, boards: Sequence[RenderableType]) -> None:
        self._boards = boards

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if options.max_width >= WIDE:
            for i in range(0, len(self._boards), 2):
                yield Columns(self._boards[i : i + 2], padding=(0, 6))
                yield Text("")
        else:
            for board in self._boards:
                yield board
                yield Text("")
