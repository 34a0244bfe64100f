"""The sentences of two chapters held against an evening: each rule by name, counted anew.

The figures come from the sentence itself, the cells from the boards; no function of the rules
counts here. A rule without a check of its own is missing in `SENTENCES`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import takewhile
from typing import NamedTuple

from engine.my_city.campaign.model import Campaign, PlayedEpisode
from engine.my_city.play.notation import CardPass, Reveal, TableReward, parse
from engine.my_city.play.placements import Placement
from engine.my_city.play.state import MyCityState, Town

BANKS_OF_THE_RIVER = ("E", "F")
"""The columns between which the river of the paper runs."""
ROWS = 11
ENTRANCE = "F6"
TOWER = 5
"""The cells of the building that the paper has besides those in each colour."""
TRIANGLE = 3
"""The box of the shaft whose first gets a mark."""


class Seen(NamedTuple):
    """An evening of one seat, and a sentence about it."""

    words: str
    campaign: Campaign
    played: PlayedEpisode
    seat: str

    @property
    def town(self) -> Town:
        state: MyCityState = self.played.verdict.state
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

    def capped(self, label: str, points: int) -> int:
        """What a line can say of its points: a token at its cap stays there."""
        sheet = self.played.sheet(self.seat)
        assert sheet
        before = takewhile(lambda line: str(line.label) != label, sheet.lines)
        room = self.played.verdict.state.rules.token.cap - sum(line.points for line in before)
        return min(points, room) if room > 0 else 0

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
            for content, layer in rules.contents_on(self.town.land)
            for name in sorted(self.cells(layer) - self.covered) * content.amount
            if content.kind == kind
        ]

    def stickers(self, kind: str) -> list[str]:
        """What came to the board for some reason in, or before, this episode."""
        return [
            sticker.kind
            for sticker in self.campaign.city(self.seat).stickers
            if (sticker.reason.episode, sticker.reason.kind) == (self.played.number, kind)
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
    earned = at_once(seen, "shore") + at_once(seen, "bridge")
    assert (seen.line("token at the end"), marks) == (start - seen.town.passes + earned, 1)
    sheet = seen.played.sheet(seen.seat)
    assert sheet
    assert sheet.total <= cap
    given = [m for m in seen.campaign.city(seen.seat).marks if m.reason.kind == "token"]
    assert (sheet.total == cap) == any(m.episode == seen.played.number for m in given)


def passing(seen: Seen) -> None:
    passes = sum(seat == seen.seat and isinstance(a, CardPass) for seat, a in seen.actions)
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
        assert seen.line(label) == seen.capped(label, seen.figures[0] * len(seen.open(kind)))

    return check


def empty(seen: Seen) -> None:
    bare = seen.cells(seen.town.land.bare) - seen.covered
    assert seen.line("empty cells") == seen.capped("empty cells", seen.figures[0] * len(bare))


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


def reeds(seen: Seen) -> None:
    assert ["reed"] == seen.stickers("preparation")


def at_once(seen: Seen, label: str) -> int:
    """The points at once that the evening has given for a rule."""
    return sum(points for name, points in seen.town.rewards if name == label)


def shore(seen: Seen) -> None:
    stand = [{name[0] for name in seen.cells(one.mask)} for one in seen.town.built]
    count = sum(bool(columns & {*BANKS_OF_THE_RIVER}) for columns in stand)
    assert at_once(seen, "shore") == seen.figures[0] * count


def lanterns(seen: Seen) -> None:
    light, count = seen.cells(seen.town.land.light), 0
    for row in range(1, ROWS + 1):
        cells = {name for name in light if name[1:] == str(row)}
        count += bool(cells) and cells <= seen.covered
    assert seen.line("lanterns") == seen.capped("lanterns", seen.figures[-1] * count)


def bridge(seen: Seen) -> None:
    """Who has the prize has a bridge; where nobody has it, there is none."""
    row, points, mark = seen.figures
    state: MyCityState = seen.played.verdict.state
    given = [
        one.amount
        for one in seen.campaign.city(seen.seat).marks
        if (one.reason.rule, one.episode) == ("bridge", seen.played.number)
    ]
    won = bool(given)
    assert (given, at_once(seen, "bridge")) == ([mark] * won, points * won)
    if won or not any(dict(town.rewards).get("bridge") for town in state.towns):
        assert won == has_bridge(seen, row)


def has_bridge(seen: Seen, row: int) -> bool:
    """Whether connected buildings reach from beside a tree to a row."""
    rules = seen.played.verdict.state.rules
    layers = [
        layer for content, layer in rules.contents_on(seen.town.land) if content.kind == "tree"
    ]
    near = {side for layer in layers for cell in seen.cells(layer) for side in beside(cell)}
    group = [one for one in seen.town.built if seen.cells(one.mask) & near]
    for one in group:
        group += [o for o in seen.town.built if o not in group and touch(seen, one, o)]
    return any(name[1:] == str(row) for one in group for name in seen.cells(one.mask))


def few_cards(seen: Seen) -> None:
    come = [action for _, action in seen.actions if isinstance(action, Reveal)]
    assert len(come) <= seen.figures[0]


def frogs(seen: Seen) -> None:
    (given,) = [one for one in seen.town.by_hand if isinstance(one, TableReward)]
    assert 0 <= given.points <= 3
    assert seen.line("frogs") == given.points


def tower_card(seen: Seen) -> None:
    assert "Z1" in seen.words
    come = [action for _, action in seen.actions if action == Reveal("Z1")]
    assert len(come) <= 1
    built = [one for one in seen.town.built if one.piece == "Z1"]
    assert len(built) <= len(come)
    assert all(len(seen.cells(one.mask)) == TOWER for one in built)


def entrance(seen: Seen) -> None:
    assert seen.words.split().count(ENTRANCE) == 1
    assert ENTRANCE not in seen.covered
    assert seen.open("mine") == [ENTRANCE]


def blue_shaft(seen: Seen) -> None:
    """The boxes pay that its blue buildings have reached in this evening, and no others."""
    boxes = int(re.findall(r"shaft of (\d+) boxes", seen.words)[0])
    before = seen.town.home.shafts["B"]
    blue = [one for one in seen.town.built if one.colour == "B"]
    group = [one for one in blue if beside(ENTRANCE) & seen.cells(one.mask)]
    for one in group:
        group += [o for o in blue if o not in group and touch(seen, one, o)]
    depth = min(boxes, before + len(group))
    reached = {
        int(box): int(points)
        for box, points in re.findall(r"box (\d+) \+(\d+)", seen.words)
        if before < int(box) <= depth
    }
    assert seen.line("blue shaft") == seen.capped("blue shaft", sum(reached.values()))
    given = [
        mark.amount
        for mark in seen.campaign.city(seen.seat).marks
        if (mark.reason.kind, mark.episode) == ("box", seen.played.number)
    ]
    if before >= TRIANGLE or depth < TRIANGLE:
        assert not given
    else:
        earlier = any(town.home.shafts["B"] >= TRIANGLE for town in seen.played.verdict.state.towns)
        assert given == [1] * (not earlier)


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
    "reeds": reeds,
    "reed beds": counted("reed beds", "reed"),
    "shore": shore,
    "frogs": frogs,
    "lanterns": lanterns,
    "bridge": bridge,
    "few cards": few_cards,
    "tower card": tower_card,
    "entrance": entrance,
    "blue shaft": blue_shaft,
}
"""By name of a rule how its sentence is held against an evening."""
