"""Dilluvia Project: the market, four rows of four, with the airships at the ends of its lines.

A square shows the effect and the price of its tile; in the last round it shows its printed effect.
"""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from campaign.display.svg import emblems
from campaign.display.svg.picture import Box, Element, Picture, element, shift, text
from campaign.display.text.translation import Speaker
from engine.dilluvia.components import Effect
from engine.dilluvia.reading import SIDES, SQUARES
from engine.dilluvia.state import EMPTY, DilluviaState
from engine.kernel.phrases import phrase

TILE, EDGE = 76, 34
SIZE = 4 * TILE + 2 * EDGE


def market(state: DilluviaState, speaker: Speaker) -> Picture:
    """The market with its tiles and the airships."""
    elements: list[Element] = []
    for square, box in squares().items():
        elements += _tile(state, square, box, speaker)
    for seat, ship in zip(state.seats, state.market.ships, strict=True):
        if ship:
            elements += _ship(seat, ends()[ship.side, ship.number])
    effects = [
        speaker.say(phrase(state.rules.tiles[tile].effect.words)) if tile != EMPTY else "."
        for tile in state.market.tiles
    ]
    return Picture(
        SIZE, SIZE, speaker.say(phrase("The market")), ", ".join(effects), tuple(elements)
    )


def squares() -> dict[int, Box]:
    """The box of each square in the picture, in reading order."""
    return {
        square: Box(EDGE + square % 4 * TILE, EDGE + square // 4 * TILE, TILE, TILE)
        for square in range(SQUARES)
    }


def ends() -> dict[tuple[str, int], Box]:
    """The box of an airship in the picture, by the side and the number of its line."""
    far_side = SIZE - EDGE
    places = {}
    for number in range(1, 5):
        along = EDGE + (number - 1) * TILE
        for side, box in zip(
            SIDES,
            (
                Box(along, 0, TILE, EDGE),
                Box(along, far_side, TILE, EDGE),
                Box(0, along, EDGE, TILE),
                Box(far_side, along, EDGE, TILE),
            ),
            strict=True,
        ):
            places[side, number] = box
    return places


def _tile(state: DilluviaState, square: int, box: Box, speaker: Speaker) -> Iterator[Element]:
    """Yield a square with its tile; an empty square has only a frame."""
    frame = {"x": box.x + 2, "y": box.y + 2, "width": TILE - 4, "height": TILE - 4, "rx": 5}
    tile = state.market.tiles[square]
    if state.last_round:
        used = bool(state.market.cubes >> square & 1)
        yield element("rect", {"class": "rule" if used else "square", **frame})
        if not used:
            yield from _words(state.rules.printed[square], box, speaker)
    elif tile == EMPTY:
        new = not any(state.market.ships) and square == state.market.tiles.index(EMPTY)
        yield element("rect", {"class": "new" if new else "rule", **frame})
    else:
        lying = state.rules.tiles[tile]
        yield element("rect", {"class": "sticker", **frame})
        yield from _words(lying.effect, box, speaker)
        note = " ".join(filter(None, ("+1" * lying.crown, f"({lying.price})" * bool(lying.price))))
        yield text(note, box.x + TILE - 7, box.y + TILE - 8, "on-sticker", anchor="end", size=11)


def _words(effect: Effect, box: Box, speaker: Speaker) -> Iterator[Element]:
    """Yield the words of an effect, in the largest letters for which the square has room."""
    words = speaker.say(phrase(effect.words))
    # An ideograph is as wide as it is high, and may stand at the end of any line.
    ideographs = not words.isascii() and " " not in words
    longest = 1 if ideographs else max(map(len, words.split()), default=0)
    for size in (13, 12, 11, 10, 9, 8, 7, 6):
        signs = max(4, int((TILE - 10) / ((1.0 if ideographs else 0.6) * size)))
        lines = wrap(words, signs)
        if longest <= signs and len(lines) * size * 1.15 <= TILE - 24:
            break
    for i, line in enumerate(lines):
        x, y = box.x + TILE / 2, box.y + 8 + size * (1 + 1.15 * i)
        yield text(line, x, y, "on-sticker strong", anchor="middle", size=size)


def _ship(seat: str, box: Box) -> Iterator[Element]:
    """Yield the airship of a seat at the end of a line, drawn as the seat's emblem."""
    x, y = box.x + box.width / 2 - emblems.SIZE / 2, box.y + box.height / 2 - emblems.SIZE / 2
    yield shift(x, y, [emblems.emblem(seat)])
