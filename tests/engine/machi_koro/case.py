"""Machi Koro for the tests that hold for every game."""

from __future__ import annotations

from engine.kernel.game import Setup
from tests.engine.case import Case
from tests.engine.machi_koro.tables import picture, vocabulary

CASE = Case(
    setups=(
        Setup(("p1", "p2")),
        Setup(("p3", "p1", "p2"), {"park_same_turn": True, "bounded_bank": True}),
        Setup(("p1", "p2", "p3", "p4")),
        Setup(("p1", "p2", "p3"), {"ten_piles": True, "business_center_mandatory": True}),
        Setup(("p1", "p2", "p3", "p4"), {"reroll_may_change_dice": True, "ten_piles": False}),
    ),
    vocabulary=vocabulary,
    picture=picture,
)
