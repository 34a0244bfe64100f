"""A whole game of each kind, typed by tired people: ten slips, and nothing is lost.

A slip is what is typed besides a clean game, and leaves the game as it was: mistyped, seen at once
(`u`), seen later (`fix`, `insert`, `delete`), answered for another, left and gone on with (`save`).
Keys are counted, an Enter for each line.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import pytest
from rich.cells import cell_len

from campaign.cli.entering.prompt import Offers, no_offers
from campaign.services import games
from engine.kernel.phrases import Wording
from engine.kernel.record import Record, parse_record
from engine.kernel.replay import replay
from tests.cli.test_entering import EPISODE, Enter, Typist, answers, enter
from tests.fixtures import ROOT, Run

__all__ = ["enter"]

ASKED = "\x1e"
"""Stands in what is shown where a line is typed."""


class Scene(NamedTuple):
    """A game to be typed: its commands, its record, and by line of the clean game what is typed.

    What stands for a line is typed in its place, slips and all; the others are typed as they are.
    """

    command: str
    again: str
    record: Record
    typed: dict[int, Sequence[str]]
    kept: str
    """The command that shows what was kept."""


class Watched(Typist):
    """Types, and marks in what is shown where it is asked."""

    def __call__(self, prompt: Wording, offers: Offers = no_offers, default: str = "") -> str:
        sys.stderr.write(ASKED)
        return super().__call__(prompt, offers, default)


def record_of(path: str) -> Record:
    """The record in a file of the checkout."""
    return parse_record((ROOT / path).read_text("utf-8"))


SCENES = {
    "my-city": Scene(
        "episode enter",
        "episode enter",
        EPISODE,
        {
            0: ("B9", "B5 deer: E6/1 eagle: E6/1 wolf: E6/1 A1", "E6/1"),  # no card; a mountain
            1: ("B8 deer: F9 wolf: F9 bear: F9", "ben p", "F9"),  # somebody who has answered
            2: ("R4 bear: D10 wolf: D10 eagle: C6 p", "u", "R4 bear: D10 wolf: D10 eagle: C6 F5"),
            4: (
                "Y6 wolf: H4/0 deer: D4 eagle: B4/3 C6/2",
                "insert 5 B6 eagle: B7/2 bear: D4 wolf: D5 I4",
            ),
            5: (),  # a card forgotten
            6: ("R8 bear: A8/3 eagle: E4/2 deer: G2/3 p",),  # another answer,
            7: ("B1 deer: F7/1 eagle: A3 wolf: E5 F8", "fix 7 wolf F7/2"),  # seen a card later
            8: ("Y2 Y2", "", "?", "eagle: H3 deer: B3/0 bear: B4 F3"),
            9: ("save", "Y7 eagle: C3 wolf: B7 bear: B2/1 B4"),  # left, and gone on with
            10: ("B5", "Y4 deer: B6 bear: H7 eagle: D10 A9"),  # a card that came already
            12: ("Y8 bear: E3 wolf: B3/0 eagle: F1/3 D1", "/3"),  # two ways to lie
        },
        "episode show 1 --json",
    ),
    "machi-koro": Scene(
        "session enter machi-koro --seat Anna --seat Ben --seat Chen",
        "session enter machi-koro",
        record_of("examples/machi-koro.toml"),
        {
            0: ("7", "1"),  # no throw of one die
            1: ("rnch", "ranch"),  # mistyped
            2: ("", "?", "2"),  # looked up
            5: ("bakery", "u", "cafe"),  # another card, seen at once
            7: ("mall", "bakery"),  # too dear
            8: ("chen 2", "2"),  # for somebody else
            10: ("2 ranch", "2"),  # a turn typed twice,
            11: ("bakery", "delete 6"),  # seen a turn later
            12: ("2 ranch", "insert 7 2 conv"),  # a turn forgotten, seen a turn later
            **dict.fromkeys((13, 14, 15), ()),
            17: ("wheat",),  # another card,
            19: ("convenience_store", "fix 9 3 bak"),  # seen a turn later
            20: ("save", "2"),  # left, and gone on with
            33: ("7", "34"),  # two dice by their sum
            34: (),
        },
        "session show 1 --json",
    ),
    "dilluvia": Scene(
        "session enter dilluvia --seat Anna --seat Ben",
        "session enter dilluvia",
        record_of("tests/records/dilluvia_verified_two_seats.toml"),
        {
            0: ("anna ana", "anna ben"),  # mistyped
            1: (
                "W3 W4 W17 W10 W35 W16 W15 W12 W2 W13 W30 W25 W19 W34 W32 W99",  # no tile
                "W24",
            ),
            2: ("w5", "ben w4", "w4"),  # no line; for somebody else
            3: ("s2", "u", "s1"),  # another line, seen at once
            4: ("", "?", "9", "1"),  # looked up; no such place
            6: ("claims", "1* claims"),  # a number forgotten
            9: ("1 claims", "lines"),
            12: ("save", "1 purple"),  # left, and gone on with
            13: ("1 white",),  # another circle,
            14: (".", "fix 15 1 purple"),  # seen a line later
            15: ("1 brown", "rules 23"),  # looked up in the rules
        },
        "session show 1 --json",
    ),
    "quadropolis": Scene(
        "session enter quadropolis --seat Anna --seat Ben --seat Chen",
        "session enter quadropolis",
        record_of("examples/quadropolis.toml"),
        {
            0: (
                "HM HE P - HI V2 P F2 - TM T3 - S T2 - V1 T2 T1 F3 T1 - V0 S F1",  # one forgotten
                "1w2",
                "F1",
            ),
            1: ("1w6", "chen 1w2", "1w2"),  # no line; for somebody else
            2: ("A5", "A4"),  # no square
            3: ("1w2", "1w4"),  # an end that is taken
            4: ("A3", "u", "A4"),  # another square, seen at once
            6: ("", "?", "C4"),  # looked up
            8: ("D3",),  # another square,
            9: ("3s1", "fix 10 D4"),  # seen a line later
            11: ("save", "4n2"),  # left, and gone on with
            14: ("2e3", "B4"),  # typed twice
        },
        "session show 1 --json",
    ),
}


KEYS = {
    "my-city": (845, 938),
    "machi-koro": (482, 544),
    "dilluvia": (1652, 1737),
    "quadropolis": (692, 750),
}
"""How many keys a game takes without a slip, and with all of them."""
LINES = {"my-city": 24, "machi-koro": 24, "dilluvia": 24, "quadropolis": 28}
"""How many lines are shown at most between two that are typed; of Quadropolis the last sheet."""


def lines_of(scene: Scene) -> list[str]:
    """All that is typed, to the Enter that keeps it."""
    lines: list[str] = []
    for place, line in enumerate(answers(scene.record)):
        lines += scene.typed.get(place, (line,))
    return [*lines, "maybe", ""]


def evenings(scene: Scene, lines: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """The commands with what is typed at each: `save` ends one, Enter goes on with the draft."""
    command, typed = scene.command, list[str]()
    for line in lines:
        typed.append(line)
        if line == "save":
            yield command, typed
            command, typed = scene.again, [""]
    yield command, typed


def keys(lines: Sequence[str]) -> int:
    """How many keys are pressed."""
    return sum(len(line) + 1 for line in lines)


@pytest.mark.parametrize("name", SCENES)
def test_a_whole_game_with_ten_slips_loses_nothing(
    run: Run, begun: Run, enter: Enter, name: str
) -> None:
    scene = SCENES[name]
    lines = lines_of(scene)
    shown = ""
    for command, typed in evenings(scene, lines):
        typist = Watched(typed)
        shown += enter(command, typist=typist).err
        assert [] == typist.lines
    kept = parse_record(json.loads(run(scene.kept).out)["record"])
    game = games.game_of_record(scene.record)
    expected, there = (replay(game, one, one.setup) for one in (scene.record, kept))
    assert (expected.kind, expected.state) == (there.kind, there.state)
    assert scene.record.result == kept.result
    assert max(map(cell_len, shown.splitlines())) <= 80
    assert max(part.count("\n") for part in shown.split(ASKED)) <= LINES[name]
    assert KEYS[name] == (keys(answers(scene.record)), keys(lines))
