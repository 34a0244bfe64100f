"""A log that keeps its lines as text. A game has few different lines, so each is read once.

One look-up leads from the text of a line to its action. A move is made from its line only when it
is asked for. The plain code is `log.move_of` for every line, then `parse` for every move.
`memo.ROOM` and `TABLES` limit how many lines are remembered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from operator import itemgetter
from typing import cast, overload

from engine.kernel.fast.memo import Memo, same
from engine.kernel.game import Game, Seat
from engine.kernel.log import Act, Move, move_of

Grammar = tuple[str, str, frozenset[Seat]]
"""The key of a table of lines: the name of a game, its edition, the seats that may have moves."""

TABLES = 64
"""At most this many grammars are remembered with their lines. Before one more is added, all are
forgotten. My City has 11."""

_SEAT = itemgetter(0)
_ANY: Grammar = ("", "", frozenset())


class Log(Sequence[Move]):
    """Moves, kept as lines, each with one move; equal to a log or tuple of the same moves.

    `acts` are the acts of the lines in `grammar`; None unless all lines were read before. If the
    acts are known, all moves are of the seats of the grammar or of the table.
    """

    __slots__ = ("acts", "grammar", "lines")

    def __init__(
        self, lines: Iterable[str], grammar: Grammar = _ANY, acts: Sequence[Act] | None = None
    ) -> None:
        self.lines, self.grammar, self.acts = tuple(lines), grammar, acts

    @property
    def seats(self) -> set[Seat]:
        """The seats that have moves."""
        return set(map(_SEAT, self))

    def __len__(self) -> int:
        return len(self.lines)

    def __iter__(self) -> Iterator[Move]:
        return map(_move_in, self.lines)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Move, ...]: ...
    def __getitem__(self, index: int | slice) -> Move | tuple[Move, ...]:
        if isinstance(index, slice):
            return tuple(map(_move_in, self.lines[index]))
        return _move_in(self.lines[index])

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Log | tuple):
            return tuple(self) == tuple(other)
        return NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Log({list(self.lines)!r})"


def log_of(grammar: Grammar, lines: Sequence[str]) -> Log:
    """The log of the lines that hold a move; raises `RecordError` at the first wrong line."""
    acts = _known(grammar, lines)
    if acts is None:
        lines = [line for line in lines if _MOVES[line]]
    return Log(lines, grammar, acts)


def read_acts(game: Game, moves: Sequence[Move]) -> Iterable[Act]:
    """The acts of moves.

    Raises `NotationError` for unknown words, but only when the iteration reaches their move.
    """
    if not isinstance(moves, Log):
        return ((seat, game.parse(words)) for seat, words in moves)
    grammar = (game.NAME, game.EDITION, moves.grammar[2])
    if moves.acts is not None and moves.grammar == grammar:
        return moves.acts
    if grammar not in _ACTS:
        if len(_ACTS) >= TABLES:
            _ACTS.clear()
        _ACTS[grammar] = Memo(partial(_act, game))
    return map(_ACTS[grammar].__getitem__, moves.lines)


def canonical_log(game: Game, moves: Sequence[Move]) -> Log:
    """The moves in the game's own words; raises `NotationError` for words that mean no action."""
    edition = (game.NAME, game.EDITION)
    if edition not in _LINES:
        _LINES[edition] = Memo(partial(_line, game))
    lines = moves.lines if isinstance(moves, Log) else map(str, moves)
    return Log(map(_LINES[edition].__getitem__, lines))


def _known(grammar: Grammar, lines: Iterable[str]) -> list[Act] | None:
    """The acts of lines that a game has read before; None if one of the lines is new."""
    if grammar not in _ACTS:
        return None
    acts = list(map(_ACTS[grammar].get, lines))
    return cast(list[Act], acts) if all(acts) else None


def _act(game: Game, line: str) -> Act:
    seat, words = _move_in(line)
    return seat, game.parse(words)


def _line(game: Game, line: str) -> str:
    seat, action = _act(game, line)
    return str(Move(seat, game.format(action)))


def _move(line: str) -> Move | None:
    """The move in a line; all moves of a seat share one text object as their seat."""
    move = move_of(line)
    return move and Move(same(move.seat), move.text)


_MOVES = Memo(_move)
_move_in = cast(Callable[[str], Move], _MOVES.__getitem__)
"""The move in a line that holds one."""
_ACTS: dict[Grammar, Memo[str, Act]] = {}
"""The acts of the lines of a game, by its grammar."""
_LINES: dict[tuple[str, str], Memo[str, str]] = {}
"""The lines of a game in its own words, by its name and edition."""
