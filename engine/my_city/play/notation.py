"""Reads and writes the moves of My City: `parse` and `format` are twins.

*: reveal Y4            the next card, or `*: reveal obstacle`
eagle: build Y4@E5/1    piece @ cell of its first square in reading order / clockwise quarter turns
eagle: build Y4@E5      a building without a turn
bear: pass
deer: quit
bear: build Y4@E5/1 by hand bridge              a building that only a rule of the table allows
deer: by hand festival: 3 points, 1 mark, tree G1       what a rule of the table gave, or `nothing`
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from engine.kernel.errors import NotationError, shortened_text
from engine.kernel.fast.memo import Memo, same
from engine.kernel.phrases import phrase


class Reveal(NamedTuple):
    """The next card of the deck."""

    card: str


class BuildMove(NamedTuple):
    """A building that is turned, then laid with its first square in reading order on a cell."""

    piece: str
    square: str
    turns: int = 0


class CardPass(NamedTuple):
    """The player does not lay this building; this may cost points of the token."""


class Quit(NamedTuple):
    """The player lays no more buildings in this episode."""


class AllowedBuild(NamedTuple):
    """A building that the program's rules forbid and a rule that the table applies allows."""

    build: BuildMove
    rule: str


class TableReward(NamedTuple):
    """What a rule that the table applies gave a seat; a sticker is text such as `tree G1`."""

    rule: str
    points: int = 0
    marks: int = 0
    stickers: tuple[str, ...] = ()


Action = Reveal | BuildMove | CardPass | Quit | AllowedBuild | TableReward

OBSTACLE = "obstacle"
"""The card that bars the next building."""


def build_move(piece: str, square: str, turns: int) -> BuildMove:
    """The build with these fields; one object for all equal builds, so that look-ups are quick."""
    return _BUILDS[piece, square, turns]


def reveal_move(card: str) -> Reveal:
    """The reveal of a card; one object for all equal reveals."""
    return _REVEALS[card]


_REVEALS = Memo(Reveal)
_BUILDS = Memo[tuple[str, str, int], BuildMove](lambda fields: BuildMove(*fields))
_PIECE = r"[A-Z](?:\d|[1-9]\d)"
_BUILD = re.compile(rf"({_PIECE})@([A-Z][1-9]\d?)(?:/([0-3]))?", re.IGNORECASE | re.ASCII)
_CARD = re.compile(rf"{_PIECE}|obstacle", re.IGNORECASE | re.ASCII)


def parse(text: str) -> Action:
    """The action that a text states; raises `NotationError`, which says what would be right."""
    match text.split():
        case ["build", where] if match := _BUILD.fullmatch(where):
            piece, square, turns = match.groups()
            return build_move(same(piece.upper()), same(square.upper()), int(turns or 0))
        case ["reveal", card] if _CARD.fullmatch(card):
            return Reveal(same(card.lower() if card.lower() == OBSTACLE else card.upper()))
        case ["build", where, "by", "hand", *rule] if rule and (match := _BUILD.fullmatch(where)):
            build = parse(f"build {where}")
            assert isinstance(build, BuildMove), "it was read as one"
            return AllowedBuild(build, " ".join(rule))
        case ["by", "hand", *_]:
            return _given(text)
        case ["pass"]:
            return CardPass()
        case ["quit"]:
            return Quit()
        case ["build", *_]:
            raise NotationError(
                phrase(
                    '"{text}": write a building and a cell, such as build Y4@E5/1',
                    text=shortened_text(text),
                )
            )
        case ["reveal", *_]:
            raise NotationError(
                phrase('"{text}": write one card, such as reveal Y4', text=shortened_text(text))
            )
        case ["pass" | "quit" as verb, *_]:
            raise NotationError(
                phrase('"{text}": {verb} stands alone', text=shortened_text(text), verb=verb)
            )
        case _:
            raise NotationError(
                phrase(
                    '"{text}": the verbs are reveal, build, pass, quit', text=shortened_text(text)
                )
            )


def format(action: Action) -> str:
    """The words of an action."""
    match action:
        case BuildMove(piece, square, turns):
            return f"build {piece}@{square}/{turns}" if turns else f"build {piece}@{square}"
        case Reveal(card):
            return f"reveal {card}"
        case CardPass():
            return "pass"
        case Quit():
            return "quit"
        case AllowedBuild(build, rule):
            return f"{format(build)} by hand {rule}"
        case TableReward(rule):
            return f"by hand {rule}: {', '.join(_amounts(action)) or NOTHING}"


NOTHING = "nothing"
_AMOUNT = re.compile(r"([+-]?\d{1,3}) (point|mark)s?", re.ASCII)
_STICKER = re.compile(rf"([a-z][a-z0-9_-]*) ([A-Z][1-9]\d?|{_PIECE})", re.IGNORECASE | re.ASCII)


def _given(text: str) -> TableReward:
    """Read `by hand festival: 3 points, 1 mark, tree G1`; raises `NotationError`."""
    rule, colon, amounts = " ".join(text.split()[2:]).partition(":")
    reward = TableReward(rule.strip())
    items = [item.strip() for item in amounts.split(",")]
    if not (reward.rule and colon) or (NOTHING in items and len(items) > 1):
        raise _no_statement(text)
    for item in items if items != [NOTHING] else ():
        if match := _AMOUNT.fullmatch(item):
            amount, of_points = int(match[1]), match[2] == "point"
            if reward.points if of_points else reward.marks:
                raise _no_statement(text)
            reward = reward._replace(points=amount) if of_points else reward._replace(marks=amount)
        elif match := _STICKER.fullmatch(item):
            reward = reward._replace(
                stickers=(*reward.stickers, f"{match[1].lower()} {match[2].upper()}")
            )
        else:
            raise _no_statement(text)
    return reward


def _no_statement(text: str) -> NotationError:
    return NotationError(
        phrase(
            '"{text}": write what a rule gave, such as by hand festival: 3 points, 1 mark, tree G1 '
            "or by hand festival: nothing",
            text=shortened_text(text),
        )
    )


def _amounts(reward: TableReward) -> Iterator[str]:
    """Yield the words of each thing that a rule gave, such as `3 points`."""
    for amount, word in ((reward.points, "point"), (reward.marks, "mark")):
        if amount:
            yield f"{amount} {word if amount == 1 else f'{word}s'}"
    yield from reward.stickers
