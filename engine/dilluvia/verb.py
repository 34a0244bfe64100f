"""A kind of move, as three functions: its check, its effect, and its candidates."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

from engine.dilluvia.state import DilluviaState
from engine.kernel.phrases import Refusal


class Verb(NamedTuple):
    """The functions of a kind of move; all get the index of the seat.

    `refusal` is the check that `legal` and `apply` share: it returns why a move is not allowed, or
    "" for an allowed move. `follow` returns the state after an allowed move. `candidates` yields
    the moves that `legal` checks.
    """

    refusal: Callable[[DilluviaState, int, Any], Refusal]
    follow: Callable[[DilluviaState, int, Any], DilluviaState]
    candidates: Callable[[DilluviaState, int], Iterator[Any]]

    def is_possible(self, state: DilluviaState, seat: int) -> bool:
        """Whether the seat has an allowed move of this kind."""
        refusals = map(partial(self.refusal, state, seat), self.candidates(state, seat))
        return not all(refusals)
