"""Pebbles: in turn, two players take one to three pebbles from a heap; the one with most wins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.kernel.errors import IllegalMove, NotationError, SetupError
from engine.kernel.game import Seat, Setup, fold
from engine.kernel.phrases import phrase
from engine.kernel.score import SeatScore, SheetEntry, ranks

NAME = "pebbles"
TITLE = "Pebbles"
EDITION = "1"
EARLIER: dict[str, str] = {}
SEATS = ("p1", "p2")
HEADER = {"heap": "how many pebbles there are"}
ALONE = {"heap": 7}
OVERLAY = ""
PARTS: dict[str, str] = {}
MOST = 3


class PebblesState(NamedTuple):
    """The pebbles in the heap, the pebbles that each seat has taken, and the number of moves."""

    seats: tuple[Seat, ...]
    heap: int
    taken: tuple[int, ...]
    moves: int


def start(setup: Setup) -> PebblesState:
    """The state before the first move; raises `SetupError`."""
    heap = setup.header.get("heap", ALONE["heap"])
    if setup.seats != SEATS or type(heap) is not int or heap < 1:
        raise SetupError("Pebbles is for p1 and p2, with a heap of at least one")
    return PebblesState(setup.seats, heap, (0, 0), 0)


def awaiting(state: PebblesState) -> tuple[Seat, ...]:
    """The seat that is next; none when the heap is empty."""
    return (state.seats[state.moves % 2],) if state.heap else ()


def legal(state: PebblesState, seat: Seat) -> Iterator[int]:
    """Yield the legal moves: one to three of the pebbles that are left."""
    if seat in awaiting(state):
        yield from range(1, min(MOST, state.heap) + 1)


def apply(state: PebblesState, seat: Seat, action: int) -> PebblesState:
    """The state after a move; raises `IllegalMove`."""
    if action not in legal(state, seat):
        raise IllegalMove(
            phrase(
                "{seat} cannot take {count} of {heap} now", seat=seat, count=action, heap=state.heap
            )
        )
    taken = tuple(n + action * (s == seat) for s, n in zip(state.seats, state.taken, strict=True))
    return PebblesState(state.seats, state.heap - action, taken, state.moves + 1)


play = fold(apply)


def score(state: PebblesState) -> tuple[SeatScore, ...]:
    """The sheets, in seat order; the seat with most pebbles is first."""
    places = ranks([-count for count in state.taken])
    return tuple(
        SeatScore(seat, (SheetEntry("pebbles", count),), count, place)
        for seat, count, place in zip(state.seats, state.taken, places, strict=True)
    )


def parse(text: str) -> int:
    """The number in a text such as `take 3`; raises `NotationError`."""
    words = text.split()
    if len(words) != 2 or words[0] != "take" or not words[1].isdecimal():
        raise NotationError(phrase('"{text}": write take and a number', text=text))
    return int(words[1])


def format(action: int) -> str:
    """The text of a number, such as `take 3`."""
    return f"take {action}"


def placeholders(state: PebblesState) -> tuple[str, ...]:
    """Return nothing, because no value is made up."""
    return ()
