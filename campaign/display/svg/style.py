"""The look of pictures: one style sheet, and patterns that replace colours where there are none.

    light and print    the colours of the plain rules
    dark               the colours below @media
    no colour          a pattern for each colour of buildings, and words on everything

The plain rules come first, so a program that does not know @media draws the light picture.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple
from xml.etree import ElementTree


class ColourStyle(NamedTuple):
    """A colour of buildings or seats, the colour of words on it, and its pattern."""

    fill: str
    ink: str
    pattern: str


PAINTS = {
    "yellow": ColourStyle("#f3c52f", "#1b1b1b", ""),
    "red": ColourStyle("#c63a31", "#ffffff", "M0 8 8 0M-2 2 2-2M6 10l4-4"),
    "blue": ColourStyle("#2f62ad", "#ffffff", "M0 2h8M0 6h8"),
    "purple": ColourStyle("#7d4a9f", "#ffffff", "M0 0 8 8M8 0 0 8"),
    "green": ColourStyle("#2f8050", "#ffffff", "M2 0v8M6 0v8"),
    "orange": ColourStyle("#dd7f2c", "#1b1b1b", "M0 0l8 8M-2 6l4 4M6-2l4 4"),
    "teal": ColourStyle("#2b8c8c", "#ffffff", "M0 4h8M4 0v8"),
    "grey": ColourStyle("#8b8b8b", "#1b1b1b", "M2 2h2v2H2zM6 6h2v2H6z"),
}
SEAT_PAINTS = {
    "brown": ColourStyle("#8a5a2b", "#ffffff", "M0 4h8"),
    "pink": ColourStyle("#b8327f", "#ffffff", "M0 8 8 0M-2 2 2-2M6 10l4-4"),
    "lime": ColourStyle("#7c9a12", "#1b1b1b", "M4 0v8"),
    "cyan": ColourStyle("#1389a8", "#ffffff", "M0 0 8 8M8 0 0 8"),
}
"""Colours of seats; no building has them, so that nobody takes a seat for a colour of cards."""
SEATS = {"eagle": "brown", "bear": "pink", "deer": "lime", "wolf": "cyan"}
SEATS |= {"p1": "brown", "p2": "pink", "p3": "lime", "p4": "cyan"}
BUILDINGS = {"Y": "yellow", "R": "red", "B": "blue"}
"""Colours of buildings by letter; other letters of a pack get the next unused colours."""
DASHES = {"eagle": "", "bear": "9 4", "deer": "2 4", "wolf": "12 4 2 4"}
DASHES |= {"p1": "", "p2": "9 4", "p3": "2 4", "p4": "12 4 2 4"}
"""The dashes of a seat's line, as an SVG `stroke-dasharray`."""

FONT = "system-ui, 'DejaVu Sans', 'Noto Sans', 'Noto Sans CJK TC', sans-serif"

_INKED = "".join(
    f"text.on-{name} {{ fill: {ink}; }}\n"
    for name, ink in [
        *((name, paint.ink) for name, paint in (PAINTS | SEAT_PAINTS).items()),
        ("sticker", "#1d2024"),
    ]
)
_SHAPES = "".join(
    f".shape.on-{name} {{ stroke: {ink}; }}\n"
    for name, ink in [
        *((name, paint.ink) for name, paint in PAINTS.items()),
        ("sticker", "#1d2024"),
    ]
)
"""The strokes of the sign of a site, in the colour of words on it."""
_PAINTED = _INKED + "".join(
    f".{name} {{ fill: {paint.fill}; }}\n.line-{name} {{ stroke: {paint.fill}; }}\n"
    for name, paint in (PAINTS | SEAT_PAINTS).items()
)

