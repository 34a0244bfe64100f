"""Simple players for simulations: they play to the end and sensibly, not well."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from engine.kernel.game import Player
from engine.my_city.play import by_hand
from engine.my_city.play.land import CELL
from engine.my_city.play.notation import Action, Given, Pass, Quit
from engine.my_city.play.placements import Placement
from engine.my_city.play.rules import fitting, no_pass
from engine.my_city.play.ruleset import ByHand, Rules
from engine.my_city.play.state import State, Town
from engine.my_city.play.terms import empty, groups, marked


class Worth(NamedTuple):
    """What covering a cell is worth under the rules of an episode: twice its points.

    `layers` are by content, `bare` is for a cell with nothing on it, `friend` for a neighbour
    of the same colour, `mark` for a building with a mark that counts.
    """

    layers: tuple[int, ...]
    bare: int
    friend: int
    mark: str


def greedy(state: State, seat: str, chance: float) -> Action:
    """Build where it earns most now, pass when nothing good fits, quit when nothing can come.

    `chance` picks among places that are worth the same, so that players differ.
    """
    if rule := by_hand.due(state, seat):
        return _stated(state.rules, state.towns[state.seats.index(seat)], rule, chance)
    rules, town = state.rules, state.towns[state.seats.index(seat)]
    placements = town.home.placements
    builds = fitting(rules, town, state.card)
    worth = sorted(((_worth(rules, town, placements[b]), b) for b in builds), reverse=True)
    worth = [pair for pair in worth[:3] if pair[0] == worth[0][0]]
    can_pass = not no_pass(rules, town.token, state.card)
    if worth and (worth[0][0] > 0 or not can_pass):
        best = worth[int(chance * len(worth))]
        return best[1] if best[0] > -BEARABLE else Quit()
    if can_pass and 2 * town.token > rules.token.start and _something_fits(state, town):
        return Pass()
    return worth[0][1] if worth and worth[0][0] > -BEARABLE else Quit()


def _stated(rules: Rules, town: Town, rule: ByHand, chance: float) -> Given:
    """Anything within the bounds of a rule of the table; a sticker where the chance is high."""
    points, marks = (
        low + int(chance * (high - low + 1)) for low, high in (rule.points, rule.marks)
    )
    bit = 1 << int(chance * rules.grid.columns * rules.grid.rows)
    kinds = [
        content.id
        for content, layer in zip(rules.contents, town.land.layers, strict=False)
        if content.id in rule.kinds and content.on == CELL and content.mountain and not layer & bit
    ]
    stickers = tuple(f"{kind} {rules.grid.name(bit)}" for kind in kinds[:1] if chance > HIGH)
    return Given(rule.label, points, marks, stickers)


HIGH = 0.5
BEARABLE = 3
"""What a building may cost, in halves of a point, for the sake of those that follow."""


HOLES = (6, 2, 0, 0, 0)
"""What an empty cell beside a building is feared to cost, by its sides that are still open."""


def _worth(rules: Rules, town: Town, placement: Placement) -> int:
    """What a building earns or costs now, in halves of a point, and the holes it leaves."""
    land, mask, worth = town.land, placement.mask, _worth_of(rules)
    value = worth.bare * (mask & land.bare).bit_count()
    for weight, layer in zip(worth.layers, land.layers, strict=False):
        value += weight * (mask & layer).bit_count()
    last = town.built[-1].beside if town.built else 0
    for reward in rules.rewards:
        value += 2 * reward.points * (mask & (reward.cells or last) != 0)
    value += 2 * (placement.piece in town.home.marked.get(worth.mark, ()))
    for other in town.standing:
        if other.mask & placement.beside:
            value += worth.friend if other.colour == placement.colour else 1
    if worth.bare <= 0:
        return value
    free = town.free & ~mask
    around = placement.beside & free & land.bare
    while around:
        cell = around & -around
        around ^= cell
        value -= HOLES[(rules.grid.beside(cell) & free).bit_count()]
    return value


@lru_cache(maxsize=64)
def _worth_of(rules: Rules) -> Worth:
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
    return Worth(tuple(layers), bare, friend, mark)


def _something_fits(state: State, town: Town) -> bool:
    """Whether a card still in the deck could be built."""
    cards = (card for i, card in enumerate(state.rules.deck) if state.deck >> i & 1)
    return any(
        any(fitting(state.rules, town, card))
        for card in cards
        if card in state.rules.pieces and card not in town.home.missing
    )


PLAYERS: Mapping[str, Player] = {"greedy": greedy}
