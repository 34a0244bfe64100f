"""Find a good line by beam search: after each card, only the most promising towns go on.

    width towns ── guess every place and the pass by masks ──> the best 2 x width of them
                ── play these and score them by the engine ──> width towns for the next card

The worth of a town is its score if the seat quits now, and what the town promises (`promise`). The
worth is a guess: it decides only which towns are kept. The engine plays the line that is returned.
Every town on the way is also a line: the seat quits there.

Nothing here is random: the same question, width and number give the same line.
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
    replay_line,
)
from engine.my_city.play.notation import BuildMove, CardPass
from engine.my_city.play.placements import Placement
from engine.my_city.play.rules import pass_refusal, play
from engine.my_city.play.scoring import sheet_lines
from engine.my_city.play.state import MyCityState, Town

SEEN = 2
"""The engine plays this many times `width` towns for each card."""


class CardPlacement(NamedTuple):
    """A way to lay a card's building, and the worth of its cells in hundredths of a point."""

    build: BuildMove
    placement: Placement
    mask: int
    worth: int


class Node(NamedTuple):
    """A town on the way: its worth in hundredths of a point, its state, the answers that led to it.

    The state is that of a table with this seat alone.
    """

    worth: int
    state: MyCityState
    line: Line


def beam(
    question: Question, width: int, out_of_time: Callable[[], bool], number: int = 0
) -> ReplayedLine:
    """The best line that a beam of `width` towns finds; never worse than to quit at once.

    Each `number` has its own weights for promises. When time is up, the best line so far is
    returned.
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
    return replay_line(question, best)


class _Search:
    """The parts of a search that stay the same for all cards of a question."""

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
        """The score of the seat if it quits now."""
        return self._sheet(state.towns[0])

    def _sheet(self, town: Town) -> int:
        return sheet_lines(self.rules, town, (town, *self.others))[1]

    def next(self, nodes: Sequence[Node], asked: CardQuestion, at: int) -> list[Node]:
        """The `width` best towns after a card."""
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
        """Yield the guessed worth of each answer to a card, the town before it, its placement."""
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
        if not pass_refusal(self.rules, town.token, asked.card):
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
        """The state with a card revealed, and with the feats that other seats have done by then."""
        firsts = tuple(
            own or (theirs if theirs <= asked.out else 0)
            for own, theirs in zip(state.firsts, self.question.firsts, strict=True)
        )
        deck = (1 << len(self.rules.deck)) - 1 >> asked.out
        return state._replace(card=asked.card, waiting=1, deck=deck, firsts=firsts)


def _first(node: tuple[int, object, object]) -> int:
    return node[0]
