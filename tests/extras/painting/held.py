"""The sentences of two chapters held against an evening: each rule by name, counted anew.

The figures come from the sentence itself, the cells from the boards; no function of the rules
counts here. A rule without a check of its own is missing in `SENTENCES`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

from engine.my_city.campaign.model import Campaign, Played
from engine.my_city.play.notation import Given, Pass, Reveal, parse
from engine.my_city.play.placements import Placement
from engine.my_city.play.state import State, Town

BANKS_OF_THE_RIVER = ("E", "F")
"""The columns between which the river of the paper runs."""
LABELS = {"Y": "yellow group", "R": "red group", "B": "blue group"}


class Seen(NamedTuple):
    """An evening of one seat, and a sentence about it."""

    words: str
    campaign: Campaign
    played: Played
    seat: str

    @property
    def town(self) -> Town:
        state: State = self.played.verdict.state
        return state.town(self.seat)

    @property
    def actions(self) -> list[tuple[str, object]]:
        return [(move.seat, parse(move.text)) for move in self.played.record.moves or ()]

    @property
    def figures(self) -> list[int]:
        """The figures of the sentence."""
        return [int(figure) for figure in re.findall(r"[+-]?\d+", self.words)]

    @property
    def rank(self) -> int:
        sheet = self.played.sheet(self.seat)
        assert sheet
        return sheet.rank

    def line(self, label: str) -> int:
        """What a line of the sheet says."""
        sheet = self.played.sheet(self.seat)
        assert sheet
        return next(line.points for line in sheet.lines if str(line.label) == label)

    def cells(self, mask: int) -> set[str]:
        return set(self.played.verdict.state.rules.grid.names(mask))

    @property
    def covered(self) -> set[str]:
        return {name for one in self.town.built for name in self.cells(one.mask)}

    def open(self, kind: str) -> list[str]:
        """The cells on which a kind lies open, each as often as there is of it."""
        rules = self.played.verdict.state.rules
        return [
            name
            for content, layer in rules.lying(self.town.land)
            for name in sorted(self.cells(layer) - self.covered) * content.amount
            if content.kind == kind
        ]

    def stickers(self, kind: str) -> list[str]:
        """What came to the board for some reason in, or before, this episode."""
        city = self.campaign.city(self.seat)
        return [
            sticker.square if kind == "own" else sticker.kind
            for sticker in city.stickers
            if sticker.reason.episode == self.played.number
            and (sticker.reason.kind == kind or (kind == "own" and sticker.kind == "C4"))
            and (kind == "own") == (sticker.kind == "C4")
        ]


def beside(cell: str) -> set[str]:
    """The four cells around one, as they are named."""
    column, row = ord(cell[0]), int(cell[1:])
    return {
        *(f"{chr(column + step)}{row}" for step in (-1, 1)),
        *(f"{cell[0]}{row + step}" for step in (-1, 1)),
    }


def touch(seen: Seen, one: Placement, other: Placement) -> bool:
    around = {name for cell in seen.cells(one.mask) for name in beside(cell)}
    return bool(around & seen.cells(other.mask))


def token(seen: Seen) -> None:
    start, cap, marks = seen.figures
    assert (seen.line("token at the end"), marks) == (start - seen.town.passes, 1)
    sheet = seen.played.sheet(seen.seat)
    assert sheet
    assert sheet.total <= cap
    given = [m for m in seen.campaign.city(seen.seat).marks if m.reason.kind == "token"]
    assert (sheet.total == cap) == any(m.episode == seen.played.number for m in given)


def passing(seen: Seen) -> None:
    passes = sum(seat == seen.seat and isinstance(a, Pass) for seat, a in seen.actions)
    assert passes == seen.town.passes
    if "nobody may pass" in seen.words:
        assert not passes
    else:
        assert seen.town.token >= seen.figures[1]


def anchor(seen: Seen) -> None:
    if seen.town.built:
        assert {*BANKS_OF_THE_RIVER} & {name[0] for name in seen.cells(seen.town.built[0].mask)}


def counted(label: str, kind: str) -> Check:
    def check(seen: Seen) -> None:
        assert seen.line(label) == seen.figures[0] * len(seen.open(kind))

    return check


def empty(seen: Seen) -> None:
    bare = seen.cells(seen.town.land.bare) - seen.covered
    assert seen.line("empty cells") == seen.figures[0] * len(bare)


def marks(seen: Seen) -> None:
    first, _, other = seen.figures
    given = [
        mark.amount
        for mark in seen.campaign.city(seen.seat).marks
        if (mark.reason.kind, mark.episode) == ("rank", seen.played.number)
    ]
    assert sum(given) == (first if seen.rank == 1 else other)


def stickers(seen: Seen) -> None:
    first = re.findall(r"the first gets a (\w+)", seen.words)
    others = re.findall(r"everybody but first and second gets a (\w+)", seen.words)
    assert seen.stickers("rank") == (first if seen.rank == 1 else others)


def well(seen: Seen) -> None:
    assert ["well"] == seen.stickers("preparation")


def wells(seen: Seen) -> None:
    count = 0
    for name in seen.open("well"):
        around = [
            {one.piece for one in seen.town.built if side in seen.cells(one.mask)}
            for side in beside(name)
        ]
        count += all(around) and len(set.union(*around)) == len(around)
    assert seen.line("wells") == seen.figures[-1] * count


def frogs(seen: Seen) -> None:
    (given,) = [one for one in seen.town.by_hand if isinstance(one, Given)]
    assert 0 <= given.points <= 3
    assert seen.line("frogs") == given.points


def groups(seen: Seen) -> None:
    for colour, label in LABELS.items():
        rest, best = [one for one in seen.town.built if one.colour == colour], 0
        while rest:
            group = [rest.pop()]
            for one in group:
                near = [other for other in rest if touch(seen, one, other)]
                group += near
                rest = [other for other in rest if other not in near]
            best = max(best, len(group))
        assert seen.line(label) == seen.figures[0] * best


def church_cards(seen: Seen) -> None:
    deck = set(seen.played.verdict.state.rules.deck)
    assert {"C1", "C2", "C3"} < deck
    revealed = [i for i, (_, action) in enumerate(seen.actions) if isinstance(action, Reveal)]
    for at, after in pairwise(revealed):
        if seen.actions[at] == ("*", Reveal("obstacle")):
            assert after + 1 == len(seen.actions) or seen.actions[after + 1][0] == "*"


def fourth_church(seen: Seen) -> None:
    assert seen.stickers("own") == ["cross" if seen.rank == 1 else "chapel"]


def fourth_card(seen: Seen) -> None:
    own = next(s.square for s in seen.campaign.city(seen.seat).stickers if s.kind == "C4")
    sizes = [len(seen.cells(one.mask)) for one in seen.town.built if one.piece == "C4"]
    assert sizes in ([], [{"cross": 5, "chapel": 2}[own]])


def churches(seen: Seen) -> None:
    count = 0
    for one in seen.town.built:
        near = {other.colour for other in seen.town.built if touch(seen, one, other)}
        count += one.piece[0] == "C" and {"Y", "R", "B"} <= near
    assert seen.line("churches") == seen.figures[-1] * count


def standings(seen: Seen) -> None:
    assert "first/other of two players" in seen.words


Check = Callable[[Seen], None]
SENTENCES: dict[str, Check] = {
    "token": token,
    "pass": passing,
    "anchor": anchor,
    "trees": counted("trees", "tree"),
    "rocks": counted("rocks", "rock"),
    "empty cells": empty,
    "standings": standings,
    "marks": marks,
    "stickers": stickers,
    "well": well,
    "wells": wells,
    "frogs": frogs,
    "groups": groups,
    "church cards": church_cards,
    "fourth church": fourth_church,
    "fourth church card": fourth_card,
    "churches": churches,
}
"""By name of a rule how its sentence is held against an evening."""
