"""The shafts of a board as a picture: the sign of the entrance, then the boxes.

    mine  X  X  3  4  5  6     a reached box has the colour of the shaft and is crossed out;
                  2     4      the box with marks for its first has a golden triangle until then

The printed row and rows of crossed boxes are shapes of the document, because a page has many
boards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from zlib import crc32

from campaign.display.svg.hatches import STROKES
from campaign.display.svg.outlines import CELL
from campaign.display.svg.picture import Element, element, number, shift, text, use
from campaign.display.svg.signs import sign
from campaign.display.svg.strips import LOW, gain_signs, start_of, top_of, width_of
from campaign.display.svg.style import paint_of
from engine.my_city.play.boxes import RowReach
from engine.my_city.play.ruleset import EpisodeRules, ShaftRule

TRIANGLE = "M0-9l6 9h-12z"
"""The sign of the box that gives marks to the first player there: a triangle on its point."""


def shaft_row(rules: EpisodeRules, shaft: ShaftRule, reached: RowReach) -> Element:
    """A shaft at its place below the board, its reached boxes crossed out."""
    elements = [use(printed_name(rules, shaft), 0, 0)]
    if reached.boxes:
        elements.append(crossed(rules, shaft, 0, reached.boxes))
    if shaft.marks and not reached.taken:
        elements.append(triangle(rules, shaft))
    return shift(0, top_of(rules, shaft), elements)


def shapes(
    rules: EpisodeRules, shaft: ShaftRule, runs: Iterable[int]
) -> Iterator[tuple[str, Element]]:
    """Yield the shapes of a shaft, by name: the printed row, and each run of crossed boxes."""
    yield printed_name(rules, shaft), _printed(rules, shaft)
    box_name = _crossed_name(rules, shaft, 1)
    yield box_name, element("g", {"id": box_name}, _crossed(rules, shaft))
    for count in sorted({*runs} - {0, 1}):
        name, width = _crossed_name(rules, shaft, count), width_of(rules, shaft)
        yield (
            name,
            element("g", {"id": name}, [use(box_name, box * width, 0) for box in range(count)]),
        )


def printed_name(rules: EpisodeRules, shaft: ShaftRule) -> str:
    """The name of the shape of a shaft's printed row; corrected shafts have other names."""
    printed = repr((shaft, rules.contents, [*rules.colours])).encode()
    return f"shaft-{crc32(printed):x}"


def crossed(rules: EpisodeRules, shaft: ShaftRule, before: int, after: int) -> Element:
    """The boxes from `before` + 1 to `after`, crossed out."""
    left = start_of(shaft) + before * width_of(rules, shaft)
    return use(_crossed_name(rules, shaft, after - before), left, 0)


def triangle(rules: EpisodeRules, shaft: ShaftRule) -> Element:
    """The golden sign in the box that gives marks to the first player there."""
    return _triangle(rules, shaft, "gold")


def _triangle(rules: EpisodeRules, shaft: ShaftRule, kind: str) -> Element:
    middle = number(start_of(shaft) + (shaft.triangle - 0.5) * width_of(rules, shaft))
    return element("path", {"class": kind, "transform": f"translate({middle} 11)", "d": TRIANGLE})


def _printed(rules: EpisodeRules, shaft: ShaftRule) -> Element:
    """The printed row: the sign of the entrance, and the boxes with their numbers and gains."""
    left, width = start_of(shaft), width_of(rules, shaft)
    row_box = {"x": left, "width": shaft.boxes * width, "height": LOW}
    lines = "".join(f"M{left + box * width} 0v{LOW}" for box in range(1, shaft.boxes))
    entrance = sign(rules.contents[shaft.layers[0]])
    numbers = (
        text(str(box), left + (box - 0.5) * width, 23, "dim", size=12, anchor="middle")
        for box in range(1, shaft.boxes + 1)
    )
    return element(
        "g",
        {"id": printed_name(rules, shaft)},
        (
            element("g", {"transform": f"translate(6 0) scale({LOW / CELL})"}, entrance),
            element("rect", {"class": "light", **row_box}),
            element("rect", {"class": "frame", **row_box}),
            element("path", {"class": "frame", "d": lines}),
            *numbers,
            *((_triangle(rules, shaft, "line"),) if shaft.marks else ()),
            *gain_signs(rules, shaft),
        ),
    )


def _crossed_name(rules: EpisodeRules, shaft: ShaftRule, count: int) -> str:
    paint = paint_of(shaft.colour, tuple(rules.colours))
    return f"crossed-{paint}-{width_of(rules, shaft)}-{count}"


def _crossed(rules: EpisodeRules, shaft: ShaftRule) -> Iterator[Element]:
    """Yield a box in the colour of a shaft, and a cross in it."""
    paint, width = paint_of(shaft.colour, tuple(rules.colours)), width_of(rules, shaft)
    yield element("rect", {"class": f"building {paint}", "width": width, "height": LOW})
    if paint in STROKES:
        place = f"scale({number(width / CELL)} {LOW / CELL})"
        yield element("use", {"href": f"#hatch-{paint}", "transform": place})
    cross = f"M{number(width / 2 - 5)} 9l10 10m0-10l-10 10"
    yield element("path", {"class": f"shape on-{paint}", "d": cross})
