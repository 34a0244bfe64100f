"""The score of a drawn city of Quadropolis as a JSON document."""

from __future__ import annotations

from campaign.display.json.parts import Document, document
from engine.quadropolis.calculator import Counted
from engine.quadropolis.city import always, needed, squares


def score(counted: Counted) -> Document:
    """A city under its best assignment."""
    mode, city, plan = counted.mode, counted.city, counted.best.plan
    inhabitants, energy = needed(city, plan)
    return document(
        "city_score",
        mode=mode.name,
        score=counted.best.score,
        lines=[{"label": line.label, "points": line.points} for line in counted.best.lines],
        active=[mode.name_of(square) for square in squares(plan.active & ~always(city))],
        customers={mode.name_of(i): count for i, count in enumerate(plan.customers) if count},
        inhabitants=inhabitants,
        energy=energy,
        stated=counted.own.score if counted.own else None,
    )
