"""A drawing for each kind of building of Quadropolis, about 28 pixels wide.

Its origin is the middle of the drawing.
"""

from __future__ import annotations

from collections.abc import Mapping

from campaign.display.svg.picture import Element, element, number
from engine.quadropolis.components import (
    FACTORY,
    HARBOUR,
    MONUMENT,
    OFFICE,
    PARK,
    SERVICE,
    SHOP,
    TOWER,
)

PATHS: Mapping[str, str] = {
    TOWER: "M-8 12V-12H8V12zM-4-7h2M2-7h2M-4-1h2M2-1h2M-4 5h2M2 5h2",
    SHOP: "M-11 12V-2M11 12V-2M-11 12H11M-13-10H13L11-2q-2 4-5.5 0-3 4-5.5 0"
    "-3.5 4-5.5 0zM-4 12V4H4v8",
    SERVICE: "M-13 12H13M-11 8H11M-9 8V-3M-3 8V-3M3 8V-3M9 8V-3M-13-3H13L0-12z",
    PARK: "M0 12V2M0 2q-10 2-9-6 1-7 9-9 8 2 9 9 1 8-9 6zM0 0l4-4M0 4l-4-4",
    FACTORY: "M-13 12V0l7-5v5l7-5v5l4-3V-12h5V12zM-7 6h3M0 6h3",
    HARBOUR: "M0-8a2.5 2.5 0 1 1 .1 0zM0-8V12M-6-3H6M-11 3Q-10 12 0 12T11 3",
    OFFICE: "M-10 12V-4H0V12M0 12V-12H10V12zM-6 1h2M-6 6h2M4-7h2M4-2h2M4 3h2M4 8h2",
    MONUMENT: "M-9 12H9M-6 8H6M-3 8l1-16 2-4 2 4 1 16",
}


def icon(kind: str, x: float, y: float, ink: str, scale: float = 1) -> Element:
    """The drawing of a kind of building, with its middle at (`x`, `y`).

    `ink` is the class of the words beside it.
    """
    place = f"translate({number(x)} {number(y)}) scale({number(scale)})"
    return element("path", {"class": f"shape {ink}".strip(), "transform": place, "d": PATHS[kind]})
