"""The protocol of a game: a module with these functions, and chance as a seat.

    start(setup) ── State ──> awaiting(state) = ("*",)          a draw is due
                      ^       awaiting(state) = ("eagle", ...)  these seats may act
                      |       awaiting(state) = ()              over
                      └────── apply(state, seat, action)

A game never does input or output and holds no state of its own. States and actions
are immutable values; an illegal action raises `IllegalMove` and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from engine.kernel.score import SeatScore

Seat = str
State = Any
Action = Any

Player = Callable[[State, Seat, float], Action]
"""A function that chooses an action for a seat; it gets a random number from 0 to 1."""

CHANCE: Seat = "*"
"""The seat of the table itself: dice, draws and reveals are its moves."""


class Setup(NamedTuple):
    """What a game starts from: the seats in order, and the game's own header of the record.

    `overlay` is the text of the owner's corrections to the game's tables, "" for none.
    """

    seats: tuple[Seat, ...]
    header: Mapping[str, Any] = MappingProxyType({})
    overlay: str = ""


class Game(Protocol):
    """A game; checked by strict typing and by one conformance test."""

    @property
    def NAME(self) -> str:  # noqa: N802  a constant of the module
        """The id in records: lower case, dashes."""

    @property
    def TITLE(self) -> str:  # noqa: N802  a constant of the module
        """The name on the box."""

    @property
    def EDITION(self) -> str:  # noqa: N802  a constant of the module
        """The edition of new sessions; it changes only when the behaviour of the rules changes."""

    @property
    def EARLIER(self) -> Mapping[str, str]:  # noqa: N802  a constant of the module
        """The earlier editions, each with the module that plays it: see `parts`."""

    @property
    def SEATS(self) -> tuple[Seat, ...]:  # noqa: N802  a constant of the module
        """All seats of the box, in table order."""

    @property
    def HEADER(self) -> Mapping[str, str]:  # noqa: N802  a constant of the module
        """The header keys of this game alone, each with a short explanation of its value."""

    @property
    def ALONE(self) -> Mapping[str, Any]:  # noqa: N802  a constant of the module
        """The header of a session that belongs to no campaign."""

    @property
    def OVERLAY(self) -> str:  # noqa: N802  a constant of the module
        """The header key with the hash of the owner's overlay; "" if the game takes no overlay."""

    @property
    def PARTS(self) -> Mapping[str, str]:  # noqa: N802  a constant of the module
        """The modules that a replay does not need, by part: see `parts`."""

    def start(self, setup: Setup) -> State:
        """The state before the first move; raises `SetupError`."""

    def awaiting(self, state: State) -> tuple[Seat, ...]:
        """The seats that may act now; `()` after the end, `(CHANCE,)` when a draw is due."""

    def legal(self, state: State, seat: Seat) -> Iterator[Action]:
        """The legal actions of this seat; no two of them lead to the same state."""

    def apply(self, state: State, seat: Seat, action: Action) -> State:
        """The state after the action; raises `IllegalMove` with the reason."""

    def play(self, state: State, moves: Iterable[tuple[Seat, Action]]) -> State:
        """The state after the moves, as `apply` gives it move by move; raises `IllegalMove`.

        `fold(apply)` makes this function; a game whose replay must be fast writes its own loop.
        """

    def score(self, state: State) -> tuple[SeatScore, ...]:
        """One sheet for each seat, in seat order; before the end, as if the game ended now."""

    def parse(self, text: str) -> Action:
        """An action from the table's words; raises `NotationError`."""

    def format(self, action: Action) -> str:
        """The words of an action; the twin of `parse`."""

    def placeholders(self, state: State) -> tuple[str, ...]:
        """The made-up data on which this session relies, in words."""


def fold(
    apply: Callable[[State, Seat, Action], State],
) -> Callable[[State, Iterable[tuple[Seat, Action]]], State]:
    """Make a game's `play` from its `apply`."""

    def play(state: State, moves: Iterable[tuple[Seat, Action]]) -> State:
        for seat, action in moves:
            state = apply(state, seat, action)
        return state

    return play
