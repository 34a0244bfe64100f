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

from engine.kernel.answers import Answers, Awaited, Count, Form, Words
from engine.kernel.errors import NotationError
from engine.kernel.game import Seat
from engine.kernel.names import Names
from engine.kernel.phrases import Phrase, Refusal, listed, many, phrase
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
LONGEST = {DEAL: 3, DICE: 2, BUILD: 3, SWAP: 7}
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
        first = " ".join(words[:count])
        for text in (first.lower(), f"{verb} {first}"):
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
    when = phrase("turn {number}", number=state.turns)
    return Awaited(when, mine if state.phase != DEAL else "", what, left)


AWAITED = {
    DEAL: phrase("card for the market"),
    ROLL: phrase("roll 1 or 2, or what they show"),
    DICE: phrase("dice"),
    KEEP: phrase("k keeps, r rolls again"),
    TARGET: phrase("whom the TV station takes from"),
    SWAP: phrase("swap, or - for none"),
    BUILD: phrase("build, or - for nothing"),
}
"""What is awaited in each phase."""


def words(state: State, seat: Seat, action: Action) -> Refusal:
    """What an answer means: name, price, effect, and how many are left."""
    match action:
        case Build(id) if id in CARD:
            card, left = CARDS[CARD[id]], state.market[CARD[id]]
            return phrase("{card}; {left} left", card=_dealt(card), left=left)
        case Build(id):
            cost = many(PRICE[id], "coin")
            return phrase("{card}, {cost}: a landmark", card=phrase(name(id, "en")), cost=cost)
        case Deal(id):
            return _dealt(CARDS[CARD[id]])
        case Swap(gives, whose, takes) if gives:
            given, taken = phrase(name(gives, "en")), phrase(name(takes, "en"))
            return phrase(
                "{card} for the {other} of {player}", card=given, other=taken, player=whose
            )
        case Target(whose):
            coins = many(state.cities[state.seats.index(whose)].coins, "coin")
            return phrase("has {coins}", coins=coins)
        case Pass():
            return phrase("nothing is built")
        case Swap():
            return phrase("no swap")
        case Keep():
            return phrase("the throw stands")
        case Reroll():
            return phrase("a second throw")
    return ""


def _dealt(card: Card) -> Phrase:
    """A card with its price, when it fires, and what it brings."""
    return phrase(
        "{card}, {cost}; on {dice}: {gain}",
        card=phrase(card.english),
        cost=many(card.cost, "coin"),
        dice=listed(map(str, card.dice), " or "),
        gain=gain(card),
    )


def gain(card: Card) -> Phrase:
    """What a card brings when it fires."""
    match card.effect:
        case Earn(coins, per) if per:
            return phrase(
                "{coins} for each {per} card from the bank",
                coins=many(coins, "coin"),
                per=phrase(per),
            )
        case Earn(coins):
            return phrase("{coins} from the bank", coins=many(coins, "coin"))
        case Fee(coins):
            return phrase("{coins} from whoever rolled", coins=many(coins, "coin"))
        case TakeAll(coins):
            return phrase("{coins} from every other player", coins=many(coins, "coin"))
        case TakeOne(coins):
            return phrase("{coins} from one other player", coins=many(coins, "coin"))
        case Exchange():
            return phrase("swap a card with another player")


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


def _turn(state: State) -> int:
    """The turn that a state belongs to."""
    return state.turns


ANSWERS = Answers(
    read,
    short,
    awaited,
    words,
    names,
    forms=FORMS,
    counted=Count(phrase("A line is a turn."), _turn),
)
