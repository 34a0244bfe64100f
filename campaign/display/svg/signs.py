"""Drawings of the things on a cell of a My City board, one for each thing.

A kind that only a pack defines has no drawing; the first letters of its name are shown.
"""

from __future__ import annotations

from collections.abc import Mapping

from campaign.display.svg.hatches import STROKES
from campaign.display.svg.picture import Element, element, shift
from campaign.display.svg.style import BUILDINGS
from engine.my_city.play.land import SITE, CellContent

SPOTS = (
    ((20, 20),),
    ((12, 20), (28, 20)),
    ((12, 13), (28, 13), (20, 28)),
    ((12, 12), (28, 12), (12, 28), (28, 28)),
)
"""The places of the things on a cell, for one, two, three and four things."""

ICONS: Mapping[str, tuple[str, str]] = {
    "tree": ("leaf", "M0-10 8 4H2v5h-4V4h-6z"),
    "rock": ("stone", "M-8 6-9-2-3-7 5-6 9 1 6 7z"),
    "well": ("water", "M-9 0a9 9 0 1 0 18 0 9 9 0 1 0-18 0M-3 0a3 3 0 1 0 6 0 3 3 0 1 0-6 0"),
    "forest": ("leaf", "M-5-10 0-1h-2l4 6h-5v4h-4V5h-5l4-6h-2zM6-6l4 6h-2l3 5H8v4H4V5h-1l1-3z"),
    "plain": ("blades", "M-7 7q-1-7-4-9M-3 7q0-9-2-14M1 7q0-8 3-13M5 7q0-6 5-8M-10 8H9"),
    "vein": ("gold", "M-8 7-9 1l4-4 4 2 3-6 6 2 2 6-2 6z"),
    "track": ("line", "M-6-12V12M6-12V12M-10-8H10M-10 0H10M-10 8H10"),
    "cog": (
        "metal",
        "M-2-10h4l.8 2.9 2.6-1.5 2.8 2.8-1.5 2.6 2.9.8v4l-2.9.8 1.5 2.6-2.8 2.8-2.6-1.5L2 8.6h-4"
        "l-.8-2.9-2.6 1.5-2.8-2.8 1.5-2.6-2.9-.8v-4l2.9-.8-1.5-2.6 2.8-2.8 2.6 1.5z"
        "M0-3.4a2.7 2.7 0 1 0 .1 0z",
    ),
}
"""Things that are drawn without a square: their class, and their path around the origin."""
SITES: Mapping[str, str] = {
    "mine": "M-10-2Q0-12 10-2M0-7V11",
    "port": "M0-6.5a2.5 2.5 0 1 1 .1 0zM0-6.5V9M-5-2.5H5M-9 2Q-8 9 0 9T9 2",
    "palace": "M-10 8V-5l5 4 5-8 5 8 5-4V8zM-10 4h20",
    "sawmill": "M-11-4H7q4 0 4 4v3H7M-11-4v7l2.6-2.6L-5.8 3l2.6-2.6L-.6 3 2 .4 4.6 3 7 .6",
}
"""The drawing on the sign of a site, by the last word of its kind."""


def sign(content: CellContent) -> tuple[Element, ...]:
    """The drawing of the content of a cell."""
    if content.ground == SITE:
        return _site(content)
    if content.kind not in ICONS:
        return _lettered(content.kind, round=16)
    kind, path = ICONS[content.kind]
    spots = SPOTS[min(content.amount, len(SPOTS)) - 1]
    return tuple(
        element("path", {"class": kind, "transform": f"translate({x} {y})", "d": path})
        for x, y in spots
    )


def _site(content: CellContent) -> tuple[Element, ...]:
    """The sign of a site: a square, in the colour of the site's buildings if they have one."""
    colour, _, site_kind = content.kind.rpartition(" ")
    paint = colour if colour in BUILDINGS.values() else ""
    if site_kind not in SITES:
        return _lettered(content.id, round=0)
    box, _ = _lettered("", round=0)
    shape = f"shape on-{paint or 'sticker'}"
    symbol = element("path", {"class": shape, "d": SITES[site_kind]})
    if not paint:
        return box, shift(20, 20, [symbol])
    box.set("class", f"building {paint}")
    strokes = {"href": f"#hatch-{paint}", "transform": "translate(4 4) scale(.8)"}
    hatch = (element("use", strokes),) if paint in STROKES else ()
    return box, *hatch, shift(20, 20, [symbol])


def _lettered(letters: str, *, round: int) -> tuple[Element, ...]:
    box = {"class": "sticker", "x": 4, "y": 4, "width": 32, "height": 32}
    if round:
        box["rx"] = round
    words = {"class": "on-sticker strong", "x": 20, "y": 25, "font-size": 14}
    return (
        element("rect", box),
        element("text", words | {"text-anchor": "middle"}, text=letters[:2]),
    )
