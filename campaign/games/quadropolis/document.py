"""The score of a drawn city of Quadropolis as a JSON document."""

from __future__ import annotations

from pydantic import Field

from campaign.display.json.parts import ByName, Document, Items, Part
from engine.quadropolis.calculator import CityResult
from engine.quadropolis.city import always_active, needed_resources, squares


class ScoreLine(Part):
    """A line of the score."""

    label: str
    points: int


class CityScoreDocument(Document, kind="city_score"):
    """A drawn city under its best assignment."""

    mode: str = Field(description="`classic` or `expert`")
    score: int = Field(description="the points under the best assignment")
    lines: Items[ScoreLine]
    active: Items[str] = Field(
        description="squares of the active buildings; buildings that need nothing are left out"
    )
    customers: ByName[int] = Field(description="square of a shop to number of customers")
    inhabitants: int = Field(description="how many the assignment uses")
    energy: int = Field(description="how much the assignment uses")
    stated: int | None = Field(
        description="the points under the players' own assignment; null if none was drawn"
    )


def score(counted: CityResult) -> CityScoreDocument:
    """The document of a city under its best assignment."""
    mode, city, plan = counted.mode, counted.city, counted.best.plan
    inhabitants, energy = needed_resources(city, plan)
    return CityScoreDocument.from_value(
        counted.best,
        mode=mode.name,
        active=[mode.name_of(square) for square in squares(plan.active & ~always_active(city))],
        customers={mode.name_of(i): count for i, count in enumerate(plan.customers) if count},
        inhabitants=inhabitants,
        energy=energy,
        stated=counted.own.score if counted.own else None,
    )
