"""How each game is set up for the tests that hold for every game.

A new game is a line in `CASES`: the setups to begin from (each number of seats and each
option at least once), every action that its words can say, and the picture of a state
for its golden transcript.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import NamedTuple

from engine import dilluvia, machi_koro, my_city, quadropolis
from engine.kernel.game import Action, Game, Setup, State
from engine.my_city.play import state as my_city_state
from engine.my_city.play.notation import Build, Pass, Quit, Reveal
from tests.engine.dilluvia import table as dilluvia_table
from tests.engine.machi_koro import tables as machi_koro_tables
from tests.engine.my_city.board import picture
from tests.engine.quadropolis import table as quadropolis_table

GAMES: tuple[Game, ...] = (my_city, machi_koro, dilluvia, quadropolis)
"""The games as modules, which strict typing holds to the protocol."""


class Case(NamedTuple):
    """What the general tests need to know of a game."""

    setups: tuple[Setup, ...]
    vocabulary: Callable[[State], Iterator[Action]]
    """Every action that can be said about this state's game, legal or not."""
    picture: Callable[[State], str]


def _my_city(state: my_city_state.State) -> Iterator[Action]:
    grid, pieces = state.rules.grid, state.rules.pieces
    for piece, cell, turns in product(pieces, grid.names(grid.all), range(4)):
        yield Build(piece, cell, turns)
    yield from map(Reveal, (*pieces, "obstacle", "X9"))
    yield from (Pass(), Quit(), Build("X9", "E5"), Build("Y1", "Z9"))


CASES: dict[str, Case] = {
    "my-city": Case(
        setups=(
            Setup(("eagle", "bear"), {"episode": 1}),
            Setup(("bear", "wolf", "eagle"), {"episode": 2, "boards": {"wolf": ["well C5"]}}),
            Setup(("eagle", "bear", "deer", "wolf"), {"episode": 3}),
            Setup(("deer", "wolf"), {"episode": 8, "boards": {"deer": ["C4 hall"]}}),
            Setup(("eagle", "bear"), {"episode": 12}),
            Setup(("eagle", "wolf", "deer"), {"episode": 14, "boards": {"wolf": ["cog B1"]}}),
            Setup(("eagle", "bear"), {"episode": 20}),
            Setup(
                ("eagle", "bear"),
                {"episode": 24, "boards": {"bear": ["palace E6", "cog B4", "C4 chapel"]}},
            ),
            Setup(("eagle", "bear"), {"mode": "eternal"}),
            Setup(("eagle", "bear", "deer", "wolf"), {"mode": "eternal"}),
        ),
        vocabulary=_my_city,
        picture=picture,
    ),
    "machi-koro": Case(
        setups=(
            Setup(("p1", "p2")),
            Setup(("p3", "p1", "p2"), {"park_same_turn": True, "bounded_bank": True}),
            Setup(("p1", "p2", "p3", "p4")),
            Setup(("p1", "p2", "p3"), {"ten_piles": True, "business_center_mandatory": True}),
            Setup(("p1", "p2", "p3", "p4"), {"reroll_may_change_dice": True, "ten_piles": False}),
        ),
        vocabulary=machi_koro_tables.vocabulary,
        picture=machi_koro_tables.picture,
    ),
    "dilluvia": Case(
        setups=(
            Setup(("p1", "p2")),
            Setup(("p3", "p1"), {"comp_needs_purchase": True, "majority_needs_one": True}),
            Setup(("p1", "p2", "p3"), {"pop_tiles": "prestige", "pop_tiles_count_self": True}),
            Setup(("p1", "p2", "p3", "p4"), {"house_every": 1}),
            Setup(
                ("p1", "p2"),
                {"pay_in_sequence": True, "use_of_areas": "may", "garden_by_propeller": True},
            ),
        ),
        vocabulary=dilluvia_table.vocabulary,
        picture=dilluvia_table.picture,
    ),
    "quadropolis": Case(
        setups=(
            Setup(("p1", "p2"), {"mode": "classic"}),
            Setup(("p3", "p1"), {"mode": "expert", "mayor": "p1", "staffed": True}),
            Setup(("p1", "p2", "p3"), {"mode": "classic", "staffed": True}),
            Setup(("p1", "p2", "p3", "p4"), {"mode": "expert"}),
            Setup(("p1", "p2", "p3", "p4"), {"mode": "classic", "staffed": False}),
        ),
        vocabulary=quadropolis_table.vocabulary,
        picture=quadropolis_table.picture,
    ),
}


def all_setups() -> list[tuple[Game, Setup]]:
    """Every game with every setup of its case."""
    return [(game, setup) for game in GAMES for setup in CASES[game.NAME].setups]
