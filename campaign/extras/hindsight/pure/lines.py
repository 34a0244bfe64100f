"""Lines and where their buildings lie: the same answers, by card, for searches and for readers."""

from __future__ import annotations

from collections.abc import Sequence

from engine.my_city.bounds.question import Line, Question
from engine.my_city.play.notation import BuildMove, CardPass, laid
from engine.my_city.play.placements import Placement

Towns = Sequence[Placement | None]
"""Where the building of each card of a question lies, None where it does not."""


def line_of(where: Towns) -> Line:
    """The line that builds so: what is not built is passed while something comes after it."""
    last = max((at for at, way in enumerate(where) if way), default=-1)
    return tuple(
        [laid(way.piece, way.square, way.turns) if way else CardPass() for way in where[: last + 1]]
    )


def where_of(question: Question, line: Line) -> Towns:
    """Where the buildings of a line lie."""
    placements = question.town.home.placements
    built = [placements[a] if isinstance(a, BuildMove) else None for a in line]
    return [*built, *[None] * (len(question.cards) - len(built))]


def in_common(question: Question, line: Line, other: Line) -> int:
    """How many answers two lines have in common from the first on."""
    towns = zip(where_of(question, line), where_of(question, other), strict=True)
    pairs = zip(line, other, towns, strict=False)
    count = 0
    for one, two, (way, same) in pairs:
        if type(one) is not type(two) or way is not same:
            break
        count += 1
    return count
