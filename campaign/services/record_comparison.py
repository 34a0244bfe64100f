"""Comparing two records of the same evening: card by card, the players, the scores.

    compared(before, after) ──> RecordDifference, ... ── difference_in_words ──> a sentence

The sequence of moves between two cards does not count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from types import MappingProxyType
from typing import Literal, NamedTuple

from campaign.services import folding
from campaign.services.attendance import NameOf
from campaign.services.values import History
from campaign.services.words import day
from engine.kernel.errors import EngineError
from engine.kernel.game import CHANCE
from engine.kernel.log import Move
from engine.kernel.phrases import Phrase, Wording, joined, phrase
from engine.kernel.record import Record, parse_record
from engine.my_city.campaign.corrections import amended_entries
from engine.my_city.campaign.entries import EpisodeAmended, EpisodeRecorded
from engine.my_city.campaign.ink import INKED
from engine.my_city.campaign.stated import GAINED
from engine.my_city.pack.start import ABSENT, SUBSTITUTES
from engine.my_city.play.notation import BuildMove, CardPass, Quit, Reveal, parse

FEW = 2
"""The number of differences that a sentence names, besides all differences of players."""
MOST_STEPS = 10_000_000
"""About the most steps of a comparison of two sequences, which take a second or two."""
ComparedSpan = tuple[Literal["replace", "delete", "insert", "equal"], int, int, int, int]
"""A span in two sequences: what it is, then where it begins and ends in each of them."""
RecordDifferenceKind = Literal[
    "card", "answer", "player", "day", "inked", "gained", "scores", "header"
]


class RecordDifference(NamedTuple):
    """One difference between two records of an evening.

    `before` and `after` are words of the records, "" if a record has none. The kinds "card" and
    "answer" have the number of the `card`, from 1, and its words as `revealed`; other kinds have 0
    and "". `seat` is "" for a difference of no seat, `what` the key of a header.
    """

    kind: RecordDifferenceKind
    before: str
    after: str
    seat: str = ""
    card: int = 0
    revealed: str = ""
    what: str = ""


class CardAnswers(NamedTuple):
    """A card and the answers to it by seat, with `; ` between several answers of a seat."""

    revealed: str
    answers: dict[str, str]


def compare_records(
    before: Record, after: Record, person_of: NameOf = str
) -> tuple[RecordDifference, ...]:
    """The differences of two records: first of the cards, then of the players, then others.

    `person_of` gives the present name of somebody, so that an earlier name is no other player.
    """
    return (*_cards(before, after), *_players(before, after, person_of), *_header(before, after))


def with_holders(record: Record, holders: Mapping[str, str]) -> Record:
    """The record with the names of those who held the cities, and no substitute in the own city."""
    substitutes = [
        seat
        for seat in record.header.get(SUBSTITUTES, ())
        if record.names.get(seat) != holders.get(seat)
    ]
    named = {seat: holders[seat] for seat in record.seats if seat in holders}
    names = {**named, **{seat: record.names[seat] for seat in substitutes}}
    return record._replace(
        header={**record.header, SUBSTITUTES: substitutes}, names={**record.names, **names}
    )


def cards_of(moves: Iterable[Move]) -> list[CardAnswers]:
    """The cards of moves, each with the answers before the next card."""
    cards: list[CardAnswers] = []
    for move in moves:
        if move.seat == CHANCE or not cards:
            cards.append(CardAnswers(move.text if move.seat == CHANCE else "", {}))
        if move.seat != CHANCE:
            earlier = cards[-1].answers.get(move.seat)
            cards[-1].answers[move.seat] = f"{earlier}; {move.text}" if earlier else move.text
    return cards


def record_before(history: History, number: int) -> tuple[int, str]:
    """The number and the text of the record that an amendment replaced.

    `number` is the entry of the amendment; the result has the entry with the old record.
    """
    entries = folding.entries_of(history.entries)
    at = amended_entries(entries[:number])[number]
    entry = entries[at - 1]
    assert isinstance(entry, EpisodeAmended | EpisodeRecorded)
    return at, entry.record


def compared_spans(old: Sequence[str], new: Sequence[str]) -> Sequence[ComparedSpan]:
    """The spans of two sequences of texts in which they are equal or differ.

    Sequences that would take too long, of far more or far more often repeated texts than a record
    of an evening has, differ as a whole.
    """
    if old == new:
        return [("equal", 0, len(old), 0, len(new))]
    counts = Counter(new)
    pairs = sum(counts[text] for text in old)
    if (len(old) + pairs) * min(len(old), len(new)) > MOST_STEPS:
        return [("replace", 0, len(old), 0, len(new))]
    return SequenceMatcher(None, old, new, autojunk=False).get_opcodes()


def comparison_in_words(
    before: str,
    after: str,
    *,
    holders: Mapping[str, str] = MappingProxyType({}),
    person_of: NameOf = str,
) -> Wording:
    """The differences of two records in one sentence; "" for none, or for an unreadable record.

    `holders` held the cities, by seat; `person_of` gives the present name of somebody.
    """
    try:
        old, new = (with_holders(parse_record(text), holders) for text in (before, after))
        differing = compare_records(old, new, person_of)
    except EngineError:  # a record that no longer counts may be of any form
        return ""
    players = [difference for difference in differing if difference.kind == "player"]
    others = [difference for difference in differing if difference.kind != "player"]
    few = len(others) if len(others) <= FEW + 1 else FEW  # "and 1 more" would be no shorter
    words: list[Phrase] = [
        difference_in_words(difference) for difference in (*players, *others[:few])
    ]
    if unnamed := len(others) - few:
        words.append(phrase("and {count} more", count=unnamed))
    return joined("; ", words) if words else ""


def difference_in_words(difference: RecordDifference) -> Phrase:
    """A difference as a phrase: `bear built R4 on F6, not F5`."""
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
        case "gained":
            return phrase(
                "{seat} got {words}, not {other}",
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
        case "header" if what == "ranks":
            return phrase(
                "the ranks are {value}, not {other}",
                value=after or nothing,
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
    """An answer in words, as a table shows it: `R4 on F6`; `-` for none."""
    if not words:
        return "-"
    match _action(words):
        case BuildMove(piece, square, turns):
            place = f"{square}/{turns}" if turns else square
            return phrase("{piece} on {square}", piece=piece, square=place)
        case CardPass():
            return phrase("passes")
        case Quit():
            return phrase("quits")
    return words


def card_of(words: str) -> str:
    """The name of the card that the words of a move reveal."""
    action = _action(words)
    return action.card if isinstance(action, Reveal) else words


def _answer(difference: RecordDifference) -> Phrase:
    """The phrase for an answer of a seat that differs."""
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
        answer=answer_in_words(after) if after else phrase("no answer"),
        other=answer_in_words(before) if before else phrase("no answer"),
    )


def _person(words: str) -> Wording:
    """The player of a city in words, from the words of `_who`."""
    name, _, role = words.partition("|")
    if role == ABSENT:
        return phrase("nobody, absent")
    if not name:
        return phrase("the holder of the city")
    return phrase("{player} as a substitute", player=name) if role else name


def person_in_words(words: str) -> Wording:
    """The player of a city in words, as a table shows it."""
    return _person(words)


def _action(words: str) -> object:
    """The action that the words of a move mean; None for words that the game cannot read."""
    try:
        return parse(words)
    except EngineError:
        return None


def _cards(before: Record, after: Record) -> Iterator[RecordDifference]:
    """The cards that differ, and the answers to the same cards that differ."""
    old, new = cards_of(before.moves or ()), cards_of(after.moves or ())
    spans = compared_spans([card.revealed for card in old], [card.revealed for card in new])
    for _, start, end, begin, stop in spans:
        for at in range(max(end - start, stop - begin)):
            old_card = old[start + at] if start + at < end else None
            card = new[begin + at] if begin + at < stop else None
            number = (begin if card else start) + at + 1
            yield from _card(old_card, card, number, (*before.seats, *after.seats))


def _card(
    old_card: CardAnswers | None, card: CardAnswers | None, number: int, seats: Sequence[str]
) -> Iterator[RecordDifference]:
    """The differences in the answers to a card; only the card itself if the card differs."""
    before, after = old_card.revealed if old_card else "", card.revealed if card else ""
    if old_card is None or card is None or before != after:
        yield RecordDifference("card", before, after, card=number, revealed=after or before)
        return
    for seat in dict.fromkeys(seats):
        old, new = old_card.answers.get(seat, ""), card.answers.get(seat, "")
        if old != new:
            yield RecordDifference("answer", old, new, seat, number, after)


def _players(before: Record, after: Record, person_of: NameOf) -> Iterator[RecordDifference]:
    """The seats with different players; a record may leave the name of a holder out."""
    seats = dict.fromkeys((*before.seats, *after.seats, *_absent(before), *_absent(after)))
    for seat in seats:
        old, new = _who(before, seat), _who(after, seat)
        are_holders = "|" not in old + new
        if old != new and not (are_holders and _may_be_one(old, new, person_of)):
            yield RecordDifference("player", old, new, seat)


def _may_be_one(old: str, new: str, person_of: NameOf) -> bool:
    """Whether two names of the holder of a city may mean one person; "" may mean anybody."""
    return "" in (old, new) or person_of(old) == person_of(new)


def _who(record: Record, seat: str) -> str:
    """The player of a city: a name, "" for a holder who is not named.

    A word after `|` says that a substitute played the city, or that it was absent.
    """
    if seat in _absent(record):
        return f"|{ABSENT}"
    name = record.names.get(seat, "")
    return f"{name}|{SUBSTITUTES}" if seat in record.header.get(SUBSTITUTES, ()) else name


def _absent(record: Record) -> Sequence[str]:
    return tuple(record.header.get(ABSENT, ()))


def _header(before: Record, after: Record) -> Iterator[RecordDifference]:
    """The differences in the day, the scores, the ink on the boards, and the header."""
    old, new = (record.played.isoformat() if record.played else "" for record in (before, after))
    if old != new:
        yield RecordDifference("day", old, new)
    for seat in dict.fromkeys((*before.result, *after.result)):
        old, new = (str(record.result.get(seat, "")) for record in (before, after))
        if old != new:
            yield RecordDifference("scores", old, new, seat)
    yield from _boards("inked", before.header.get(INKED, {}), after.header.get(INKED, {}))
    yield from _boards("gained", before.header.get(GAINED, {}), after.header.get(GAINED, {}))
    yield from compare_keys(before, after)


def compare_keys(before: Record, after: Record) -> Iterator[RecordDifference]:
    """The differences in the edition of the rules and in other keys of the header."""
    headers = [{**record.header, "edition": record.edition} for record in (before, after)]
    for key in dict.fromkeys((*headers[0], *headers[1])):
        old, new = (_spelled(header.get(key, "")) for header in headers)
        if old != new and key not in (ABSENT, SUBSTITUTES, INKED, GAINED):
            yield RecordDifference("header", old, new, what=key)


def _spelled(value: object) -> str:
    """The value of a key of a header as it is read out: `eagle 2, bear 1`."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {one}" for key, one in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _boards(
    kind: Literal["inked", "gained"],
    before: Mapping[str, Sequence[str]],
    after: Mapping[str, Sequence[str]],
) -> Iterator[RecordDifference]:
    """The seats of which two records state other words about the board."""
    for seat in dict.fromkeys((*before, *after)):
        old, new = (", ".join(words.get(seat, ())) for words in (before, after))
        if old != new:
            yield RecordDifference(kind, old, new, seat)
