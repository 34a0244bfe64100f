"""The strips of a board as a picture: boxes below the board; a reached box has its sticker.

Shafts (`shafts`) lie below the strips. Here "row" means a strip or a shaft.

The gains of a box are drawn below it: points as a number; nuggets, marks and stickers as signs.
No word is drawn, so that a picture is the same in every language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from campaign.display.svg.outlines import CELL
from campaign.display.svg.picture import Element, element, shift, text
from campaign.display.svg.signs import ICONS, sign
from engine.my_city.play.land import OR, STRIP
from engine.my_city.play.ruleset import EpisodeRules, ShaftRule, Strip

GAP, LINE, ROOM = 10, 18, 22
"""The space above a row, the height of its boxes' gains, and the width of one gain."""
PLACE = 0.55
"""The size of the sign of a gain, as a share of a sign on a cell."""
NARROW, LOW = 33, 28
"""The width and height of a box of a shaft, in which no sticker lies."""


def size_of(rules: EpisodeRules) -> tuple[int, int]:
    """The width and height of all rows below a board."""
    across = max(
        (start_of(row) + row.boxes * width_of(rules, row) for row in rules.rows), default=0
    )
    return across, sum(map(_down, rules.rows))


def top_of(rules: EpisodeRules, row: Strip | ShaftRule) -> int:
    """The distance from the board down to the boxes of a row."""
    return sum(map(_down, rules.rows[: rules.rows.index(row)])) + GAP


def _down(row: Strip | ShaftRule) -> int:
    return GAP + height_of(row) + LINE


def height_of(row: Strip | ShaftRule) -> int:
    """The height of a box of a row."""
    return LOW if isinstance(row, ShaftRule) else CELL


def start_of(row: Strip | ShaftRule) -> int:
    """The room before the first box of a row, where a shaft has the sign of its entrance."""
    return CELL if isinstance(row, ShaftRule) else 0


def width_of(rules: EpisodeRules, row: Strip | ShaftRule) -> int:
    """The width of a box of a row, wide enough for the gains of each box.

    The boxes of a shaft are narrower if all of them would be wider than the board.
    """
    gain_counts = (len(list(_gains(rules, row, box))) for box in range(1, row.boxes + 1))
    room = rules.grid.columns * CELL - start_of(row)
    width = min(NARROW, room // row.boxes) if isinstance(row, ShaftRule) else CELL
    return max(width, ROOM * max(1, *gain_counts))


def gain_signs(rules: EpisodeRules, row: Strip | ShaftRule) -> Iterator[Element]:
    """Yield the gains of each box, drawn below it."""
    width = width_of(rules, row)
    for box in range(1, row.boxes + 1):
        gains = list(_gains(rules, row, box))
        start = start_of(row) + (box - 0.5) * width - ROOM * (len(gains) - 1) / 2
        for i, gain in enumerate(gains):
            yield shift(start + i * ROOM, height_of(row) + LINE // 2 + 2, (gain,))


def strip_row(
    rules: EpisodeRules, strip: Strip, inside: Callable[[int], Iterable[Element]]
) -> Element:
    """A strip at its place below the board, with the gains of each box.

    `inside` draws the content of a box, by its number: `sticker` or `number`.
    """
    return shift(0, top_of(rules, strip), _boxes(rules, strip, inside))


def _boxes(
    rules: EpisodeRules, strip: Strip, inside: Callable[[int], Iterable[Element]]
) -> Iterator[Element]:
    width = width_of(rules, strip)
    for box in range(1, strip.boxes + 1):
        left = (box - 1) * width
        for kind in ("light", "frame"):
            yield element("rect", {"class": kind, "x": left, "width": width, "height": CELL})
        yield shift(left + (width - CELL) / 2, 0, inside(box))
    yield from gain_signs(rules, strip)


def inside_reached(
    rules: EpisodeRules, strip: Strip, reached: int
) -> Callable[[int], Iterable[Element]]:
    """A function that draws the content of a box of a strip with `reached` reached boxes."""
    return lambda box: sticker(rules, strip) if box <= reached else number(box)


def sticker(rules: EpisodeRules, strip: Strip) -> Iterator[Element]:
    """Yield the sticker in a reached box."""
    yield from sign(next(c for c in rules.contents if (c.kind, c.on) == (strip.kind, STRIP)))


def number(box: int) -> Iterator[Element]:
    """Yield the number in a box that is not reached."""
    yield text(str(box), CELL / 2, 25, "dim", anchor="middle")


def _gains(rules: EpisodeRules, row: Strip | ShaftRule, box: int) -> Iterator[Element]:
    """Yield a drawing for each gain of a box, around the origin."""
    for at_box, points in row.pays:
        if at_box == box:
            yield text(f"{points:+}", 0, 5, "strong", size=13, anchor="middle")
    for at_box, count in row.nuggets:
        if at_box == box:
            yield from [_small("gold", ICONS["vein"][1])] * count
    for at_box, count in row.box_marks:
        if at_box == box:
            yield from [element("circle", {"class": "line", "r": 5})] * count
    for at_box, kind, _ in row.stickers:
        if at_box == box:
            content = rules.contents[rules.layer(kind.split(OR)[0])]
            place = f"scale({PLACE}) translate({-CELL // 2} {-CELL // 2})"
            yield element("g", {"transform": place}, sign(content))


def _small(kind: str, path: str) -> Element:
    return element("path", {"class": kind, "transform": f"scale({PLACE})", "d": path})
