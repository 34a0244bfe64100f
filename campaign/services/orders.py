"""Records told by boards, with moves: also where the order of the cards has to be found first."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import NamedTuple

from engine.catalogue import completed, expanded
from engine.kernel.errors import Refused
from engine.kernel.game import Setup
from engine.kernel.record import Record

SECONDS = 20.0
LONG = 1.0
"""Seconds after which somebody who waits is told what for."""


class Patience(NamedTuple):
    """How long to look for an order of the cards, and what to do when it takes long."""

    seconds: float = SECONDS
    tell: Callable[[], None] = lambda: None


PATIENCE = Patience()


def with_moves(told: Record, setup: Setup, patience: Patience) -> Record:
    """The record with moves in place of its boards.

    Raises `RecordError` for boards that cannot be, and `Refused` when the time is over.
    """
    began, silent = monotonic(), True

    def go_on() -> bool:
        nonlocal silent
        spent = monotonic() - began
        if silent and spent > LONG:
            silent = False
            patience.tell()
        return spent < patience.seconds

    found = completed(told, setup, go_on)
    if found is None:
        raise Refused(
            f"undecided after {patience.seconds:g} s: whether the cards can have come in an order "
            "that gives these boards and scores",
            "write the order under deck if anybody knows it, look longer with --seconds, or keep "
            "the scores alone: campaign episode result",
        )
    return expanded(found, setup)
