"""Quadropolis: the construction site of a round, with the architects at the ends of its lines.

A tile has the drawing and the name of its kind, and a sign for what it brings. The square of the
Urbanist has a ring.
"""

from __future__ import annotations

from collections.abc import Iterator

from campaign.display.svg.picture import Box, Element, Picture, element, text
from campaign.display.text.translation import Speaker
from campaign.games.quadropolis.icons import icon
from campaign.games.quadropolis.picture import PAINT
from engine.kernel.phrases import phrase
from engine.quadropolis.components import BLANK, CLOSED, FACES, LINES, SITE, SLOTS
from engine.quadropolis.names import name
from engine.quadropolis.state import NOWHERE, QuadropolisState

TILE, EDGE = 62, 32
"""The side of a square, and the width of the margin for architects at each side of the site."""
SIGNS = {"M": "♟", "I": "☺", "E": "⚡"}
"""The sign for a letter of a tile: the mayor's pawn, inhabitants, energy."""
SIZE = 5 * TILE + 2 * EDGE


def site(state: QuadropolisState, speaker: Speaker) -> Picture:
    """The tiles of the site, the architects at the ends of its lines, and the Urbanist."""
    elements: list[Element] = []
    for square, box in squares().items():
        elements += _tile(state, square, box, speaker)
    for (side, line), slot in SLOTS.items():
        elements += _end(state, slot, line, _at_end(side, line))
    laid = ", ".join(code or "." for code in state.site)
    return Picture(SIZE, SIZE, speaker.say(phrase("The construction site")), laid, tuple(elements))


def squares() -> dict[int, Box]:
    """Where each square of the site lies in the picture."""
    return {
        square: Box(EDGE + square % 5 * TILE, EDGE + square // 5 * TILE, TILE, TILE)
        for square in range(SITE)
    }


def _at_end(side: str, line: int) -> tuple[float, float]:
    """The middle of the end of a line."""
    along, far_side = EDGE + (LINES.index(line) + 0.5) * TILE, SIZE - EDGE / 2
    return {
        "north": (along, EDGE / 2),
        "south": (along, far_side),
        "west": (EDGE / 2, along),
        "east": (far_side, along),
    }[side]


def _tile(state: QuadropolisState, square: int, box: Box, speaker: Speaker) -> Iterator[Element]:
    """A square of the site with its tile."""
    frame = {"x": box.x + 2, "y": box.y + 2, "width": TILE - 4, "height": TILE - 4, "rx": 5}
    middle = box.x + TILE / 2
    code = state.site[square] if square < len(state.site) else ""
    if square == len(state.site):
        yield element("rect", {"class": "new", **frame})
    elif code == BLANK or not code:
        yield element("rect", {"class": "rule", **frame})
        if code:
            yield text(BLANK, middle, box.y + 36, "dim", anchor="middle")
    else:
        paint = PAINT[FACES[code].kind]
        face = FACES[code]
        lines = name(face.kind, speaker.language).split()
        yield element("rect", {"class": f"building {paint}", **frame})
        yield element("rect", {"fill": f"url(#on-{paint})", **frame})
        sign = code.removeprefix(face.kind)
        shown = SIGNS.get(sign, sign)
        yield icon(face.kind, middle - 9 * bool(shown), box.y + 21, f"on-{paint}", 0.9)
        yield text(shown, middle + 17, box.y + 27, f"on-{paint} strong", anchor="middle", size=16)
        size = min(10.5, (TILE - 8) / (0.62 * max(map(len, lines))))  # the widest word fits
        for i, line in enumerate(lines):
            y = box.y + 54 + 10.5 * (i - len(lines) + 1)
            yield text(line, middle, y, f"on-{paint}", anchor="middle", size=size)
    if square == state.urbanist:
        ring = {"cx": middle, "cy": box.y + TILE / 2, "r": TILE / 2 - 6}
        yield element("circle", {"class": "new", **ring})


def _end(
    state: QuadropolisState, slot: int, line: int, middle: tuple[float, float]
) -> Iterator[Element]:
    """Yield the end of a line: the architect there, a cross if it is closed, or its number."""
    x, y = middle
    if architect := state.slots[slot]:
        yield element("circle", {"class": "square", "cx": x, "cy": y, "r": 12})
        yield text(str(architect), x, y + 5, "on-sticker strong", anchor="middle")
    elif state.urbanist != NOWHERE and CLOSED[state.urbanist] >> slot & 1:
        yield text("x", x, y + 5, "dim strong", anchor="middle")
    else:
        yield text(str(line), x, y + 4, "dim", anchor="middle", size=11)