STYLE = f"""
text {{ font-family: {FONT}; fill: #1d2024; }}
.paper {{ fill: #ffffff; }}
.dim {{ fill: #5b626b; }}
.strong {{ font-weight: 700; }}
.light {{ fill: #d6e6bd; }}
.forest {{ fill: #7fae66; }}
.mountain {{ fill: #b9b3aa; }}
.grid {{ stroke: #4d5a3c; stroke-opacity: 0.35; stroke-width: 1; fill: none; }}
.frame {{ stroke: #565c52; stroke-width: 2; fill: none; }}
.river {{ stroke: #1f6fb2; stroke-width: 7; fill: none; stroke-linecap: round; }}
.square {{ fill: #ffffff; stroke: #3b4034; stroke-width: 1.5; }}
.line {{ stroke: #33383f; stroke-width: 1.5; fill: none; }}
.rule {{ stroke: #c9ced6; stroke-width: 1; fill: none; }}
.leaf {{ fill: #2d6b2f; stroke: #1c471e; stroke-width: 1; }}
.stone {{ fill: #6d6a66; stroke: #3f3d3a; stroke-width: 1; }}
.water {{ fill: #ffffff; stroke: #1f6fb2; stroke-width: 4; }}
.sticker {{ fill: #fff7d6; stroke: #3b4034; stroke-width: 1.5; }}
.blades {{ fill: none; stroke: #3f7a2c; stroke-width: 2; stroke-linecap: round; }}
.gold {{ fill: #e0ae1e; stroke: #6b4e00; stroke-width: 1.5; stroke-linejoin: round; }}
.metal {{ fill: #7d868f; stroke: #2c3238; stroke-width: 1; fill-rule: evenodd; }}
.shape {{ fill: none; stroke-width: 2.6; stroke-linecap: round; stroke-linejoin: round; }}
{_SHAPES}.building {{ stroke: #1d2024; stroke-width: 2.5; stroke-linejoin: round; }}
.hatch {{ stroke: #1d2024; stroke-opacity: 0.3; stroke-width: 1.4; fill: none; }}
.closed {{ fill: url(#closed); }}
.new {{ stroke: #d6006c; stroke-width: 4; fill: none; }}
.series {{ stroke-width: 3; fill: none; stroke-linejoin: round; }}
.bar {{ fill: #4a7fb5; }}
{_PAINTED}
@media (prefers-color-scheme: dark) {{
text {{ fill: #e6e8eb; }}
.paper {{ fill: #16181c; }}
.dim {{ fill: #a3abb5; }}
.light {{ fill: #46573a; }}
.forest {{ fill: #274a22; }}
.mountain {{ fill: #6a655f; }}
.grid {{ stroke: #0f140b; }}
.frame {{ stroke: #a3a99c; }}
.river {{ stroke: #58aef0; }}
.line {{ stroke: #c4cad2; }}
.rule {{ stroke: #3a4049; }}
.leaf {{ fill: #7fc273; stroke: #16301a; }}
.stone {{ fill: #b8b3ac; stroke: #2b2927; }}
.blades {{ stroke: #8fcb74; }}
.water {{ fill: #10202e; stroke: #58aef0; }}
.building {{ stroke: #0c0d0f; }}
.new {{ stroke: #ff6cb3; }}
.bar {{ fill: #6ea7de; }}
{_INKED}
}}
"""

_TILE = 8


def paint_of(letter: str, colours: Sequence[str]) -> str:
    """The paint for the letter of a building's colour; the letter of a church is ""."""
    if not letter:
        return "purple"
    if letter in BUILDINGS:
        return BUILDINGS[letter]
    used_paints = {BUILDINGS.get(colour) for colour in colours} | {"purple"}
    free_paints = [name for name in PAINTS if name not in used_paints]
    other_colours = [colour for colour in colours if colour not in BUILDINGS]
    return free_paints[other_colours.index(letter) % len(free_paints)]


def patterns() -> Iterator[ElementTree.Element]:
    """Yield the patterns of all paints, of mountain and forest, and of closed cells."""
    for name, paint in (PAINTS | SEAT_PAINTS).items():
        if paint.pattern:
            yield _pattern(f"on-{name}", paint.pattern)
    yield _pattern("peaks", "M1 7 4 2 7 7", size=10)
    yield _pattern("trees", "M3 8V5M1 5h4L3 1z", size=10)
    yield _pattern("closed", "M0 12 12 0M-3 3 3-3M9 15l6-6", size=12)


def _pattern(name: str, path: str, *, size: int = _TILE) -> ElementTree.Element:
    """A tile of strokes that repeats."""
    length = str(size)
    tile = ElementTree.Element(
        "pattern",
        {"id": name, "width": length, "height": length, "patternUnits": "userSpaceOnUse"},
    )
    ElementTree.SubElement(tile, "path", {"class": "hatch", "d": path})
    return tile
