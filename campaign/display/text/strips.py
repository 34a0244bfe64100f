"""Strips and shafts in words: how many of their boxes are reached, and what is still to be had."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from campaign.services.words import many
from engine.kernel.phrases import Phrase, Wording, joined, listed, phrase
from engine.my_city.play.land import OR
from engine.my_city.play.ruleset import Shaft, Strip


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
        if gain := next_box_in_words(strip, count):
            words = joined("; ", (words, gain))
        yield words


def next_box_in_words(strip: Strip | Shaft, reached: int) -> Wording:
    """The next box that brings something, and what: `box 4 +2, 1 nugget`; "" where none does."""
    for box in range(reached + 1, strip.boxes + 1):
        if gain := box_in_words(strip, box):
            return phrase("box {box} {gain}", box=box, gain=gain)
    return ""


def box_in_words(strip: Strip | Shaft, box: int) -> Wording:
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
