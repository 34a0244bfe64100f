"""A good line by beam search: after every card the few most promising towns, and what follows.

    width towns ── every place and the pass, looked at as masks ──> the best of them
                ── played and counted by the engine ─────────────> width towns of the next card

What a town is worth is what its sheet says now, as if the seat quit, and what it promises
(`promise`). That is a guess, and decides only which towns are kept: the line that is given was
played by the engine. Every town on the way is a line of its own, one that quits there.

There is no chance in it: the same question, width and number give the same line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from heapq import nlargest
from typing import NamedTuple

from campaign.extras.hindsight.pure.promise import POINT, Promise, weights
from engine.my_city.bounds.question import (
    Answer,
    CardQuestion,
    Line,
    Question,
    ReplayedLine,
    replayed,
)
from engine.my_city.play.notation import BuildMove, CardPass
from engine.my_city.play.placements import Placement
from engine.my_city.play.rules import no_pass, play
from engine.my_city.play.scoring import sheet_lines
from engine.my_city.play.state import MyCityState, Town

SEEN = 2
"""How many times the width of towns are played by the engine for each card."""


class CardPlacement(NamedTuple):
    """A way to lay the building of a card, and what it brings by its cells alone, in hundredths."""

    build: BuildMove
    placement: Placement
    mask: int
    worth: int


class Node(NamedTuple):
    """A town on the way: its worth in hundredths, its state at a table of its own, its answers."""

    worth: int
    state: MyCityState
    line: Line


def beam(
    question: Question, width: int, out_of_time: Callable[[], bool], number: int = 0
) -> ReplayedLine:
    """The best line that a beam of so many towns comes by; at least that of quitting at once.

    Each `number` weighs what towns promise in its own way. Out of time it is the best line so far.
    """
    search = _Search(question, width, Promise(question, weights(number)))
    best, best_points = search.begin.line, search.points(search.begin.state)
    nodes = [search.begin]
    for at, asked in enumerate(question.cards):
        if out_of_time() or not nodes:
            break
        nodes = search.next(nodes, asked, at)
        for node in nodes:
            points = search.points(node.state)
            if points > best_points:
                best, best_points = node.line, points
    return replayed(question, best)


class _Search:
    """What is the same for the whole search of one question."""

    def __init__(self, question: Question, width: int, promise: Promise) -> None:
        self.question, self.width, self.promise = question, width, promise
        self.rules, self.others = question.rules, question.others
        self.lays = [self._lays(asked.card) for asked in question.cards]
        state = question.start._replace(
            seats=(question.seat,),
            towns=(question.town,),
            playing=1,
            firsts=(0,) * len(self.question.firsts),
            lacking={},
        )
        self.begin = Node(POINT * self.points(state), state, ())

    def points(self, state: MyCityState) -> int:
        """The score of the seat, if it quit now."""
        return self._sheet(state.towns[0])

    def _sheet(self, town: Town) -> int:
        return sheet_lines(self.rules, town, (town, *self.others))[1]

    def next(self, nodes: Sequence[Node], asked: CardQuestion, at: int) -> list[Node]:
        """The towns to go on from after a card."""
        seen, reached = set[tuple[int, int]](), list[Node]()
        guesses = (guess for node in nodes for guess in self._guesses(node, asked, at))
        for _, node, lay in nlargest(SEEN * self.width, guesses, key=_first):
            answer: Answer = lay.build if lay else CardPass()
            before = self._shown(node.state, asked)
            state = play(before, ((self.question.seat, answer),))
            town = state.towns[0]
            if (key := (town.free, town.token)) in seen:
                continue
            seen.add(key)
            worth = POINT * self._sheet(town) + self.promise.promised(town, at)
            reached.append(Node(worth, state, (*node.line, answer)))
        return nlargest(self.width, reached, key=_first)

    def _guesses(
        self, node: Node, asked: CardQuestion, at: int
    ) -> Iterator[tuple[int, Node, CardPlacement | None]]:
        """What a town may become with a card, and about what each is worth."""
        town, room = node.state.towns[0], self.promise.room
        free, reach, spared = town.free, town.reach, town.home.spared
        now = node.worth - (room(free, at - 1) if at else 0)
        near = self.promise.near(town, asked.card)
        for lay in self.lays[at]:
            mask = lay.mask
            if mask & free == mask and mask & reach and not mask & spared:
                worth = now + lay.worth + room(free ^ mask, at)
                for cells, brings in near:
                    if mask & cells:
                        worth += brings
                yield worth, node, lay
        if not no_pass(self.rules, town.token, asked.card):
            yield now - POINT * self.rules.passing.cost + room(free, at), node, None

    def _lays(self, card: str) -> tuple[CardPlacement, ...]:
        placements, ways = self.question.town.home.placements, self.question.ways(card)
        among = set(map(id, ways))
        lays = ((build, placements[build]) for build in placements.of_piece(card))
        return tuple(
            [
                CardPlacement(build, laid, laid.mask, self.promise.lay(laid))
                for build, laid in lays
                if id(laid) in among
            ]
        )

    def _shown(self, state: MyCityState, asked: CardQuestion) -> MyCityState:
        """The table with the next card, and the feats that others have done by then."""
        firsts = tuple(
            own or (other if other <= asked.out else 0)
            for own, other in zip(state.firsts, self.question.firsts, strict=True)
        )
        deck = (1 << len(self.rules.deck)) - 1 >> asked.out
        return state._replace(card=asked.card, waiting=1, deck=deck, firsts=firsts)


def _first(node: tuple[int, object, object]) -> int:
    return node[0]
