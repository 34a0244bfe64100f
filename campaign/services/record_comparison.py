"""Compare two records of the same evening: card by card, who played, the scores.

    compared(before, after) ──> RecordDifference, ... ── difference_in_words ──> a sentence

The sequence of moves between two cards does not count.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import Literal, NamedTuple

from campaign.services import campaigns
from campaign.services.values import History
from campaign.services.words import day
from engine.kernel.errors import EngineError
from engine.kernel.game import CHANCE
from engine.kernel.log import Move
from engine.kernel.phrases import Phrase, Wording, joined, phrase
from engine.kernel.record import Record, parse_record
from engine.my_city.campaign.corrections import withdrawn
from engine.my_city.campaign.entries import EpisodeAmended, EpisodeRecorded
from engine.my_city.campaign.ink import INKED
from engine.my_city.pack.start import ABSENT, SUBSTITUTES
from engine.my_city.play.notation import BuildMove, CardPass, Quit, Reveal, parse

FEW = 2
"""How many differences a sentence names at most, besides who played, which it names in full."""
RecordDifferenceKind = Literal["card", "answer", "player", "day", "inked", "scores", "header"]


class RecordDifference(NamedTuple):
    """One difference between two records of an evening; "" if one of them says nothing.

    `card` counts from 1, and `revealed` is that card, of a card and of an answer; `seat` is "" of
    what is of none. `before` and `after` are words of the record, of a header those of `what`.
    """

    kind: RecordDifferenceKind
    before: str
    after: str
    seat: str = ""
    card: int = 0
    revealed: str = ""
    what: str = ""


class CardAnswers(NamedTuple):
    """A card and what the seats answered to it, by seat, `; ` between several answers."""

    revealed: str
    answers: dict[str, str]


def compared(before: Record, after: Record) -> tuple[RecordDifference, ...]:
    """How the later record differs: the cards first, then who played, then the rest."""
    return (*_cards(before, after), *_players(before, after), *_header(before, after))


def cards_of(moves: Iterable[Move]) -> list[CardAnswers]:
    """The moves from one card to the next."""
    cards: list[CardAnswers] = []
    for move in moves:
        if move.seat == CHANCE or not cards:
            cards.append(CardAnswers(move.text if move.seat == CHANCE else "", {}))
        if move.seat != CHANCE:
            said = cards[-1].answers.get(move.seat)
            cards[-1].answers[move.seat] = f"{said}; {move.text}" if said else move.text
    return cards


def record_before(history: History, number: int) -> tuple[int, str]:
    """The entry that held the record which an amendment, by its number, took the place of.

    Its record comes with it.
    """
    entries = campaigns.entries_of(history.entries)
    amended = entries[number - 1]
    assert isinstance(amended, EpisodeAmended)
    earlier = entries[: number - 1]
    gone = withdrawn(earlier)
    for at in range(len(earlier), amended.entry, -1):
        entry = earlier[at - 1]
        if isinstance(entry, EpisodeAmended) and entry.entry == amended.entry and at not in gone:
            return at, entry.record
    first = entries[amended.entry - 1]
    assert isinstance(first, EpisodeRecorded)
    return amended.entry, first.record


def comparison_in_words(before: str, after: str) -> Wording:
    """How the later record differs, in one sentence; "" if it does not, or cannot be compared."""
    try:
        differing = compared(parse_record(before), parse_record(after))
    except EngineError:  # of a record that no longer counts nothing is known
        return ""
    players = [one for one in differing if one.kind == "player"]
    others = [one for one in differing if one.kind != "player"]
    few = len(others) if len(others) <= FEW + 1 else FEW  # "and 1 more" says less than that one
    words: list[Phrase] = [difference_in_words(one) for one in (*players, *others[:few])]
    if left := len(others) - few:
        words.append(phrase("and {count} more", count=left))
    return joined("; ", words) if words else ""


def difference_in_words(difference: RecordDifference) -> Phrase:
    """`bear built R4 on F6, not F5`, a phrase."""
    kind, before, after, seat, card, _, what = difference
    nothing = phrase("nothing")
    match kind:
        case "card":
            if not before:
                return phrase("card {number}, {card}, is new", number=card, card=card_of(after))
            if not after:
                return phrase(
                    "card {number}, {card}, is left out", number=card, card=card_of(before)
                )
            return phrase(
                "card {number} was {card}, not {other}",
                number=card,
                card=card_of(after),
                other=card_of(before),
            )
        case "answer":
            return _answer(difference)
        case "player":
            return phrase(
                "{seat} was played by {player}, not by {other}",
                seat=seat,
                player=_person(after),
                other=_person(before),
            )
        case "day":
            return phrase(
                "it was played on {day}, not on {other}",
                day=day(after) or nothing,
                other=day(before) or nothing,
            )
        case "inked":
            return phrase(
                "the board of {seat} shows {words}, not {other}",
                seat=seat,
                words=after or nothing,
                other=before or nothing,
            )
        case "scores":
            return phrase(
                "{seat} noted {points}, not {other}",
                seat=seat,
                points=after or nothing,
                other=before or nothing,
            )
        case "header":
            return phrase(
                "{what} is {value}, not {other}",
                what=what,
                value=after or nothing,
                other=before or nothing,
            )


def answer_in_words(words: str) -> Wording:
    """An answer as a table shows it: `R4 on F6`, a phrase; `-` for none."""
    if not words:
        return "-"
    match _action(words):
        case BuildMove(piece, square, turns):
            place = f"{square}/{turns}" if turns else square
            return phrase("{piece} on {square}", piece=piece, square=place)
        case CardPass():
            return phrase("passes")
        case Quit():
            return phrase("plays no more")
    return words


def card_of(words: str) -> str:
    """A card by its name, of the words that reveal it."""
    action = _action(words)
    return action.card if isinstance(action, Reveal) else words


def _answer(difference: RecordDifference) -> Phrase:
    """What a seat answered to a card, and what stood there instead."""
    before, after, seat = difference.before, difference.after, difference.seat
    match _action(before), _action(after):
        case BuildMove(piece, old, turned), BuildMove(other, new, turns) if piece == other:
            same = turned == turns
            return phrase(
                "{seat} built {piece} on {square}, not {other}",
                seat=seat,
                piece=piece,
                square=new if same else f"{new}/{turns}",
                other=old if same else f"{old}/{turned}",
            )
    return phrase(
        "{seat} at card {number}, {card}: {answer}, not {other}",
        seat=seat,
        number=difference.card,
        card=card_of(difference.revealed),
        answer=answer_in_words(after) if after else phrase("nothing"),
        other=answer_in_words(before) if before else phrase("nothing"),
    )


def _person(words: str) -> Wording:
    """Who played a city, as a phrase."""
    name, _, how = words.partition("|")
    if how == ABSENT:
        return phrase("nobody, absent")
    if not name:
        return phrase("nobody named")
    return phrase("{player} as a substitute", player=name) if how else name


def person_in_words(words: str) -> Wording:
    """Who played a city, as a table shows it."""
    return _person(words)


def _action(words: str) -> object:
    """A move as the game reads it; None for one that it cannot read."""
    try:
        return parse(words)
    except EngineError:
        return None


def _cards(before: Record, after: Record) -> Iterator[RecordDifference]:
    """The cards that are others, and the answers that are others to the same cards."""
    old, new = cards_of(before.moves or ()), cards_of(after.moves or ())
    matcher = SequenceMatcher(
        None, [card.revealed for card in old], [card.revealed for card in new], autojunk=False
    )
    for _, start, end, begin, stop in matcher.get_opcodes():
        for at in range(max(end - start, stop - begin)):
            was = old[start + at] if start + at < end else None
            card = new[begin + at] if begin + at < stop else None
            number = (begin if card else start) + at + 1
            yield from _card(was, card, number, (*before.seats, *after.seats))


def _card(
    was: CardAnswers | None, card: CardAnswers | None, number: int, seats: Sequence[str]
) -> Iterator[RecordDifference]:
    """What differs in a card and its answers; of a card that is another one only that."""
    before, after = was.revealed if was else "", card.revealed if card else ""
    if was is None or card is None or before != after:
        yield RecordDifference("card", before, after, card=number, revealed=after or before)
        return
    for seat in dict.fromkeys(seats):
        old, new = was.answers.get(seat, ""), card.answers.get(seat, "")
        if old != new:
            yield RecordDifference("answer", old, new, seat, number, after)


def _players(before: Record, after: Record) -> Iterator[RecordDifference]:
    """Who played which city instead of whom."""
    seats = dict.fromkeys((*before.seats, *after.seats, *_absent(before), *_absent(after)))
    for seat in seats:
        old, new = _who(before, seat), _who(after, seat)
        if old != new:
            yield RecordDifference("player", old, new, seat)


def _who(record: Record, seat: str) -> str:
    """Who played a city: a name, behind a stroke whether as a substitute, or that it was absent."""
    if seat in _absent(record):
        return f"|{ABSENT}"
    name = record.names.get(seat, "")
    return f"{name}|{SUBSTITUTES}" if seat in record.header.get(SUBSTITUTES, ()) else name


def _absent(record: Record) -> Sequence[str]:
    return tuple(record.header.get(ABSENT, ()))


def _header(before: Record, after: Record) -> Iterator[RecordDifference]:
    """The day, the scores, what the boards show, and what else the header says."""
    old, new = (one.played.isoformat() if one.played else "" for one in (before, after))
    if old != new:
        yield RecordDifference("day", old, new)
    for seat in dict.fromkeys((*before.result, *after.result)):
        old, new = (str(record.result.get(seat, "")) for record in (before, after))
        if old != new:
            yield RecordDifference("scores", old, new, seat)
    inked = [record.header.get(INKED, {}) for record in (before, after)]
    for seat in dict.fromkeys((*inked[0], *inked[1])):
        old, new = (", ".join(one.get(seat, ())) for one in inked)
        if old != new:
            yield RecordDifference("inked", old, new, seat)
    headers = [{**record.header, "edition": record.edition} for record in (before, after)]
    for key in dict.fromkeys((*headers[0], *headers[1])):
        if key not in (ABSENT, SUBSTITUTES, INKED) and headers[0].get(key) != headers[1].get(key):
            old, new = (str(one.get(key, "")) for one in headers)
            yield RecordDifference("header", old, new, what=key)
