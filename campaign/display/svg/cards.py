"""A card to share: the winner, the other players, and the boards, on one picture.

WIDE    1200 x 630 pixels, the size in which messages and pages show a link
A6      744 x 1049 pixels, the ratio of a postcard
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from campaign.display.svg.emblems import SIZE, emblem
from campaign.display.svg.picture import (
    GAP,
    Element,
    Picture,
    cut_to_width,
    element,
    number,
    text,
    text_width,
)
from engine.kernel.game import Seat


class Format(NamedTuple):
    """The size of a card in pixels, with margins; if `below`, its boards lie below the rows."""

    width: int
    height: int
    below: bool


WIDE, A6 = Format(1200, 630, below=False), Format(744, 1049, below=True)
ROW, EMBLEM, BESIDE = 50, 132, 82
"""The heights of a row, of the emblem of a single winner, and of the emblem of one of two."""
LEAST = 12


class CardRow(NamedTuple):
    """A line of a card: a seat, its player, and its score or marks."""

    seat: Seat
    name: str
    figure: str


class CardWords(NamedTuple):
    """The texts of a card: title, line below it, winner, the line below the winner, and the foot.

    The foot says how the result is proved.
    """

    title: str
    below: str
    won: str
    how: str
    foot: str = ""


def card(
    words: CardWords,
    winners: Sequence[Seat],
    rows: Sequence[CardRow],
    boards: Picture,
    size: Format,
) -> Picture:
    """A card; the boards fill the room beside or below the rows."""
    width, height = size.width - 2 * GAP, size.height - 2 * GAP
    column = width if size.below else 470
    elements = [
        _fitted(words.title, 0, 34, width, 36, "strong"),
        _fitted(words.below, 0, 64, width, 20, "dim"),
        *_winners(winners, 84, EMBLEM if len(winners) < 2 else BESIDE),
    ]
    text_left = 20 + (EMBLEM if len(winners) < 2 else 2 * BESIDE)
    elements += [
        _fitted(words.won, text_left, 142, column - text_left, 38, "strong"),
        _fitted(words.how, text_left, 178, column - text_left, 22, ""),
    ]
    top = 84 + EMBLEM + 24
    for i, row in enumerate(rows):
        elements += _row(row, top + i * ROW, column)
    lowest = top + len(rows) * ROW + 12
    if size.below:
        box = (0, lowest, width, height - lowest - 30)
    else:
        box = (column + 40, 84, width - column - 40, height - 84 - 24)
    elements.append(_scaled(boards, *box))
    elements.append(_fitted(words.foot, 0, height, width, 16, "dim"))
    figures = ", ".join(f"{row.name} {row.figure}" for row in rows)
    described = f"{words.won.rstrip('.')}. {figures}"
    return Picture(
        width,
        height,
        words.title,
        described,
        tuple(elements),
        boards.shapes,
    )


def _winners(seats: Sequence[Seat], top: float, size: float) -> list[Element]:
    """The large emblems of one or two winners, within the height of one emblem."""
    scale, middle = number(size / SIZE), number(top + (EMBLEM - size) / 2)
    return [
        element(
            "g", {"transform": f"translate({i * size} {middle}) scale({scale})"}, [emblem(seat)]
        )
        for i, seat in enumerate(seats[:2])
    ]


def _row(row: CardRow, top: float, width: float) -> list[Element]:
    """A seat with its emblem, its player, and its figure at the right."""
    room = width - 52 - text_width(row.figure, 26) - 12
    small = element(
        "g", {"transform": f"translate(0 {number(top)}) scale(1.6)"}, [emblem(row.seat)]
    )
    return [
        small,
        _fitted(row.name, 52, top + 28, room, 26, ""),
        text(row.figure, width, top + 28, "strong", size=26, anchor="end"),
    ]


def _scaled(picture: Picture, left: float, top: float, width: float, height: float) -> Element:
    """A picture scaled to fit a box, in the middle of the box."""
    scale = min(width / picture.width, height / picture.height)
    x = left + (width - picture.width * scale) / 2
    y = top + (height - picture.height * scale) / 2
    place = f"translate({number(x)} {number(y)}) scale({number(scale)})"
    return element("g", {"transform": place}, picture.elements)


def _fitted(words: str, x: float, y: float, width: float, size: float, kind: str) -> Element:
    """A line that fits its width: its letters become smaller, then it is cut with an ellipsis."""
    fits = max(LEAST, size * min(1, width / max(1, text_width(words, size))))
    return text(cut_to_width(words, width, fits), x, y, kind, size=round(fits, 1))
