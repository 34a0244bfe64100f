"""Strips and shafts in words: the number of reached boxes, and the gains of the next ones."""

from __future__ import annotations

from collections.abc import Iterator

from campaign.services.words import many
from engine.kernel.phrases import Phrase, Wording, joined, listed, phrase
from engine.my_city.play.boxes import Reach, RowReach
from engine.my_city.play.land import OR
from engine.my_city.play.ruleset import EpisodeRules, ShaftRule, Strip


def rows_in_words(rules: EpisodeRules, reach: Reach) -> Iterator[Phrase]:
    """Yield for each strip and shaft its reached boxes, and the next box with a gain."""
    for strip in rules.strips:
        yield strip_in_words(strip, reach[strip.label])
    for shaft in rules.shafts:
        yield shaft_in_words(shaft, reach[shaft.label])


def strip_in_words(strip: Strip, reached: RowReach) -> Phrase:
    """`track: 1 of 2 boxes reached; box 2 +5`."""
    words = phrase(
        "{kind}: {count} of {boxes} boxes reached",
        kind=phrase(strip.kind),
        count=reached.boxes,
        boxes=strip.boxes,
    )
    gain = next_box_in_words(strip, reached.boxes)
    return joined("; ", (words, gain)) if gain else words


def shaft_in_words(shaft: ShaftRule, reached: RowReach) -> Phrase:
    """`blue shaft 3 of 12 (box 4 1 nugget, first at box 6: 1 mark)`."""
    gains = [words] if (words := next_box_in_words(shaft, reached.boxes)) else []
    if not reached.taken and shaft.marks:
        marks = many(shaft.marks, "mark")
        gains.append(phrase("first at box {box}: {marks}", box=shaft.triangle, marks=marks))
    depth_words = phrase(
        "{shaft} {depth} of {boxes}",
        shaft=phrase(shaft.label),
        depth=reached.boxes,
        boxes=shaft.boxes,
    )
    return (
        phrase("{what} ({cells})", what=depth_words, cells=joined(", ", gains))
        if gains
        else depth_words
    )


def next_box_in_words(strip: Strip | ShaftRule, reached: int) -> Wording:
    """The next box with a gain, and its gains: `box 4 +2, 1 nugget`; "" without such a box."""
    for box in range(reached + 1, strip.boxes + 1):
        if gain := box_in_words(strip, box):
            return phrase("box {box} {gain}", box=box, gain=gain)
    return ""


def box_in_words(strip: Strip | ShaftRule, box: int) -> Wording:
    """The gains of a box: `+5, 1 nugget`; "" without gains."""
    points = sum(points for at, points in strip.pays if at == box)
    gains: list[Wording] = [f"{points:+}"] if points else []
    gains += [many(count, "nugget") for at, count in strip.nuggets if at == box]
    gains += [many(count, "progress mark") for at, count in strip.box_marks if at == box]
    gains += [
        listed([phrase(name) for name in kind.split(OR)], OR)
        for at, kind, _ in strip.stickers
        if at == box
    ]
    return joined(", ", gains) if gains else ""
