"""The words of My City's moves, and back: `parse` and `format` are twins.

*: reveal Y4            a card comes, or `*: reveal obstacle`
eagle: build Y4@E5/1    piece @ cell of its first square in reading order / quarter turns
bear: pass              clockwise; the turns are left out when there are none
deer: quit
"""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.kernel.errors import NotationError, quoted
from engine.kernel.fast.memo import Memo, same
from engine.kernel.phrases import phrase


class Reveal(NamedTuple):
    """The next card of the deck."""

    card: str


class Build(NamedTuple):
    """A building, laid with its first square in reading order on a cell, after turns."""

    piece: str
    square: str
    turns: int = 0


class Pass(NamedTuple):
    """Not this building; the token pays."""


class Quit(NamedTuple):
    """No more buildings in this episode."""


Action = Reveal | Build | Pass | Quit

OBSTACLE = "obstacle"
"""The card that bars the next one."""


def laid(piece: str, square: str, turns: int) -> Build:
    """One object for all equal builds: to find it in a table is to compare two addresses."""
    return _BUILDS[piece, square, turns]


_BUILDS = Memo[tuple[str, str, int], Build](lambda fields: Build(*fields))
_PIECE = r"[A-Z](?:\d|[1-9]\d)"
_BUILD = re.compile(rf"({_PIECE})@([A-Z][1-9]\d?)(?:/([0-3]))?", re.IGNORECASE | re.ASCII)
_CARD = re.compile(rf"{_PIECE}|obstacle", re.IGNORECASE | re.ASCII)


def parse(text: str) -> Action:
    """An action from its words; raises `NotationError` that says what would have been right."""
    match text.split():
        case ["build", where] if match := _BUILD.fullmatch(where):
            piece, square, turns = match.groups()
            return laid(same(piece.upper()), same(square.upper()), int(turns or 0))
        case ["reveal", card] if _CARD.fullmatch(card):
            return Reveal(same(card.lower() if card.lower() == OBSTACLE else card.upper()))
        case ["pass"]:
            return Pass()
        case ["quit"]:
            return Quit()
        case ["build", *_]:
            raise NotationError(
                phrase(
                    '"{text}": write a building and a cell, such as build Y4@E5/1',
                    text=quoted(text),
                )
            )
        case ["reveal", *_]:
            raise NotationError(
                phrase('"{text}": write one card, such as reveal Y4', text=quoted(text))
            )
        case ["pass" | "quit" as verb, *_]:
            raise NotationError(
                phrase('"{text}": {verb} stands alone', text=quoted(text), verb=verb)
            )
        case _:
            raise NotationError(
                phrase('"{text}": the verbs are reveal, build, pass, quit', text=quoted(text))
            )


def format(action: Action) -> str:
    """The words of an action."""
    match action:
        case Build(piece, square, turns):
            return f"build {piece}@{square}/{turns}" if turns else f"build {piece}@{square}"
        case Reveal(card):
            return f"reveal {card}"
        case Pass():
            return "pass"
        case Quit():
            return "quit"
