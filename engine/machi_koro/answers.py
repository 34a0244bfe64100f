"""Machi Koro in short answers: a usual turn is `35 cafe`.

35   4          what the dice show; with a train station so many dice were chosen
cafe   caf      a card or landmark to build, or the beginning of its name that no other has
-               nothing is built
k    r          with a radio tower: keep, reroll
p3              whom the TV station takes from
bakery p2 mine  with a business center, or - for no swap
"""

from __future__ import annotations

import re

from engine.kernel.answers import Answers, Awaited, Form, Words
from engine.kernel.errors import NotationError
from engine.kernel.game import Seat
from engine.kernel.names import Names
from engine.kernel.phrases import many
from engine.machi_koro.components import (
    CARD,
    CARDS,
    LANDMARKS,
    PRICE,
    Card,
    Earn,
    Exchange,
    Fee,
    TakeAll,
    TakeOne,
    name,
)
from engine.machi_koro.notation import (
    Action,
    Build,
    Deal,
    Dice,
    Keep,
    Pass,
    Reroll,
    Roll,
    Swap,
    Target,
    format,
    parse,
)
from engine.machi_koro.state import BUILD, DEAL, DICE, KEEP, ROLL, SWAP, TARGET, State

NOTHING = ("-", "nothing")
VERB = {BUILD: "build", DEAL: "deal", DICE: "dice", ROLL: "roll", SWAP: "swap", TARGET: "target"}
"""The verb that goes without saying, by phase."""
LONGEST = {DEAL: 3, BUILD: 3, SWAP: 7}
"""Words of an answer, where names have several."""
THROWN = re.compile(r"[1-6]{1,2}", re.ASCII)


def read(state: State, seat: Seat, words: Words) -> tuple[Action, int]:
    """The action that the first words say, and how many words that are."""
    word, phase = words[0].lower(), state.phase
    if word in NOTHING and phase in (BUILD, SWAP):
        return (Pass() if phase == BUILD else Swap()), 1
    if phase == KEEP and word in ("k", "r"):
        return (Keep() if word == "k" else Reroll()), 1
    if phase in (ROLL, DICE) and THROWN.fullmatch(word):
        # The number of dice is not said by itself: whoever threw two has chosen two.
        return (Roll(len(word)), 0) if phase == ROLL else (Dice(tuple(map(int, word))), 1)
    if phase == DICE and len(words) > 1 and f"{word}{words[1]}".isdigit():
        return parse(f"dice {word} {words[1]}"), 2
    return _in_words(state, words)


def _in_words(state: State, words: Words) -> tuple[Action, int]:
    """The words of the record, without the verb that goes without saying, the longest first."""
    verb = VERB.get(state.phase, "")
    for count in range(min(len(words), 1 + LONGEST.get(state.phase, 1)), 0, -1):
        phrase = " ".join(words[:count])
        for text in (phrase.lower(), f"{verb} {phrase}"):
            try:
                return parse(text), count
            except NotationError:
                continue
    return parse(f"{verb} {' '.join(words)}"), len(words)


def short(state: State, seat: Seat, action: Action) -> str:
    """The words of a legal action."""
    match action:
        case Dice(shown):
            return "".join(map(str, shown))
        case Pass() | Swap("", "", ""):
            return "-"
        case Keep():
            return "k"
        case Reroll():
            return "r"
        case Build() | Target() | Swap():
            return format(action).partition(" ")[2]
        case _:
            return format(action)


def awaited(state: State, seat: Seat) -> Awaited:
    """The throw, or the decision of whose turn it is."""
    what, mine = AWAITED[state.phase], state.seats[state.turn]
    left = many(state.cities[state.turn].coins, "coin") if state.phase == BUILD else ""
    return Awaited(f"turn {state.turns}", mine if state.phase != DEAL else "", what, left)


AWAITED = {
    DEAL: "card for the market",
    ROLL: "roll 1 or 2, or what they show",
    DICE: "dice",
    KEEP: "k keeps, r rolls again",
    TARGET: "whom the TV station takes from",
    SWAP: "swap, or - for none",
    BUILD: "build, or - for nothing",
}
"""What is awaited in each phase."""


def words(state: State, seat: Seat, action: Action) -> str:
    """What an answer means: name, price, effect, and how many are left."""
    match action:
        case Build(id) if id in CARD:
            card, left = CARDS[CARD[id]], state.market[CARD[id]]
            return f"{card.english}, {many(card.cost, 'coin')}: {effect(card)}; {left} left"
        case Build(id):
            return f"{name(id, 'en')}, {many(PRICE[id], 'coin')}: a landmark"
        case Deal(id):
            return f"{name(id, 'en')}, {many(PRICE[id], 'coin')}: {effect(CARDS[CARD[id]])}"
        case Swap(gives, whose, takes) if gives:
            return f"{name(gives, 'en')} for the {name(takes, 'en')} of {whose}"
        case Target(whose):
            return f"has {many(state.cities[state.seats.index(whose)].coins, 'coin')}"
        case Pass():
            return "nothing is built"
        case Swap():
            return "no swap"
        case Keep():
            return "the throw stands"
        case Reroll():
            return "a second throw"
    return ""


def effect(card: Card) -> str:
    """When a card fires, and what it brings."""
    dice = " or ".join(map(str, card.dice))
    match card.effect:
        case Earn(coins, per):
            much = f"{many(coins, 'coin')}{f' for each {per} card' if per else ''} from the bank"
        case Fee(coins):
            much = f"{many(coins, 'coin')} from whoever rolled"
        case TakeAll(coins):
            much = f"{many(coins, 'coin')} from every other player"
        case TakeOne(coins):
            much = f"{many(coins, 'coin')} from one other player"
        case Exchange():
            much = "swap a card with another player"
    return f"on {dice} {much}"


def names(state: State, seat: Seat) -> Names:
    """Every name of the cards and landmarks."""
    if state.phase not in (BUILD, DEAL, SWAP):
        return ()
    return NAMES


NAMES = tuple((title, row.id) for row in (*CARDS, *LANDMARKS) for title in row[:3])

FORMS = (
    Form("35", "what the dice show; with a train station so many dice were rolled"),
    Form("cafe", "what is built: the name of a card or landmark, or how it begins"),
    Form("-", "nothing is built, no swap"),
    Form("35 cafe", "a usual turn in one line"),
    Form("k  r", "with a radio tower: the throw stands, or is rolled again"),
    Form("p3", "whom the TV station takes from"),
    Form("bakery p2 mine", "with a business center: the bakery for p2's mine"),
)

ANSWERS = Answers(read, short, awaited, words, names, forms=FORMS)
