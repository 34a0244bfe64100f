"""Short answers at the table: a few signs for exactly what is awaited.

    a line ──> read(state, seat, words) ──> an action, and how many of the words it took
                 └── until no word is left: a line holds one answer or several

A game without a dialect of its own takes the words of its record, without the verb where it
goes without saying.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.kernel.errors import IllegalMove, NotationError, quoted
from engine.kernel.game import Action, Game, Seat, State

Words = Sequence[str]


class Answers(NamedTuple):
    """How the actions of a game are said in short.

    `read` gives the action that the first words say, and how many words that are; raises
    `NotationError`. `short` gives the words of a legal action, so that `read` finds it again.
    """

    read: Callable[[State, Seat, Words], tuple[Action, int]]
    short: Callable[[State, Seat, Action], str]


class Answered(NamedTuple):
    """What a line has answered: moves in sequence, and the state after them."""

    moves: tuple[tuple[Seat, Action], ...]
    state: State


def tell(game: Game, answers: Answers, state: State, line: str) -> Answered:
    """What a line says, answer by answer; raises `NotationError` or `IllegalMove`, then nothing.

    Where several seats may act, the first of them answers, or the one whose name, or the
    beginning of it, comes before the answer.
    """
    words = line.replace(",", " ").split()
    moves: list[tuple[Seat, Action]] = []
    while words:
        waiting = game.awaiting(state)
        if not waiting:
            raise IllegalMove(f"the game is over before '{quoted(' '.join(words))}'")
        seat, words = _who(waiting, words)
        if not words:
            raise NotationError(f"{seat}: and what?")
        action, used = answers.read(state, seat, words)
        try:
            state = game.apply(state, seat, action)
        except IllegalMove as error:
            answer = " ".join(words[:used]) or game.format(action)
            raise IllegalMove(f"{seat}, {quoted(answer)}: {error}") from None
        moves.append((seat, action))
        words = words[used:]
    return Answered(tuple(moves), state)


def _who(waiting: Sequence[Seat], words: list[str]) -> tuple[Seat, list[str]]:
    """Who answers, and the words of the answer."""
    name = words[0].removesuffix(":").lower()
    if (len(waiting) > 1 and len(name) > 1) or words[0].endswith(":"):
        named = [seat for seat in waiting if seat.startswith(name)]
        if len(named) == 1:
            return named[0], words[1:]
    return waiting[0], words


def in_words(game: Game) -> Answers:
    """The words of the record as answers, without a verb that only one action has."""

    def read(state: State, seat: Seat, words: Words) -> tuple[Action, int]:
        return _read(game, state, seat, " ".join(words)), len(words)

    def short(state: State, seat: Seat, action: Action) -> str:
        full = game.format(action)
        rest = full.partition(" ")[2]
        try:
            return rest if rest and _read(game, state, seat, rest) == action else full
        except (NotationError, IllegalMove):
            return full

    return Answers(read, short)


def _read(game: Game, state: State, seat: Seat, text: str) -> Action:
    """The action that a text says, by itself or after one of the verbs that are awaited."""
    refused: NotationError | None = None
    likely: list[Action] = []
    for verb in ("", *dict.fromkeys(verbs(game, state, seat))):
        try:
            action = game.parse(f"{verb} {text}".strip())
        except NotationError as error:
            refused = refused or error
            continue
        try:
            game.apply(state, seat, action)
        except IllegalMove:
            likely.append(action)
        else:
            return action
    if likely:
        return likely[0]
    raise refused or NotationError(f"'{quoted(text)}' is nothing that is awaited")


def verbs(game: Game, state: State, seat: Seat) -> list[str]:
    """The verbs of what a seat may do now, each once."""
    return list(dict.fromkeys(game.format(a).split()[0] for a in game.legal(state, seat)))
