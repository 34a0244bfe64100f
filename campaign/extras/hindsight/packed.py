"""A model of CP-SAT that allows all towns of a question, and more where it leaves out a rule.

No two buildings share a cell, and a pass costs points. A `PackingStep` says what else the model
demands. What a town is worth is in `worth`.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from campaign.extras.hindsight.model import Literal, Model
from engine.kernel.grid import bits
from engine.my_city.bounds.question import CardQuestion
from engine.my_city.bounds.scope import Scope
from engine.my_city.play.land import Land, LandPlace


class PackingStep(Enum):
    """What a model demands of a town."""

    ROOM = "room for the buildings"
    ORDER = "each building touches one that came before it, and groups hang together"


class TurningGround(NamedTuple):
    """The ground of a scope, on which enclosures can turn open cells into something else."""

    scope: Scope

    @property
    def turnable(self) -> int:
        """The open cells that an enclosure can turn."""
        return self.scope.turnable

    def place(self, place: LandPlace) -> int:
        """The cells of a place, and those that may turn into it."""
        return self.scope.place(place)

    def stands(self, place: LandPlace, beside: bool) -> int:
        """The cells of which a building must cover one to stand on a place, or `beside` it.

        `beside` includes the place itself: its cells may lie beside one another, or beside one that
        turns.
        """
        cells = self.place(place)
        return cells | self.scope.rules.beside[cells] if beside and not place.banks else cells

    def lands(self) -> list[tuple[Land, int]]:
        """The land as it is, and as each cell can turn."""
        town, turned = self.scope.town, self.scope.turned
        return [(town.land, town.free), *((turn.land, turn.cell) for turn in turned)]


class PackedTowns(Model):
    """The model of the towns that the cards of a scope can make."""

    def __init__(self, scope: Scope, step: PackingStep) -> None:
        cards = tuple(CardQuestion(card.id, card.out) for card in scope.cards)
        options = [card.ways for card in scope.cards]
        question = scope.question._replace(cards=cards)
        ground = TurningGround(scope)
        super().__init__(question, options, outlines=True, ordered=False, ground=ground)
        self.scope, self.step = scope, step
        self._fill()
        if step is PackingStep.ORDER:
            self._follow()

    def _fill(self) -> None:
        """Demand that buildings and open cells together have as many cells as can be covered.

        The owners of the cells imply this cell by cell, but a solver that learns from conflicts
        needs the sum.
        """
        cards = zip(self.scope.cards, self.built, strict=True)
        covered = sum(card.area * built for card, built in cards if card.ways)
        self.cp.add(covered + sum(self.free.values()) == len(self.free))

    def _follow(self) -> None:
        """Demand that a building touches one that came before it, or the anchor if it is the first.

        A Boolean for each cell and card says that an earlier building covers the cell. With all
        ways of all cards this is a smaller model than one that lists the ways that touch.
        """
        before: dict[int, Literal] = {}
        for at, card in enumerate(self.scope.cards):
            first = self.new()
            for earlier_built in self.built[:at]:
                self.cp.add_implication(first, ~earlier_built)
            for way, literal in zip(card.ways, self.laid[at], strict=True):
                reasons = [before[cell] for cell in bits(way.beside) if cell in before]
                reasons += [first] if way.mask & self.town.reach else []
                reasons += self.built[:at] if way.mask & self.town.home.around else []
                self.cp.add_bool_or([~literal, *reasons])
            for cell, literals in self.covers[at].items():
                covered = self.new()
                earlier = [before[cell]] if cell in before else []
                self.cp.add_bool_or([~covered, *literals, *earlier])
                before[cell] = covered
