"""Predicts what can lie on the boards of an episode, and where buildings can stand.

A prediction has everything that can happen, and some things that cannot. So a rule that does
nothing in the prediction never does anything. A prediction leaves out what only a closed envelope
can bring.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from engine.my_city.pack.compose import RuleInForce
from engine.my_city.pack.model import Made
from engine.my_city.pack.schema import PackRow
from engine.my_city.play.land import (
    CELL,
    FOREST,
    FOREST_SQUARE,
    LIGHT,
    MOUNTAIN,
    OR,
    PIECE,
    CellContent,
    Land,
)
from engine.my_city.play.placements import PieceTurn
from engine.my_city.play.ruleset import EpisodeRules


@dataclass(frozen=True, eq=False)
class EpisodePrediction:
    """What an episode can have on its boards; `lying` are the contents that can lie there by then.

    `given` are the contents that a player or a building can bring to any cell. A content without an
    amount never lies on a board: it only changes the cell. `cleared` are the grounds and kinds that
    stickers may have turned into light-green cells by then. `nuggets` says whether a city can have
    nuggets after the episode. `before` has the rows of the previous episode by name.
    """

    rules: EpisodeRules
    lying: frozenset[CellContent]
    given: frozenset[CellContent]
    cleared: frozenset[str]
    nuggets: bool
    before: Mapping[str, PackRow]

    def kinds(self, *grounds: str) -> set[str]:
        """The kinds that can lie on cells of some grounds; on any cells if no ground is named."""
        cells = (content for content in self.lying if content.on == CELL)
        return {c.kind for c in cells if not grounds or c.ground in grounds}

    @property
    def anywhere(self) -> set[str]:
        """The kinds that a player or a building can bring to any cell."""
        return {content.kind for content in self.given}

    @property
    def carried(self) -> set[str]:
        """The kinds of marks that buildings can have by then."""
        return {content.kind for content in self.lying if content.on == PIECE}

    @property
    def grounds(self) -> tuple[str, ...]:
        """The grounds that can be built on."""
        return (LIGHT, FOREST) if self.rules.forest_open else (LIGHT,)

    @cached_property
    def colours(self) -> frozenset[str]:
        """The colours of the buildings of the deck, and of the sites that stand as buildings."""
        rules = self.rules
        cards = {rules.pieces[card].colour for card in rules.deck if card in rules.pieces}
        return frozenset(cards.union(content.colour for content in self.lying)) - {""}

    @cached_property
    def boards(self) -> tuple[tuple[Land, int], ...]:
        """The different boards, each with the cells that buildings can cover."""
        return tuple((land, self._coverable(land)) for land in self.rules.land.values())

    def has_room(self, card: str, variant: str = "") -> bool:
        """Whether some board has cells for a building, or for one of its variants."""
        rules = self.rules
        if any(rule.buildings for rule in rules.by_hand):
            return True
        placements = rules.placements
        if variant:
            placements = placements.with_variants({card: variant}, rules.variants)
        return any(
            self._first_cells(way, self._ground(land))
            for way in placements.ways(card)
            for land in rules.land.values()
        )

    def _first_cells(self, way: PieceTurn, ground: int) -> int:
        """The cells on which the first cell of a turned building can lie."""
        squares = way.squares & ground
        for step in way.steps:
            squares &= ground >> step
        return squares

    def _coverable(self, land: Land) -> int:
        """The cells of a board that a chain of buildings from the anchor can cover."""
        rules, grid = self.rules, self.rules.grid
        if any(rule.buildings for rule in rules.by_hand):
            return grid.all
        if any(content.kind == rules.anchor.name for content in self.given):
            start = grid.all
        else:
            start = rules.anchor.first_cells(rules.beside, land)
        standing = 0
        for layer in rules.standing:
            standing |= land.layers[layer]
        start |= rules.beside[standing]
        ground, ways, covered = self._ground(land), tuple(self._ways()), 0
        while True:
            before, reach = covered, start | grid.edge_neighbours(covered)
            for way in ways:
                near = reach
                for step in way.steps:
                    near |= reach >> step
                first_cells = self._first_cells(way, ground) & near
                covered |= first_cells
                for step in way.steps:
                    covered |= first_cells << step
            if covered == before:
                return covered

    def _ways(self) -> Iterator[PieceTurn]:
        """The turns of every building of the deck, and of every variant that a city can have."""
        rules = self.rules
        for card in rules.deck:
            if card in rules.variants:
                for variant in rules.variants[card]:
                    yield from rules.placements.with_variants({card: variant}, rules.variants).ways(
                        card
                    )
            elif card in rules.pieces:
                yield from rules.placements.ways(card)

    def _ground(self, land: Land) -> int:
        """The cells on which buildings may stand, now or after stickers have come."""
        rules = self.rules
        cells, cleared = land.light, 0
        if rules.forest_open:
            cells |= land.forest
        for layer in rules.spared:
            cells &= ~land.layers[layer]
        if FOREST in self.cleared:
            cleared |= land.forest
        if MOUNTAIN in self.cleared:
            cleared |= land.mountain
        for content, layer in rules.contents_on(land):
            cleared |= layer if content.kind in self.cleared else 0
        return (cells | cleared) & ~rules.closed


def evenings_of(made: Made) -> Iterator[tuple[EpisodePrediction, tuple[RuleInForce, ...]]]:
    """Yield the predictions of the episodes in order, each with the rows in force."""
    lying: set[CellContent] = set()
    given: set[CellContent] = set()
    cleared: set[str] = set()
    nuggets, before = False, dict[str, PackRow]()
    for rules, rows in made.values():
        given |= _given(rules)
        boards = (*rules.printed.values(), *rules.land.values())
        lying |= given.union(*(_lying(rules, land) for land in boards), _laid(rules))
        cleared.update(_cleared(rules))
        nuggets |= _gives_nuggets(rules)
        yield (
            EpisodePrediction(
                rules, frozenset(lying), frozenset(given), frozenset(cleared), nuggets, before
            ),
            rows,
        )
        before = {row.name: row for row, _ in rows}


def _given(rules: EpisodeRules) -> set[CellContent]:
    """The contents that an episode hands out, or that a cell can become in it."""
    ids = {kind for kind, _ in _handed(rules)} | {
        enclosure.becomes for enclosure in rules.enclosures
    }
    ids |= {kind for rule in rules.by_hand for kind in rule.kinds}
    names = {name for id in ids for name in id.split(OR)}
    return {content for content in rules.contents if content.amount and content.id in names}


def _lying(rules: EpisodeRules, land: Land) -> Iterator[CellContent]:
    """The contents that lie on a board."""
    return (content for content, cells in rules.contents_on(land) if cells)


def _laid(rules: EpisodeRules) -> Iterator[CellContent]:
    """The contents that the rules put on all boards before an episode, even if covered later."""
    laid = {change.content for change in rules.changes}
    return (content for content in rules.contents if content.amount and content.id in laid)


def _handed(rules: EpisodeRules) -> Iterator[tuple[str, str]]:
    """Yield the kinds and the targets of the stickers that players place."""
    yield from ((gift.kind, gift.target) for gift in rules.gifts)
    for shaft in rules.shafts:
        yield from ((sticker.kind, sticker.target) for sticker in shaft.stickers)
    for strip in rules.strips:
        yield from ((sticker.kind, sticker.target) for sticker in strip.stickers)


def _cleared(rules: EpisodeRules) -> Iterator[str]:
    """Yield the grounds and kinds that stickers of an episode can turn into light-green cells."""
    light = {content.id for content in rules.contents if content.ground == LIGHT}
    for kind, where in _handed(rules):
        if light.intersection(kind.split(OR)):
            for target in where.split(OR):
                yield FOREST if target == FOREST_SQUARE else target
    if any(light.intersection(rule.kinds) for rule in rules.by_hand):
        yield from (FOREST, MOUNTAIN, *(content.kind for content in rules.contents))


def _gives_nuggets(rules: EpisodeRules) -> bool:
    """Whether a city can get nuggets in an episode."""
    given = [any(join.nuggets for join in rules.joins), any(feat.nuggets for feat in rules.feats)]
    boxes = [shaft.nuggets for shaft in rules.shafts] + [strip.nuggets for strip in rules.strips]
    return any(given) or any(boxes)
