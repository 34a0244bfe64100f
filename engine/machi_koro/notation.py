"""The words of Machi Koro's moves; `parse` reads them and `format` writes them.

*: deal ranch                   a card of the deck comes to the market (ten piles)
p1: roll 2                      the number of dice, with a train station
*: dice 3 5                     what the dice show
p1: keep        p1: reroll      with a radio tower
p1: target p3                   the seat from which the TV station takes
p1: swap bakery p2 mine         gives a bakery to p2 for a mine, or: swap nothing
p1: build cafe                  a card or a landmark
p1: pass

`format` writes cards and landmarks by id; `parse` also reads any of their names.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.kernel.errors import NotationError, shortened_text
from engine.kernel.fast.memo import same
from engine.kernel.phrases import phrase
from engine.machi_koro.components import CARD, CARDS, LANDMARKS, find_id, ids_in_words


@dataclass(frozen=True, slots=True)
class Deal:
    """A card of the deck comes to the market."""

    card: str


@dataclass(frozen=True, slots=True)
class Roll:
    """The choice of the number of dice."""

    dice: int


@dataclass(frozen=True, slots=True)
class Dice:
    """What the dice show."""

    shown: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class KeepThrow:
    """The player keeps the throw."""


@dataclass(frozen=True, slots=True)
class Reroll:
    """The player throws again, with a radio tower."""


@dataclass(frozen=True, slots=True)
class Target:
    """The seat from which the TV station takes coins."""

    seat: str


@dataclass(frozen=True, slots=True)
class Swap:
    """A card of the player for a card of another seat; if all fields are "", nothing is swapped."""

    gives: str = ""
    seat: str = ""
    takes: str = ""


@dataclass(frozen=True, slots=True)
class MachiKoroBuild:
    """The player builds a card of the market or a landmark."""

    what: str


@dataclass(frozen=True, slots=True)
class BuildNothing:
    """The player builds nothing in this turn."""


Action = Deal | Roll | Dice | KeepThrow | Reroll | Target | Swap | MachiKoroBuild | BuildNothing

_SEAT = re.compile(r"[a-z][a-z0-9_-]{0,30}")
_FACES = ("1", "2", "3", "4", "5", "6")
_ALONE: dict[str, Action] = {"keep": KeepThrow(), "reroll": Reroll(), "pass": BuildNothing()}
_RIGHT = {
    "deal": phrase("write one card, such as deal ranch"),
    "roll": phrase("write roll 1 or roll 2"),
    "dice": phrase("write what each die shows, 1 to 6, such as dice 4 or dice 3 5"),
    "keep": phrase("write {verb} alone", verb="keep"),
    "reroll": phrase("write {verb} alone", verb="reroll"),
    "target": phrase("write a seat, such as target p3"),
    "swap": phrase(
        "write an own card, a seat and a card of that seat, such as swap bakery p2 mine; "
        "or swap nothing"
    ),
    "build": phrase("write one card or landmark, such as build cafe"),
    "pass": phrase("write {verb} alone", verb="pass"),
}


def parse(text: str) -> Action:
    """The action of a text; raises `NotationError`, which says what would be right."""
    match text.split():
        case ["build", *words] if words:
            return MachiKoroBuild(_id(words, text, landmarks=True))
        case ["dice", *faces] if 1 <= len(faces) <= 2 and all(face in _FACES for face in faces):
            return Dice(tuple(map(int, faces)))
        case ["roll", "1" | "2" as dice]:
            return Roll(int(dice))
        case ["keep" | "reroll" | "pass" as verb]:
            return _ALONE[verb]
        case ["target", seat] if _SEAT.fullmatch(seat):
            return Target(same(seat))
        case ["swap", "nothing"]:
            return Swap()
        case ["swap", *words] if swap := _swap(words, text):
            return swap
        case ["deal", *words] if words:
            return Deal(_id(words, text))
        case [verb, *_] if verb in _RIGHT:
            raise NotationError(
                phrase('"{text}": {right}', text=shortened_text(text), right=_RIGHT[verb])
            )
        case _:
            verbs = ", ".join(_RIGHT)
            raise NotationError(
                phrase('"{text}": the verbs are {verbs}', text=shortened_text(text), verbs=verbs)
            )


def format(action: Action) -> str:
    """The words of an action."""
    match action:
        case MachiKoroBuild(what):
            return f"build {what}"
        case Dice(shown):
            return f"dice {' '.join(map(str, shown))}"
        case Roll(dice):
            return f"roll {dice}"
        case KeepThrow():
            return "keep"
        case Reroll():
            return "reroll"
        case BuildNothing():
            return "pass"
        case Target(seat):
            return f"target {seat}"
        case Swap("", "", ""):
            return "swap nothing"
        case Swap(gives, seat, takes):
            return f"swap {gives} {seat} {takes}"
        case Deal(card):
            return f"deal {card}"


def _swap(words: list[str], text: str) -> Swap | None:
    """The swap in the words; None if they are no swap.

    Names may have several words. The seat is the first word that may be a seat and follows a whole
    name.
    """
    for at in range(1, len(words) - 1):
        if _SEAT.fullmatch(words[at]) and find_id(" ".join(words[:at])):
            return Swap(_id(words[:at], text), same(words[at]), _id(words[at + 1 :], text))
    return None


def _id(words: list[str], text: str, *, landmarks: bool = False) -> str:
    """The id for a name; raises `NotationError`, which lists the known ids."""
    typed = " ".join(words)
    id = find_id(typed)
    if id and (landmarks or id in CARD):
        return same(id)
    known_ids = ids_in_words((*CARDS, *LANDMARKS) if landmarks else CARDS)
    raise NotationError(
        phrase(
            '"{text}": {typed} is none of {ids}',
            text=shortened_text(text),
            typed=shortened_text(typed),
            ids=known_ids,
        )
    )
