"""A game that is being entered: a head, lines that were accepted, and the state after them.

    Entering ── answered(entry, line) ──> Entering      a line is taken whole or not at all
          <── taken_back(entry, lines)
          ── record_of(entry, scores) ──> Record  when the game is over

Nothing here asks or prints, and no rule is stated: the engine says what is awaited and legal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from campaign.services import games
from engine.kernel.answers import tell
from engine.kernel.errors import Refused
from engine.kernel.game import CHANCE, Game, Seat, Setup, State
from engine.kernel.log import Move
from engine.kernel.parts import answers_of
from engine.kernel.record import Record


class Line(NamedTuple):
    """A line as it was typed, and the moves that it said."""

    typed: str
    moves: tuple[Move, ...]


class Entering(NamedTuple):
    """What has been entered so far; `head` is the record to be, without its moves."""

    game: Game
    head: Record
    setup: Setup
    lines: tuple[Line, ...]
    state: State

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves so far."""
        return tuple(move for line in self.lines for move in line.moves)

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """Who may answer next; nobody when the game is over."""
        return self.game.awaiting(self.state)


def begun(head: Record, setup: Setup | None = None) -> Entering:
    """The entry of a game before its first line; raises `SetupError`."""
    game = games.of(head)
    setup = setup or head.setup
    return Entering(game, head, setup, (), game.start(setup))


def answered(entering: Entering, typed: str) -> Entering:
    """The entry after a line; raises `NotationError` or `IllegalMove`, with the reason."""
    game = entering.game
    answer = tell(game, answers_of(game), entering.state, typed)
    moves = tuple(Move(seat, game.format(action)) for seat, action in answer.moves)
    if not moves:
        return entering
    return entering._replace(lines=(*entering.lines, Line(typed, moves)), state=answer.state)


def resumed(entering: Entering, lines: tuple[Line, ...]) -> Entering:
    """The entry with lines that were accepted before; raises when they are no longer legal."""
    game, state = entering.game, entering.state
    moves = ((seat, game.parse(words)) for line in lines for seat, words in line.moves)
    return entering._replace(lines=(*entering.lines, *lines), state=game.play(state, moves))


def entered(record: Record, setup: Setup) -> Entering:
    """The entry that gives a record of My City, a line a card, as it would be typed.

    The answers to a card, which are simultaneous, are in the order of the table.
    """
    game, head = games.of(record), record._replace(moves=None, result={})
    short, state = answers_of(game).short, game.start(setup)
    lines: list[Line] = []
    moves = list(record.moves or ())
    while moves:
        count = 1
        while count < len(moves) and moves[count].seat != CHANCE:
            count += 1
        line, moves = moves[:count], moves[count:]
        line.sort(key=lambda move: 0 if move.seat == CHANCE else record.seats.index(move.seat) + 1)
        words = []
        for move in line:
            action, awaited = game.parse(move.text), game.awaiting(state)
            word = short(state, move.seat, action)
            words.append(word if move.seat == awaited[0] else f"{move.seat}: {word}")
            state = game.apply(state, move.seat, action)
        lines.append(Line(" ".join(words), tuple(line)))
    return Entering(game, head, setup, tuple(lines), state)


def taken_back(entering: Entering, count: int) -> Entering:
    """The entry without its last lines; raises `Refused` where there are not so many."""
    if count > len(entering.lines):
        raise Refused(f"{len(entering.lines)} lines have been entered, not {count}")
    kept = entering.lines[: len(entering.lines) - count]
    return resumed(begun(entering.head, entering.setup), kept)


def choices(entering: Entering) -> dict[Seat, tuple[str, ...]]:
    """By seat that may answer, every legal answer in short."""
    short = answers_of(entering.game).short
    return {
        seat: tuple(
            short(entering.state, seat, a) for a in entering.game.legal(entering.state, seat)
        )
        for seat in entering.awaited
    }


def record_of(entering: Entering, scores: Mapping[Seat, int]) -> Record:
    """The record of a game that is over, with the scores that the table noted."""
    return entering.head._replace(moves=entering.moves, result=dict(scores))
