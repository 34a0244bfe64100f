"""Perft of each chapter: how many ways there are to begin, and to go on after one building.

The numbers are fixed; they change only with the rules or the stand-in's data. A second
count, which knows neither masks nor prepared placements, finds the same.
"""

from __future__ import annotations

import pytest

from engine import my_city
from engine.kernel.grid import turn
from engine.my_city.play.notation import BuildMove
from engine.my_city.play.state import MyCityState
from tests.engine.my_city.board import episode, play, town_of


def beginnings(state: MyCityState, card: str) -> list[BuildMove]:
    """The legal first buildings of a card."""
    shown = play(state, f"*: reveal {card}")
    return [a for a in my_city.legal(shown, "eagle") if isinstance(a, BuildMove)]


def counted(state: MyCityState, card: str) -> set[frozenset[str]]:
    """The same, by cells and names: no masks, no table of placements."""
    rules, town = state.rules, town_of(state)
    names = rules.grid.names
    ground = set(names(rules.ground(town.land)))
    west = set(names(rules.banks[0]))
    near = set(names(town.reach))
    masks = set()
    for turns in range(4):
        cells = turn(rules.pieces[card].cells, turns)
        for row in range(rules.grid.rows):
            for column in range(rules.grid.columns):
                laid = frozenset(f"{chr(65 + c + column)}{r + row + 1}" for c, r in cells)
                if laid <= ground and laid & near and (laid <= west or not laid & west):
                    masks.add(laid)
    return masks


@pytest.mark.parametrize(
    ("number", "first", "second"),
    [
        (1, 66, 1099),
        (4, 66, 1099),
        (7, 38, 540),
        (10, 66, 1130),
        (11, 27, 440),
        (13, 66, 1099),
        (16, 64, 1076),
        (19, 62, 1019),
        (22, 23, 470),
    ],
)
def test_beginnings_of_each_chapter(number: int, first: int, second: int) -> None:
    state = episode(number, 2, bear=[])
    builds = beginnings(state, "R8")
    names = state.rules.grid.names
    masks = {frozenset(names(town_of(state).home.placements[b].mask)) for b in builds}
    assert masks == counted(state, "R8")
    deeper = 0
    for build in builds:
        after = play(state, "*: reveal R8", f"eagle: {my_city.format(build)}", "bear: quit")
        deeper += len(beginnings(after, "Y1"))
    assert (first, second) == (len(builds), deeper)
