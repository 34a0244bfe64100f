"""A kind of move for the rules: its check with the reason, its effect, and the moves to check."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

from engine.dilluvia.state import DilluviaState
from engine.kernel.phrases import Refusal


class Verb(NamedTuple):
    """`refusal` is the check that `legal` and `apply` share: why not, or "".

    `follow` gives the state after a move that stands; `candidates` are the moves that
    `legal` asks the check about. All are given the index of the seat.
    """

    refusal: Callable[[DilluviaState, int, Any], Refusal]
    follow: Callable[[DilluviaState, int, Any], DilluviaState]
    candidates: Callable[[DilluviaState, int], Iterator[Any]]

    def possible(self, state: DilluviaState, seat: int) -> bool:
        """Whether the seat has such a move."""
        refusals = map(partial(self.refusal, state, seat), self.candidates(state, seat))
        return not all(refusals)
