"""Simple players for simulations: they play to the end and sensibly, not well."""

from __future__ import annotations

from collections.abc import Mapping

from engine.kernel.game import Player
from engine.my_city.components import Placement, Rules
from engine.my_city.notation import Action, Pass, Quit
from engine.my_city.rules import fitting, no_pass
from engine.my_city.state import State, Town


def greedy(state: State, seat: str, chance: float) -> Action:
    """Build where it earns most now, pass when nothing good fits, quit when nothing can come.

    `chance` picks among the best three places, so that players differ.
    """
    rules, town = state.rules, state.towns[state.seats.index(seat)]
    builds = fitting(rules, town, state.card)
    worth = sorted(
        ((_worth(rules, town, rules.placements[build]), build) for build in builds), reverse=True
    )
    worth = [pair for pair in worth[:3] if pair[0] >= worth[0][0] - 2]
    can_pass = not no_pass(rules, town.token, state.card)
    if worth and (worth[0][0] > 0 or not can_pass):
        return worth[int(chance * len(worth))][1]
    if can_pass and town.token > rules.token.start // 2 and _something_fits(state, town):
        return Pass()
    return worth[0][1] if worth and worth[0][0] > -3 else Quit()


def _worth(rules: Rules, town: Town, placement: Placement) -> int:
    """Empty cells and rocks that it covers, less the trees and wells, and the holes it leaves."""
    land, mask = town.land, placement.mask
    value = 2 * (mask & land.bare).bit_count()
    for content, layer in zip(rules.contents, land.layers, strict=True):
        weight = {"rock": 3, "tree": -4, "well": -5, "vein": 3}.get(content.kind, 0)
        value += weight * content.amount * (mask & layer).bit_count()
    for other in town.built:
        if other.mask & placement.beside:
            value += 2 if other.colour == placement.colour else 1
    free = town.free & ~mask
    around = placement.beside & free & land.bare
    while around:
        cell = around & -around
        around ^= cell
        value -= 2 * (not rules.grid.beside(cell) & free)
    return value


def _something_fits(state: State, town: Town) -> bool:
    """Whether a card still in the deck could be built."""
    cards = (card for i, card in enumerate(state.rules.deck) if state.deck >> i & 1)
    return any(
        any(fitting(state.rules, town, card)) for card in cards if card in state.rules.pieces
    )


PLAYERS: Mapping[str, Player] = {"greedy": greedy}
