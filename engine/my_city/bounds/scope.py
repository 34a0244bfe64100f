"""What a seat can build with its cards: which buildings, in which ways, on which cells.

    Scope ─┬─ cards      each card that can be built somewhere, with its ways on the empty board
           ├─ covers     the cells that some building can cover
           └─ turnable   the open cells that an enclosure can turn, and into what

A scope allows more than a line can do: it ignores the order of the cards, and that buildings take
the room of others.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from engine.kernel.grid import bits
from engine.my_city.bounds.question import Question
from engine.my_city.play.land import FOREST, Land, LandPlace
from engine.my_city.play.placements import Placement
from engine.my_city.play.ruleset import EpisodeRules
from engine.my_city.play.state import Town


class ScopeCard(NamedTuple):
    """A card that can be built; `out` is how many cards are out by then."""

    id: str
    out: int
    ways: tuple[Placement, ...]

    @property
    def area(self) -> int:
        """How many cells its building covers."""
        return self.ways[0].mask.bit_count()

    @property
    def colour(self) -> str:
        """The colour of its building."""
        return self.ways[0].colour


class CellChange(NamedTuple):
    """A cell that can turn into the content of a layer, and the land after this turn alone."""

    cell: int
    layer: int
    land: Land


class Scope(NamedTuple):
    """What can be built, and which cells can turn into what; at most `turns` cells can turn."""

    question: Question
    cards: tuple[ScopeCard, ...]
    covers: int
    turnable: int
    turned: tuple[CellChange, ...]
    turns: int

    @property
    def rules(self) -> EpisodeRules:
        """The rules of the episode."""
        return self.question.rules

    @property
    def town(self) -> Town:
        """The town before its first building."""
        return self.question.town

    @property
    def area(self) -> int:
        """How many cells all buildings cover together."""
        return sum(card.area for card in self.cards)

    def cells_of(self, colours: Iterable[str]) -> int:
        """The cells that buildings of some colours can cover, or on which one stands."""
        wanted = frozenset(colours)
        ways = [way for card in self.cards for way in card.ways]
        return joined(p for p in (*ways, *self.town.home.standing) if p.colour in wanted)

    def buildings(self, colours: Iterable[str]) -> tuple[ScopeCard, ...]:
        """The cards of some colours; all cards if no colour is named."""
        wanted = frozenset(colours)
        return tuple(card for card in self.cards if not wanted or card.colour in wanted)

    def most_covering(self, cells: int, colours: Iterable[str] = ()) -> int:
        """How many buildings of some colours can cover at least one of the cells."""
        cards = self.buildings(colours)
        return sum(any(way.mask & cells for way in card.ways) for card in cards)

    def most_standing_on(self, cells: int, colours: Iterable[str] = ()) -> int:
        """How many buildings of some colours can stand on the cells at most, no two on one cell.

        A building that covers n of the cells divides 1 among them: 1/n each. The largest share that
        a cell can get is 1 divided by the fewest of the cells that a way over it covers. No more
        buildings can stand there than the sum of these shares.
        """
        fewest: dict[int, int] = {}
        for card in self.buildings(colours):
            for way in card.ways:
                if covered := way.mask & cells:
                    size = covered.bit_count()
                    for cell in bits(covered):
                        fewest[cell] = min(size, fewest.get(cell, size))
        room = sum(Fraction(1, size) for size in fewest.values())
        return min(self.most_covering(cells, colours), math.floor(room))

    def place(self, place: LandPlace) -> int:
        """The cells of a place, and the cells that may turn into cells of it."""
        fixed = not (place.ground or place.layers)
        return place.cells_on(self.town.land) | (0 if fixed else self.turnable)


def scope_of(question: Question) -> Scope:
    """What the seat of a question can build."""
    cards = _reachable(question)
    covers = joined(way for card in cards for way in card.ways)
    turned = tuple(_turned(question, cards))
    turnable = 0
    for turn in turned:
        turnable |= turn.cell
    return Scope(question, cards, covers, turnable, turned, _turns(question, cards))


def joined(placements: Iterable[Placement]) -> int:
    """The cells of some buildings together."""
    cells = 0
    for placement in placements:
        cells |= placement.mask
    return cells


def _reachable(question: Question) -> tuple[ScopeCard, ...]:
    """The cards that a chain of buildings from the anchor could reach, with the ways it reaches."""
    ways = [question.ways(card) for card, _ in question.cards]
    reach = _reach(question, ways)
    near = [tuple([way for way in of_card if way.mask & reach]) for of_card in ways]
    cards = zip(question.cards, near, strict=True)
    return tuple(ScopeCard(card, out, of_card) for (card, out), of_card in cards if of_card)


def _reach(question: Question, ways: Sequence[tuple[Placement, ...]]) -> int:
    """The cells that buildings in a chain from the anchor can touch, with what stands there."""
    town, before = question.town, -1
    reach = town.reach | town.home.around
    while reach != before:
        before = reach
        for of_card in ways:
            if reach & town.free == town.free:
                return reach
            for way in of_card:
                if way.mask & reach:
                    reach |= way.beside
    return reach


def _turned(question: Question, cards: tuple[ScopeCard, ...]) -> Iterable[CellChange]:
    """Yield each cell that an enclosure could turn, with each land that this turn alone could make.

    Every side of such a cell is the edge of the board, forest, or a building of the colour. If
    cells can become forest, every open cell counts as such a cell.
    """
    rules, land = question.rules, question.town.land
    contents = {enclosure.becomes for enclosure in rules.enclosures}
    layers = sorted(map(rules.layer, contents))
    wooded = any(rules.contents[layer].ground == FOREST for layer in layers)
    for cell in bits(question.town.free if layers else 0):
        around = rules.beside[cell]
        if not wooded and not any(
            around & ~land.forest & ~_walls(question, cards, enclosure.colour) == 0
            for enclosure in rules.enclosures
        ):
            continue
        for layer in layers:
            yield CellChange(cell, layer, land.put(layer, rules.contents[layer], cell))


def _walls(question: Question, cards: tuple[ScopeCard, ...], colour: str) -> int:
    """The cells that buildings of a colour can cover, or on which one stands."""
    ways = [way for card in cards if card.colour == colour for way in card.ways]
    standing = [site for site in question.town.home.standing if site.colour == colour]
    return joined([*ways, *standing])


def _turns(question: Question, cards: tuple[ScopeCard, ...]) -> int:
    """How many cells can turn at most: the sides of all buildings, divided by the sides for a cell.

    This is a bound because each side of a building's outline lies at one cell only. A cell that
    turns again only gets another content, which `_turned` has already.
    """
    count = 0
    for colour in question.rules.turning:
        sides = [e.sides for e in question.rules.enclosures if e.colour == colour]
        standing = [site for site in question.town.home.standing if site.colour == colour]
        outlines = [card.ways[0] for card in cards if card.colour == colour]
        count += sum(_outline(question, p.mask) for p in (*outlines, *standing)) // min(sides)
    return count


def _outline(question: Question, mask: int) -> int:
    """The number of sides of a building's outline, with those at the edge of the board."""
    grid = question.rules.grid
    return sum(4 - (grid.edge_neighbours(cell) & mask).bit_count() for cell in bits(mask))
