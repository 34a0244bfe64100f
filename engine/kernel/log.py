"""The log of a session: one move a line.

    *: reveal Y4            seat, colon, words; `#` starts a remark
    eagle: build Y4@E5/1

The game says what the words mean. `fast.log` reads many lines at once.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.kernel import texts
from engine.kernel.errors import RecordError, shortened_text
from engine.kernel.game import Action, Seat


class Move(NamedTuple):
    """One line of the log: the seat and its words."""

    seat: Seat
    text: str

    def __str__(self) -> str:
        return f"{self.seat}: {self.text}"


Act = tuple[Seat, Action]
"""A move as a game plays it: the seat and its action."""


BLANKS = re.compile("[\t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
"""Tabs and blanks of other widths, which come from web pages and word processors."""


def move_of(line: str) -> Move | None:
    """The move in a line; None for a blank line or a remark. Raises `RecordError`."""
    if not line.isprintable():
        line = BLANKS.sub(" ", line)
        if sign := texts.hidden_sign(line):
            raise RecordError(f"a move holds {sign}: {shortened_text(repr(line.strip()))}")
    line = without_remark(line)
    if not line:
        return None
    seat, colon, words = line.partition(":")
    seat, words = seat.strip(), " ".join(words.split())
    if not (colon and seat and words):
        raise RecordError(f'"{shortened_text(line)}" is not a move: write seat, colon, words')
    if '"' in line or "\\" in line:
        raise RecordError(f"a move holds a quotation mark or a backslash: {shortened_text(line)}")
    return Move(seat, words)


def without_remark(line: str) -> str:
    """The part of a line before its remark; "" for a blank line."""
    return line.partition("#")[0].strip()
