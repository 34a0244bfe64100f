"""Strokes that fill a cell, so that its colour or ground is visible in black and white.

The strokes are paths, not SVG patterns: for print a browser makes an image for each use of a
pattern, and 24 episodes of My City would use patterns 9,000 times.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree

from campaign.display.svg.outlines import CELL

STEP = 8
"""Pixels from one stroke to the next."""


def _level(first: int, step: int) -> str:
    return "".join(f"M0 {y}h{CELL}" for y in range(first, CELL, step))


def _upright(first: int, step: int) -> str:
    return "".join(f"M{x} 0v{CELL}" for x in range(first, CELL, step))


def _rising(step: int) -> str:
    ends = ((max(0, at - CELL), min(at, CELL)) for at in range(step, 2 * CELL, step))
    return "".join(f"M{left} {low}L{low} {left}" for left, low in ends)


def _falling(step: int) -> str:
    ends = ((max(0, at - CELL), max(0, CELL - at)) for at in range(step, 2 * CELL, step))
    return "".join(f"M{left} {top}L{CELL - top} {CELL - left}" for left, top in ends)


def _each(shape: str, step: int) -> str:
    return "".join(
        shape.format(x=x, y=y) for y in range(0, CELL, step) for x in range(0, CELL, step)
    )


STROKES = {
    "red": _rising(STEP),
    "blue": _level(2, 4),
    "purple": _rising(STEP) + _falling(STEP),
    "green": _upright(2, 4),
    "orange": _falling(STEP),
    "teal": _level(4, STEP) + _upright(4, STEP),
    "grey": _each("M{x} {y}m2 2h2v2h-2zm4 4h2v2h-2z", STEP),
    "peaks": _each("M{x} {y}m1 7 3-5 3 5", 10),
    "trees": _each("M{x} {y}m3 8v-3m-2 0h4l-2-4z", 10),
}
"""The path that fills a cell, by colour or ground; yellow has none."""


def hatches() -> Iterator[ElementTree.Element]:
    """Yield a path element for each colour and ground, which a picture lays on cells by its id."""
    for name, path in STROKES.items():
        attributes = {"id": f"hatch-{name}", "class": "hatch", "d": path}
        yield ElementTree.Element("path", attributes)
