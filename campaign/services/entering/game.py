"""A game that is being entered: a head, lines that were accepted, and the state after them.

    Entering ── read(entry, line) ──> Answer      the answers of a line, up to what cannot be
             ── take(entry, answer) ──> Taken     with the answers to which there is no other
             <── taken_back(entry, lines)
             ── record_of(entry, scores) ──> Record  when the game is over

Nothing here asks or prints, and no rule is stated: the engine says what is awaited and legal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from campaign.services import games
from engine.kernel.answers import Answered, Awaited, awaited, forced, tell
from engine.kernel.errors import EngineError, Refused
from engine.kernel.game import CHANCE, Action, Game, Seat, Setup, State
from engine.kernel.log import Move
from engine.kernel.names import Ambiguous, one_of, plain
from engine.kernel.parts import answers_of
from engine.kernel.phrases import phrase, plural
from engine.kernel.record import Record
from engine.kernel.replay import Step

RECAP = 8
"""Moves that a recap shows at most."""


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
    rest: tuple[Line, ...] = ()
    """Lines of before that do not fit any more, and those after them: see `mending`."""

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


class Answer(NamedTuple):
    """What a line says; `lasting` has what is final about its moves, "" for what is not."""

    line: str
    result: Answered
    lasting: tuple[str, ...]

    @property
    def before_lasting(self) -> int:
        """How many moves come before the first that is final."""
        return next((i for i, words in enumerate(self.lasting) if words), len(self.lasting))


class Taken(NamedTuple):
    """A line that was taken: each move as a step; the last `by_themselves` had no alternative."""

    entering: Entering
    steps: tuple[Step, ...] = ()
    by_themselves: int = 0


class Choice(NamedTuple):
    """A legal answer: what is typed for it, and what it means."""

    short: str
    words: str


def read(entering: Entering, line: str) -> Answer:
    """What a line says, nothing kept yet; raises `NotationError` or `IllegalMove`."""
    game, state = entering.game, entering.state
    answers = answers_of(game)
    result = tell(game, answers, state, line, entering.head.names)
    lasting = []
    for seat, action in result.moves:
        words = answers.lasting(state, seat, action)
        lasting.append(
            phrase("{who} {does}", who=in_full(entering.head, seat), does=words) if words else ""
        )
        state = game.apply(state, seat, action)
    return Answer(line, result, tuple(lasting))


def take(entering: Entering, answer: Answer, count: int | None = None) -> Taken:
    """Take the moves of a line, or its first ones; then what has no alternative."""
    game = entering.game
    moves = answer.result.moves[:count]
    whole = len(moves) == len(answer.result.moves) and not answer.result.refused
    typed = answer.line if whole else " ".join(filter(None, answer.result.typed[: len(moves)]))
    if not moves:
        return Taken(entering)
    steps = list(_steps(entering, moves))
    by_themselves = 0
    while (only := _only(game, steps[-1].after)) is not None:
        steps += _steps(entering, [only], steps)
        by_themselves += 1
    line = Line(typed, tuple(step.move for step in steps))
    after = entering._replace(lines=(*entering.lines, line), state=steps[-1].after)
    return Taken(after, tuple(steps), by_themselves)


def answered(entering: Entering, line: str) -> Entering:
    """The entry after a line; raises `NotationError` or `IllegalMove`, with the reason."""
    return take(entering, read(entering, line)).entering


def _only(game: Game, state: State) -> tuple[Seat, Action] | None:
    """The answer that has no alternative; None where there is one, or where it is final."""
    only = forced(game, state)
    return None if only and answers_of(game).lasting(state, *only) else only


def _steps(
    entering: Entering, moves: Iterable[tuple[Seat, Action]], before: Iterable[Step] = ()
) -> Iterable[Step]:
    """Moves one by one, each with the state before and after it."""
    game, earlier = entering.game, list(before)
    state = earlier[-1].after if earlier else entering.state
    for number, (seat, action) in enumerate(moves, len(entering.moves) + len(earlier) + 1):
        after = game.apply(state, seat, action)
        yield Step(number, Move(seat, game.format(action)), action, state, after)
        state = after


def since(before: Entering, after: Entering) -> Taken:
    """What was entered after a moment of before; no steps where something of it is gone."""
    count = len(before.moves)
    if after.moves[:count] != before.moves:
        return Taken(after)
    game = after.game
    return Taken(
        after,
        tuple(_steps(before, [(seat, game.parse(words)) for seat, words in after.moves[count:]])),
    )


def recap(entering: Entering) -> tuple[Step, ...]:
    """The last round: the moves since the draw before the last one, not too many of them."""
    moves = entering.moves
    draws = [i for i, move in enumerate(moves) if move.seat == CHANCE]
    return last_steps(entering, min(RECAP, len(moves) - (draws[-2] if len(draws) > 1 else 0)))


def last_steps(entering: Entering, count: int) -> tuple[Step, ...]:
    """The last moves, at most so many, each with the state before and after it."""
    game, moves = entering.game, entering.moves
    first = max(0, len(moves) - count)
    parsed = [(move.seat, game.parse(move.text)) for move in moves]
    begun_so = entering._replace(
        lines=(Line("", moves[:first]),),
        state=game.play(game.start(entering.setup), parsed[:first]),
    )
    return tuple(_steps(begun_so, parsed[first:]))


def resumed(entering: Entering, lines: tuple[Line, ...]) -> Entering:
    """The entry with lines that were accepted before; raises when they are no longer legal."""
    game, state = entering.game, entering.state
    moves = ((seat, game.parse(words)) for line in lines for seat, words in line.moves)
    return entering._replace(lines=(*entering.lines, *lines), state=game.play(state, moves))


def taken_back(entering: Entering, count: int) -> Entering:
    """The entry without its last lines; raises `Refused` where there are not so many."""
    if count > len(entering.lines):
        raise Refused(
            plural(
                "{count} line has been entered, not {wanted}",
                "{count} lines have been entered, not {wanted}",
                len(entering.lines),
                wanted=count,
            )
        )
    kept = entering.lines[: len(entering.lines) - count]
    return resumed(begun(entering.head, entering.setup), kept)._replace(rest=entering.rest)


def choices(entering: Entering) -> dict[Seat, tuple[Choice, ...]]:
    """By seat that may answer, every legal answer."""
    game, state, answers = entering.game, entering.state, answers_of(entering.game)
    return {
        seat: tuple(
            Choice(answers.short(state, seat, action), answers.words(state, seat, action))
            for action in game.legal(state, seat)
        )
        for seat in entering.awaited
    }


def completions(entering: Entering, typed: str) -> tuple[int, tuple[Choice, ...]]:
    """The answers that go on with what is typed, and how many of its last signs they replace.

    Whole answers may stand before the last one: they are taken to be given.
    """
    words = typed.split()
    for count in range(len(words) + 1):
        after = _supposing(entering, " ".join(words[:count])) if count else entering
        if after is None or not after.awaited:
            continue
        rest = " ".join(words[count:]) + " " * (typed.endswith(" ") and count < len(words))
        beginning = plain(rest)
        legal = tuple(
            choice
            for choice in choices(after)[after.awaited[0]]
            if choice.short.lower().startswith(rest.lower())
            or (beginning and plain(choice.words).startswith(beginning))
        )
        if legal:
            return len(rest), legal
    return 0, ()


def _supposing(entering: Entering, line: str) -> Entering | None:
    """The entry as it would stand after a whole line; None where it is not legal."""
    try:
        result = read(entering, line).result
    except EngineError:
        return None
    return None if result.refused else entering._replace(state=result.state)


def awaited_now(entering: Entering) -> Awaited:
    """What is awaited of the first seat that may answer."""
    game = entering.game
    return awaited(game, answers_of(game), entering.state, entering.awaited[0])


def seat_named(head: Record, seats: Iterable[Seat], name: str) -> Seat:
    """The one of some seats that is called so, or whose name or player begins so; else ""."""
    listed = list(seats)
    names = [(seat, seat) for seat in listed]
    names += [(player, seat) for seat, player in head.names.items() if seat in listed]
    try:
        return next(iter(one_of(name, names)), "")
    except Ambiguous:
        return ""


def in_full(head: Record, seat: Seat) -> str:
    """A seat with the name of who plays it: `bear (Ben)`."""
    name = head.names.get(seat)
    return f"{seat} ({name})" if name and name != seat else seat


def record_of(entering: Entering, scores: Mapping[Seat, int]) -> Record:
    """The record of a game that is over, with the scores that the table noted."""
    return entering.head._replace(moves=entering.moves, result=dict(scores))
