"""Find a better line by annealing: lay a building elsewhere; keep the town if it is good enough.

    town ── a building elsewhere, others out of its way ──> another town ── played by the rules
     ^                                                           │
     └── kept: always if it is as good, by chance if worse ──────┘

The goodness of a town is its points and what it has begun (`promise`): a church that touches two of
three colours is better than one that touches none, though neither is worth a point. A worse town is
kept now and then, so that the walk leaves a town that no single step makes better. After a move
another building may no longer touch an earlier one. Then it is not built, and its card is passed.
The same seed gives the same walk.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import exp
from operator import is_
from typing import NamedTuple, TypeVar

from campaign.extras.hindsight.pure.lines import TownPlacements, line_of, placements_of_line
from campaign.extras.hindsight.pure.promise import POINT, Promise, Weights
from engine.kernel.dealer import random_numbers
from engine.kernel.errors import IllegalMove
from engine.my_city.bounds.question import Line, Question
from engine.my_city.play.notation import Action, CardPass, Reveal, build_move
from engine.my_city.play.placements import Placement
from engine.my_city.play.rules import play
from engine.my_city.play.scoring import sheet_lines
from engine.my_city.play.state import MyCityState

WARMTH = 0.45 * POINT
"""A town that is worse by this much is kept with the probability 1/e."""
WEIGHTS = Weights(begun=80)
"""Weights by which an unfinished feature is worth nearly the share of it that is done."""
SWAPPED, TAKEN_OFF = 0.25, 0.07
"""The probability that two buildings of one outline change places, and that one is taken off."""
WHERE_IT_FITS = 0.6
"""Otherwise, the probability that a building is laid where there is room; else others give way."""
STAGE = 20_000
"""Tries in a stage of a walk, which take about a second."""
IN_THE_WAY = 2
"""The most buildings that make room for another one."""

Thing = TypeVar("Thing")
Where = list[Placement | None]
"""The place of each card's building; None if it is not built."""


class Stage(NamedTuple):
    """A part of a walk, which another process may walk: its first line, and its goal.

    The goal is the score, or the token after line `until` of the sheet.
    """

    question: Question
    begin: Line
    until: int | None
    seed: int


class AnnealingResult(NamedTuple):
    """The last line of a stage, its best line, and what the best line is worth."""

    end: Line
    best: Line
    worth: int


def walk_stage(stage: Stage) -> AnnealingResult:
    """Walk a stage; its best line is its first one if it finds nothing better."""
    return _Walk(stage).walked()


class _Walk:
    """A walk from town to town."""

    def __init__(self, stage: Stage) -> None:
        question = stage.question
        self._question, self._chance = question, random_numbers(stage.seed)
        cards = question.cards
        self._ways = [question.ways(asked.card) for asked in cards]
        self._at = [at for at, ways in enumerate(self._ways) if ways]
        self._by_mask = [{way.mask: way for way in ways} for ways in self._ways]
        outlines = [min(by_mask, default=-1) for by_mask in self._by_mask]
        self._alike = [
            [card for card in self._at if card != at and outlines[card] == outlines[at]]
            for at in range(len(cards))
        ]
        self._table = _Table(question, stage.until)
        self._town: TownPlacements = placements_of_line(question, stage.begin)

    def walked(self) -> AnnealingResult:
        """Walk the stage, and return its last and its best line."""
        chance, worth_of, begin = self._chance, self._table.worth, self._table.worth(self._town)
        assert begin, "a line is legal"
        best, (points, now) = self._town, begin
        for _ in range(STAGE if self._at else 0):
            town = self._another()
            worth = worth_of(town) if town else None
            if town and worth:
                loss = now - worth.goodness
                if loss <= 0 or next(chance) < exp(-loss / WARMTH):
                    self._town, now = town, worth.goodness
                    if worth.points > points:
                        best, points = town, worth.points
        return AnnealingResult(line_of(self._town), line_of(best), points)

    def _another(self) -> Where | None:
        """A town that differs a little from the walk's present one; None if it would not differ."""
        chance, town = self._chance, list(self._town)
        at = _any(self._at, chance)
        kind = next(chance)
        if kind < SWAPPED:
            if not (alike := self._alike[at]):
                return None
            partner = _any(alike, chance)
            way, partner_way = town[at], town[partner]
            town[at] = self._by_mask[at].get(partner_way.mask) if partner_way else None
            town[partner] = self._by_mask[partner].get(way.mask) if way else None
        elif kind < SWAPPED + TAKEN_OFF:
            town[at] = None
        else:
            self._lay(town, at)
        return None if all(map(is_, town, self._town)) else self._standing(town)

    def _lay(self, town: Where, at: int) -> None:
        """Lay a building elsewhere; those in its way get another place, or none."""
        chance, way = self._chance, town[at]
        town[at] = None
        if next(chance) < WHERE_IT_FITS:
            fits = [fit for fit in self._fitting(at, town) if fit is not way]
            if fits:
                town[at] = _any(fits, chance)
                return
        way = _any(self._ways[at], chance)
        hit = [card for card, laid in enumerate(town) if laid and laid.mask & way.mask]
        if len(hit) > IN_THE_WAY:
            return
        town[at] = way
        for card in hit:
            town[card] = None
        if next(chance) < 0.5:
            hit.reverse()
        for card in hit:
            if fits := self._fitting(card, town):
                town[card] = _any(fits, chance)

    def _fitting(self, at: int, town: Where) -> list[Placement]:
        """The ways to lay a building for which a town has room."""
        taken = 0
        for way in town:
            if way:
                taken |= way.mask
        return [way for mask, way in self._by_mask[at].items() if not mask & taken]

    def _standing(self, town: Where) -> Where:
        """Take buildings that touch no earlier one out of a town, and return it."""
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
    """What a town is worth: its points, and its goodness for a walk in hundredths of a point."""

    points: int
    goodness: int


class _Table:
    """Plays towns of a question: the reveals before each card, and the answer of the seat."""

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
        """For each card of the seat, the reveals before its answer, and a pass."""
        self._builds = {
            way: (*cards, (question.seat, build_move(way.piece, way.square, way.turns)))
            for asked, cards in zip(question.cards, shown, strict=True)
            for way in question.ways(asked.card)
        }
        """For each placement, the reveals before its card's answer, and the building."""
        self._news = {bisect_left(self._outs, first) for first in question.firsts if first}
        """The cards before which another seat has done a feat since the last card."""
        self._musts = [
            at
            for at, asked in enumerate(question.cards)
            if self._rules.pieces[asked.card].must_build or not self._rules.passing.allowed
        ]
        """The cards that cannot be passed."""
        self._promise = Promise(question, WEIGHTS)
        self._known = dict[tuple[int, ...], _Worth | None]()
        """The worth of each town, by the identities of its placements: most towns come again."""

    def worth(self, town: TownPlacements) -> _Worth | None:
        """What a town is worth; None if a card that it does not build cannot be passed."""
        key = tuple(map(id, town))
        if key not in self._known:
            self._known[key] = self._played(town)
        return self._known[key]

    def _played(self, town: TownPlacements) -> _Worth | None:
        """What a town is worth by the rules, without memory of earlier towns."""
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
        """The state with the feats that other seats have done when `out` cards are out."""
        firsts = zip(state.firsts, self._firsts, strict=True)
        now = tuple([own or (theirs if theirs <= out else 0) for own, theirs in firsts])
        return state._replace(firsts=now)


def _any(things: Sequence[Thing], chance: Iterator[float]) -> Thing:
    return things[int(next(chance) * len(things))]
