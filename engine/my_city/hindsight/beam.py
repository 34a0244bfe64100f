"""A good line by beam search: after every card the few most promising towns, and what follows.

    width towns ── every place and the pass, looked at as masks ──> the best of them
                ── played and counted by the engine ─────────────> width towns of the next card

What a town is worth is what its sheet says now, as if the seat quit, and the cells that may still
be filled. That is a guess, and decides only which towns are kept: the line that is given was
played by the engine. Every town on the way is a line of its own, one that quits there.

There is no chance in it: the same question and width give the same line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from heapq import nlargest
from typing import NamedTuple

from engine.kernel.grid import Grid
from engine.my_city.hindsight.question import Answer, Asked, Line, Question, Replayed, replayed
from engine.my_city.play import places, terms
from engine.my_city.play.notation import Build, Pass
from engine.my_city.play.placements import Placement
from engine.my_city.play.rules import no_pass, play
from engine.my_city.play.scoring import sheet_lines
from engine.my_city.play.state import State, Town

SEEN = 2
"""How many times the width of towns are played by the engine for each card."""
DEAD, NARROW = 10, 3
"""What is feared of an open cell without an open neighbour, and with a single one, in tenths."""
OPEN = 9
"""What an open cell is expected to bring that a later building may cover, in tenths of it."""
FRIEND = 5
"""What a neighbour of the same colour is expected to bring, in tenths of a point."""


class Lay(NamedTuple):
    """A way to lay the building of a card, and what its cells and its place bring, in tenths."""

    build: Build
    placement: Placement
    mask: int
    worth: int


class Node(NamedTuple):
    """A town on the way: its worth in tenths, its state at a table of its own, its answers."""

    worth: int
    state: State
    line: Line


def beam(question: Question, width: int, out_of_time: Callable[[], bool]) -> Replayed:
    """The best line that a beam of so many towns comes by; at least that of quitting at once.

    Out of time it is the best line so far.
    """
    search = _Search(question, width)
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

    def __init__(self, question: Question, width: int) -> None:
        self.question, self.width, rules = question, width, question.rules
        self.rules, self.others = rules, question.others
        self.cells = _cells(question)
        self.colours = frozenset(
            colour
            for term in rules.terms
            if term.count in (terms.groups, terms.connects, places.links)
            for colour in (term.colours or rules.colours)
        ) | {shaft.colour for shaft in rules.shafts}
        self.lays = [self._lays(asked.card) for asked in question.cards]
        sizes = [max((lay.mask.bit_count() for lay in lays), default=0) for lays in self.lays]
        self.left = [sum(sizes[at + 1 :]) for at in range(len(sizes))]
        state = question.start._replace(
            seats=(question.seat,),
            towns=(question.town,),
            playing=1,
            firsts=(0,) * len(rules.feats),
            lacking={},
        )
        self.begin = Node(0, state, ())

    def points(self, state: State) -> int:
        """The score of the seat, if it quit now."""
        return self._sheet(state.towns[0])

    def _sheet(self, town: Town) -> int:
        return sheet_lines(self.rules, town, (town, *self.others))[1]

    def next(self, nodes: Sequence[Node], asked: Asked, at: int) -> list[Node]:
        """The towns to go on from after a card."""
        seen, reached = set[tuple[int, int]](), list[Node]()
        guesses = (guess for node in nodes for guess in self._guesses(node, asked, at))
        for _, node, lay in nlargest(SEEN * self.width, guesses, key=_first):
            answer: Answer = lay.build if lay else Pass()
            before = self._shown(node.state, asked)
            state = play(before, ((self.question.seat, answer),))
            town = state.towns[0]
            if (key := (town.free, town.token)) in seen:
                continue
            seen.add(key)
            worth = 10 * self._sheet(town) + self._hope(town, town.free, at)
            reached.append(Node(worth, state, (*node.line, answer)))
        return nlargest(self.width, reached, key=_first)

    def _guesses(self, node: Node, asked: Asked, at: int) -> Iterator[tuple[int, Node, Lay | None]]:
        """What a town may become with a card, and about what each is worth."""
        town = node.state.towns[0]
        free, reach, last = town.free, town.reach, 0
        now = node.worth - self._hope(town, free, at - 1) if at else 10 * self._sheet(town)
        if town.built:
            last = town.built[-1].beside
        friends, previous = 0, 0
        colour = self.rules.pieces[asked.card].colour
        if colour in self.colours:
            for building in town.standing:
                if building.colour == colour:
                    friends |= building.mask
        for reward in self.rules.rewards:
            previous += 10 * reward.points * (not reward.cells)
        for lay in self.lays[at]:
            mask = lay.mask
            if mask & free == mask and mask & reach:
                worth = now + lay.worth + self._hope(town, free ^ mask, at)
                if lay.placement.beside & friends:
                    worth += FRIEND
                if mask & last:
                    worth += previous
                yield worth, node, lay
        if not no_pass(self.rules, town.token, asked.card):
            cost = 10 * self.rules.passing.cost
            yield now - cost + self._hope(town, free, at), node, None

    def _hope(self, town: Town, free: int, at: int) -> int:
        """What open cells may still bring with the cards after one, less what is feared of them."""
        wanted = self.cells.wanted & free
        none, one = _alone(self.rules.grid, free)
        dead, narrow = (wanted & none).bit_count(), (wanted & one).bit_count()
        open_cells = min(wanted.bit_count() - dead, self.left[at])
        value = self.cells.value
        return value * (OPEN * open_cells - DEAD * dead // 10 - NARROW * narrow) // 10

    def _lays(self, card: str) -> tuple[Lay, ...]:
        placements = self.question.town.home.placements
        rules, cells = self.rules, self.cells
        marked = sum(
            10 * term.points
            for term in rules.terms
            if card in self.question.town.home.marked.get(term.kind, ())
            and term.count is terms.marked
        )
        lays = list[Lay]()
        ways = set(map(id, self.question.ways(card)))
        for build in placements.of(card):
            laid = placements[build]
            if id(laid) not in ways:
                continue
            worth = marked + sum(w * (laid.mask & c).bit_count() for c, w in cells.worth)
            worth += sum(10 * r.points for r in rules.rewards if laid.mask & r.cells)
            lays.append(Lay(build, laid, laid.mask, worth))
        return tuple(lays)

    def _shown(self, state: State, asked: Asked) -> State:
        """The table with the next card, and the feats that others have done by then."""
        firsts = tuple(
            own or (other if other <= asked.out else 0)
            for own, other in zip(state.firsts, self.question.firsts, strict=True)
        )
        deck = (1 << len(self.rules.deck)) - 1 >> asked.out
        return state._replace(card=asked.card, waiting=1, deck=deck, firsts=firsts)


class _Cells(NamedTuple):
    """What covering a cell brings, in tenths of a point: masks by worth.

    `wanted` are the cells that are better covered, `value` is what one is worth on the average.
    """

    worth: tuple[tuple[int, int], ...]
    wanted: int
    value: int


def _cells(question: Question) -> _Cells:
    """The worth of cells by the terms that count what is open."""
    rules, land = question.rules, question.town.land
    masks = list[tuple[int, int]]()
    for term in rules.terms:
        if term.prize or term.scale:
            continue
        at = term.places[0].on(land) if term.places and not term.beside else -1
        if term.kind and term.layers and term.count is terms.visible:
            for layer, amount in term.layers:
                masks.append((land.layers[layer] & at, -10 * term.points * amount))
        elif term.count is terms.empty:
            masks.append((land.bare & at, -10 * term.points))
    for feat in rules.feats:
        masks += [(land.layers[layer], 5 * feat.points) for layer in feat.layers]
    wanted = 0
    for mask, worth in masks:
        wanted |= mask if worth > 0 else 0
    wanted &= question.town.free
    return _Cells(tuple(masks), wanted, 10)


def _alone(grid: Grid, free: int) -> tuple[int, int]:
    """The open cells without an open neighbour, and those with a single one."""
    left = grid.column(1)
    right = left << grid.columns - 1
    west, east = (free & ~left) >> 1, (free & ~right) << 1
    north, south = free >> grid.columns, free << grid.columns
    some, more = west | east, west & east
    more |= some & north
    some |= north
    more |= some & south
    some |= south
    return free & ~some, free & some & ~more


def _first(node: tuple[int, object, object]) -> int:
    return node[0]
