"""How a game is set up for the tests that hold for every game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from engine.kernel.game import Action, Setup, State


class Case(NamedTuple):
    """What the general tests need to know of a game.

    `setups` are those to begin from: each number of seats and each option at least once.
    """

    setups: tuple[Setup, ...]
    vocabulary: Callable[[State], Iterator[Action]]
    """Every action that can be said about this state's game, legal or not."""
    picture: Callable[[State], str]
    """A state as text, for the golden transcript."""
