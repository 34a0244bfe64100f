"""Why a line is not taken, with what the lines before it say of that."""

from __future__ import annotations

from campaign.services.entering import game, units
from campaign.services.entering.game import Entering
from engine.kernel.errors import EngineError, wording_of
from engine.kernel.game import CHANCE
from engine.kernel.parts import answers_of
from engine.kernel.phrases import Wording, phrase


def refusal(entering: Entering, line: str, error: EngineError) -> Wording:
    """Why a line is not taken: who has answered already, or which line has the same card."""
    word, _, rest = line.strip().partition(" ")
    return _answered(entering, word) or _repeated(entering, word, rest, error) or wording_of(error)


def _answered(entering: Entering, word: str) -> Wording:
    """What the seat has answered that a word names, where it is not asked any more; or ""."""
    seats = [seat for seat in entering.head.seats if seat not in entering.awaited]
    seat = game.seat_named(entering.head.names, seats, word.removesuffix(":"))
    if not seat or entering.awaited == (CHANCE,) or units.is_at_start(entering):
        return ""
    number = len(units.starts(entering))
    line = units.units(entering)[-1]
    said = [move.text for move in line.moves if move.seat == seat]
    if not said or answers_of(entering.game).counted is None:
        return ""
    return phrase(
        "{who} has answered already: {answer}; {fix} changes it",
        who=game.in_full(entering.head, seat),
        answer=said[-1],
        fix=f"fix {number} {word.removesuffix(':')}",
    )


def _repeated(entering: Entering, word: str, rest: str, error: EngineError) -> Wording:
    """Which line has what came already, where that can come once only; or ""."""
    rules, once = entering.game, answers_of(entering.game).once
    if entering.awaited != (CHANCE,):
        return ""
    try:
        action, _ = answers_of(rules).read(entering.state, CHANCE, [word, *rest.split()])
    except EngineError:
        return ""
    if not isinstance(action, once):
        return ""
    text = rules.format(action)
    for number, line in enumerate(units.units(entering), 1):
        if any(move.seat == CHANCE and move.text == text for move in line.moves):
            return phrase("{why}: line {number}", why=wording_of(error), number=number)
    return ""
