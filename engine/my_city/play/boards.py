"""What a city brings to an episode, and the words in which a record states it.

    boards = { eagle = ["well C5", "tree G1", "cog B4", "C4 small", "track 1", "shaft B 3"] }

Each text is a thing that lies on the board, in the order in which it came: a sticker on a
cell, on a building or on a box of a strip, the form of a building that only this city has, or
the depth of a shaft. A seat without a list has the board that every city has by then.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from engine.kernel.errors import SetupError
from engine.kernel.fast.memo import Memo, same
from engine.kernel.grid import Grid, bits
from engine.my_city.play.land import CELL, PIECE, STRIP, CellContent, Land
from engine.my_city.play.placements import Piece, Placement, Placements
from engine.my_city.play.ruleset import EpisodeRules

SHAFT = "shaft"
BOARDS = "boards: "
"""The beginning of a message about the words of a board that a record states."""
MOST_BOXES = 99


class CityStock(NamedTuple):
    """What a city has besides its land: its set of buildings, their marks, its shafts.

    `missing` are the cards of the deck for which the city has no building, `marked` the buildings
    by kind of mark, `feats` the cells of each feat on its board.
    """

    placements: Placements
    missing: frozenset[str]
    marked: Mapping[str, frozenset[str]]
    shafts: Mapping[str, int]
    feats: tuple[int, ...]
    goals: int
    """The cells of all feats together, and those on which a building may earn points at once."""
    standing: tuple[Placement, ...]
    """Sites that stand as buildings."""
    around: int
    """The cells beside these sites."""
    spared: int
    """The open cells on which nothing is built."""
    strips: Mapping[str, int]
    """The number of boxes that are reached on the strip of each kind of sticker."""


class BoardStart(NamedTuple):
    """What lies on one board.

    `marked` are buildings by kind of mark, `variants` the forms of own buildings by card, `shafts`
    the depths by colour, `strips` the boxes that are reached by kind of sticker.
    """

    land: Land
    marked: Mapping[str, frozenset[str]]
    variants: Mapping[str, str]
    shafts: Mapping[str, int]
    strips: Mapping[str, int]


def read_board(rules: EpisodeRules, words: Any, seat: str) -> tuple[Land, CityStock]:
    """The land and the stock of a city from the words of a record, or from a `BoardStart`.

    A campaign knows what lies on its boards and gives a `BoardStart` in place of words. None stands
    for the board that every city has by then. Raises `SetupError` for a word that no board can
    have.
    """
    if isinstance(words, BoardStart):
        return words.land, home_of(rules, words)
    if words is None:
        land = rules.land.get(seat, rules.land[""])
        return land, home_of(rules, BoardStart(land, {}, {}, {}, {}))
    brought = board_from_words(rules, rules.printed.get(seat, rules.printed[""]), words, seat)
    return brought.land, home_of(rules, brought)


def words_of(words: Any, seat: str) -> tuple[str, ...]:
    """The texts of the things on a board, with single blanks; raises `SetupError`."""
    return tuple([same(" ".join(parts)) for parts in _split(words, seat)])


def _split(words: Any, seat: str, where: str = BOARDS) -> list[tuple[str, ...]]:
    """The texts of a list, each split into words; raises `SetupError`."""
    if isinstance(words, list | tuple):
        try:
            return list(map(_PARTS.__getitem__, words))
        except (AttributeError, TypeError):  # not a text
            pass
    raise SetupError(f'{where}{seat} needs a list, such as ["well C5", "rock F2"]')


def _parts(text: str) -> tuple[str, ...]:
    return tuple(map(same, text.split()))


_PARTS = Memo(_parts)


def board_from_words(
    rules: EpisodeRules, land: Land, words: Any, seat: str, where: str = BOARDS
) -> BoardStart:
    """The board with the things that the words name, put on it in their order.

    Raises `SetupError` for impossible words. `where` begins its message: the key of the words.
    """
    marked: dict[str, frozenset[str]] = {}
    variants: dict[str, str] = {}
    shafts: dict[str, int] = {}
    strips: dict[str, int] = {}
    for parts in _split(words, seat, where):
        match parts:
            case (content, place) if (layer := rules.layer(content)) >= 0:
                sticker = rules.contents[layer]
                bit = rules.grid.bit(place)
                if sticker.on == PIECE and place in rules.pieces:
                    marked[sticker.kind] = marked.get(sticker.kind, frozenset()) | {place}
                    continue
                if sticker.on == STRIP and _is_box(rules, sticker.kind, place):
                    strips[sticker.kind] = max(strips.get(sticker.kind, 0), int(place))
                    continue
                may_lie = not bit & land.mountain or _covers_mountain(rules, sticker, bit, seat)
                if sticker.on == CELL and bit and may_lie:
                    land = land.put(layer, sticker, bit)
                    continue
            case (card, variant) if variant in rules.variants.get(card, ()):
                variants[card] = variant
                continue
            case ("shaft", colour, depth) if _is_depth(rules, colour, depth):
                shafts[colour] = int(depth)
                continue
        kinds = ", ".join(content.id for content in rules.contents)
        raise SetupError(
            f"{where}{seat}: {' '.join(parts)!r} is not a sticker ({kinds}) and a cell for it"
        )
    return BoardStart(land, marked, variants, shafts, strips)


def _covers_mountain(rules: EpisodeRules, sticker: CellContent, bit: int, seat: str) -> bool:
    """Whether a sticker may lie on a mountain: by its kind, or if the rules put one there."""
    laid = rules.land.get(seat, rules.land[""])
    return sticker.mountain or not bit & laid.mountain


def home_of(rules: EpisodeRules, brought: BoardStart) -> CityStock:
    """The stock of a city: its set of buildings, and what else the rules make of its board."""
    land, marked, variants, shafts, strips = brought
    placements = rules.placements.with_variants(variants, rules.variants)
    missing = rules.varied
    if missing:
        missing = missing.difference(variants)
    for leaving in rules.leaving:
        exempt = marked.get(leaving.without, frozenset())
        missing |= {card for card in leaving.cards if card not in exempt}
    standing: tuple[Placement, ...] = ()
    feats: tuple[int, ...] = ()
    goals = around = 0
    depths = {}
    if rules.standing:
        standing = tuple(_standing(rules, land))
        for building in standing:
            around |= building.beside
    if rules.feats:
        feats = tuple([feat.cells(land) for feat in rules.feats])
        for cells in feats:
            goals |= cells
    for find in rules.finds:
        cells = find.place.cells_on(land)
        # A building may cover a cell of the place and stand beside another one that stays open.
        goals |= cells | rules.beside[cells] if find.beside and not find.place.banks else cells
    if rules.joins:
        goals = rules.grid.all
    for shaft in rules.shafts:
        depths[shaft.colour] = shafts.get(shaft.colour, 0)
    spared = 0
    for layer in rules.spared:
        spared |= land.layers[layer]
    return CityStock(
        placements, missing, marked, depths, feats, goals, standing, around, spared, strips
    )


def set_of(rules: EpisodeRules, home: CityStock) -> tuple[Piece, ...]:
    """The buildings that a city has, in the order of the deck."""
    return tuple(
        rules.pieces[card]
        for card in rules.deck
        if card in rules.pieces and card not in home.missing
    )


def _standing(rules: EpisodeRules, land: Land) -> Iterable[Placement]:
    for i in rules.standing:
        content = rules.contents[i]
        for bit in bits(land.layers[i]):
            yield _site(rules.grid, content, bit)


@lru_cache(maxsize=1024)
def _site(grid: Grid, content: CellContent, bit: int) -> Placement:
    """A site as a building: one object for all boards, as placements are compared by identity."""
    square = same(grid.name(bit))
    return Placement(content.id, content.colour, square, 0, bit, grid.edge_neighbours(bit))


def _is_box(rules: EpisodeRules, kind: str, box: str) -> bool:
    """Whether a strip has a box; a strip that no rule counts any more has up to `MOST_BOXES`."""
    boxes = next((strip.boxes for strip in rules.strips if strip.kind == kind), MOST_BOXES)
    return box.isdecimal() and box.isascii() and 1 <= int(box[:9]) <= boxes


def _is_depth(rules: EpisodeRules, colour: str, depth: str) -> bool:
    # A shaft that no rule counts any more keeps its depth.
    usual = MOST_BOXES if colour in rules.colours else -1
    boxes = next((shaft.boxes for shaft in rules.shafts if shaft.colour == colour), usual)
    return depth.isdecimal() and depth.isascii() and int(depth[:9]) <= boxes
