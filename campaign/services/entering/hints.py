"""The reason why a line is refused, with the earlier line or answer that explains it."""

from __future__ import annotations

from campaign.services.entering import game, units
from campaign.services.entering.game import Entering
from engine.kernel.errors import EngineError, wording_of
from engine.kernel.game import CHANCE
from engine.kernel.parts import answers_of
from engine.kernel.phrases import Phrase, Wording, phrase
from engine.kernel.record import Record

SEATS = ("seat", "seats", "other", "others", "who", "target", "holder")
"""The placeholders that hold a seat, or several, in the sentences of the rules."""


def refusal(entering: Entering, line: str, error: EngineError) -> Wording:
    """Why a line is refused; says if its seat has answered or a line has the same card already."""
    word, _, answer = line.strip().partition(" ")
    explanation = _answered(entering, word, answer) or _repeated(entering, word, answer, error)
    return with_players(
        entering.head, explanation or _as_typed(entering.head, word, wording_of(error))
    )


def with_players(head: Record, words: Wording, *, of_seat: bool = False) -> Wording:
    """A sentence of the rules, with the player beside each seat: `p2 (Ben) has not built yet`.

    `of_seat` says whether the words stand at the place of a seat.
    """
    if not isinstance(words, Phrase):
        return (
            game.seat_with_player(head.names, words) if of_seat and words in head.seats else words
        )
    if isinstance(words.values, tuple):
        values = tuple(with_players(head, part, of_seat=of_seat) for part in words.values)
        return Phrase(words.pattern, words.plural, values)
    named = {
        key: with_players(head, value, of_seat=key in SEATS) for key, value in words.values.items()
    }
    return Phrase(words.pattern, words.plural, named)


def _as_typed(head: Record, word: str, why: Wording) -> Wording:
    """The sentence with the quoted seat replaced by the typed word for it."""
    if not isinstance(why, Phrase) or isinstance(why.values, tuple):
        return why
    quoted = why.values.get("word")
    return Phrase(
        why.pattern,
        why.plural,
        {**why.values, "word": word} if quoted in head.seats else why.values,
    )


def _answered(entering: Entering, word: str, answer: str) -> Wording:
    """A sentence with the answer that the named seat has given already; "" if it has not."""
    seats = [seat for seat in entering.head.seats if seat not in entering.awaited]
    seat = game.seat_named(entering.head.names, seats, word.removesuffix(":"))
    lines = units.units(entering)
    drawn = entering.awaited == (CHANCE,)
    if not (seat and lines) or (not answer if drawn else units.is_at_start(entering)):
        return ""
    number, line = len(lines), lines[-1]
    if drawn and len({move.seat for move in line.moves} - {CHANCE}) < 2:
        return ""
    answers = [move.text for move in line.moves if move.seat == seat]
    if not answers or answers_of(entering.game).counted is None:
        return ""
    return phrase(
        "{who} has answered already: {answer}; {fix} changes it",
        who=game.seat_with_player(entering.head.names, seat),
        answer=answers[-1],
        fix=f"fix {number} {word.removesuffix(':')} {answer}" if answer else f"fix {number}",
    )


def _repeated(entering: Entering, word: str, answer: str, error: EngineError) -> Wording:
    """A sentence with the line of the same card, if the card comes only once; else ""."""
    rules, once = entering.game, answers_of(entering.game).once
    if entering.awaited != (CHANCE,):
        return ""
    try:
        action, _ = answers_of(rules).read(entering.state, CHANCE, [word, *answer.split()])
    except EngineError:
        return ""
    if not isinstance(action, once):
        return ""
    text = rules.format(action)
    for number, line in enumerate(units.units(entering), 1):
        if any(move.seat == CHANCE and move.text == text for move in line.moves):
            return phrase("{why}: line {number}", why=wording_of(error), number=number)
    return ""
