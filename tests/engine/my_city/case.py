"""My City for the tests that hold for every game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from engine.kernel.game import Action, Setup
from engine.my_city.play.notation import BuildMove, CardPass, Quit, Reveal
from engine.my_city.play.state import MyCityState
from tests.engine.case import Case
from tests.engine.my_city.board import picture


def vocabulary(state: MyCityState) -> Iterator[Action]:
    grid, pieces = state.rules.grid, state.rules.pieces
    for piece, cell, turns in product(pieces, grid.names(grid.all), range(4)):
        yield BuildMove(piece, cell, turns)
    yield from map(Reveal, (*pieces, "obstacle", "X9"))
    yield from (CardPass(), Quit(), BuildMove("X9", "E5"), BuildMove("Y1", "Z9"))


CASE = Case(
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
    vocabulary=vocabulary,
    picture=picture,
)
