"""Quadropolis for the tests that hold for every game."""

from __future__ import annotations

from engine.kernel.game import Setup
from tests.engine.case import Case
from tests.engine.quadropolis.table import picture, vocabulary

CASE = Case(
    setups=(
        Setup(("p1", "p2"), {"mode": "classic"}),
        Setup(("p3", "p1"), {"mode": "expert", "mayor": "p1", "staffed": True}),
        Setup(("p1", "p2", "p3"), {"mode": "classic", "staffed": True}),
        Setup(("p1", "p2", "p3", "p4"), {"mode": "expert"}),
        Setup(("p1", "p2", "p3", "p4"), {"mode": "classic", "staffed": False}),
    ),
    vocabulary=vocabulary,
    picture=picture,
)
