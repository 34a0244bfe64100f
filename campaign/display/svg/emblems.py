"""The emblem of each seat: the head of an animal on a disc in the colour of the seat.

The seats of a campaign and the places at another table have the same four heads. They are 24 pixels
wide, and their outlines alone tell them apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from campaign.display.svg.picture import Element, element
from campaign.display.svg.style import SEATS
from engine.kernel.game import Seat

SIZE = 24

HEADS: Mapping[str, tuple[str, str, str]] = {
    "eagle": (
        "M4.5 20C4 11 7.4 4.4 13.4 4.4c3 0 5 1.6 5.8 4 2 .6 2.8 2.3 2.3 4.8-1.2-1.4-2.6-1.7-4.2-1.4"
        "-.8 2.8-3.2 4.2-3.6 7.8-3-1.1-6-.8-9.2.4z",
        "M12.8 8.6l3.2.5a1.6 1.6 0 0 1-3.2-.5z",
        "M16.6 10.6q2-.4 3.6.6",
    ),
    "bear": (
        "M7 9.6A3 3 0 1 1 9.4 5.8a8 8 0 0 1 5.2 0 3 3 0 1 1 2.4 3.8 7.4 7.4 0 1 1-10 0z",
        "M8.8 11.2a1.1 1.1 0 1 1 0 2.2 1.1 1.1 0 1 1 0-2.2zM15.2 11.2a1.1 1.1 0 1 1 0 2.2 1.1 1.1 "
        "0 1 1 0-2.2zM10.2 15.4q1.8-.9 3.6 0-.4 2-1.8 2t-1.8-2z",
        "M12 17.2v1.6",
    ),
    "deer": (
        "M8.2 10.4 4 9.2q.4 2.7 4 3l1.2 5.6q2.8 4.2 5.6 0l1.2-5.6q3.6-.3 4-3l-4.2 1.2"
        "q-3.8-2-7.6 0z",
        "M9.9 12.2a.9.9 0 1 1 0 1.8.9.9 0 1 1 0-1.8zM14.1 12.2a.9.9 0 1 1 0 1.8.9.9 0 1 1 0-1.8z"
        "M10.8 17.2h2.4L12 18.9z",
        "",
    ),
    "wolf": (
        "M4.2 3.4 9 7.4q3-1 6 0l4.8-4-.4 8.4 1.4 3-5 1.8L12 21l-3.8-4.4-5-1.8 1.4-3z",
        "M7.4 10.6l3 1.6-1 .9q-1.6-.2-2-2.5zM16.6 10.6l-3 1.6 1 .9q1.6-.2 2-2.5zM10.6 17h2.8L12 "
        "18.9z",
        "",
    ),
}
"""Paths by animal: the head in white, then eyes and snout, then a line, in the seat's colour."""
ANTLERS = "M9.4 9.4C7 8 6.4 6 6.4 3.2M6.8 6.4 4.2 5M14.6 9.4C17 8 17.6 6 17.6 3.2M17.2 6.4 19.8 5"
ANIMALS: Mapping[Seat, str] = {seat: seat for seat in HEADS} | {
    f"p{place}": head for place, head in enumerate(HEADS, 1)
}
"""The animal of each seat; the places at a table have the animals in the order of `HEADS`."""


def emblem(seat: Seat) -> Element:
    """The emblem of a seat, with its origin at the top left; without an animal a plain disc."""
    paint = SEATS.get(seat, "grey")
    parts = [element("circle", {"class": paint, "cx": 12, "cy": 12, "r": 12})]
    if seat in ANIMALS:
        head, eyes, line = HEADS[ANIMALS[seat]]
        parts.append(element("path", {"fill": "#fff", "d": head}))
        parts.append(element("path", {"class": paint, "d": eyes}))
        if line:
            parts.append(_stroke({"class": f"line-{paint}"}, line))
        if ANIMALS[seat] == "deer":
            parts.append(_stroke({"stroke": "#fff"}, ANTLERS))
    return element("g", {}, parts)


def emblems() -> Iterator[Element]:
    """Yield the emblems of all seats with an animal, as shapes with the id `emblem-<seat>`."""
    for seat in ANIMALS:
        yield element("g", {"id": f"emblem-{seat}"}, [emblem(seat)])


def _stroke(paint: Mapping[str, str], path: str) -> Element:
    shape = {"fill": "none", "stroke-width": 1.3, "stroke-linecap": "round", "d": path}
    return element("path", {**paint, **shape})
