"""The lines of a question as a model of CP-SAT, which ortools solves.

    laid[i][k]      the building of card i lies in its option k
    built[i]        it lies in one of them
    first[i]        no building came before it
    passed[i]       it is not built, and a later one is

Every cell has one owner, a building or nobody. A building touches one that came before it, or the
anchor if it is the first; a model that is not `ordered` leaves this rule out. `counting` has what
is counted, `objective` what a town is worth.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, NamedTuple, Protocol

from ortools.sat.python import cp_model

from engine.kernel.grid import bits
from engine.my_city.bounds.question import Question
from engine.my_city.play.land import Land, LandPlace
from engine.my_city.play.placements import Placement
from engine.my_city.play.ruleset import EpisodeRules
from engine.my_city.play.state import Town

Options = Sequence[Sequence[Placement]]
"""For each card of a question, the ways in which its building may lie; none if it is not built."""
Literal = Any
"""A Boolean of the model, or its negation; ortools has no types."""


class Groups(Enum):
    """How the buildings of a group of a colour hang together."""

    ANY = "in any order"
    GROWING = "each building of the colour touches one that came before it"
    PARTLY = "each building that counts touches one that counts and came before it"


class BoardGround(Protocol):
    """What a model needs to know of a board besides its buildings."""

    @property
    def turnable(self) -> int:
        """The open cells that can turn into something else."""

    def place(self, place: LandPlace) -> int:
        """The cells of a place."""

    def stands(self, place: LandPlace, beside: bool) -> int:
        """The cells of which a building must cover one to stand on a place, or `beside` it."""

    def lands(self) -> list[tuple[Land, int]]:
        """The lands that can be on open cells, each with the cells that it describes."""


class FixedGround(NamedTuple):
    """The ground of a board on which no cell turns into something else, as in played lines."""

    rules: EpisodeRules
    town: Town
    turnable: int = 0

    def place(self, place: LandPlace) -> int:
        """The cells of a place."""
        return place.cells_on(self.town.land)

    def stands(self, place: LandPlace, beside: bool) -> int:
        """The cells of which a building must cover one to stand on a place, or `beside` it."""
        cells = self.place(place)
        return self.rules.beside[cells] if beside and not place.banks else cells

    def lands(self) -> list[tuple[Land, int]]:
        """The land as it is, on the open cells."""
        return [(self.town.land, self.town.free)]


class Model:
    """All lines that choose, for each card, one of its options or none.

    With `outlines` an outline, not each of its cards, owns the cells of a place. The cards of an
    outline need the same room, so the solver does not try them one after the other. Where the score
    depends on which card lies there, searches found worse lines with `outlines`.
    """

    def __init__(
        self,
        question: Question,
        options: Options,
        *,
        outlines: bool,
        ordered: bool = True,
        groups: Groups = Groups.ANY,
        ground: BoardGround | None = None,
    ) -> None:
        self.question, self.options, self.cp = question, options, cp_model.CpModel()
        self.groups = groups
        self.rules, self.town = question.rules, question.town
        self.ground = ground or FixedGround(self.rules, self.town)
        new = self.cp.new_bool_var
        self.laid: list[list[Literal]] = [[new("") for _ in ways] for ways in options]
        self.built: list[Literal] = [new("") for _ in options]
        self.covers: list[dict[int, list[Literal]]] = [{} for _ in options]
        """For each card the literals of its options by the cell that they cover."""
        for at, ways in enumerate(options):
            for way, literal in zip(ways, self.laid[at], strict=True):
                for cell in bits(way.mask):
                    self.covers[at].setdefault(cell, []).append(literal)
        self._on: dict[tuple[object, int], Literal] = {}
        self._own_cells(outlines)
        if ordered:
            anchor, around = self.town.reach, self.town.home.around
            self.require_growth(dict(enumerate(self.laid)), self.built, anchor, around)
        self.passed = self._passes()

    def _own_cells(self, outlines: bool) -> None:
        """Give every cell exactly one owner."""
        for literals, built in zip(self.laid, self.built, strict=True):
            self.cp.add_exactly_one([*literals, ~built])
        owners: dict[int, list[Literal]] = {}
        for mask, literal in self._outlines() if outlines else self._ways():
            for cell in bits(mask):
                owners.setdefault(cell, []).append(literal)
        self.free = {cell: self.cp.new_bool_var("") for cell in owners}
        """For each cell that can be covered whether nothing covers it."""
        for cell, literals in owners.items():
            self.cp.add_exactly_one([*literals, self.free[cell]])

    def _ways(self) -> Iterator[tuple[int, Literal]]:
        """The cells of every option of every card, and whether the card lies there."""
        for ways, laid in zip(self.options, self.laid, strict=True):
            for way, literal in zip(ways, laid, strict=True):
                yield way.mask, literal

    def _outlines(self) -> Iterator[tuple[int, Literal]]:
        """The cells of every place of every outline, and whether one of its cards lies there."""
        built: dict[int, list[Literal]] = {}
        places: dict[int, dict[int, list[Literal]]] = {}
        for at, ways in enumerate(self.options):
            if ways:
                # Cards that share one place share all of them, and so the first one.
                outline = min(way.mask for way in self.question.ways(self.question.cards[at].card))
                built.setdefault(outline, []).append(self.built[at])
                for way, literal in zip(ways, self.laid[at], strict=True):
                    lying = places.setdefault(outline, {}).setdefault(way.mask, [])
                    lying.append(literal)
        for outline, masks in places.items():
            taken = {mask: self._one_of(literals) for mask, literals in masks.items()}
            self.cp.add(sum(taken.values()) == sum(built[outline]))
            yield from taken.items()

    def require_growth(
        self,
        laid: Mapping[int, Sequence[Literal]],
        built: Sequence[Literal],
        begin: int,
        around: int = 0,
    ) -> None:
        """Demand that each building of some cards touches an earlier one of them, or is the first.

        `laid` has the literals of the options of each of these cards. The first building covers one
        of the cells of `begin`; later ones may also cover one of `around`, beside what stands for
        good.
        """
        earlier: dict[int, list[Literal]] = {}
        before: list[Literal] = []
        for at, literals in laid.items():
            first = self.cp.new_bool_var("")
            self.cp.add_implication(first, built[at])
            for earlier_built in before:
                self.cp.add_implication(first, ~earlier_built)
            covers: dict[int, list[Literal]] = {}
            for way, literal in zip(self.options[at], literals, strict=True):
                near = (near for cell in bits(way.beside) for near in earlier.get(cell, ()))
                reasons = [*dict.fromkeys(near), *([first] if way.mask & begin else [])]
                if way.mask & around:
                    reasons += before
                self.cp.add_bool_or([~literal, *reasons])
                for cell in bits(way.mask):
                    covers.setdefault(cell, []).append(literal)
            for cell, covering in covers.items():
                earlier.setdefault(cell, []).extend(covering)
            before.append(built[at])

    def _passes(self) -> list[Literal]:
        """For each card, whether it is passed.

        If a card that may not be passed is not built, the line ends.
        """
        passing, cards = self.rules.passing, self.question.cards
        passed = [self.cp.new_bool_var("") for _ in cards]
        goes_on = self.cp.new_constant(0)
        for at in reversed(range(len(cards))):
            forbidden = not passing.allowed or self.rules.pieces[cards[at].card].must_build
            if forbidden:
                self.cp.add(passed[at] == 0)
            self.cp.add_bool_or([~goes_on, self.built[at], passed[at]])
            before = self.cp.new_bool_var("")
            self.cp.add_implication(self.built[at], before)
            self.cp.add_implication(goes_on, before)
            goes_on = before
        return passed

    def new(self) -> Literal:
        """Return a new Boolean."""
        return self.cp.new_bool_var("")

    def literals_on(self, at: int, cells: int) -> list[Literal]:
        """The literals of the options of a card that cover one of some cells."""
        near = (literal for cell in bits(cells) for literal in self.covers[at].get(cell, ()))
        return list(dict.fromkeys(near))

    def colour_literals_on(self, colour: str | None, cells: int) -> list[Literal]:
        """The literals of a colour (of any for None) that cover one of some cells."""
        return [
            literal
            for at in self.cards_of_colour(colour)
            for literal in self.literals_on(at, cells)
        ]

    def card_on(self, at: int, cells: int) -> list[Literal]:
        """For each of some cells, whether the building of a card covers it; False if it cannot."""
        return [self._covered((at, cell), (at,), cell) for cell in bits(cells)]

    def colour_on(self, colour: str | None, cells: int) -> list[Literal]:
        """For each of some cells, whether a building of a colour (of any for None) covers it."""
        cards = self.cards_of_colour(colour)
        return [self._covered((colour, cell), cards, cell) for cell in bits(cells)]

    def require_touching(self, literal: Literal, at: int, other: int) -> None:
        """Let a literal hold only if the building of card `at` touches the one of card `other`."""
        for way, laid in zip(self.options[at], self.laid[at], strict=True):
            self.cp.add_bool_or([~literal, ~laid, *self.card_on(other, way.beside)])

    def cards_of_colour(self, colour: str | None) -> list[int]:
        """The cards of a colour (of any for None) that have options."""
        options = enumerate(self.options)
        return [at for at, ways in options if ways and colour in (None, ways[0].colour)]

    def sites(self, colour: str | None) -> int:
        """The cells of buildings of a colour (of any for None) that stand for good."""
        cells = 0
        for site in self.town.home.standing:
            cells |= site.mask if colour in (None, site.colour) else 0
        return cells

    def _covered(self, key: tuple[object, int], cards: Iterable[int], cell: int) -> Literal:
        """A Boolean for whether one of some cards covers a cell, made at the first call."""
        if key not in self._on:
            literals = [literal for at in cards for literal in self.covers[at].get(cell, ())]
            self._on[key] = self._one_of(literals) if literals else False
        return self._on[key]

    def _one_of(self, literals: Sequence[Literal]) -> Literal:
        """Whether one of these literals holds; no two of them can hold together."""
        if len(literals) == 1:
            return literals[0]
        holds = self.new()
        self.cp.add_exactly_one([*literals, ~holds])
        return holds
