"""Simple players for simulations: they play to the end; greedy plays sensibly, not well."""

from __future__ import annotations

from collections.abc import Mapping

from engine.dilluvia.notation import Action
from engine.dilluvia.rules import legal
from engine.dilluvia.state import State
from engine.kernel.game import Player


def at_random(state: State, seat: str, chance: float) -> Action:
    """Any legal move, all equally likely."""
    moves = tuple(legal(state, seat))
    return moves[int(chance * len(moves))]


PLAYERS: Mapping[str, Player] = {"random": at_random}
