"""Seats that answer at the same time: what a seat may answer, and until when.

    answerable_for(entering, seat)     for whom a seat may answer: for itself, or for chance
    answer_of(entering, seat, line)    the answer in a line that a seat sent
    is_still_asked(seen, now, seat)    whether the seat is still asked the question that it saw
    is_still_meant(seen, now, typed)   whether what was typed at a question answers the present one
    withdraw_answer(entering, seat)    the entry without the last answer of the seat

Answers to the same question are simultaneous: they may come in any order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from campaign.services.entering import game, mending
from campaign.services.entering.game import Answer, DraftLine, Entering
from engine.kernel.errors import EngineError, NotAllowed
from engine.kernel.game import CHANCE, Seat
from engine.kernel.log import Move
from engine.kernel.phrases import phrase
from engine.kernel.replay import ReplayStep


class Withdrawal(NamedTuple):
    """The entry without an answer that was taken back, and the moves that are gone."""

    entering: Entering
    gone: tuple[Move, ...]


def answerable_for(entering: Entering, seat: Seat | None) -> Seat:
    """The seat for which a seat may answer now: itself, `CHANCE`, or "" for none.

    A draw or a throw is entered by the player whom it concerns, or by any player if it concerns
    all.
    """
    if seat is None or not entering.awaited:
        return ""
    if entering.awaited == (CHANCE,):
        return CHANCE if game.awaited_now(entering).who in ("", seat) else ""
    return seat if seat in entering.awaited else ""


def answer_of(entering: Entering, seat: Seat, line: str) -> Answer:
    """Read the answer in a line that one seat sent; nothing is kept yet.

    Raises `NotAllowed` if the game is over, the seat is not asked, the line is refused or answers
    for another seat; `NotationError` or `IllegalMove` if the line is no legal answer.
    """
    awaited = entering.awaited
    if not awaited:
        raise NotAllowed(phrase("the game is over"))
    if seat in awaited:
        line = f"{seat}: {line}"
    elif awaited != (CHANCE,):
        raise NotAllowed(phrase("{seat} is not asked now", seat=seat))
    answer = game.read(entering, line)
    if answer.result.refused:
        raise NotAllowed(answer.result.refused)
    if not answer.result.moves:  # such as a comma
        raise NotAllowed(phrase("{seat}: the answer is missing", seat=seat))
    if any(mover not in (seat, CHANCE) for mover, _ in answer.result.moves):
        raise NotAllowed(phrase("{seat} answers for itself alone", seat=seat))
    return answer


def is_still_asked(seen: Entering, now: Entering, seat: Seat) -> bool:
    """Whether a seat is still asked the question that it saw in `seen`.

    Other seats may have answered the same question since, or may have taken an answer back.
    """
    before, after = seen.moves, now.moves
    if before == after:
        return True
    common = next(
        (i for i, (a, b) in enumerate(zip(before, after, strict=False)) if a != b),
        min(len(before), len(after)),
    )
    if any(move.seat in (seat, CHANCE) for move in (*before[common:], *after[common:])):
        return False
    state = now.steps[common - 1].after if common else now.start
    return seat in now.game.awaiting(state) and seat in now.awaited


def is_still_meant(seen: Entering, now: Entering, typed: str) -> bool:
    """Whether what was typed at the prompt of `seen` still answers at that of `now`.

    It does if the same is asked, or if it begins with a seat that is asked. Else `B8` may be the
    card that a phone has revealed meanwhile, and would be taken for a square.
    """
    if not typed.strip():
        return True
    asked, asked_now = (game.awaited_now(at)._replace(left="") for at in (seen, now))
    word = typed.split()[0].rstrip(":")
    return asked == asked_now or bool(game.seat_named(now.head.names, now.awaited, word))


def withdraw_answer(entering: Entering, seat: Seat) -> Withdrawal:
    """The entry without the last answer of a seat, or else without the last line.

    The last line is removed only if no seat but this one and chance moved in it. Raises
    `NotAllowed` if neither can be removed.
    """
    for without in (_without_answer, _without_line):
        if after := without(entering, seat):
            return after
    raise NotAllowed(
        phrase(
            "something was entered after this answer: at the laptop u takes back the last "
            "line, fix changes a line"
        )
    )


def withdrawable(entering: Entering, seat: Seat) -> tuple[Move, ...]:
    """The moves that `withdraw_answer` would remove; none if it raises `NotAllowed`."""
    try:
        return withdraw_answer(entering, seat).gone
    except NotAllowed:
        return ()


def _without_answer(entering: Entering, seat: Seat) -> Withdrawal | None:
    """The entry without the last answer of a seat.

    None if the seat has no answer, if chance has moved since, or if the later moves do not fit
    without it.
    """
    lines = entering.lines
    at = next(
        (i for i in reversed(range(len(lines))) if any(m.seat == seat for m in lines[i].moves)), -1
    )
    if at < 0:
        return None
    steps, later = lines[at].steps, lines[at + 1 :]
    own_step = next(i for i in reversed(range(len(steps))) if steps[i].move.seat == seat)
    if any(move.seat == CHANCE for line in later for move in line.moves):
        return None
    if any(step.move.seat == CHANCE for step in steps[own_step:]):
        return None
    before = game.taken_back(entering, len(lines) - at)
    for later_steps in (steps[own_step + 1 :], *([()] * (not later))):
        try:
            shorter = _with_steps(before, [*steps[:own_step], *later_steps], own_step)
            for line in later:
                shorter = _with_steps(shorter, line.steps, 0, line.typed)
        except EngineError:
            continue
        return Withdrawal(shorter, (steps[own_step].move,))
    return None


def _with_steps(
    entering: Entering, steps: Sequence[ReplayStep], same: int, typed: str = ""
) -> Entering:
    """The entry with one more line; unchanged if the line has no moves.

    The first `same` steps of the line stay as they are; the moves of later steps are made again.
    Raises `IllegalMove`.
    """
    if not steps:
        return entering
    moves = [(step.move, step.action) for step in steps[same:]]
    applied = game.applied(entering, moves, steps[:same])
    line = DraftLine("", tuple(step.move for step in applied))
    return game.with_line(entering, typed or mending.line_in_words(line), applied)


def _without_line(entering: Entering, seat: Seat) -> Withdrawal | None:
    """The entry without its last line; None unless only the seat and chance moved in it."""
    if not entering.lines:
        return None
    moves = entering.lines[-1].moves
    if any(move.seat not in (seat, CHANCE) for move in moves):
        return None
    return Withdrawal(game.taken_back(entering, 1), moves)
