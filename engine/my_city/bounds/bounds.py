"""Computes a score that no line can exceed, from the rules alone and without a search.

    the token, with all that is earned at once
    + the cells: open trees, rocks, empty cells; all buildings cover no more than their area
    + each other line of the sheet: the most that it can count
    = the most before the cap of the token

`docs/hindsight.md` says why each part is a bound. If no table of `counts` has a term, the cap of
the token bounds it, and the result names it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.kernel.grid import bits
from engine.kernel.phrases import Wording, phrase
from engine.my_city.bounds.counts import (
    CELLS,
    TermCount,
    count_of_cell,
    most_paid,
    ranges,
    shaft_paid,
    term_count_of,
)
from engine.my_city.bounds.question import Question
from engine.my_city.bounds.scope import Scope, scope_of
from engine.my_city.play.ruleset import EpisodeRules, PlacePoints, Reward, Term, amount_between


class BoundPart(NamedTuple):
    """The points of one part of a bound: of a line of the sheet, or of what is earned at once."""

    label: Wording
    points: int


class Bound(NamedTuple):
    """Points that no line can exceed, and the parts of which they are the sum.

    The terms that count cells get their parts from one best use of all cells. `unmodelled` are the
    rules that only the cap of the token bounds.
    """

    points: int
    parts: tuple[BoundPart, ...]
    unmodelled: tuple[str, ...] = ()


def bound(question: Question) -> Bound:
    """The most that the rules allow with the cards of a question, by counting and by areas."""
    return bound_in(scope_of(question))


def bound_in(scope: Scope) -> Bound:
    """The bound of a question whose scope, what its seat can build, is known."""
    rules, start = scope.rules, scope.rules.token.start
    cap = rules.token.cap if rules.terms or rules.shafts else max(rules.token.cap, start)
    parts = list(parts_at_once(scope))
    unmodelled = [rule.label for rule in rules.by_hand if rule.buildings]
    unmodelled += [join.label for join in rules.joins if join.points]
    fixed, cells = sum(part.points for part in parts), list[Term]()
    most, reached = fixed, fixed >= cap
    for term in rules.terms:
        term_count = term_count_of(term)
        if term_count is None:
            unmodelled.append(term.label)
        elif pays_by_cell(term, term_count):
            cells.append(term)
        else:
            lines = [
                BoundPart(counts.label, most_paid(term, term_count, counts, scope))
                for counts in ranges(term, term_count, scope)
            ]
            parts += lines
            fixed += sum(line.points for line in lines)
        most = fixed + sum(part.points for part in parts_of_cells(scope, cells))
        reached = reached or most >= cap
    for shaft in rules.shafts:
        parts.append(BoundPart(shaft.label, shaft_paid(shaft, scope)))
        most += parts[-1].points
        reached = reached or most >= cap
    parts += parts_of_cells(scope, cells)
    # A token that reaches the cap stays there, even if later lines take points away.
    if unmodelled or reached:
        if most != cap:
            parts.append(BoundPart(phrase("the token stays at {cap}", cap=cap), cap - most))
        most = cap
    return Bound(most, tuple(parts), tuple(unmodelled))


def pays_by_cell(term: Term, of: TermCount) -> bool:
    """Whether a term pays the same for each open cell that it counts."""
    return of.base in CELLS and not term.scale and not term.prize


def parts_at_once(scope: Scope) -> Iterator[BoundPart]:
    """Yield the token at the start, and the most that each reward adds; no passes are assumed."""
    rules = scope.rules
    yield BoundPart(phrase("token at the start"), rules.token.start)
    for reward in rules.rewards:
        yield BoundPart(reward.label, max(0, reward.points) * _rewarded(reward, scope))
    for find in rules.finds:
        yield BoundPart(find.label, max(0, find.points) * _finding(find, scope))
    for number, feat in enumerate(rules.feats):
        yield BoundPart(feat.label, max(0, feat.points) * can_complete_feat(scope, number))
    for strip in rules.strips:
        reached = scope.town.home.strips.get(strip.kind, 0)
        ids = [content.id for content in rules.contents if content.kind == strip.kind]
        count = sum(id in ids for id in strip_stickers(rules))
        yield BoundPart(strip.label, amount_between(strip.pays, reached, reached + count))


def strip_stickers(rules: EpisodeRules) -> list[str]:
    """The stickers that can come on boxes of strips in an episode, each as often as it can come."""
    feats = [id for feat in rules.feats for id in feat.stickers]
    return feats + [id for join in rules.joins for id in join.stickers]


def can_complete_feat(scope: Scope, number: int) -> bool:
    """Whether the seat can cover the cells of a feat, no later than another seat has done so."""
    cells = scope.town.home.feats[number] & scope.town.free
    last = scope.question.firsts[number]
    covers = area = 0
    for card in scope.cards:
        if not last or card.out <= last:
            area += card.area
            for way in card.ways:
                covers |= way.mask
    return bool(cells) and not cells & ~covers and cells.bit_count() <= area


def _rewarded(reward: Reward, scope: Scope) -> int:
    """How many buildings can earn a reward; the first building never touches an earlier one."""
    if not reward.cells:
        return max(0, len(scope.cards) - 1)
    return scope.most_standing_on(reward.cells)


def _finding(find: PlacePoints, scope: Scope) -> int:
    """How many buildings can stand on the place of a find, or beside its open cells."""
    cells = scope.place(find.place)
    if find.beside and not find.place.banks:
        return scope.most_covering(cells | scope.rules.beside[cells], find.colours)
    return scope.most_standing_on(cells, find.colours)


def parts_of_cells(scope: Scope, terms: Sequence[Term]) -> tuple[BoundPart, ...]:
    """The most that the cells of the board are worth together, one part for each term.

    Cells count as open. Of the cells that are worth more when covered, the best are covered, as
    many as all buildings have cells. Of the cells that can turn, the best turn, as many as can.
    """
    if not terms:
        return ()
    counted_terms = [(term, of) for term in terms if (of := term_count_of(term))]
    opened: dict[int, list[int]] = {
        cell: [
            term.points * count_of_cell(term, of, scope.town.land, cell)
            for term, of in counted_terms
        ]
        for cell in bits(scope.town.free)
    }
    turned: dict[int, list[int]] = {}
    for cell, _, land in scope.turned:
        changed = [
            term.points * count_of_cell(term, of, land, cell) - before
            for (term, of), before in zip(counted_terms, opened[cell], strict=True)
        ]
        turned[cell] = max(changed, turned.get(cell, [0] * len(terms)), key=sum)
    covered = [[-points for points in opened[cell]] for cell in opened if cell & scope.covers]
    worth = [*opened.values()]
    for gains, count in ((covered, scope.area), (list(turned.values()), scope.turns)):
        gains.sort(key=sum, reverse=True)
        worth += [gain for gain in gains[:count] if sum(gain) > 0]
    sums = [sum(column) for column in zip(*worth, strict=True)] or [0] * len(terms)
    return tuple([BoundPart(term.label, points) for term, points in zip(terms, sums, strict=True)])
