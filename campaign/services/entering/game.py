"""A game that is being entered: its head, and the accepted lines with the states after them.

    Entering ── read(entry, line) ──> Answer       the answers of a line, up to a refused one
             ── take(entry, answer) ──> TakenLine  with the forced answers that follow
             <── taken_back(entry, lines)
             ── record_of(entry, scores) ──> Record  when the game is over

A move is read and applied once, when its line is taken; its line keeps the steps, from which the
game is shown, taken back and continued. Nothing here asks or prints, and no rule is stated: the
engine says what is awaited and legal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from campaign.services import games
from engine.kernel.answers import (
    AnsweredLine,
    AwaitedAnswer,
    awaited_answer,
    only_answer,
    play_line,
)
from engine.kernel.details import NOTHING, Details
from engine.kernel.errors import EngineError, NotAllowed
from engine.kernel.game import CHANCE, Action, Game, Seat, Setup, State
from engine.kernel.log import Move
from engine.kernel.names import AmbiguousName, comparable_name, matching_ids, seat_names
from engine.kernel.parts import answers_of
from engine.kernel.phrases import Wording, phrase, plural
from engine.kernel.record import Record
from engine.kernel.replay import ReplayStep

RECAP = 8
"""The highest number of moves in a recap."""


class DraftLine(NamedTuple):
    """A line as it was typed, and its moves.

    `steps` are its moves with the states before and after each; none until the line is taken.
    `seat` is the seat to which a waiting line is offered, "" for the seat that comes next. A
    waiting line has no moves if its words must be read again, because its turn now belongs to
    another seat.
    """

    typed: str
    moves: tuple[Move, ...]
    steps: tuple[ReplayStep, ...] = ()
    seat: Seat = ""


class Entering(NamedTuple):
    """A game as entered so far; `head` is its record without moves and result."""

    game: Game
    head: Record
    setup: Setup
    start: State
    lines: tuple[DraftLine, ...] = ()
    rest: tuple[DraftLine, ...] = ()
    """Waiting lines: the first that no longer fits, and all after it; see `mending`."""
    details: Details = NOTHING
    """The details of the evening that the table notes."""

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves so far."""
        return tuple(move for line in self.lines for move in line.moves)

    @property
    def steps(self) -> tuple[ReplayStep, ...]:
        """All moves so far, each with the state before and after it."""
        return tuple(step for line in self.lines for step in line.steps)

    @property
    def state(self) -> State:
        """The state after the last line."""
        return self.lines[-1].steps[-1].after if self.lines else self.start

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats that may answer next; none when the game is over."""
        return self.game.awaiting(self.state)


def new_entry(head: Record, setup: Setup | None = None) -> Entering:
    """The entry of a game before its first line; raises `SetupError`."""
    game = games.game_of_record(head)
    setup = setup or head.setup
    return Entering(game, head, setup, game.start(setup))


class Answer(NamedTuple):
    """The answers of a line; `lasting` says what is final about each move, "" for nothing."""

    line: str
    result: AnsweredLine
    lasting: tuple[Wording, ...]

    @property
    def before_lasting(self) -> int:
        """The number of moves before the first final one."""
        return next((i for i, words in enumerate(self.lasting) if words), len(self.lasting))


class TakenLine(NamedTuple):
    """A taken line with its moves as steps; the last `by_themselves` of them were forced."""

    entering: Entering
    steps: tuple[ReplayStep, ...] = ()
    by_themselves: int = 0


class Choice(NamedTuple):
    """A legal answer: what is typed for it, and what it means."""

    short: str
    words: Wording


def read(entering: Entering, line: str) -> Answer:
    """Read the answers of a line without taking it; raises `NotationError` or `IllegalMove`."""
    head, answers = entering.head, answers_of(entering.game)
    result = play_line(entering.game, answers, entering.state, line, head.names)
    lasting: list[Wording] = []
    for (seat, action), state in zip(result.moves, result.states, strict=False):
        words = answers.lasting(state, seat, action)
        lasting.append(
            phrase("{who} {does}", who=seat_with_player(head.names, seat), does=words)
            if words
            else ""
        )
    return Answer(line, result, tuple(lasting))


def take(entering: Entering, answer: Answer, count: int | None = None) -> TakenLine:
    """Take the moves of a line, or its first `count`, then the forced moves after them."""
    game, result = entering.game, answer.result
    moves = result.moves[:count]
    if not moves:
        return TakenLine(entering)
    first, steps = _number(entering), list[ReplayStep]()
    for number, (seat, action) in enumerate(moves):
        before, after = result.states[number : number + 2]
        move = Move(seat, game.format(action))
        steps.append(ReplayStep(first + number, move, action, before, after))
    while (only := _only(game, steps[-1].after)) is not None:
        steps = applied(entering, [(Move(only[0], game.format(only[1])), only[1])], steps)
    whole = len(moves) == len(result.moves) and not result.refused
    taken_answer = answer._replace(result=result._replace(typed=result.typed[: len(moves)]))
    return TakenLine(
        _with_units(entering, taken_answer, steps, whole), tuple(steps), len(steps) - len(moves)
    )


def _with_units(
    entering: Entering, answer: Answer, steps: list[ReplayStep], whole: bool
) -> Entering:
    """The entry with the new steps, in one line for each card or turn.

    `whole` says that all words of the typed line were taken.
    """
    count, typed = answers_of(entering.game).counted, answer.result.typed
    numbers = [count.number(step.before) if count else 0 for step in steps[: len(typed)]]
    first = [i for i, number in enumerate(numbers) if not i or number != numbers[i - 1]]
    if whole and len(first) == 1:
        return with_line(entering, answer.line, steps)
    for start, end in zip(first, [*first[1:], None], strict=True):
        words = " ".join(filter(None, typed[start:end]))
        entering = with_line(entering, words, steps[start:end])
    return entering


def _number(entering: Entering) -> int:
    """The number of the next move."""
    return entering.lines[-1].steps[-1].number + 1 if entering.lines else 1


def with_line(entering: Entering, typed: str, steps: Sequence[ReplayStep]) -> Entering:
    """The entry with one more line; its steps follow those of the entry."""
    line = DraftLine(typed, tuple(step.move for step in steps), tuple(steps))
    return entering._replace(lines=(*entering.lines, line))


def answered(entering: Entering, line: str) -> Entering:
    """The entry after a line; raises `NotationError` or `IllegalMove`, with the reason."""
    return take(entering, read(entering, line)).entering


def _only(game: Game, state: State) -> tuple[Seat, Action] | None:
    """The forced answer of a state; None if there are alternatives, or if somebody gives it."""
    only, answers = only_answer(game, state), answers_of(game)
    if only and (answers.lasting(state, *only) or answers.ends_list(state, *only)):
        return None
    return only


def applied(
    entering: Entering, moves: Iterable[tuple[Move, Action]], before: Sequence[ReplayStep] = ()
) -> list[ReplayStep]:
    """The steps `before`, followed by the steps of `moves`; raises `IllegalMove`."""
    steps = list(before)
    state = steps[-1].after if steps else entering.state
    for number, (move, action) in enumerate(moves, _number(entering) + len(steps)):
        after = entering.game.apply(state, move.seat, action)
        steps.append(ReplayStep(number, move, action, state, after))
        state = after
    return steps


def entered_since(before: Entering, after: Entering) -> TakenLine:
    """The moves since an earlier entry; no steps if a move of that entry is gone."""
    count = len(before.moves)
    return TakenLine(after, after.steps[count:] if after.moves[:count] == before.moves else ())


def recap(entering: Entering) -> tuple[ReplayStep, ...]:
    """The last round: the moves since the draw before the last one, at most `RECAP`."""
    steps = entering.steps
    draws = [i for i, step in enumerate(steps) if step.move.seat == CHANCE]
    return steps[draws[-2] if len(draws) > 1 else 0 :][-RECAP:]


def last_steps(entering: Entering, count: int) -> tuple[ReplayStep, ...]:
    """The last `count` moves, each with the state before and after it."""
    return entering.steps[-count:]


def resumed(entering: Entering, lines: Iterable[DraftLine]) -> Entering:
    """The entry with lines that were accepted before; raises `EngineError` for an illegal one."""
    for line in lines:
        read_moves = ((move, entering.game.parse(move.text)) for move in line.moves)
        entering = with_line(entering, line.typed, applied(entering, read_moves))
    return entering


def taken_back(entering: Entering, count: int) -> Entering:
    """The entry without its last `count` lines; raises `NotAllowed` if there are fewer."""
    if count and not entering.lines:
        raise NotAllowed(phrase("nothing has been entered yet"))
    if count > len(entering.lines):
        raise NotAllowed(
            plural(
                "{count} line has been entered, not {wanted}",
                "{count} lines have been entered, not {wanted}",
                len(entering.lines),
                wanted=count,
            )
        )
    return entering._replace(lines=entering.lines[: len(entering.lines) - count])


def choices(entering: Entering) -> dict[Seat, tuple[Choice, ...]]:
    """The legal answers of each seat that may answer.

    Only the first one if the game describes the answers of this seat in words.
    """
    state = entering.state
    return {seat: _choices(entering.game, state, seat) for seat in entering.awaited}


def _choices(game: Game, state: State, seat: Seat) -> tuple[Choice, ...]:
    """The legal answers of a seat; only the first if the game describes them in words."""
    answers = answers_of(game)
    limit = 1 if answers.described(state, seat) else None
    return tuple(
        Choice(answers.short(state, seat, action), answers.words(state, seat, action))
        for action in islice(game.legal(state, seat), limit)
    )


def completions(entering: Entering, typed: str) -> tuple[int, tuple[Choice, ...]]:
    """How many of the last typed characters are replaced, and the answers that replace them.

    Whole answers may stand before the last one; the completions are for the state after them.
    """
    game, words = entering.game, typed.split()
    for count in range(len(words) + 1):
        state = _supposing(entering, " ".join(words[:count])) if count else entering.state
        awaited = game.awaiting(state) if state is not None else ()
        if not awaited:
            continue
        unfinished = " ".join(words[count:]) + " " * (typed.endswith(" ") and count < len(words))
        beginning = comparable_name(unfinished)
        legal = tuple(
            choice
            for choice in _choices(game, state, awaited[0])
            if choice.short.lower().startswith(unfinished.lower())
            or (beginning and comparable_name(str(choice.words)).startswith(beginning))
        )
        if legal:
            return len(unfinished), legal
    return 0, ()


def _supposing(entering: Entering, line: str) -> State | None:
    """The state after a line; None if the line is not legal."""
    try:
        result = read(entering, line).result
    except EngineError:
        return None
    return None if result.refused else result.state


def awaited_now(entering: Entering) -> AwaitedAnswer:
    """The answer that is awaited from the first seat that may answer."""
    game = entering.game
    return awaited_answer(game, answers_of(game), entering.state, entering.awaited[0])


def seat_named(players: Mapping[Seat, str], seats: Iterable[Seat], name: str) -> Seat:
    """The seat with this name or player, or the only one that begins so; "" if there is none.

    The name of a seat means this seat even if a player of another seat has that name.
    """
    try:
        return next(iter(matching_ids(name, seat_names(seats, players))), "")
    except AmbiguousName:
        return ""


def seat_with_player(players: Mapping[Seat, str], seat: Seat) -> str:
    """A seat with the name of its player: `bear (Ben)`."""
    name = players.get(seat)
    return f"{seat} ({name})" if name and name != seat else seat


def record_of(entering: Entering, scores: Mapping[Seat, int]) -> Record:
    """The record of a finished game, with the scores that the table noted."""
    return entering.head._replace(moves=entering.moves, result=dict(scores))
