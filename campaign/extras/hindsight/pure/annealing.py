"""A better line by annealing: a building is laid elsewhere, and the town kept if it is not bad.

    town ── a building elsewhere, others out of its way ──> another town ── played by the rules
     ^                                                           │
     └── kept: always if it is as good, by chance if it is less ─┘

How good a town is are its points and what it has begun (`promise`): a church that touches two of
three colours is better than one that touches none, though neither is worth a point. A town that
is less is kept now and then: so the walk leaves a town that no single step makes better. A building
that touches nothing that came before, since another lies elsewhere now, is not built any more;
its card is passed. The same seed wanders the same way.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import exp
from operator import is_
from typing import NamedTuple, TypeVar

from campaign.extras.hindsight.pure.lines import Towns, line_of, where_of
from campaign.extras.hindsight.pure.promise import POINT, Promise, Weights
from engine.kernel.dealer import chances
from engine.kernel.errors import IllegalMove
from engine.my_city.bounds.question import Line, Question
from engine.my_city.play.notation import Action, CardPass, Reveal, laid
from engine.my_city.play.placements import Placement
from engine.my_city.play.rules import play
from engine.my_city.play.scoring import sheet_lines
from engine.my_city.play.state import MyCityState

WARMTH = 0.45 * POINT
"""A town that is worse by this much is kept with the probability 1/e."""
WEIGHTS = Weights(begun=80)
"""Weights with which an unfinished thing is worth nearly the share of it that is done."""
SWAPPED, TAKEN_OFF = 0.25, 0.07
"""How often two buildings of one outline change places, and how often one is taken off."""
WHERE_IT_FITS = 0.6
"""How often, otherwise, a building is laid where there is room; else other buildings give way."""
STAGE = 20_000
"""Tries in a stage of a walk, about a second of them."""
IN_THE_WAY = 2
"""How many buildings make room for another at most."""

Thing = TypeVar("Thing")
Where = list[Placement | None]
"""Where the building of each card lies, None where it does not."""


class Stage(NamedTuple):
    """A part of a walk, which may be walked elsewhere: where it begins, and what it goes for.

    That is the score, or the token after a line of the sheet, `until`.
    """

    question: Question
    begin: Line
    until: int | None
    seed: int


class AnnealingResult(NamedTuple):
    """Where a stage has ended, the best line that it came by, and what that is worth."""

    end: Line
    best: Line
    worth: int


def walked(stage: Stage) -> AnnealingResult:
    """A stage of a walk; its best line is the one where it begins if it finds nothing better."""
    return _Walk(stage).walked()


class _Walk:
    """A walk from town to town."""

    def __init__(self, stage: Stage) -> None:
        question = stage.question
        self._question, self._chance = question, chances(stage.seed)
        cards = question.cards
        self._ways = [question.ways(asked.card) for asked in cards]
        self._at = [at for at, ways in enumerate(self._ways) if ways]
        self._by_mask = [{way.mask: way for way in ways} for ways in self._ways]
        outlines = [min(by_mask, default=-1) for by_mask in self._by_mask]
        self._alike = [
            [o for o in self._at if o != at and outlines[o] == outlines[at]]
            for at in range(len(cards))
        ]
        self._table = _Table(question, stage.until)
        self._town: Towns = where_of(question, stage.begin)

    def walked(self) -> AnnealingResult:
        """A stage of it."""
        chance, worth_of, begin = self._chance, self._table.worth, self._table.worth(self._town)
        assert begin, "a line is legal"
        best, (points, now) = self._town, begin
        for _ in range(STAGE if self._at else 0):
            town = self._another()
            worth = worth_of(town) if town else None
            if town and worth:
                less = now - worth.goodness
                if less <= 0 or next(chance) < exp(-less / WARMTH):
                    self._town, now = town, worth.goodness
                    if worth.points > points:
                        best, points = town, worth.points
        return AnnealingResult(line_of(self._town), line_of(best), points)

    def _another(self) -> Where | None:
        """A town that differs in little from the one where the walk is; None where it does not."""
        chance, town = self._chance, list(self._town)
        at = _any(self._at, chance)
        kind = next(chance)
        if kind < SWAPPED:
            if not (alike := self._alike[at]):
                return None
            other = _any(alike, chance)
            here, there = town[at], town[other]
            town[at] = self._by_mask[at].get(there.mask) if there else None
            town[other] = self._by_mask[other].get(here.mask) if here else None
        elif kind < SWAPPED + TAKEN_OFF:
            town[at] = None
        else:
            self._lay(town, at)
        return None if all(map(is_, town, self._town)) else self._standing(town)

    def _lay(self, town: Where, at: int) -> None:
        """A building is laid elsewhere; those in its way find another place, or none."""
        chance, way = self._chance, town[at]
        town[at] = None
        if next(chance) < WHERE_IT_FITS:
            fits = [fit for fit in self._fitting(at, town) if fit is not way]
            if fits:
                town[at] = _any(fits, chance)
                return
        way = _any(self._ways[at], chance)
        hit = [o for o, other in enumerate(town) if other and other.mask & way.mask]
        if len(hit) > IN_THE_WAY:
            return
        town[at] = way
        for other in hit:
            town[other] = None
        if next(chance) < 0.5:
            hit.reverse()
        for other in hit:
            if fits := self._fitting(other, town):
                town[other] = _any(fits, chance)

    def _fitting(self, at: int, town: Where) -> list[Placement]:
        """The ways to lay a building for which a town has room."""
        taken = 0
        for way in town:
            if way:
                taken |= way.mask
        return [way for mask, way in self._by_mask[at].items() if not mask & taken]

    def _standing(self, town: Where) -> Where:
        """The town without buildings that touch nothing that came before."""
        home = self._question.town.home
        reach, first = self._question.town.reach, True
        for at, way in enumerate(town):
            if way:
                if not way.mask & reach:
                    town[at] = None
                    continue
                reach = (home.around if first else reach) | way.beside
                first = False
        return town


class _Worth(NamedTuple):
    """What a town is worth: the points, and in hundredths how good it is for a walk."""

    points: int
    goodness: int


class _Table:
    """What the table does with the cards of a question, before each card that the seat is asked."""

    def __init__(self, question: Question, until: int | None) -> None:
        self._until = until
        self._rules, self._others = question.rules, question.others
        self._firsts, self._outs = question.firsts, [asked.out for asked in question.cards]
        self._begin = question.start._replace(
            seats=(question.seat,),
            towns=(question.town,),
            playing=1,
            firsts=(0,) * len(question.firsts),
            lacking=dict.fromkeys(question.town.home.missing, 1),
        )
        reveals = [move for move in question.moves if isinstance(move[1], Reveal)]
        shown = [reveals[a:b] for a, b in pairwise((0, *self._outs))]
        self._passes = [(*cards, (question.seat, CardPass())) for cards in shown]
        """What the table shows before the seat answers each of its cards, and that it passes."""
        self._builds = {
            way: (*cards, (question.seat, laid(way.piece, way.square, way.turns)))
            for asked, cards in zip(question.cards, shown, strict=True)
            for way in question.ways(asked.card)
        }
        """The same, and that it builds."""
        self._news = {bisect_left(self._outs, first) for first in question.firsts if first}
        """The cards by which others have done a feat since the card before."""
        self._musts = [
            at
            for at, asked in enumerate(question.cards)
            if self._rules.pieces[asked.card].must_build or not self._rules.passing.allowed
        ]
        """The cards that cannot be passed."""
        self._promise = Promise(question, WEIGHTS)
        self._known = dict[tuple[int, ...], _Worth | None]()
        """What each town is worth, by the identities of its placements: most come again."""

    def worth(self, town: Towns) -> _Worth | None:
        """What a town is worth; None where one of its cards cannot be passed."""
        key = tuple(map(id, town))
        if key not in self._known:
            self._known[key] = self._played(town)
        return self._known[key]

    def _played(self, town: Towns) -> _Worth | None:
        """The same as the rules say it."""
        state, moves, builds = self._begin, list[tuple[str, Action]](), self._builds
        last = max((at for at, way in enumerate(town) if way), default=-1)
        if any(not town[at] for at in self._musts if at < last):
            return None
        try:
            for at, way in enumerate(town[: last + 1]):
                if at in self._news:
                    state, moves = self._by_others(play(state, moves), self._outs[at]), []
                moves += builds[way] if way else self._passes[at]
            (own,) = play(state, moves).towns
        except IllegalMove:
            return None
        lines, points = sheet_lines(self._rules, own, (own, *self._others))
        if self._until is not None:
            points = sum([line.points for line in lines[: self._until + 1]])
        return _Worth(points, POINT * points + self._promise.begun(own))

    def _by_others(self, state: MyCityState, out: int) -> MyCityState:
        """The table with the feats that others have done by then."""
        firsts = zip(state.firsts, self._firsts, strict=True)
        now = tuple([own or (other if other <= out else 0) for own, other in firsts])
        return state._replace(firsts=now)


def _any(things: Sequence[Thing], chance: Iterator[float]) -> Thing:
    return things[int(next(chance) * len(things))]
