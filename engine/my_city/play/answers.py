"""Reads and writes the short answers of My City.

Y4            the card that came, also obstacle
E5/1          the building of this card on E5, after a quarter turn; E5/0 for unturned
E5            the building on E5, if only one way to turn it fits
p    q        pass; quit: the program asks first, because it is for the rest of the episode
E5/1 hand bridge    the building there, by a rule that the table applies
3 1m tree G1        after the last card: points, marks and stickers that such a rule gave; n: none

A whole card in one line: `Y4 E5 F6/1 p q` is the card and the answers of four seats in turn.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from engine.kernel.answers import AnswerForm, Answers, AwaitedAnswer, Count, Words
from engine.kernel.errors import IllegalMove, NotationError, SeveralMeanings, shortened_text
from engine.kernel.game import CHANCE, Seat
from engine.kernel.phrases import OptionalPhrase, joined, listed, phrase
from engine.my_city.play import by_hand
from engine.my_city.play.notation import (
    Action,
    AllowedBuild,
    BuildMove,
    CardPass,
    Quit,
    Reveal,
    TableReward,
    parse,
)
from engine.my_city.play.placements import Placement
from engine.my_city.play.rules import awaiting, fitting_builds, pass_refusal
from engine.my_city.play.rules import fits as stands
from engine.my_city.play.ruleset import HandRule
from engine.my_city.play.state import MyCityState

ALONE: Mapping[str, Action] = {"p": CardPass(), "pass": CardPass(), "q": Quit(), "quit": Quit()}
VERBS = ("reveal", "build")


def read(state: MyCityState, seat: Seat, words: Words) -> tuple[Action, int]:
    """The action that the first words state, and the number of these words.

    Raises `NotationError` if they state no action, `SeveralMeanings` if they may state several.
    """
    word = words[0]
    if rule := by_hand.due_rule(state, seat):
        return _given(rule, words)
    if word.lower() in ALONE and seat != CHANCE:
        return ALONE[word.lower()], 1
    if word.lower() in VERBS and len(words) > 1:
        return parse(f"{word.lower()} {words[1]}"), 2
    if seat == CHANCE:
        return _revealed(state, word), 1
    if allowed := _by_hand(state, word, [following.lower() for following in words[1:]]):
        return allowed
    where = word.rpartition("@")[2]
    if "/" in where or "@" in word:
        return _built(state, word), 1
    if _is_card_alone(state, word.upper()):
        raise NotationError(
            phrase(
                "{word} is a card, and {card} waits for the answer of {seat}",
                word=word.upper(),
                card=state.card,
                seat=seat,
            )
        )
    ways = ways_at(state, seat, where.upper())
    if len(ways) > 1:
        raise _several(state, seat, word, ways)
    return (ways[0] if ways else _built(state, word)), 1


def _several(
    state: MyCityState, seat: Seat, word: str, ways: Sequence[BuildMove]
) -> SeveralMeanings:
    """The error for an answer with several meanings: each way to lay the building on a cell."""
    town = state.town(seat)
    covered = [
        phrase(
            "{way} covers {cells}",
            way=f"{way.square}/{way.turns}",
            cells=" ".join(state.rules.grid.names(town.home.placements[way].mask)),
        )
        for way in ways
    ]
    why = phrase(
        "{card} fits there in {count} ways: {ways}",
        card=state.card,
        count=len(ways),
        ways=joined("; ", covered),
    )
    return SeveralMeanings(
        phrase("{seat}, {answer}: {why}", seat=seat, answer=word, why=why),
        [f"{way.square}/{way.turns}" for way in ways],
    )


def short(state: MyCityState, seat: Seat, action: Action) -> str:
    """The short answer that stands for a legal action."""
    match action:
        case Reveal(card):
            return card
        case BuildMove(_, square, turns):
            return square if len(ways_at(state, seat, square)) == 1 else f"{square}/{turns}"
        case CardPass():
            return "p"
        case Quit():
            return "q"
        case AllowedBuild(BuildMove(_, square, turns), rule):
            return f"{square}/{turns} hand {rule}"
        case TableReward(_, points, marks, stickers):
            parts = [f"{points}"] * bool(points) + [f"{marks}m"] * bool(marks)
            return " ".join((*parts, *stickers)) or "n"


def builds_of_card(state: MyCityState, seat: Seat) -> tuple[BuildMove, ...]:
    """The ways in which the building of the card fits on a seat's board, fewest turns first."""
    if not state.card:
        return ()
    return tuple(fitting_builds(state.town(seat), state.card))


def ways_at(state: MyCityState, seat: Seat, square: str) -> list[BuildMove]:
    """The ways in which the card that came fits on a cell, each once, fewest turns first."""
    town = state.town(seat)
    ways: dict[Placement, BuildMove] = {}
    for turns in range(4):
        build = BuildMove(state.card, square, turns)
        try:
            placement = town.home.placements[build]
        except IllegalMove:
            continue
        if placement not in ways and stands(town, placement):
            ways[placement] = build
    return list(ways.values())


def _is_card_alone(state: MyCityState, word: str) -> bool:
    """Whether a word is a card of the deck, and no cell of the board."""
    return word in state.rules.deck and not state.rules.grid.bit(word)


def _by_hand(state: MyCityState, word: str, words: list[str]) -> tuple[Action, int] | None:
    """The building by hand in words for a place, `hand` and a rule; and the number of these words.

    None for other words. If only one rule lets buildings stand, it need not be named.
    """
    has_by = words[:1] == ["by"]
    if words[has_by : has_by + 1] != ["hand"]:
        return None
    build = _built(state, word if "/" in word or "@" in word else f"{word}/0")
    rules = [rule.label for rule in state.rules.by_hand if rule.buildings]
    for rule in rules:
        name = rule.lower().split()
        if words[has_by + 1 : has_by + 1 + len(name)] == name:
            return AllowedBuild(build, rule), has_by + 2 + len(name)
    if len(rules) == 1:
        return AllowedBuild(build, rules[0]), has_by + 2
    raise NotationError(
        phrase("write the rule after hand: {rules}", rules=listed(rules, " or "))
        if rules
        else phrase("no rule of this episode lets a building stand by hand")
    )


