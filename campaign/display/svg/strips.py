"""The strips of a board as a picture: boxes below it, the reached ones with their sticker.

Below each box stands what it brings: points as a number, nuggets, marks and stickers by their sign.
No word is drawn, so that a picture is the same in every language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from campaign.display.svg.outlines import CELL
from campaign.display.svg.picture import Element, at, element, text
from campaign.display.svg.signs import ICONS, sign
from engine.my_city.play.land import OR, STRIP
from engine.my_city.play.ruleset import Rules, Strip

GAP, LINE, ROOM = 12, 18, 22
"""Above the first box; the height of what a box brings, and the width of each part of it."""
PLACE = 0.55
"""How large the sign of what a box brings is beside one on a cell."""


def size_of(rules: Rules) -> tuple[int, int]:
    """How much room all strips take below a board, across and down."""
    across = max((strip.boxes * _width(rules, strip) for strip in rules.strips), default=0)
    return across, len(rules.strips) * (GAP + CELL + LINE)


def strip_row(rules: Rules, strip: Strip, inside: Callable[[int], Iterable[Element]]) -> Element:
    """A strip at its place below the others, below each box what it brings.

    `inside` draws what lies in a box, by its number: `sticker`, or `number`.
    """
    top = rules.strips.index(strip) * (GAP + CELL + LINE) + GAP
    return at(0, top, _boxes(rules, strip, inside))


def _boxes(
    rules: Rules, strip: Strip, inside: Callable[[int], Iterable[Element]]
) -> Iterator[Element]:
    width = _width(rules, strip)
    for box in range(1, strip.boxes + 1):
        left, brings = (box - 1) * width, list(_brings(rules, strip, box))
        for kind in ("light", "frame"):
            yield element("rect", {"class": kind, "x": left, "width": width, "height": CELL})
        yield at(left + (width - CELL) / 2, 0, inside(box))
        start = left + (width - ROOM * (len(brings) - 1)) / 2
        for i, one in enumerate(brings):
            yield at(start + i * ROOM, CELL + LINE // 2 + 2, (one,))


def reached_in(
    rules: Rules, strip: Strip, reached: Mapping[str, int]
) -> Callable[[int], Iterable[Element]]:
    """What lies in each box of a strip; `reached` is by kind of sticker."""
    count = reached.get(strip.kind, 0)
    return lambda box: sticker(rules, strip) if box <= count else number(box)


def sticker(rules: Rules, strip: Strip) -> Iterator[Element]:
    """The sticker in a box that is reached."""
    yield from sign(next(c for c in rules.contents if (c.kind, c.on) == (strip.kind, STRIP)))


def number(box: int) -> Iterator[Element]:
    """The number of a box that is not."""
    yield text(str(box), CELL / 2, 25, "dim", anchor="middle")


def _width(rules: Rules, strip: Strip) -> int:
    """The width of its boxes, in which what each brings has room."""
    parts = (len(list(_brings(rules, strip, box))) for box in range(1, strip.boxes + 1))
    return max(CELL, ROOM * max(parts))


def _brings(rules: Rules, strip: Strip, box: int) -> Iterator[Element]:
    """What a box brings, each about a middle."""
    for at_box, points in strip.pays:
        if at_box == box:
            yield text(f"{points:+}", 0, 5, "strong", size=13, anchor="middle")
    for at_box, count in strip.nuggets:
        if at_box == box:
            yield from [_small("gold", ICONS["vein"][1])] * count
    for at_box, count in strip.box_marks:
        if at_box == box:
            yield from [element("circle", {"class": "line", "r": 5})] * count
    for at_box, kind, _ in strip.stickers:
        if at_box == box:
            content = rules.contents[rules.layer(kind.split(OR)[0])]
            place = f"scale({PLACE}) translate({-CELL // 2} {-CELL // 2})"
            yield element("g", {"transform": place}, sign(content))


def _small(kind: str, path: str) -> Element:
    return element("path", {"class": kind, "transform": f"scale({PLACE})", "d": path})
