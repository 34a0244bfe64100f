"""A game as the players were told that it is: what was acknowledged, and nothing of the table."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Protocol

from campaign.services.entering import game
from campaign.services.entering.game import DraftLine, Entering
from engine.kernel.errors import EngineError
from engine.kernel.game import CHANCE
from engine.kernel.log import Move
from engine.kernel.record import Record


class AnyLedger(Protocol):
    """What a phone may be told of what it has sent: that it is taken."""

    def takes(self, seat: str, line: str) -> None:
        """An answer of a seat."""

    def takes_back(self, seat: str) -> None:
        """The last answer that a seat may take back."""

    def puts_back(self) -> None:
        """What was taken back last."""


class Ledger:
    """The game as the players were told that it is, line by line."""

    def __init__(self, head: Record) -> None:
        self.head = head
        self.now = game.new_entry(head)
        self.before: Entering | None = None
        """The game before the last taking back, which can be put back."""

    @property
    def moves(self) -> list[Move]:
        return list(self.now.moves)

    def takes(self, seat: str, line: str) -> None:
        """An answer of a seat; a card or a throw belongs to no seat."""
        whose = f"{seat}: " if seat in self.now.awaited else ""
        self.now, self.before = game.answered(self.now, whose + line), None

    def takes_back(self, seat: str) -> None:
        """The last answer of a seat, unless a card or throw came since; else the last line.

        An answer on which others rest stays.
        """
        lines = [list(line.moves) for line in self.now.lines]
        moves = [(i, k) for i, line in enumerate(lines) for k in range(len(line))]
        since = list(reversed([(lines[i][k].seat, i, k) for i, k in moves]))
        newest = next((one for one in since if one[0] in (seat, CHANCE)), None)
        tries = []
        if newest and newest[0] == seat:
            _, at, own = newest
            tries.append([*lines[:at], lines[at][:own] + lines[at][own + 1 :], *lines[at + 1 :]])
            tries += [[*lines[:at], lines[at][:own]]] * (at + 1 == len(lines))
        if {move.seat for move in lines[-1]} <= {seat, CHANCE}:
            tries.append(lines[:-1])
        self.goes_back_to(next(after for one in tries if (after := self.legal(one)) is not None))

    def legal(self, lines: Sequence[Sequence[Move]]) -> Entering | None:
        kept = [DraftLine("", tuple(line)) for line in lines if line]
        try:
            return game.resumed(game.new_entry(self.head), kept)
        except EngineError:
            return None

    def goes_back_to(self, after: Entering) -> None:
        self.now, self.before = after, self.now

    def puts_back(self) -> None:
        assert self.before is not None, "there was nothing to put back"
        self.now, self.before = self.before, None

    def loses_a_line(self) -> None:
        self.now, self.before = game.taken_back(self.now, 1), None


def by_card(moves: Sequence[Move]) -> list[Move]:
    """Moves of which those to one card are in the order of the seats: they are simultaneous."""
    parts = groupby(moves, key=lambda move: move.seat == CHANCE)
    return [move for _, part in parts for move in sorted(part, key=lambda move: move.seat)]


class StickerLedger:
    """The stickers that were placed, as their players were told: the seat, then kind and square."""

    def __init__(self) -> None:
        self.placed: list[tuple[str, str, str]] = []

    def takes(self, seat: str, line: str) -> None:
        """A sticker such as `tree G1`."""
        kind, square = line.split()
        self.placed.append((seat, kind, square))

    def takes_back(self, seat: str) -> None:
        """The last sticker, if the seat has placed it."""
        assert self.placed.pop()[0] == seat

    def puts_back(self) -> None:
        raise AssertionError("no sticker can be put back")