def _given(rule: HandRule, words: Words) -> tuple[Action, int]:
    """What a rule gave, and the number of words that state it.

    The words may begin with `by hand` and the rule, as in a record.
    """
    lead = ["by", "hand", *rule.label.lower().split()]
    start = len(lead) if [w.lower().rstrip(":") for w in words[: len(lead)]] == lead else 0
    reward, position = TableReward(rule.label), start
    if words[position : position + 1] and words[position].lower() in ("n", "nothing"):
        return reward, position + 1
    while position < len(words):
        word = words[position].lower()
        after = words[position + 1].lower() if position + 1 < len(words) else ""
        match = re.fullmatch(r"([+-]?\d{1,3})(m|p)?", word, re.ASCII)
        if match and (match[2] == "m" or after in ("mark", "marks")):
            reward = reward._replace(marks=int(match[1]))
            position += 1 + (after in ("mark", "marks"))
        elif match:
            reward = reward._replace(points=int(match[1]))
            position += 1 + (after in ("point", "points"))
        elif word in rule.kinds and after:
            reward = reward._replace(stickers=(*reward.stickers, f"{word} {after.upper()}"))
            position += 2
        else:
            break
    if position == start:
        raise NotationError(
            phrase(
                "'{word}' does not say what {rule} gave: write 3 for points, 1m for marks, a "
                "sticker and its cell, or n for nothing",
                word=shortened_text(words[0]),
                rule=phrase(rule.label),
            )
        )
    return reward, position


def _revealed(state: MyCityState, word: str) -> Action:
    try:
        return parse(f"reveal {word}")
    except NotationError:
        raise NotationError(
            phrase(
                "'{word}' is no card: write the card that came, such as {card}",
                word=shortened_text(word),
                card=state.rules.deck[0],
            )
        ) from None


def _built(state: MyCityState, word: str) -> BuildMove:
    try:
        build = parse(f"build {word}" if "@" in word else f"build {state.card}@{word}")
    except NotationError:
        raise NotationError(
            phrase(
                "'{word}' is no answer to {card}: write a cell such as E5 or E5/1, p or q",
                word=shortened_text(word),
                card=state.card,
            )
        ) from None
    assert isinstance(build, BuildMove), "it was read as one"
    return build


def awaited(state: MyCityState, seat: Seat) -> AwaitedAnswer:
    """The answer that is awaited: the next card, or what a seat does with the card."""
    if seat == CHANCE:
        number, deck = state.out + 1, state.rules.dealt
        return AwaitedAnswer("", "", phrase("card {number} of {deck}", number=number, deck=deck))
    if rule := by_hand.due_rule(state, seat):
        bounds = phrase("{bounds}; n for nothing", bounds=by_hand.bounds_in_words(rule))
        return AwaitedAnswer(rule.label, seat, bounds)
    town = state.town(seat)
    kinds = [
        phrase("cell") if any(fitting_builds(town, state.card)) else "",
        phrase("cell hand") if any(rule.buildings for rule in state.rules.by_hand) else "",
        "" if pass_refusal(state.rules, town.token, state.card) else "p",
        "q",
    ]
    count = state.waiting.bit_count()
    left = phrase("{count} to answer", count=count) if count > 1 else ""
    return AwaitedAnswer(state.card, seat, listed(filter(None, kinds), " or "), left)


def described(state: MyCityState, seat: Seat) -> OptionalPhrase:
    """The bounds of the rule whose gift a seat states now; "" if there is no such rule."""
    rule = by_hand.due_rule(state, seat) if seat in state.seats else None
    if rule is None:
        return ""
    bounds = by_hand.bounds_in_words(rule)
    return phrase("by hand {rule}: {bounds}, or nothing", rule=phrase(rule.label), bounds=bounds)


def lasting(state: MyCityState, seat: Seat, action: Action) -> OptionalPhrase:
    """Words for an action that holds for the rest of the episode: a quit; "" for others."""
    return phrase("quits the episode") if isinstance(action, Quit) else ""


FORMS = (
    AnswerForm("y4", "the card that came; obstacle for the obstacle card"),
    AnswerForm("e5", "the building on E5, its first square in reading order"),
    AnswerForm("e5/1", "the building on E5 after a quarter turn, if it fits there in several ways"),
    AnswerForm("p", "pass: the token pays"),
    AnswerForm("q", "quit: no more cards in this episode; the program asks first"),
    AnswerForm(
        "e5/1 hand", "the building on E5 by a rule that the table applies", by_hand.lets_stand
    ),
    AnswerForm(
        "3 1m tree g1", "what a rule that the table applies gave you; n: nothing", by_hand.is_stated
    ),
    AnswerForm(
        "bear p", "the answer of bear; a player's name works too, or the beginning of a name"
    ),
    AnswerForm("y4 e5 f6/1 p q", "a whole card in one line; the first mistake ends it"),
)


def _card(state: MyCityState) -> int:
    """The number of the card that came, or comes next."""
    return state.out + (awaiting(state) == (CHANCE,))


ANSWERS = Answers(
    read,
    short,
    awaited,
    lasting=lasting,
    described=described,
    forms=FORMS,
    once=Reveal,
    counted=Count(phrase("A line is a card and the answers to it."), _card),
)
