"""The log of a session: its lines, and the moves that they say.

    *: reveal Y4            who, a colon, the words; `#` starts a remark
    eagle: build Y4@E5/1

A log keeps its lines. What each says is worked out when it is first met, and remembered:
a replay reads a line in one step, and never looks at a `Move`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, overload

from engine.kernel.errors import RecordError, quoted
from engine.kernel.game import Seat
from engine.kernel.memo import Memo, same


class Move(NamedTuple):
    """One line of the log: who, and the words."""

    seat: Seat
    text: str

    def __str__(self) -> str:
        return f"{self.seat}: {self.text}"


class Log(Sequence[Move]):
    """Moves as the lines that say them; equal to any sequence of the same moves.

    Each line holds a move: `seat_of` has said so.
    """

    __slots__ = ("lines",)

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines = tuple(lines)

    def __len__(self) -> int:
        return len(self.lines)

    def __iter__(self) -> Iterator[Move]:
        return map(move_of, self.lines)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Move, ...]: ...
    def __getitem__(self, index: int | slice) -> Move | tuple[Move, ...]:
        if isinstance(index, slice):
            return tuple(map(move_of, self.lines[index]))
        return move_of(self.lines[index])

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Log | tuple):
            return tuple(self) == tuple(other)
        return NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Log({list(self.lines)!r})"


def said(line: str) -> str:
    """What a line says besides its remark; "" for a blank one."""
    return line.partition("#")[0].strip()


def _move(line: str) -> Move:
    """The move that a line says; raises `RecordError`."""
    line = _checked(line)
    seat, colon, words = line.partition(":")
    seat, words = seat.strip(), " ".join(words.split())
    if not (colon and seat and words):
        raise RecordError(f'"{quoted(line)}" is not a move: write seat, colon, words')
    if '"' in line or "\\" in line:
        raise RecordError(f"a move holds a quotation mark or a backslash: {quoted(line)}")
    return Move(same(seat), words)


def _seat(line: str) -> Seat:
    """Whose move a line says, "" for a blank one; raises `RecordError`."""
    return _move(line).seat if _checked(line) else ""


def _checked(line: str) -> str:
    """What a line says, if all of it can be printed."""
    if not line.replace("\t", "").isprintable():
        raise RecordError(f"a move holds a control character: {quoted(repr(line.strip()))}")
    return said(line)


move_of = Memo(_move).__getitem__
"""The move that a line says; raises `RecordError`."""
seat_of = Memo(_seat).__getitem__
"""Whose move a line says, "" for a blank one; raises `RecordError`."""
