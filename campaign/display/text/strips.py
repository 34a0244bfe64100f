"""A strip of boxes off the board in words: how far it is reached, and what is still to be had."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from campaign.services.words import many
from engine.kernel.phrases import Phrase, Wording, joined, listed, phrase
from engine.my_city.play.land import OR
from engine.my_city.play.ruleset import Strip


def strips_in_words(strips: Iterable[Strip], reached: Mapping[str, int]) -> Iterator[Phrase]:
    """`track: 1 of 2 boxes reached; box 2 +5`, with the next box that brings something.

    `reached` is by kind of sticker.
    """
    for strip in strips:
        count = reached.get(strip.kind, 0)
        words = phrase(
            "{kind}: {count} of {boxes} boxes reached",
            kind=phrase(strip.kind),
            count=count,
            boxes=strip.boxes,
        )
        ahead = (box for box in range(count + 1, strip.boxes + 1) if box_in_words(strip, box))
        if box := next(ahead, 0):
            gain = phrase("box {box} {gain}", box=box, gain=box_in_words(strip, box))
            words = joined("; ", (words, gain))
        yield words


def box_in_words(strip: Strip, box: int) -> Wording:
    """What a box brings: `+5, a nugget`; "" for nothing."""
    points = sum(points for at, points in strip.pays if at == box)
    gains: list[Wording] = [f"{points:+}"] if points else []
    gains += [many(count, "nugget") for at, count in strip.nuggets if at == box]
    gains += [many(count, "progress mark") for at, count in strip.box_marks if at == box]
    gains += [
        listed([phrase(one) for one in kind.split(OR)], OR)
        for at, kind, _ in strip.stickers
        if at == box
    ]
    return joined(", ", gains) if gains else ""
