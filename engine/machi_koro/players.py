"""Simple players for simulations: one at random, and one that plays sensibly."""

from __future__ import annotations

from collections.abc import Mapping

from engine.kernel.game import Player
from engine.machi_koro.notation import Action
from engine.machi_koro.rules import legal
from engine.machi_koro.state import State


def any_move(state: State, seat: str, chance: float) -> Action:
    """Any legal move, each as likely as the other."""
    actions = tuple(legal(state, seat))
    return actions[int(chance * len(actions))]


PLAYERS: Mapping[str, Player] = {"random": any_move}
