"""Records told by boards, with moves: also where the order of the cards has to be found first."""

from __future__ import annotations

from time import monotonic

from campaign.services.deadline import LONG, Deadline
from engine.catalogue import find
from engine.kernel.errors import Refused
from engine.kernel.game import Setup
from engine.kernel.parts import rebuild_of
from engine.kernel.record import Record


def with_moves(told: Record, setup: Setup, deadline: Deadline) -> Record:
    """The record with moves in place of its boards.

    Raises `RecordError` for boards that cannot be, and `Refused` when the time is over.
    """
    game = find(told.game, told.edition)
    rebuild = rebuild_of(game)
    if rebuild is None:
        return told
    began, silent = monotonic(), True

    def go_on() -> bool:
        nonlocal silent
        spent = monotonic() - began
        if silent and spent > LONG:
            silent = False
            deadline.tell()
        return spent < deadline.seconds

    found = rebuild.completed(game, told, setup, go_on)
    if found is None:
        raise Refused(
            f"undecided after {deadline.seconds:g} s: whether the cards can have come in an order "
            "that gives these boards and scores",
            "write the order under deck if anybody knows it, look longer with --seconds, or keep "
            "the scores alone: campaign episode result",
        )
    return rebuild.expanded(game, found, setup)
