"""Lines counted in units of the game: cards, or turns.

typed     "Y4 E5"  "bear p"  "B5 p p p p"     lines as typed, each taken back by itself
starts    0, 2                                the first line of each card
units     "Y4 E5 bear p"  "B5 p p p p"        the units that `lines` numbers and `fix` changes

In a game without units each typed line is a unit.
"""

from __future__ import annotations

from collections.abc import Sequence

from campaign.services.entering.game import DraftLine, Entering
from engine.kernel.answers import awaited_answer
from engine.kernel.game import CHANCE, Seat, State
from engine.kernel.parts import answers_of


def starts(entering: Entering) -> tuple[int, ...]:
    """The index of the first line of each unit."""
    count = answers_of(entering.game).counted
    if count is None:
        return tuple(range(len(entering.lines)))
    numbers = [count.number(line.steps[0].before) for line in entering.lines]
    return tuple(i for i, number in enumerate(numbers) if not i or number != numbers[i - 1])


def units(entering: Entering) -> tuple[DraftLine, ...]:
    """The lines joined to units, each a whole card or turn."""
    first = starts(entering)
    ends = (*first[1:], len(entering.lines))[: len(first)]
    return tuple(_one(entering.lines[start:end]) for start, end in zip(first, ends, strict=True))


def _one(lines: Sequence[DraftLine]) -> DraftLine:
    """Several lines joined to one line."""
    if len(lines) == 1:
        return lines[0]
    return DraftLine(
        " ".join(line.typed for line in lines),
        tuple(move for line in lines for move in line.moves),
        tuple(step for line in lines for step in line.steps),
    )


def is_at_start(entering: Entering) -> bool:
    """Whether the next line begins a new card or turn."""
    count = answers_of(entering.game).counted
    if count is None or not entering.lines:
        return True
    return count.number(entering.state) != count.number(entering.lines[-1].steps[0].before)


def maker(entering: Entering, line: DraftLine) -> Seat:
    """The seat that made a line; "" if the line concerns all, as a card of My City does."""
    seat = line.moves[0].seat
    return seat if seat != CHANCE else _concerned(entering, line.steps[0].before)


def next_maker(entering: Entering) -> Seat:
    """The seat that makes the next line; "" if the line concerns all."""
    seats = entering.awaited
    return seats[0] if seats != (CHANCE,) else _concerned(entering, entering.state)


def _concerned(entering: Entering, state: State) -> Seat:
    return awaited_answer(entering.game, answers_of(entering.game), state, CHANCE).who
