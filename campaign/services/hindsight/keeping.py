"""What the search has found, as it is kept, and gone on with later."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from campaign import __version__
from campaign.services.hindsight.search import Outlook, solver
from campaign.services.values import By
from campaign.store import journal
from campaign.store.hindsight import Known
from engine import my_city
from engine.kernel.errors import IllegalMove, NotationError
from engine.my_city.hindsight.bounds import Bound, Part
from engine.my_city.hindsight.question import Answer, Question, Replayed, replayed
from engine.my_city.play.notation import Build, Pass, Quit

BETWEEN = "; "
"""Between two moves of a line."""


class Looked(NamedTuple):
    """A seat that was looked back on: what is known, its row, and whether somebody stopped it."""

    outlook: Outlook
    row: Known
    stopped: bool = False


def known(
    key: str, outlook: Outlook, before: Known | None, seed: int, gone: float, by: By
) -> Known:
    """A row of what a search has found; the seconds of searches before it count, too."""
    seconds = ceil(gone) + (before.seconds if before else 0)
    return Known(
        evening=key,
        seat=outlook.question.seat,
        played=outlook.played.points,
        best=outlook.best.points,
        bound=outlook.bound.points,
        parted=outlook.parted,
        line=BETWEEN.join(map(my_city.format, outlook.best.line)),
        solver=solver(),
        program=__version__,
        seed=seed,
        seconds=seconds,
        author=by.author,
        searched_at=journal.stamp(by.now),
    )


def of_row(row: Known, question: Question) -> tuple[Replayed | Bound, ...]:
    """What a row says of its question; nothing where it is of another program, or does not hold.

    The line is played again. A bound is taken as it was found.
    """
    line = _line_in(row, question) if row.program == __version__ else None
    return (line, Bound(row.bound, (Part("found before", row.bound),))) if line else ()


def _line_in(row: Known, question: Question) -> Replayed | None:
    """The line of a row as the engine plays it; None where it is none, or scores otherwise."""
    try:
        actions = [my_city.parse(words) for words in row.line.split(BETWEEN) if words]
        line: list[Answer] = [a for a in actions if isinstance(a, Build | Pass | Quit)]
        found = replayed(question, tuple(line))
    except (IllegalMove, NotationError):
        return None
    return found if found.points == row.best else None
