"""Short answers of Machi Koro: a usual turn is `35 cafe`.

35   4          what the dice show; with a train station this also says how many dice were chosen
8    11         the sum of two dice: the program asks which two; 1 1 and 5 6 are the two dice
cafe   caf      a card or landmark to build, or a beginning that no other name has
-               build nothing, or no swap
k    r          with a radio tower: keep, reroll
p3              the seat from which the TV station takes
bakery p2 mine  with a business center: the bakery for the mine of p2
"""

from __future__ import annotations

import re

from engine.kernel.answers import AnswerForm, Answers, AwaitedAnswer, Count, Words
from engine.kernel.errors import NotationError, SeveralMeanings, shortened_text
from engine.kernel.game import Seat
from engine.kernel.names import Names
from engine.kernel.phrases import OptionalPhrase, Phrase, listed, many, phrase
from engine.machi_koro.components import (
    CARD,
    CARDS,
    LANDMARKS,
    PRICE,
    TRAIN_STATION,
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
    BuildNothing,
    Deal,
    Dice,
    KeepThrow,
    MachiKoroBuild,
    Reroll,
    Roll,
    Swap,
    Target,
    format,
    parse,
)
from engine.machi_koro.state import BUILD, DEAL, DICE, KEEP, ROLL, SWAP, TARGET, MachiKoroState

NOTHING = ("-", "nothing")
VERB = {BUILD: "build", DEAL: "deal", DICE: "dice", ROLL: "roll", SWAP: "swap", TARGET: "target"}
"""The verb that may be left out, by phase."""
VERBS = (*VERB.values(), "keep", "reroll", "pass")
LONGEST = {DEAL: 3, DICE: 2, BUILD: 3, SWAP: 7}
"""The most words of an answer without its verb, by phase, where names have several words."""
THROWN = re.compile(r"[1-6]{1,2}", re.ASCII)
PAIRS = [(first, second) for first in range(1, 7) for second in range(first, 7)]
SUMS = {total: tuple(f"{a} {b}" for a, b in PAIRS if a + b == total) for total in range(2, 13)}
"""The pairs that two dice may show, by the sum of the dice."""
FACES = "123456"
_RIGHT = {
    True: phrase("one die, 1 to 6"),
    False: phrase("what the dice show, such as 3 5, or their sum"),
}
"""The form of a throw in words, by whether one die is thrown."""


def read(state: MachiKoroState, seat: Seat, words: Words) -> tuple[Action, int]:
    """The action of the first words, and the number of these words.

    Raises `NotationError` if they mean no action, `SeveralMeanings` for an unclear sum of two dice.
    """
    word, phase = words[0].lower(), state.phase
    if word in NOTHING and phase in (BUILD, SWAP):
        return (BuildNothing() if phase == BUILD else Swap()), 1
    if phase == KEEP and word in ("k", "r"):
        return (KeepThrow() if word == "k" else Reroll()), 1
    if phase in (ROLL, DICE) and word not in (ROLL, DICE):
        return _thrown(state, words)
    return _in_words(state, words)


def _thrown(state: MachiKoroState, words: Words) -> tuple[Action, int]:
    """The dice that were thrown, and the number of words used for them.

    If the number of dice is not chosen yet, the result is this choice and 0 words. Raises
    `SeveralMeanings` for a sum that several pairs have, `NotationError` for any other wrong word.
    """
    word, chooses = words[0], state.phase == ROLL
    shown = word
    if len(words) > 1 and len(word) == 1 and words[1] in FACES and word in FACES:
        shown = f"{word}{words[1]}"
    one_die = not chooses and state.number == 1
    no_throw = phrase(
        "'{word}' is no throw: {right}", word=shortened_text(word), right=_RIGHT[one_die]
    )
    if not word.isdecimal():
        raise NotationError(no_throw)
    if len(shown) == 2 and one_die:
        raise NotationError(
            phrase("'{word}': one die is rolled here, 1 to 6", word=shortened_text(word))
            if state.cities[state.turn].landmarks & TRAIN_STATION
            else phrase(
                "'{word}': {seat} has no Train Station, so one die is rolled, 1 to 6",
                word=shortened_text(word),
                seat=state.seats[state.turn],
            )
        )
    if shown == word and not one_die and (pairs := _pairs(word, chooses=chooses)):
        if len(pairs) > 1:
            raise SeveralMeanings(
                phrase("{sum}: {pairs}?", sum=word, pairs=listed(pairs, " or ")), pairs
            )
        return parse(f"dice {pairs[0]}"), 1
    if not THROWN.fullmatch(shown):
        raise NotationError(no_throw)
    # Nobody types the number of dice: a player who threw two dice has chosen two.
    if chooses:
        return Roll(len(shown)), 0
    return Dice(tuple(map(int, shown))), 1 if shown == word else 2


def _pairs(word: str, *, chooses: bool) -> tuple[str, ...]:
    """The pairs of dice that a number can mean, as the sum of the dice or as two digits.

    If the player `chooses` the number of dice, a digit from 1 to 6 is one die and no pair.
    """
    pairs = SUMS.get(int(word), ())
    if len(word) == 1 and THROWN.fullmatch(word) and chooses:
        return ()
    return ((" ".join(word),) if pairs and THROWN.fullmatch(word) and len(word) > 1 else ()) + pairs


