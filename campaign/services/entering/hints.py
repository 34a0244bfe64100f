"""Why a line is refused, with what earlier lines say about the reason."""

from __future__ import annotations

from campaign.services.entering import game, units
from campaign.services.entering.game import Entering
from engine.kernel.errors import EngineError, wording_of
from engine.kernel.game import CHANCE
from engine.kernel.parts import answers_of
from engine.kernel.phrases import Phrase, Wording, phrase
from engine.kernel.record import Record

SEATS = ("seat", "seats", "other", "others", "who", "target", "holder")
"""Under these names the sentences of the rules have a seat, or several."""


def refusal(entering: Entering, line: str, error: EngineError) -> Wording:
    """Why a line is not taken: who has answered already, or which line has the same card."""
    word, _, rest = line.strip().partition(" ")
    again = _answered(entering, word, rest) or _repeated(entering, word, rest, error)
    return with_players(entering.head, again or _as_typed(entering.head, word, wording_of(error)))


def with_players(head: Record, words: Wording, *, of_seat: bool = False) -> Wording:
    """A sentence of the rules, with the player beside each seat: `p2 (Ben) has not built yet`.

    `of_seat` says whether the words stand where a sentence has a seat.
    """
    if not isinstance(words, Phrase):
        return game.in_full(head, words) if of_seat and words in head.seats else words
    if isinstance(words.values, tuple):
        values = tuple(with_players(head, one, of_seat=of_seat) for one in words.values)
        return Phrase(words.pattern, words.plural, values)
    named = {
        key: with_players(head, value, of_seat=key in SEATS) for key, value in words.values.items()
    }
    return Phrase(words.pattern, words.plural, named)


def _as_typed(head: Record, word: str, why: Wording) -> Wording:
    """The sentence that quotes a word, with the name in it that was typed for a seat."""
    if not isinstance(why, Phrase) or isinstance(why.values, tuple):
        return why
    quoted = why.values.get("word")
    return Phrase(
        why.pattern,
        why.plural,
        {**why.values, "word": word} if quoted in head.seats else why.values,
    )


def _answered(entering: Entering, word: str, rest: str) -> Wording:
    """What the seat has answered that a word names, where it is not asked any more; or ""."""
    seats = [seat for seat in entering.head.seats if seat not in entering.awaited]
    seat = game.seat_named(entering.head.names, seats, word.removesuffix(":"))
    every = units.units(entering)
    drawn = entering.awaited == (CHANCE,)
    if not (seat and every) or (not rest if drawn else units.is_at_start(entering)):
        return ""
    number, line = len(every), every[-1]
    if drawn and len({move.seat for move in line.moves} - {CHANCE}) < 2:
        return ""
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
    """A sentence with the line that has the same card already, if it comes only once; else ""."""
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
