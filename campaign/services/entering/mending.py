"""Changing a line that was entered; the later lines are entered again as far as they fit.

    record ── entered ──> Entering, its lines as they would be typed
    Entering ── fixed(number, line) ──> Entering     later lines taken again, unfit ones in `rest`
             ── inserted(number, line) ──> Entering  one more line before that number
             ── deleted(number) ──> Entering         without a line, which may be a waiting one
             ── caught_up after a line ──> Entering  the line replaces the offered one

Lines are counted as in `units`. Nothing is guessed: the first line that does not fit waits, with
all after it, until somebody changes it, and is offered to the seat that made it. If a turn more
or less gives the later turns to other seats, the words of the later lines are read again: all lines
are taken if all are legal, else they are offered one by one.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from campaign.services.entering import game, units
from campaign.services.entering.game import DraftLine, Entering
from engine.kernel.errors import EngineError, IllegalMove, NotAllowed, wording_of
from engine.kernel.game import CHANCE, Seat, Setup
from engine.kernel.log import Move
from engine.kernel.names_in_lines import without_name
from engine.kernel.parts import answers_of
from engine.kernel.phrases import Wording, phrase, plural
from engine.kernel.record import Record
from engine.kernel.replay import ReplayStep


def entered(record: Record, setup: Setup) -> Entering:
    """The entry that gives a record of My City, with one line for each card, as it would be typed.

    The answers to a card are simultaneous: they are typed in the order of the seats, and stored in
    the order of the record. Lines that are not legal from this start are in `rest`.
    """
    lines: list[list[Move]] = []
    for move in record.moves or ():
        if move.seat == CHANCE or not lines:
            lines.append([])
        lines[-1].append(move)
    rest = tuple(DraftLine("", tuple(line)) for line in lines)
    return _with_rest(game.new_entry(head_of(record), setup)._replace(rest=rest))


def head_of(record: Record) -> Record:
    """The record without its moves and result."""
    return record._replace(moves=None, result={})


def seated(entering: Entering, head: Record, setup: Setup) -> Entering:
    """The entry with other seats at the table: moves of seats that stay are taken again."""
    if head.seats == entering.head.seats:
        return entering._replace(head=head, setup=setup)
    places = {CHANCE, *head.seats}
    lines = []
    for line in (*entering.lines, *entering.rest):
        moves = tuple(move for move in line.moves if move.seat in places)
        if moves:
            lines.append(DraftLine(line.typed if moves == line.moves else "", moves))
    return refitted(game.new_entry(head, setup)._replace(details=entering.details), tuple(lines))


def refitted(
    begun: Entering, lines: tuple[DraftLine, ...], rest: tuple[DraftLine, ...] = ()
) -> Entering:
    """A begun entry with the lines of a draft, as far as they are legal on its boards.

    Lines that are not legal wait, before those of `rest`.
    """
    entering = _with_rest(begun._replace(rest=lines))
    return entering._replace(rest=(*entering.rest, *rest))


def fixed(entering: Entering, number: int, typed: str) -> Entering:
    """The entry with line `number`, from 1, replaced; raises `NotAllowed`, `EngineError`."""
    return _mended(entering, number, typed, later=number)


def inserted(entering: Entering, number: int, typed: str) -> Entering:
    """The entry with one more line before line `number`, from 1; raises as `fixed` does."""
    return _mended(entering, number, typed, later=number - 1)


def deleted(entering: Entering, number: int) -> Entering:
    """The entry without line `number`, from 1, which may be a waiting one; raises `NotAllowed`."""
    waits = number - len(units.starts(entering)) - 1
    if 0 <= waits < len(entering.rest):
        rest = (*entering.rest[:waits], *entering.rest[waits + 1 :])
        return _with_rest(entering._replace(rest=rest))
    before = _up_to(entering, number)
    return _retaken(before._replace(rest=(*_waiting(entering, number), *entering.rest)))


def put_back(entering: Entering) -> Entering:
    """The entry with its last line waiting again, before the other waiting lines."""
    line = entering.lines[-1]._replace(seat=units.maker(entering, entering.lines[-1]), steps=())
    return game.taken_back(entering, 1)._replace(rest=(line, *entering.rest))


def caught_up(before: Entering, after: Entering) -> Entering:
    """The entry after a new line, which replaces the waiting lines that were offered."""
    if not after.rest:
        return after
    rest = after.rest
    if is_offered(before) and not _comes_yet(before, after):
        added = after.lines[len(before.lines) :]
        rest = rest[1:]
        for line in added[1:]:
            if not rest or rest[0].seat not in ("", units.maker(after, line)):
                break
            rest = rest[1:]
    return _with_rest(after._replace(rest=rest))


def _comes_yet(before: Entering, after: Entering) -> bool:
    """Whether the first waiting line is to be read again and became legal only by a new line."""
    line = before.rest[0]
    return not line.moves and not _is_legal(before, line) and _is_legal(after, line)


def _is_legal(entering: Entering, line: DraftLine) -> bool:
    try:
        _taken(entering, line)
    except EngineError:
        return False
    return True


def is_offered(entering: Entering) -> bool:
    """Whether the first waiting line is due: its seat comes next, with a turn or card."""
    if not (entering.rest and entering.awaited and units.is_at_start(entering)):
        return False
    line = entering.rest[0]
    if not line.moves:
        return True
    return line.moves[0].seat in entering.awaited and (
        line.moves[0].seat != CHANCE or line.seat in ("", units.next_maker(entering))
    )


def misfit(entering: Entering) -> Wording:
    """Why the first waiting line does not fit; "" if it fits or is not due."""
    if not is_offered(entering):
        return ""
    try:
        _taken(entering, entering.rest[0])
    except EngineError as error:
        return wording_of(error)
    return ""


def with_answer(entering: Entering, number: int, words: str) -> str:
    """The words of a line, with another answer for the seat with which `words` begins.

    So `wolf p` changes the wolf's answer in a line with the answers of several seats. `words` is
    returned unchanged if it begins with no seat of the line.
    """
    line = units.units(entering)[number - 1]
    answered = {move.seat for move in line.moves} - {CHANCE}
    if len(answered) < 2 and units.maker(entering, line):
        return words
    seat, answer = _answer_of(entering, answered, words)
    if not (seat and answer):
        return words
    spoken = dict[Seat, str]()
    before = _up_to(entering, number)
    by_table = _applied(before, _by_table(line, entering.head.seats))
    for mover, word in _spoken(before, by_table):
        spoken[mover] = f"{spoken[mover]} {word}" if mover in spoken else word
    first = f"{seat}: " if spoken[seat].startswith(f"{seat}: ") else ""
    return " ".join({**spoken, seat: f"{first}{answer}"}.values())


def _answer_of(entering: Entering, seats: Collection[Seat], words: str) -> tuple[Seat, str]:
    """The seat whose name or player stands before an answer, and the answer; or "" and the words.

    A player's name may have several words.
    """
    for seat in seats:
        after_name = without_name(words.split(), entering.head.names.get(seat, ""))
        if after_name != words.split():
            return seat, " ".join(after_name)
    name, _, answer = words.partition(" ")
    return game.seat_named(entering.head.names, seats, name), answer


def line_in_words(line: DraftLine) -> str:
    """The words of a line; if it was not typed, its moves in short, legal or not."""
    if line.typed:
        return line.typed
    words = (
        _short(move.text) if move.seat == CHANCE else f"{move.seat}: {_short(move.text)}"
        for move in line.moves
    )
    return " ".join(words)


def _mended(entering: Entering, number: int, typed: str, later: int) -> Entering:
    """The entry with a line before `number`; the lines after the first `later` are taken again."""
    after = _whole(_up_to(entering, number), typed)
    rest = (*_waiting(entering, later), *entering.rest)
    return _retaken(after._replace(rest=rest), shifts=later < number)


def _waiting(entering: Entering, later: int) -> tuple[DraftLine, ...]:
    """The lines after the first `later` as waiting lines."""
    lines = units.units(entering)[later:]
    return tuple(
        DraftLine(line_in_words(line), line.moves, seat=units.maker(entering, line))
        for line in lines
    )


def _retaken(entering: Entering, *, shifts: bool = True) -> Entering:
    """The entry with the waiting lines taken, as far as they are legal.

    With `shifts` there is one line more or less: if the next turn is another seat's now, so are all
    later turns, and the words of the waiting lines are read again.
    """
    seat = entering.rest[0].seat if entering.rest and entering.awaited else ""
    if shifts and seat and seat != units.next_maker(entering):
        entering = entering._replace(
            rest=tuple(DraftLine(line_in_words(line), ()) for line in entering.rest)
        )
    return _with_rest(entering)


def _whole(before: Entering, typed: str) -> Entering:
    """The entry after a whole line; raises `EngineError` if any part of the line is not legal."""
    result = game.read(before, typed).result
    if result.refused:
        raise NotAllowed(result.refused)
    return game.answered(before, typed)


def _up_to(entering: Entering, number: int) -> Entering:
    """The entry before a line; raises `NotAllowed` if there is no such line."""
    first = units.starts(entering)
    if not first:
        raise NotAllowed(phrase("nothing has been entered yet"))
    if not 1 <= number <= len(first):
        raise NotAllowed(
            plural(
                "there is no line {number}: {count} has been entered",
                "there is no line {number}: {count} have been entered",
                len(first),
                number=number,
            )
        )
    return game.taken_back(entering, len(entering.lines) - first[number - 1])


def _with_rest(entering: Entering) -> Entering:
    """The entry with the waiting lines taken, as far as they are legal.

    Lines whose words are read again are all taken, or none of them.
    """
    while entering.rest:
        try:
            if not entering.rest[0].moves:
                return _read_again(entering)
            entering = _taken(entering, entering.rest[0])
        except EngineError:
            break
    return entering


def _read_again(entering: Entering) -> Entering:
    """The entry with all waiting lines read again and taken; raises `EngineError`."""
    for line in entering.rest:
        if not entering.awaited or not units.is_at_start(entering):
            raise NotAllowed(phrase("{line} is not due", line=line.typed))
        entering = _whole(entering, line.typed)
    return entering._replace(rest=())


def _taken(entering: Entering, line: DraftLine) -> Entering:
    """The entry with `line`, its first waiting line, taken; raises `EngineError` if illegal."""
    if not line.moves:
        return _whole(entering, line.typed)._replace(rest=entering.rest[1:])
    moves = line.moves if line.typed else _by_table(line, entering.head.seats)
    steps = _applied(entering, moves)
    typed = line.typed or " ".join(word for _, word in _spoken(entering, steps))
    if moves != line.moves:
        steps = _applied(entering, line.moves)
    return game.with_line(entering, typed, steps)._replace(rest=entering.rest[1:])


def _applied(entering: Entering, moves: Sequence[Move]) -> list[ReplayStep]:
    """The steps of moves; raises `NotationError`, and `IllegalMove` with the seat of the move."""
    steps = list[ReplayStep]()
    for move in moves:
        action = entering.game.parse(move.text)
        try:
            steps = game.applied(entering, [(move, action)], steps)
        except IllegalMove as error:
            raise _of_seat(error, move) from None
    return steps


def _spoken(entering: Entering, steps: Sequence[ReplayStep]) -> list[tuple[Seat, str]]:
    """The seat of each move of a line, and the words that would be typed for the move."""
    rules, short = entering.game, answers_of(entering.game).short
    words = []
    for _, move, action, state, _ in steps:
        word = short(state, move.seat, action)
        first = rules.awaiting(state)[0]
        words.append((move.seat, word if move.seat == first else f"{move.seat}: {word}"))
    return words


def _of_seat(error: IllegalMove, move: Move) -> IllegalMove:
    """The error with seat and answer of the move, because a line has answers of several seats."""
    if move.seat == CHANCE:
        return error
    return IllegalMove(
        phrase(
            "{seat}, {answer}: {why}",
            seat=move.seat,
            answer=_short(move.text),
            why=wording_of(error),
        )
    )


def _by_table(line: DraftLine, seats: Sequence[str]) -> tuple[Move, ...]:
    """The moves of a line: first the moves of chance, then the answers in the order of seats."""
    places = [CHANCE, *seats]
    return tuple(sorted(line.moves, key=lambda move: places.index(move.seat)))


def _short(words: str) -> str:
    """A move without its verb, as it is typed: `build Y4@E5/1` is `E5/1`, `pass` is `p`."""
    verb, _, argument = words.partition(" ")
    return argument.rpartition("@")[2] if argument else verb[0]
