"""The log of a session: its lines, and the moves that they say.

    *: reveal Y4            who, a colon, the words; `#` starts a remark
    eagle: build Y4@E5/1

A log keeps its lines, and its acts where a game has read all of them before: seat and
action. So a line is looked up once from text to replay, and nobody makes a `Move` of it
who does not look at one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple, overload

from engine.kernel.errors import RecordError, quoted
from engine.kernel.game import Action, Game, Seat
from engine.kernel.memo import Memo, same


class Move(NamedTuple):
    """One line of the log: who, and the words."""

    seat: Seat
    text: str

    def __str__(self) -> str:
        return f"{self.seat}: {self.text}"


Act = tuple[Seat, Action]
"""A move as a game plays it."""
Grammar = tuple[str, str]
"""The name of a game and its edition: what the words of a move are read by."""


class Log(Sequence[Move]):
    """Moves as the lines that say them; equal to a log or tuple of the same moves.

    Each line holds a move. `acts` are what `grammar` makes of them, where it is known.
    """

    __slots__ = ("acts", "grammar", "lines")

    def __init__(
        self, lines: Iterable[str], grammar: Grammar = ("", ""), acts: Sequence[Act] | None = None
    ) -> None:
        self.lines, self.grammar, self.acts = tuple(lines), grammar, acts

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


def seat_of(line: str) -> Seat:
    """Whose move a line says, "" for a blank one; raises `RecordError`."""
    return move_of(line).seat if _checked(line) else ""


def _checked(line: str) -> str:
    """What a line says, if all of it can be printed."""
    if not line.replace("\t", "").isprintable():
        raise RecordError(f"a move holds a control character: {quoted(repr(line.strip()))}")
    return said(line)


def read(game: Game, moves: Sequence[Move]) -> Iterable[Act]:
    """The acts of moves; raises `NotationError`, at the move, for words that say none."""
    if not isinstance(moves, Log):
        return ((seat, game.parse(words)) for seat, words in moves)
    grammar = (game.NAME, game.EDITION)
    if moves.acts is not None and moves.grammar == grammar:
        return moves.acts
    if grammar not in _READ:
        _READ[grammar] = Memo(partial(_act, game))
    return map(_READ[grammar].__getitem__, moves.lines)


def known(grammar: Grammar, lines: Iterable[str]) -> list[Act] | None:
    """The acts of lines that a game has read before; None if one of them is new to it."""
    if grammar not in _READ:
        return None
    acts = list(map(_READ[grammar].get, lines))
    return acts if all(acts) else None  # type: ignore[return-value]  # no act is empty


def _act(game: Game, line: str) -> Act:
    """What a line says in a game."""
    move = move_of(line)
    return move.seat, game.parse(move.text)


_READ: dict[Grammar, Memo[str, Act]] = {}
"""By game and edition: each has few different lines, and says them often."""
move_of = Memo(_move).__getitem__
"""The move that a line says; raises `RecordError`."""
