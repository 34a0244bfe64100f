"""My City in short answers.

Y4            the card that came, also obstacle
E5/1          the building of this card on E5, after a quarter turn; E5/0 for unturned
E5            the same where only one way to turn it fits
p    q        pass; quit, which is asked about: it is for the rest of the episode

A whole card in one line: `Y4 E5 F6/1 p q` is the card and the answers of four seats in turn.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.kernel.answers import Answers, Awaited, Form, Words
from engine.kernel.errors import IllegalMove, NotationError, quoted
from engine.kernel.game import CHANCE, Seat
from engine.kernel.phrases import joined, listed, phrase
from engine.my_city.play.notation import Action, Build, Pass, Quit, Reveal, parse
from engine.my_city.play.placements import Placement
from engine.my_city.play.rules import fits as stands
from engine.my_city.play.rules import fitting, no_pass
from engine.my_city.play.state import State

ALONE: Mapping[str, Action] = {"p": Pass(), "pass": Pass(), "q": Quit(), "quit": Quit()}
VERBS = ("reveal", "build")


def read(state: State, seat: Seat, words: Words) -> tuple[Action, int]:
    """The action that the first words say, and how many words that are."""
    word = words[0]
    if word.lower() in ALONE and seat != CHANCE:
        return ALONE[word.lower()], 1
    if word.lower() in VERBS and len(words) > 1:
        return parse(f"{word.lower()} {words[1]}"), 2
    if seat == CHANCE:
        return _revealed(state, word), 1
    where = word.rpartition("@")[2]
    if "/" in where or "@" in word:
        return _built(state, word), 1
    ways = ways_at(state, seat, where.upper())
    if len(ways) > 1:
        raise NotationError(
            phrase(
                "{card} fits there in {count} ways: {ways}",
                card=state.card,
                count=len(ways),
                ways=joined(" or ", [f"{way.square}/{way.turns}" for way in ways]),
            )
        )
    return (ways[0] if ways else _built(state, word)), 1


def short(state: State, seat: Seat, action: Action) -> str:
    """The words of a legal action."""
    match action:
        case Reveal(card):
            return card
        case Build(_, square, turns):
            return square if len(ways_at(state, seat, square)) == 1 else f"{square}/{turns}"
        case Pass():
            return "p"
        case Quit():
            return "q"


def fits(state: State, seat: Seat) -> tuple[Build, ...]:
    """The places of the card that came on the board of a seat, each once, fewest turns first."""
    if not state.card:
        return ()
    return tuple(fitting(state.rules, state.towns[state.seats.index(seat)], state.card))


def ways_at(state: State, seat: Seat, square: str) -> list[Build]:
    """The ways in which the card that came fits on a cell, each once, fewest turns first."""
    town = state.towns[state.seats.index(seat)]
    ways: dict[Placement, Build] = {}
    for turns in range(4):
        build = Build(state.card, square, turns)
        try:
            placement = town.home.placements[build]
        except IllegalMove:
            continue
        if placement not in ways and stands(town, placement):
            ways[placement] = build
    return list(ways.values())


def _revealed(state: State, word: str) -> Action:
    try:
        return parse(f"reveal {word}")
    except NotationError:
        raise NotationError(
            phrase(
                "'{word}' is no card: the one that came, such as {card}",
                word=quoted(word),
                card=state.rules.deck[0],
            )
        ) from None


def _built(state: State, word: str) -> Action:
    try:
        return parse(f"build {word}" if "@" in word else f"build {state.card}@{word}")
    except NotationError:
        raise NotationError(
            phrase(
                "'{word}' is no answer to {card}: a cell such as E5 or E5/1, p or q",
                word=quoted(word),
                card=state.card,
            )
        ) from None


def awaited(state: State, seat: Seat) -> Awaited:
    """The card that comes, or what a seat does with it."""
    if seat == CHANCE:
        number, deck = state.out + 1, state.rules.dealt
        return Awaited("", "", phrase("card {number} of {deck}", number=number, deck=deck))
    town = state.towns[state.seats.index(seat)]
    kinds = [
        phrase("cell") if any(fitting(state.rules, town, state.card)) else "",
        "" if no_pass(state.rules, town.token, state.card) else "p",
        "q",
    ]
    count = state.waiting.bit_count()
    left = phrase("{count} to answer", count=count) if count > 1 else ""
    return Awaited(state.card, seat, listed(filter(None, kinds), " or "), left)


def lasting(state: State, seat: Seat, action: Action) -> str:
    """Whoever quits gets no more cards in this episode."""
    return phrase("quits the episode") if isinstance(action, Quit) else ""


FORMS = (
    Form("y4", "the card that came; obstacle for the obstacle card"),
    Form("e5", "the building on E5, its first square in reading order"),
    Form("e5/1", "the same after a quarter turn, where it fits in several ways"),
    Form("p", "pass: the token pays"),
    Form("q", "quit: no more cards in this episode; asked first"),
    Form("bear p", "another seat or player first: a name, or how it begins"),
    Form("y4 e5 f6/1 p q", "a whole card in one line: what is wrong in it ends it"),
)

ANSWERS = Answers(read, short, awaited, lasting=lasting, forms=FORMS)
