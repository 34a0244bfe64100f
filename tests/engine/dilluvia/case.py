"""Dilluvia Project for the tests that hold for every game."""

from __future__ import annotations

from engine.kernel.game import Setup
from tests.engine.case import Case
from tests.engine.dilluvia.table import picture, vocabulary

CASE = Case(
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
    vocabulary=vocabulary,
    picture=picture,
)
