"""Guess how much a town may still bring: beam searches and walks keep the better towns.

    begun   what churches, wells and shafts may bring that are not finished
            = the parts of them that are done
            + open cells beside the last building, if the next building has to touch it
    promised
            what a town may bring while cards are left; a beam goes on from the best towns
            = begun
            + open cells that later buildings can cover, each at what a cell brings on the average
            - a penalty for open cells with at most one open neighbour

All amounts are hundredths of a point. The weights are not rules of the game: with other weights a
beam keeps other towns, and no weights are the best on every board. So a search tries several.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.kernel.dealer import random_numbers
from engine.kernel.grid import Grid, bits
from engine.my_city.bounds.question import Question
from engine.my_city.play import places, terms
from engine.my_city.play.placements import Placement
from engine.my_city.play.ruleset import Term
from engine.my_city.play.state import Town
from engine.my_city.play.terms import SIDES, unconnected_buildings

POINT = 100
"""A point, in the unit of this module."""


class Weights(NamedTuple):
    """How much each gain or danger counts, in hundredths."""

    cell: int = 90
    """An open cell that a later building may cover."""
    dead: int = 20
    """An open cell without an open neighbour: a danger."""
    narrow: int = 30
    """An open cell with a single open neighbour: a danger."""
    building: int = 70
    """What a later building brings besides the cells that it covers."""
    friend: int = 50
    """A neighbour of the same colour."""
    begun: int = 60
    """The part of a church, a well or a shaft that is done."""
    exits: int = 8
    """An open cell beside the last building, if the next building has to touch it."""


LEAST, RANGE = 0.4, 1.2
"""A varied weight is its plain value times a number from `LEAST` to `LEAST` + `RANGE`."""


def weights(number: int) -> Weights:
    """The plain weights for 0; for any other number, varied weights, always the same ones."""
    plain = Weights()
    if not number:
        return plain
    return Weights(
        *[
            round(weight * (LEAST + RANGE * chance))
            for weight, chance in zip(plain, random_numbers(number), strict=False)
        ]
    )


class WellCell(NamedTuple):
    """An open cell that pays once four different buildings stand at its four sides."""

    cell: int
    around: int
    points: int


class Promise:
    """Computes what towns of a question promise; holds what is the same for all of them."""

    def __init__(self, question: Question, weights: Weights) -> None:
        self.question, self.rules, self.weights = question, question.rules, weights
        self.wells = tuple(self._wells())
        self.churches = tuple(t for t in self.rules.terms if t.count is terms.touches)
        self.in_a_row = sum(r.points for r in self.rules.rewards if not r.cells)
        self.worth = tuple(self._worth_of_cells())
        """Masks of cells and what covering a cell of each brings, in hundredths of a point."""
        open_cells = sum(well.cell for well in self.wells)
        for mask, worth in self.worth:
            open_cells |= mask if worth < 0 else 0
        self.usable = question.town.free & ~open_cells
        self.colours = frozenset(
            colour
            for term in self.rules.terms
            if term.count in (terms.groups, terms.connects, places.links)
            for colour in (term.colours or self.rules.colours)
        ) | {shaft.colour for shaft in self.rules.shafts}
        self.left, self.value = self._after_each_card()

    def promised(self, town: Town, at: int) -> int:
        """What a town promises after the card `at`, besides the points of its sheet."""
        return self.room(town.free, at) + self.begun(town)

    def begun(self, town: Town) -> int:
        """What unfinished churches, wells and shafts promise, and room beside the last building."""
        begun = sum(self._church(term, town) for term in self.churches)
        for well in self.wells:
            if well.cell & town.free:
                owners = sum(b.mask & well.around != 0 for b in town.standing)
                if owners == (well.around & ~town.free).bit_count() < SIDES:
                    begun += POINT * well.points * owners // SIDES
        for shaft in self.rules.shafts:
            start = 0
            for layer in shaft.layers:
                start |= town.land.layers[layer]
            ours = [b for b in town.standing if b.colour == shaft.colour]
            deep = len(ours) - len(unconnected_buildings(ours, self.rules.beside[start]))
            before = town.home.shafts[shaft.colour]
            for box, pays in shaft.pays:
                if box > before + deep:
                    begun += POINT * pays * deep // (box - before)
                    break
        begun = begun * self.weights.begun // 100
        if self.in_a_row and town.built:
            exits = (town.built[-1].beside & town.free & self.usable).bit_count()
            begun += self.in_a_row * self.weights.exits * min(exits, SIDES)
        return begun

    def room(self, free: int, at: int) -> int:
        """What open cells promise with the cards after `at`, less a penalty for narrow cells."""
        usable = self.usable & free
        left, count = self.left[at], usable.bit_count()
        if not left or not count:
            return 0
        closed, narrow = _alone(self.rules.grid, usable)
        dead, weights = closed.bit_count(), self.weights
        fear = weights.dead * dead + weights.narrow * narrow.bit_count()
        hope = weights.cell * min(count - dead, left) - fear * min(left, count) // count
        return self.value[at] * hope // 100

    def near(self, town: Town, card: str) -> list[tuple[int, int]]:
        """Masks of cells that a building of a card should cover, and what each mask brings."""
        colour, weights, cells = self.rules.pieces[card].colour, self.weights, self._cells(town)
        gains = list[tuple[int, int]]()
        if colour in self.colours:
            gains.append((self.rules.beside[cells[colour]], weights.friend))
        for term in self.churches:
            share = POINT * term.points // len(term.colours) * weights.begun // 100
            if card in term.pieces:
                gains += [(self.rules.beside[cells[c]], share) for c in term.colours]
            elif colour in term.colours:
                lacking = 0
                for building in town.built:
                    if building.piece in term.pieces and not building.beside & cells[colour]:
                        lacking |= building.beside
                gains.append((lacking, share))
        if self.in_a_row and town.built:
            gains.append((town.built[-1].beside, POINT * self.in_a_row))
        return gains

    def lay(self, placement: Placement) -> int:
        """What a building brings by the cells that it covers, without regard to its neighbours."""
        mask = placement.mask
        worth = sum(amount * (mask & cells).bit_count() for cells, amount in self.worth)
        worth += sum(POINT * r.points for r in self.rules.rewards if mask & r.cells)
        for term in self.rules.terms:
            if term.count is terms.marked:
                marked = self.question.town.home.marked.get(term.kind, ())
                worth += POINT * term.points * (placement.piece in marked)
        for well in self.wells:
            share = POINT * well.points // SIDES * self.weights.begun // 100
            if mask & well.cell:
                worth -= share
            elif sides := (mask & well.around).bit_count():
                worth += share if sides == 1 else -share
        return worth

    def _cells(self, town: Town) -> dict[str, int]:
        """The cells of the buildings of each colour."""
        cells = dict.fromkeys(self.rules.colours, 0)
        for building in town.standing:
            if building.colour in cells:
                cells[building.colour] |= building.mask
        return cells

    def _church(self, term: Term, town: Town) -> int:
        """What churches promise if they touch some, but not all of their colours."""
        cells, begun = self._cells(town), 0
        for building in town.built:
            if building.piece in term.pieces:
                touched = sum(building.beside & cells[c] != 0 for c in term.colours)
                if touched < len(term.colours):
                    begun += POINT * term.points * touched // len(term.colours)
        return begun

    def _worth_of_cells(self) -> Iterator[tuple[int, int]]:
        """Masks of cells and what covering a cell brings, by the terms that count open cells."""
        land = self.question.town.land
        for term in self.rules.terms:
            if term.prize or term.scale:
                continue
            at = term.places[0].cells_on(land) if term.places and not term.beside else -1
            if term.count is terms.visible:
                for layer, amount in term.layers:
                    yield land.layers[layer] & at, -POINT * term.points * amount
            elif term.count is terms.empty:
                yield land.bare & at, -POINT * term.points
        for feat in self.rules.feats:
            for layer in feat.layers:
                yield land.layers[layer], POINT * feat.points // 2

    def _wells(self) -> Iterator[WellCell]:
        town = self.question.town
        for term in self.rules.terms:
            if term.count is terms.enclosed:
                for layer, amount in term.layers:
                    for cell in bits(town.land.layers[layer] & town.free):
                        around = self.rules.beside[cell]
                        if around.bit_count() == SIDES:
                            yield WellCell(cell, around, term.points * amount)

    def _after_each_card(self) -> tuple[list[int], list[int]]:
        """By card, how many cells the later buildings can cover, and what such a cell brings."""
        town, cards = self.question.town, self.question.cards
        empty = sum(worth for mask, worth in self.worth if mask & town.land.bare == mask)
        area, worth, left, value = 0, 0, list[int](), list[int]()
        for asked in reversed(cards):
            left.append(area)
            value.append(empty + (worth // area if area else 0))
            area += max([way.mask.bit_count() for way in self.question.ways(asked.card)], default=0)
            worth += self._worth_of(asked.card) * self.weights.building
        return left[::-1], value[::-1]

    def _worth_of(self, card: str) -> int:
        """About how many points building a card brings besides the cells that it covers."""
        rules, colour = self.rules, self.rules.pieces[card].colour
        worth = self.in_a_row + rules.passing.cost
        for term in rules.terms:
            if term.count is terms.groups:
                worth += term.points * (colour in term.colours)
            elif term.count is terms.touches:
                worth += term.points * (card in term.pieces)
            elif term.count is terms.marked:
                worth += term.points * (card in self.question.town.home.marked.get(term.kind, ()))
        return worth + any(shaft.colour == colour for shaft in rules.shafts)


def _alone(grid: Grid, free: int) -> tuple[int, int]:
    """The open cells without an open neighbour, and those with exactly one open neighbour."""
    left = grid.column(1)
    right = left << grid.columns - 1
    west, east = (free & ~left) >> 1, (free & ~right) << 1
    north, south = free >> grid.columns, free << grid.columns
    touched, twice = west | east, west & east
    twice |= touched & north
    touched |= north
    twice |= touched & south
    touched |= south
    return free & ~touched, free & touched & ~twice