def _in_words(state: MachiKoroState, words: Words) -> tuple[Action, int]:
    """The action of the first words, written as in a record, and the number of these words.

    The verb of the phase may be left out. The longest possible answer is tried first. Raises
    `NotationError`.
    """
    verb = VERB.get(state.phase, "")
    if state.phase in (BUILD, DEAL) and words[0].isdecimal():
        raise NotationError(
            phrase(
                "'{word}' is a throw, and {seat} has not built yet: a card, or - for nothing",
                word=shortened_text(words[0]),
                seat=state.seats[state.turn],
            )
            if state.phase == BUILD
            else phrase(
                "'{word}' is a throw, and a card is still to be dealt",
                word=shortened_text(words[0]),
            )
        )
    for count in range(min(len(words), 1 + LONGEST.get(state.phase, 1)), 0, -1):
        first = " ".join(words[:count])
        for text in (first.lower(), f"{verb} {first}"):
            try:
                return parse(text), count
            except NotationError:
                continue
    if state.phase in (BUILD, DEAL) and words[0].lower() not in VERBS:
        raise NotationError(
            phrase("'{word}' is no card and no landmark", word=shortened_text(words[0]))
            if state.phase == BUILD
            else phrase("'{word}' is no card", word=shortened_text(words[0]))
        )
    return parse(f"{verb} {' '.join(words)}"), len(words)


def short(state: MachiKoroState, seat: Seat, action: Action) -> str:
    """The short answer for a legal action."""
    match action:
        case Dice((first, second)) if int(f"{first}{second}") in SUMS:
            return f"{first} {second}"
        case Dice(shown):
            return "".join(map(str, shown))
        case BuildNothing() | Swap("", "", ""):
            return "-"
        case KeepThrow():
            return "k"
        case Reroll():
            return "r"
        case MachiKoroBuild() | Target() | Swap():
            return format(action).partition(" ")[2]
        case _:
            return format(action)


def awaited(state: MachiKoroState, seat: Seat) -> AwaitedAnswer:
    """The answer that is awaited: the throw, a deal, or a decision of the player on turn."""
    what, on_turn = AWAITED[state.phase], state.seats[state.turn]
    left = many(state.cities[state.turn].coins, "coin") if state.phase == BUILD else ""
    when = phrase("turn {number}", number=state.turns)
    return AwaitedAnswer(when, on_turn if state.phase != DEAL else "", what, left)


AWAITED = {
    DEAL: phrase("card for the market"),
    ROLL: phrase("roll 1 or 2, or what the dice show"),
    DICE: phrase("dice"),
    KEEP: phrase("k keeps, r rolls again"),
    TARGET: phrase("whom the TV station takes from"),
    SWAP: phrase("swap, or - for none"),
    BUILD: phrase("build, or - for nothing"),
}
"""The kind of answer that is awaited, by phase."""


def words(state: MachiKoroState, seat: Seat, action: Action) -> OptionalPhrase:
    """The meaning of an answer: name, price, effect, and how many are left; "" if it is plain."""
    match action:
        case MachiKoroBuild(id) if id in CARD:
            card, left = CARDS[CARD[id]], state.market[CARD[id]]
            return phrase("{card}; {left} left", card=_card_in_words(card), left=left)
        case MachiKoroBuild(id):
            cost = many(PRICE[id], "coin")
            return phrase("{card}, {cost}: a landmark", card=phrase(name(id, "en")), cost=cost)
        case Deal(id):
            return _card_in_words(CARDS[CARD[id]])
        case Swap(gives, whose, takes) if gives:
            given, taken = phrase(name(gives, "en")), phrase(name(takes, "en"))
            return phrase(
                "{card} for the {other} of {player}", card=given, other=taken, player=whose
            )
        case Target(whose):
            coins = many(state.cities[state.seats.index(whose)].coins, "coin")
            return phrase("has {coins}", coins=coins)
        case BuildNothing():
            return phrase("nothing is built")
        case Swap():
            return phrase("no swap")
        case KeepThrow():
            return phrase("the throw stands")
        case Reroll():
            return phrase("a second throw")
    return ""


def _card_in_words(card: Card) -> Phrase:
    """A card in words: its name, its price, the dice on which it fires, and its gain."""
    return phrase(
        "{card}, {cost}; on {dice}: {gain}",
        card=phrase(card.english),
        cost=many(card.cost, "coin"),
        dice=listed(map(str, card.dice), " or "),
        gain=gain_in_words(card),
    )


def gain_in_words(card: Card) -> Phrase:
    """The gain of a card when it fires, in words."""
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
            return phrase("{coins} from the player who rolled", coins=many(coins, "coin"))
        case TakeAll(coins):
            return phrase("{coins} from every other player", coins=many(coins, "coin"))
        case TakeOne(coins):
            return phrase("{coins} from one other player", coins=many(coins, "coin"))
        case Exchange():
            return phrase("swap a card with another player")


def names(state: MachiKoroState, seat: Seat) -> Names:
    """The names of the cards and landmarks; no names in a phase without a choice of a card."""
    if state.phase not in (BUILD, DEAL, SWAP):
        return ()
    return NAMES


NAMES = tuple((title, row.id) for row in (*CARDS, *LANDMARKS) for title in row[:3])

FORMS = (
    AnswerForm("35", "what the dice show; with a train station, two figures mean two dice"),
    AnswerForm("8", "with a train station: the sum of two dice; the program asks which two"),
    AnswerForm("cafe", "what to build: a card or landmark, by its name or the beginning of it"),
    AnswerForm("-", "build nothing, or swap nothing"),
    AnswerForm("35 cafe", "a usual turn in one line"),
    AnswerForm("k  r", "with a radio tower: keep the throw, or roll again"),
    AnswerForm("p3", "whom the TV station takes from"),
    AnswerForm("bakery p2 mine", "with a business center: the bakery for p2's mine"),
)


def _turn(state: MachiKoroState) -> int:
    """The number of the turn to which a state belongs."""
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
