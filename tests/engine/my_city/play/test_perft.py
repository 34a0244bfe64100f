"""Perft: how many ways there are to build the next cards, counted depth by depth.

The numbers are fixed: they change only with the rules, and then `EDITION` does too. The
counter at the end knows nothing of the engine's masks and finds the same.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine import my_city
from engine.kernel.game import CHANCE
from engine.my_city.play.notation import BuildMove, Reveal
from engine.my_city.play.state import MyCityState
from tests.engine.my_city.board import drawn, episode, eternal, on_small

GROUND = """
    . . . .
    . T . M
    . . R .
    F . . .
"""
BANKS = """
    W W E E
    W W E E
    W E E E
    W E E E
"""
OUTLINES = {"1": "##", "3": "#./##", "7": ".##/##."}
SMALL = on_small(GROUND, BANKS, OUTLINES)

PRINTED_GROUND = """
    M M . . . . . F . . R
    . . T . . . . . F . .
    R . . . . . . . T . F
    M . . . . T . . . . F
    . . . . . . . . . F F
    . . . . . . . . R . F
    M . . . . . T . . . F
    R . . . R . . . . F F
    . . . T . . . T F F F
    . . . . . R F F F F F
    . . . . . . . F F F F
"""
PRINTED_BANKS = """
    W W W E E E E E E E E
    W W W E E E E E E E E
    W W W W E E E E E E E
    W W W W E E E E E E E
    W W W W E E E E E E E
    W W W W E E E E E E E
    W W W W E E E E E E E
    W W W E E E E E E E E
    W W W E E E E E E E E
    W W E E E E E E E E E
    W W E E E E E E E E E
"""

CITY = drawn(
    """
        C  D  E  F  G
     4  R1 R1 Y2 .  .
     5  R2 .  Y2 R3 .
     6  R2 .  Y2 R3 R3
     7  R2 .  .  .  .
    """,
    on=episode(),
)


def perft(state: MyCityState, cards: str) -> list[int]:
    """The ways to build the cards in this order, after each of them."""
    states, counts = [state], list[int]()
    for card in cards.split():
        states = [
            my_city.apply(table, "eagle", action)
            for table in (my_city.apply(position, CHANCE, Reveal(card)) for position in states)
            for action in my_city.legal(table, "eagle")
            if isinstance(action, BuildMove)
        ]
        states = [position._replace(waiting=0) for position in states]
        counts.append(len(states))
    return counts


@pytest.mark.parametrize(
    ("state", "cards", "expected"),
    [
        pytest.param(SMALL, "Y1 R3 B7", [10, 59, 20], id="small board"),
        pytest.param(SMALL, "Y3 B1 R7", [12, 60, 20], id="small board, crooked first"),
        pytest.param(episode(), "Y1 R1", [41, 483], id="bare board, dominoes"),
        pytest.param(episode(), "Y8 B5", [66, 767], id="bare board, U and bar"),
        pytest.param(CITY, "Y4 B6", [11, 492], id="a city begun"),
        pytest.param(eternal(), "C1 C3", [67, 1344], id="eternal mode, churches"),
    ],
)
def test_ways_to_build(state: MyCityState, cards: str, expected: list[int]) -> None:
    assert expected == perft(state, cards)


def games(state: MyCityState) -> int:
    """The whole games from here, counted to their ends."""
    if not (waiting := my_city.awaiting(state)):
        return 1
    seat = waiting[0]
    return sum(games(my_city.apply(state, seat, move)) for move in my_city.legal(state, seat))


def test_whole_games_on_a_board_of_three_cells() -> None:
    """One place for a domino, three cards, two seats, each of which may build once.

    By hand: with k cards left, n seats that have not built and b that have, there are
    G(k, n, b) games; G(0, n, b) = G(k, 0, 0) = 1. For every card that may come, a seat
    that has not built does so, passes or quits, one that has passes or quits. So G(1, 2, 0)
    = 9, G(2, 2, 0) = 2 (9 + 12 + 4 + 6 + 4 + 1) = 72 and
    G(3, 2, 0) = 3 (72 + 2 * 36 + 18 + 2 * 12 + 2 * 6 + 1) = 597.
    """
    state = on_small(". . .", "W E E", {"1": "##"})
    assert 597 == games(state)


Cell = tuple[int, int]


def turned(shape: str) -> Iterator[set[Cell]]:
    """The four turns of a drawn shape, at the origin."""
    cells = {
        (x, y)
        for y, line in enumerate(shape.split("/"))
        for x, mark in enumerate(line)
        if mark == "#"
    }
    for _ in range(4):
        left, top = min(x for x, _ in cells), min(y for _, y in cells)
        yield {(x - left, y - top) for x, y in cells}
        cells = {(-y, x) for x, y in cells}


def beside(cells: set[Cell]) -> set[Cell]:
    steps = ((1, 0), (-1, 0), (0, 1), (0, -1))
    return {(x + dx, y + dy) for x, y in cells for dx, dy in steps} - cells


def by_hand(ground: str, banks: str, shapes: list[str]) -> list[int]:
    """The ways to build the shapes in this order, with nothing but sets of cells and the rules."""
    signs = [line.split() for line in ground.split("\n") if line.strip()]
    shore = [line.split() for line in banks.split("\n") if line.strip()]
    rows, columns = range(len(signs)), range(len(signs[0]))
    light = {(x, y) for y in rows for x in columns if signs[y][x] not in "MF"}
    west = {(x, y) for y in rows for x in columns if shore[y][x] == "W"}
    east = {(x, y) for y in rows for x in columns if shore[y][x] == "E"}
    river = beside(west) & east | beside(east) & west
    cities: list[set[Cell]] = [set()]
    counts = []
    for shape in shapes:
        after = []
        for city in cities:
            places = {
                frozenset((x + dx, y + dy) for x, y in cells)
                for cells in turned(shape)
                for dx in columns
                for dy in rows
            }
            for place in places:
                on_light = place <= light - city
                one_bank = place <= west or not place & west
                joined = place & (beside(city) if city else river)
                if on_light and one_bank and joined:
                    after.append(city | place)
        cities = after
        counts.append(len(cities))
    return counts


@pytest.mark.parametrize("cards", ["Y1 R3 B7", "Y3 B1 R7", "Y3 R3 B3"])
def test_a_count_by_hand_finds_the_same_on_the_small_board(cards: str) -> None:
    shapes = [OUTLINES[card[1]] for card in cards.split()]
    assert by_hand(GROUND, BANKS, shapes) == perft(SMALL, cards)


def test_a_count_by_hand_finds_the_same_on_the_printed_board() -> None:
    signs = PRINTED_GROUND, PRINTED_BANKS
    assert by_hand(*signs, ["###/#.#", "####"]) == perft(episode(), "Y8 B5")
