"""Two forms of a line: its answers, and the places of its buildings by card."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from engine.my_city.bounds.question import Line, Question
from engine.my_city.play.notation import BuildMove, CardPass, build_move
from engine.my_city.play.placements import Placement

TownPlacements = Sequence[Placement | None]
"""The place of each card's building in a question; None if it is not built."""


def line_of(where: TownPlacements) -> Line:
    """The line that makes a town: cards before the last building that are not built are passed."""
    last = max((at for at, way in enumerate(where) if way), default=-1)
    return tuple(
        [
            build_move(way.piece, way.square, way.turns) if way else CardPass()
            for way in where[: last + 1]
        ]
    )


def placements_of_line(question: Question, line: Line) -> TownPlacements:
    """The places of a line's buildings, by card."""
    placements = question.town.home.placements
    built = [placements[a] if isinstance(a, BuildMove) else None for a in line]
    return [*built, *[None] * (len(question.cards) - len(built))]


def common_place_count(question: Question, line: Line, other: Line) -> int:
    """The number of first cards whose buildings two lines put on the same places, or on none."""
    towns = zip(
        placements_of_line(question, line), placements_of_line(question, other), strict=True
    )
    return sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], towns))


def common_answer_count(question: Question, line: Line, other: Line) -> int:
    """The number of first answers that two lines share."""
    towns = zip(
        placements_of_line(question, line), placements_of_line(question, other), strict=True
    )
    pairs = zip(line, other, towns, strict=False)
    count = 0
    for left, right, (way, same) in pairs:
        if type(left) is not type(right) or way is not same:
            break
        count += 1
    return count
