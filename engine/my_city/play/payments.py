"""How a term of the score sheet pays: at one place, by a table of counts, or to the best seat.

Each function wraps a function that counts a term, and returns the same wrapper for the same
function, so that `bounds.counts` can recognize it. The wrapped function counts 1 for each thing. A
term that pays the same for each thing needs no wrapper.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from functools import cache

from engine.kernel.phrases import joined, phrase
from engine.kernel.score import SheetEntry
from engine.my_city.play.ruleset import Count, Prize, Term
from engine.my_city.play.terms import TownTerms


@cache
def counted_at_place(count: Count) -> Count:
    """The function that counts a term on the open cells of its place alone."""

    def counted(term: Term, board: TownTerms) -> Iterable[SheetEntry]:
        part = copy(board)
        part.free &= term.places[0].cells_on(board.town.land)
        return count(term, part)

    return counted


@cache
def paid_by_scale(count: Count) -> Count:
    """The function that pays by a scale: the points of the highest step that is reached, else 0."""

    def counted(term: Term, board: TownTerms) -> Iterable[SheetEntry]:
        for label, amount, note in count(term, board):
            _, points = max([step for step in term.scale if step[0] <= amount], default=(0, 0))
            words = phrase("{count} counted", count=amount)
            yield SheetEntry(label, points, joined("; ", (note, words)) if note else words)

    return counted


@cache
def paid_to_the_best(count: Count) -> Count:
    """The function that pays a term to the seat with the most, or the fewest, at the table."""

    def counted(term: Term, board: TownTerms) -> Iterable[SheetEntry]:
        prize = term.prize
        assert prize, "a term that compares seats has a prize"
        own = tuple(count(term, board))
        table = [tuple(count(term, TownTerms(board.rules, town))) for town in board.others] or [own]
        for line, lines in zip(own, zip(*table, strict=True), strict=True):
            yield _against(prize, line, [entry.points for entry in lines])

    return counted


def _against(prize: Prize, line: SheetEntry, amounts: Sequence[int]) -> SheetEntry:
    """The line of a seat that is compared with the table; a count of 0 is never the most."""
    own, best = line.points, (max if prize.most else min)(amounts)
    tied = amounts.count(best) > 1
    won = own == best and (prize.shared or not tied) and (bool(own) or not prize.most)
    if own != best and prize.most:
        note = phrase("{own}, the most is {best}", own=own, best=best)
    elif own != best:
        note = phrase("{own}, the fewest is {best}", own=own, best=best)
    elif tied:
        note = phrase("{own}, as many as another seat", own=own)
    else:
        note = phrase("{own}, the most" if prize.most else "{own}, the fewest", own=own)
    return SheetEntry(line.label, prize.points if won else 0, note)
