"""The lines of a question as a model of CP-SAT, which ortools solves.

    laid[i][k]      the building of card i lies in its option k
    built[i]        it lies in one of them
    first[i]        no building came before it
    passed[i]       it is not built, and a later one is

Every cell has one owner, a building or nobody. A building touches one that came before it, or the
anchor when it is the first; a model that is not `ordered` leaves that out. What a town is worth is
in `objective`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ortools.sat.python import cp_model

from engine.kernel.grid import bits
from engine.my_city.hindsight.question import Question
from engine.my_city.play.placements import Placement

Options = Sequence[Sequence[Placement]]
"""For each card of a question the ways in which its building may lie; none: it is not built."""
Literal = Any
"""A Boolean of the model, or its negation; ortools has no types."""


class Model:
    """All lines that choose one of the options for each card, or none of them."""

    def __init__(self, question: Question, options: Options, *, ordered: bool = True) -> None:
        self.question, self.options, self.cp = question, options, cp_model.CpModel()
        self.rules, self.town = question.rules, question.town
        new = self.cp.new_bool_var
        self.laid: list[list[Literal]] = [[new("") for _ in ways] for ways in options]
        self.built: list[Literal] = [new("") for _ in options]
        self.covers: list[dict[int, list[Literal]]] = [{} for _ in options]
        """For each card the literals of its options by the cell that they cover."""
        for at, ways in enumerate(options):
            for way, literal in zip(ways, self.laid[at], strict=True):
                for cell in bits(way.mask):
                    self.covers[at].setdefault(cell, []).append(literal)
        self.standing = {cell for site in self.town.home.standing for cell in bits(site.mask)}
        self._own_cells()
        if ordered:
            self._hang_together()
        self.passed = self._passes()

    def _own_cells(self) -> None:
        for literals, built in zip(self.laid, self.built, strict=True):
            self.cp.add_exactly_one([*literals, ~built])
        owners: dict[int, list[Literal]] = {}
        for covers in self.covers:
            for cell, literals in covers.items():
                owners.setdefault(cell, []).extend(literals)
        self.free = {cell: self.cp.new_bool_var("") for cell in owners}
        """For each cell that can be covered whether nothing covers it."""
        for cell, literals in owners.items():
            self.cp.add_exactly_one([*literals, self.free[cell]])

    def _hang_together(self) -> None:
        anchor, around = self.town.reach, self.town.home.around
        earlier: dict[int, list[Literal]] = {}
        for at, ways in enumerate(self.options):
            first = self.cp.new_bool_var("")
            self.cp.add_implication(first, self.built[at])
            for before in self.built[:at]:
                self.cp.add_implication(first, ~before)
            for way, literal in zip(ways, self.laid[at], strict=True):
                support = dict.fromkeys(
                    near for c in bits(way.beside) for near in earlier.get(c, ())
                )
                reasons = [*support, *([first] if way.mask & anchor else [])]
                if way.mask & around:
                    reasons += self.built[:at]
                self.cp.add_bool_or([~literal, *reasons])
            for cell, literals in self.covers[at].items():
                earlier.setdefault(cell, []).extend(literals)

    def _passes(self) -> list[Literal]:
        """Whether each card is passed; where none may be, one that is not built ends the line."""
        passing, cards = self.rules.passing, self.question.cards
        passed = [self.cp.new_bool_var("") for _ in cards]
        more = self.cp.new_constant(0)
        for at in reversed(range(len(cards))):
            forbidden = not passing.allowed or self.rules.pieces[cards[at].card].must_build
            if forbidden:
                self.cp.add(passed[at] == 0)
            self.cp.add_bool_or([~more, self.built[at], passed[at]])
            before = self.cp.new_bool_var("")
            self.cp.add_implication(self.built[at], before)
            self.cp.add_implication(more, before)
            more = before
        return passed

    def beside(self, at: int, cells: int) -> list[Literal]:
        """The literals of the options of a card that cover one of some cells."""
        near = (literal for cell in bits(cells) for literal in self.covers[at].get(cell, ()))
        return list(dict.fromkeys(near))
