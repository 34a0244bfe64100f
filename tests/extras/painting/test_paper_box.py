"""A box that is only on paper: entered by keyboard alone, played, shared, and held against it.

Another map, other outlines, one rule that no kind of rule knows, and envelopes with nothing of the
program's: a sticker, a building, a shaft and rules of their own. Every sentence that the program
prints of it is held against what happened in the evenings.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from textual.pilot import Pilot

from campaign.cli.entering import prompt
from campaign.extras.painting.screen import PaintingBoard
from campaign.services import folding
from campaign.store.database import writing
from engine.my_city.campaign.entries import CampaignCreated, EpisodeRecorded, StickerPlaced
from engine.my_city.campaign.model import Campaign
from engine.my_city.campaign.rehearsal import choose_placing, rehearse
from tests.cli.test_entering import Typist
from tests.cli.test_entering_boards import hold
from tests.extras.painting.held import SENTENCES, TRIANGLE, Seen
from tests.fixtures import Run, Table, head_of, opened
from tests.soak import CI

MAP = """
mm...s.f..r
.t..s...f..
r...t..s...
m.s...t...f
...s....s.f
.s...r..t..
m..t..s...f
..s...t.s..
r..s..f..ff
..t...s.fff
.s...r..fff
"""
BEFORE_THE_RIVER = 5
OUTLINES = ("##", "###", "##/#.", "##/##", "#../###", ".#./###", "##./.##", "###/#.#")
BOX = ["n", "2", "20", "", "y"]
"""The circles of the progress marks, which are all that is left of the box; no other rule."""
FIRST = [
    *("n", "", "tree", "", "rock", ""),  # stickers by rank
    *("d", "d", "", "d"),  # no wells, no groups
    *("reed", "content", "reed", "1", ""),
    *("reeds", "stickers", "2", "start", "reed", "reed", "reed", ""),
    *("reed beds", "visible", "2", "reed", "3", "12", ""),
    *("shore", "building at once", "3", "1", "beside = river", ""),
    *("frogs", "by hand", "2", "A point for each frog that was heard.", "points = 0, 3", ""),
    *("Z1", "piece", "tower", "##/##/#.", ""),
    *("tower card", "deck", "1", "add = Z1", ""),
    *("mine", "content", "mine", "1", "ground = site", ""),
    *("entrance", "fixed", "1", "mine", "F6", ""),
    *("blue shaft", "shaft", "1", "B", "mine", "6", "2 3, 4 5", "3", "1", "nuggets = 1 1", ""),
    *("", "y"),
]
SECOND = [
    *["l"] * 6,  # no churches, so nothing to say of their shapes
    *("d", "d", "d", "", "d", "d", "d"),  # no rule of them; stickers until the fourth episode
    "",  # nobody may pass
    *("lanterns", "filled", "4", "every row", "2", "20", ""),
    *("bridge", "first to join", "5", "tree"),
    *("row = 1", "mixed = yes", "points = 4", "marks = 1", ""),
    *("few cards", "deck", "6", "deal = 15", ""),
    *("", "y"),
]


def keys_of_the_paper() -> Iterator[str]:
    """The board row by row from an empty one, the river, the outlines."""
    yield "x"
    for line in MAP.split():
        for sign in line.rstrip("."):
            yield "full_stop" if sign == "." else sign
        yield "enter"
    yield from ("up",) * 10
    yield from ("right",) * BEFORE_THE_RIVER
    yield "v"
    yield from ("down",) * 11
    yield from ("v", "o")
    for shape in OUTLINES:
        yield "x"
        column = row = 0
        for to_row, cells in enumerate(shape.split("/")):
            for to_column, sign in enumerate(cells):
                if sign == "#":
                    yield from ("right" if to_column > column else "left",) * abs(
                        to_column - column
                    )
                    yield from ("down",) * (to_row - row)
                    column, row = to_column, to_row
                    yield "space"
        yield "n"
    yield "o"


class Entered:
    """Whoever types the paper in, and how many keys it took."""

    def __init__(self, table: Table) -> None:
        self.table, self.keys = table, 0

    def paints(self) -> str:
        """The box, at the painter."""
        keys = [*keys_of_the_paper()]

        async def press(pilot: Pilot[str]) -> None:
            for key in keys:
                pilot.app.simulate_key(key)
            await pilot.pause()
            await pilot.press("escape")

        self.table.patch.setattr(PaintingBoard, "run", lambda screen: hold(screen, press))
        self.keys += len(keys) + 1
        return self.types("pack paint", ["y"])

    def types(self, line: str, answers: Sequence[str]) -> str:
        """The answers to what a command asks; Ctrl-U empties a field in which something stands."""
        typist = Typist(answers)
        self.table.patch.setattr(prompt, "editor", lambda *_: typist)
        shown = self.table.does(line)
        fields = zip(answers, typist.defaults, strict=True)
        emptied = sum(bool(answer.strip() and stood) for answer, stood in fields)
        self.keys += sum(len(answer) + 1 for answer in answers) + emptied
        assert not typist.lines, typist.lines
        return shown


def campaign_in(table: Table) -> Campaign:
    """The campaign as it stands."""
    with opened(table.db) as database, writing(database) as session:
        return folding.read(session, "campaign/1").campaign


def plays(table: Table, episodes: int) -> None:
    """So many episodes by simple players, every entry of theirs a command."""
    begun = campaign_in(table)
    created = CampaignCreated(begun.name, begun.uid, begun.pack.name, {}, {})
    for entry, after in rehearse(created, 7, begun=begun):
        if isinstance(entry, EpisodeRecorded):
            output = table("episode record - --yes", entry.record)
            assert output.code == 0, output.err
        elif isinstance(entry, StickerPlaced):
            places(table, entry)
        if len(after.played) == len(begun.played) + episodes:
            break
    while (campaign := campaign_in(table)).owed:
        places(table, choose_placing(campaign, campaign.owed[0], 0.5))


def places(table: Table, entry: StickerPlaced) -> None:
    table.does(f"sticker place {entry.seat} {entry.kind} {entry.square} --yes")


def test_a_box_on_paper_is_entered_played_shared_and_true(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = Table(run, monkeypatch, tmp_path, "Anna")
    anna.does("new Paper --seat eagle=Anna --seat bear=Ben --yes")
    entered = Entered(anna)
    entered.paints()
    entered.types("envelope correct 0", BOX)
    anna.does("envelope open 1 --yes")
    entered.types("envelope correct 1 --all", FIRST)
    assert "Nothing that is known before episode 3 is made up" in anna.does(
        "pack placeholders --episode 3"
    )
    plays(anna, 3)
    if CI:
        anna.does("envelope open 2 --yes")
        entered.types("envelope correct 2 --all", SECOND)
        assert "Nothing that is known before episode 6 is made up" in anna.does(
            "pack placeholders --episode 6"
        )
        plays(anna, 3)
    assert (803 if CI else 642) == entered.keys
    campaign = campaign_in(anna)
    towns = [town for played in campaign.played for town in played.verdict.state.towns]
    assert any(one.piece == "Z1" for town in towns for one in town.built)
    assert any(city.shafts["B"] > TRIANGLE for city in campaign.cities)
    assert all(city.nuggets == (city.shafts["B"] > 0) for city in campaign.cities)
    held = set[str]()
    for played in campaign.played:
        rules = json.loads(anna.does(f"pack show --episode {played.number} --json"))["rules"]
        for rule in rules:
            assert rule["source"] != "placeholder"
            for seat in campaign.seats:
                SENTENCES[rule["name"]](Seen(rule["words"], campaign, played, seat))
            held.add(rule["name"])
    assert not CI or held == SENTENCES.keys()
    bundle = tmp_path / "paper.zip"
    anna.does(["handover", "export", "eagle", "-o", str(bundle)], "audit")
    emil = Table(run, monkeypatch, tmp_path, "Emil")
    emil.does(["handover", "import", str(bundle), "--yes"], "audit")
    assert head_of(emil) == head_of(anna)
    for played in campaign.played:
        line = f"pack show --episode {played.number}"
        assert emil.does(line) == anna.does(line)
    assert emil.does("standings") == anna.does("standings")
