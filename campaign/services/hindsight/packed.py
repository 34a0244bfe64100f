"""All towns of a question, and more, as a model of CP-SAT: what is left out only allows more.

A building covers its cells alone, and whoever passes pays; a `Step` says what else is asked. What a
town is worth is in `worth`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from campaign.services.hindsight.model import Literal, Model
from engine.kernel.grid import bits
from engine.my_city.hindsight.question import Asked
from engine.my_city.hindsight.scope import Scope


class Step(NamedTuple):
    """What a model asks of a town besides room for its buildings.

    `connected`: groups hang together. `ordered`: a building touches one that came before it.
    """

    connected: bool
    ordered: bool


class Packed(Model):
    """The towns that the cards of a scope can make."""

    def __init__(self, scope: Scope, step: Step) -> None:
        cards = tuple(Asked(card.id, card.out) for card in scope.cards)
        options = [card.ways for card in scope.cards]
        super().__init__(scope.question._replace(cards=cards), options, ordered=False)
        self.scope, self.step = scope, step
        self._of_colour: dict[tuple[str | None, int], Literal] = {}
        self._of_card: dict[tuple[int, int], Literal] = {}
        if step.ordered:
            self._follow()

    def new(self) -> Literal:
        """A Boolean."""
        return self.cp.new_bool_var("")

    def card_on(self, at: int, cells: int) -> list[Literal]:
        """Whether the building of a card covers each of some cells, where it can."""
        return [self._shared(self._of_card, (at, cell), (at,), cell) for cell in bits(cells)]

    def colour_on(self, colour: str | None, cells: int) -> list[Literal]:
        """Whether a building of a colour, of any for None, covers each of some cells."""
        cards = self.of_colour(colour)
        return [self._shared(self._of_colour, (colour, cell), cards, cell) for cell in bits(cells)]

    def of_colour(self, colour: str | None) -> list[int]:
        """The cards of a colour, all for None."""
        cards = enumerate(self.scope.cards)
        return [at for at, card in cards if colour is None or card.colour == colour]

    def sites(self, colour: str | None) -> int:
        """The cells of buildings of a colour that stand for good, of any for None."""
        cells = 0
        for site in self.town.home.standing:
            cells |= site.mask if colour is None or site.colour == colour else 0
        return cells

    def _shared(
        self, known: dict[Any, Literal], key: Any, cards: Iterable[int], cell: int
    ) -> Literal:
        """A Boolean for whether one of some cards covers a cell, made when first asked for."""
        if key not in known:
            literals = [literal for at in cards for literal in self.covers[at].get(cell, ())]
            known[key] = literals[0] if len(literals) == 1 else False
            if len(literals) > 1:
                known[key] = self.new()
                self.cp.add_exactly_one([*literals, ~known[key]])
        return known[key]

    def _follow(self) -> None:
        """A building touches one that came before it, or the anchor when it is the first.

        A Boolean for each cell and card says that an earlier building covers the cell: with all
        ways of all cards that is smaller than to name the ways that touch.
        """
        before: dict[int, Literal] = {}
        for at, card in enumerate(self.scope.cards):
            first = self.new()
            for other in self.built[:at]:
                self.cp.add_implication(first, ~other)
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
