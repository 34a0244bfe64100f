"""Machi Koro in short answers: a usual turn is `35 cafe`.

35   4          what the dice show; with a train station so many dice were chosen
cafe   caf      a card or landmark to build, or the beginning of its id that no other has
-               nothing is built
k    r          with a radio tower: keep, reroll
p3              whom the TV station takes from
bakery p2 mine  with a business center, or - for no swap
"""

from __future__ import annotations

import re

from engine.kernel.answers import Answers, Words
from engine.kernel.errors import NotationError, quoted
from engine.kernel.game import Seat
from engine.machi_koro.components import CARDS, LANDMARKS
from engine.machi_koro.notation import (
    Action,
    Build,
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
    if state.phase in (BUILD, DEAL) and (name := _beginning(words[0].lower())):
        return parse(f"{verb} {name}"), 1
    return parse(f"{verb} {' '.join(words)}"), len(words)


def _beginning(word: str) -> str:
    """The card or landmark whose id begins so; "" where none does, or several do."""
    names = [row.id for row in (*CARDS, *LANDMARKS) if row.id.startswith(word)]
    if len(names) > 1:
        raise NotationError(f"'{quoted(word)}' may be {' or '.join(names)}")
    return names[0] if names else ""


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


ANSWERS = Answers(read, short)
