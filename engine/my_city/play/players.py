"""Simple players for simulations: they play to the end and sensibly, not well."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, reduce
from operator import or_
from typing import NamedTuple

from engine.kernel.fast.memo import Memo
from engine.kernel.game import Player
from engine.my_city.play import by_hand
from engine.my_city.play.land import CELL, Land
from engine.my_city.play.notation import Action, BuildMove, CardPass, Quit, TableReward, build_move
from engine.my_city.play.placements import PieceTurn, Placement
from engine.my_city.play.rules import pass_refusal, squares_for
from engine.my_city.play.ruleset import EpisodeRules, HandRule
from engine.my_city.play.state import MyCityState, Town
from engine.my_city.play.terms import empty, groups, marked


class CellWorth(NamedTuple):
    """What it is worth to cover a cell under the rules of an episode, in half points.

    `layers` has the worth of a cell with each content, `bare` that of a cell with nothing on it,
    `friend` that of a neighbour of the same colour. A building with a mark of the kind `mark` is
    worth more.
    """

    layers: tuple[int, ...]
    bare: int
    friend: int
    mark: str


class PlacementWorth(NamedTuple):
    """A placement on the land of a city, and what its cells are worth without any other building.

    `sides` is four boards, one after the other: board n has the cells of `beside` that the
    placement touches on exactly n sides.
    """

    placement: Placement
    worth: int
    beside: int
    sides: int


def greedy(state: MyCityState, seat: str, chance: float) -> Action:
    """Build where a building earns most now; pass if none earns; quit if none can follow.

    `chance` picks among places that are worth the same, so that players differ.
    """
    return _choice(state, seat, chance)


def hasty(state: MyCityState, seat: str, chance: float) -> Action:
    """Play like `greedy`, but count touched cells, not neighbours, and ignore holes, for speed."""
    return _choice(state, seat, chance, hastily=True)


def _choice(state: MyCityState, seat: str, chance: float, *, hastily: bool = False) -> Action:
    if rule := by_hand.due_rule(state, seat):
        return _reward_by_hand(state.rules, state.town(seat), rule, chance)
    rules, town = state.rules, state.town(seat)
    value, builds = _best(rules, town, state.card, hastily)
    can_pass = not pass_refusal(rules, town.token, state.card)
    if builds and (value > 0 or not can_pass):
        return builds[int(chance * len(builds))] if value > -BEARABLE else Quit()
    if can_pass and 2 * town.token > rules.token.start and _something_fits(state, town):
        return CardPass()
    return builds[0] if builds and value > -BEARABLE else Quit()


def _reward_by_hand(rules: EpisodeRules, town: Town, rule: HandRule, chance: float) -> TableReward:
    """A reward within the bounds of a rule by hand; with a sticker if `chance` is high."""
    points, marks = (
        low + int(chance * (high - low + 1)) for low, high in (rule.points, rule.marks)
    )
    bit = 1 << int(chance * rules.grid.columns * rules.grid.rows)
    kinds = [
        content.id
        for content, layer in rules.contents_on(town.land)
        if content.id in rule.kinds and content.on == CELL and content.mountain and not layer & bit
    ]
    stickers = tuple(f"{kind} {rules.grid.name(bit)}" for kind in kinds[:1] if chance > HIGH)
    return TableReward(rule.label, points, marks, stickers)


HIGH = 0.5
BEARABLE = 3
"""What a building may cost, in half points, to make room for later buildings."""


HOLE, NEARLY = 6, 2
"""The expected cost, in half points, of an empty cell: without an open side, and with one."""
WORST = -(1 << 20)
"""Less than any place can be worth."""
SEVERAL = 3
"""How many of the places that are worth the same are kept, at most; a player chooses one."""


def _best(rules: EpisodeRules, town: Town, card: str, hastily: bool) -> tuple[int, list[BuildMove]]:
    """What the best places for the building of a card are worth, and a few of these places.

    The worth is what the building earns or costs now, less the cost of the holes that it leaves, in
    half points. A place is given up as soon as it can no longer reach the best one so far.
    """
    worth, best, places = _worth_of(rules), WORST, list[Placement]()
    colour, friend, tables = rules.pieces[card].colour, worth.friend, _tables(rules, town.land)
    same_colour, other_colours = list[int](), list[int]()
    for building in town.standing:
        (same_colour if building.colour == colour else other_colours).append(building.mask)
    friends, strangers = reduce(or_, same_colour, 0), reduce(or_, other_colours, 0)
    closed, nearly = (0, 0) if hastily else _holes(rules, worth, town)
    last = town.built[-1].beside if town.built else 0
    rewards = [(last, 2 * reward.points) for reward in rules.rewards if not reward.cells]
    for way, squares in squares_for(town, card):
        table = tables[way]
        while squares:
            square = squares & -squares
            squares ^= square
            placement, value, beside, sides = table[square]
            for cells, points in rewards:
                value += points * (placement.mask & cells != 0)
            contact = friend * (beside & friends).bit_count() + (beside & strangers).bit_count()
            if value + contact < best:
                continue
            if hastily:
                value += contact
            else:
                value -= HOLE * (sides & closed).bit_count() + NEARLY * (sides & nearly).bit_count()
                if value + contact < best:
                    continue
                for mask in same_colour:
                    if mask & beside:
                        value += friend
                for mask in other_colours:
                    if mask & beside:
                        value += 1
            if value > best:
                best, places = value, [placement]
            elif value == best:
                places.append(placement)
    builds = [build_move(place.piece, place.square, place.turns) for place in places]
    marked = 2 * (card in town.home.marked.get(worth.mark, ()))
    return best + marked, sorted(builds, reverse=True)[:SEVERAL]


@lru_cache(maxsize=16)
def _tables(rules: EpisodeRules, land: Land) -> Memo[PieceTurn, Memo[int, PlacementWorth]]:
    """The placements on a land with their worth, by turned piece, then by the bit of a square."""

    def worth_of_turn(way: PieceTurn) -> Memo[int, PlacementWorth]:
        return Memo(lambda square: _placement_worth(rules, land, way.laid[square]))

    return Memo(worth_of_turn)


def _placement_worth(rules: EpisodeRules, land: Land, placement: Placement) -> PlacementWorth:
    worth, mask, board_size = _worth_of(rules), placement.mask, rules.grid.columns * rules.grid.rows
    value = worth.bare * (mask & land.bare).bit_count()
    for weight, layer in zip(worth.layers, land.layers, strict=False):
        value += weight * (mask & layer).bit_count()
    for reward in rules.rewards:
        value += 2 * reward.points * (mask & reward.cells != 0)
    sides = 0
    for number, cells in enumerate(rules.grid.sides(mask)):
        sides |= (cells & placement.beside) << number * board_size
    return PlacementWorth(placement, value, placement.beside, sides)


def _holes(rules: EpisodeRules, worth: CellWorth, town: Town) -> tuple[int, int]:
    """The open cells that a building can leave with no open side, and those it can leave with one.

    Each is four boards, one after the other: board n has the cells that come to this if the
    building touches them on n sides.
    """
    if worth.bare <= 0:
        return 0, 0
    board_size, bare = rules.grid.columns * rules.grid.rows, town.land.bare & town.free
    one, two, three, four = rules.grid.sides(town.free)
    nearly = two & bare | (three & bare) << board_size | (four & bare) << 2 * board_size
    return one & bare | nearly << board_size, nearly


@lru_cache(maxsize=64)
def _worth_of(rules: EpisodeRules) -> CellWorth:
    layers = [0] * len(rules.contents)
    bare, friend, mark = 0, 1, ""
    for term in rules.terms:
        for layer, amount in term.layers:
            layers[layer] -= 2 * term.points * amount
        bare -= 2 * term.points * (term.count is empty)
        friend += term.count is groups
        mark = term.kind if term.count is marked else mark
    for feat in rules.feats:
        for layer in feat.layers:
            layers[layer] += feat.points + feat.nuggets
    friend += any(rules.shafts)
    return CellWorth(tuple(layers), bare, friend, mark)


def _something_fits(state: MyCityState, town: Town) -> bool:
    """Whether a card still in the deck could be built."""
    cards = (card for i, card in enumerate(state.rules.deck) if state.deck >> i & 1)
    return any(
        any(squares_for(town, card))
        for card in cards
        if card in state.rules.pieces and card not in town.home.missing
    )


PLAYERS: Mapping[str, Player] = {"greedy": greedy, "hasty": hasty}
