"""The strips of a board as a picture: boxes below it, the reached ones with their sticker.

Shafts (`shafts`) stand below the strips. What is said here of rows of boxes holds for both.

Below each box stands what it brings: points as a number, nuggets, marks and stickers by their sign.
No word is drawn, so that a picture is the same in every language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from campaign.display.svg.outlines import CELL
from campaign.display.svg.picture import Element, at, element, text
from campaign.display.svg.signs import ICONS, sign
from engine.my_city.play.land import OR, STRIP
from engine.my_city.play.ruleset import EpisodeRules, ShaftRule, Strip

GAP, LINE, ROOM = 10, 18, 22
"""Above a row; the height of what its boxes bring, and the width of each part of that."""
PLACE = 0.55
"""How large the sign of what a box brings is beside one on a cell."""
NARROW, LOW = 33, 28
"""Width and height of a box of a shaft, in which no sticker lies."""


def size_of(rules: EpisodeRules) -> tuple[int, int]:
    """How much room all rows take below a board, across and down."""
    across = max(
        (start_of(row) + row.boxes * width_of(rules, row) for row in rules.rows), default=0
    )
    return across, sum(map(_down, rules.rows))


def top_of(rules: EpisodeRules, row: Strip | ShaftRule) -> int:
    """How far below the board the boxes of a row begin."""
    return sum(map(_down, rules.rows[: rules.rows.index(row)])) + GAP


def _down(row: Strip | ShaftRule) -> int:
    return GAP + height_of(row) + LINE


def height_of(row: Strip | ShaftRule) -> int:
    """The height of a box."""
    return LOW if isinstance(row, ShaftRule) else CELL


def start_of(row: Strip | ShaftRule) -> int:
    """The room before the first box: a shaft begins with the sign of its entrance."""
    return CELL if isinstance(row, ShaftRule) else 0


def width_of(rules: EpisodeRules, row: Strip | ShaftRule) -> int:
    """The width of a box, in which what each brings has room.

    The boxes of a shaft are narrower where they would not find room below the board.
    """
    parts = (len(list(_gains(rules, row, box))) for box in range(1, row.boxes + 1))
    room = rules.grid.columns * CELL - start_of(row)
    width = min(NARROW, room // row.boxes) if isinstance(row, ShaftRule) else CELL
    return max(width, ROOM * max(1, *parts))


def brought_by(rules: EpisodeRules, row: Strip | ShaftRule) -> Iterator[Element]:
    """What each box brings, below it."""
    width = width_of(rules, row)
    for box in range(1, row.boxes + 1):
        gains = list(_gains(rules, row, box))
        start = start_of(row) + (box - 0.5) * width - ROOM * (len(gains) - 1) / 2
        for i, one in enumerate(gains):
            yield at(start + i * ROOM, height_of(row) + LINE // 2 + 2, (one,))


def strip_row(
    rules: EpisodeRules, strip: Strip, inside: Callable[[int], Iterable[Element]]
) -> Element:
    """A strip at its place below the others, below each box what it brings.

    `inside` draws what lies in a box, by its number: `sticker`, or `number`.
    """
    return at(0, top_of(rules, strip), _boxes(rules, strip, inside))


def _boxes(
    rules: EpisodeRules, strip: Strip, inside: Callable[[int], Iterable[Element]]
) -> Iterator[Element]:
    width = width_of(rules, strip)
    for box in range(1, strip.boxes + 1):
        left = (box - 1) * width
        for kind in ("light", "frame"):
            yield element("rect", {"class": kind, "x": left, "width": width, "height": CELL})
        yield at(left + (width - CELL) / 2, 0, inside(box))
    yield from brought_by(rules, strip)


def inside_reached(
    rules: EpisodeRules, strip: Strip, reached: int
) -> Callable[[int], Iterable[Element]]:
    """What lies in each box of a strip of which so many are reached."""
    return lambda box: sticker(rules, strip) if box <= reached else number(box)


def sticker(rules: EpisodeRules, strip: Strip) -> Iterator[Element]:
    """The sticker in a box that is reached."""
    yield from sign(next(c for c in rules.contents if (c.kind, c.on) == (strip.kind, STRIP)))


def number(box: int) -> Iterator[Element]:
    """The number of a box that is not."""
    yield text(str(box), CELL / 2, 25, "dim", anchor="middle")


def _gains(rules: EpisodeRules, row: Strip | ShaftRule, box: int) -> Iterator[Element]:
    """What a box brings, each about a middle."""
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
