"""Any number of corrections leave the campaign that would have been recorded right: by chance.

    walk      record, by scores or with moves, ink, absence, stickers; amend, edit, move, undo,
              redo, undo to, leave and join, another pack for an evening; audited after each
    straight  a new campaign, in which what counts in the end is recorded in its order

Documents and rows of both are equal, but for numbers and times of entries. That no sticker stands
for what another evening gave, and no score for another board, is what the audit looks at.
"""

from __future__ import annotations

import json
import re
import shlex
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from campaign.services import folding
from campaign.services.values import History
from engine import my_city
from engine.kernel.dealer import deal
from engine.kernel.record import Record, format_record
from engine.my_city.campaign.corrections import effective_entries
from engine.my_city.campaign.entries import (
    Entry,
    EnvelopeOpened,
    EpisodeRecorded,
    PackApplied,
    PlayerJoined,
    PlayerLeft,
    StickerPlaced,
)
from engine.my_city.campaign.episodes import setup_of
from engine.my_city.campaign.model import Campaign
from engine.my_city.play.players import greedy
from tests.cli.test_corrections import closing_database
from tests.fixtures import Output, Run
from tests.soak import count

STEPS = count(14, 30)
SEEDS = range(count(1, 400, ci=3))
NEW = "new Tuesday --seat eagle=Anna --seat bear=Ben --seat deer=Chen --yes"
OVERLAY = """
[[episode]]
number = 3

[[episode.rule]]
name = "groups"
does = "groups"
colours = ["Y", "R", "B"]
points = 2
order = 30
source = "owner"
"""
TABLES = ("result", "sticker", "progress_mark", "city", "tenure", "envelope")
OF_AN_ENTRY = re.compile(r"entry|entries|since|until|placed|recorded|head|opened|stream|until_seq")
"""Columns and keys that say when something was entered, and not what counts."""


class Walk:
    """A campaign that is played and corrected by chance."""

    def __init__(self, run: Run, db: Path, folder: Path, seed: int) -> None:
        self.run, self.db, self.folder = run, db, folder
        self.chance = Random(seed)
        self.log: list[str] = []
        self.begins()

    def begins(self) -> None:
        """Begin the campaign."""
        self.does(NEW)

    def does(self, line: str) -> Output:
        """Run a command, which does what it says or is refused in words."""
        output = self.run(line)
        self.log.append(f"{output.code}  {line}")
        assert output.code in (0, 2, 4, 6, 8), "\n".join((*self.log, output.err))
        return output

    def history(self) -> History:
        with closing_database(self.db) as session:
            return folding.read(session, "campaign/1")

    def file(self, text: str) -> str:
        path = self.folder / f"{len(self.log)}.toml"
        path.write_text(text, "utf-8")
        return shlex.quote(str(path))

    def step(self) -> None:
        """Go on, or correct something; more often go on."""
        campaign = self.history().campaign
        if campaign.sealed_next and self.chance.random() < 0.9:
            self.does(f"envelope open {campaign.sealed_next} --yes")
        elif campaign.owed and self.chance.random() < 0.85:
            self.place()
        elif self.chance.random() < 0.6 and campaign.next_episode:
            self.record(campaign, campaign.next_episode)
        else:
            self.chance.choice(self.corrections())(campaign)
        audit = self.run("audit --all")
        assert audit.code == 0, (self.log, audit.out)

    def corrections(self) -> list[Callable[[Campaign], object]]:
        """Everything that may be corrected, each as something to do."""
        return [
            *[self.amend] * 3,
            *[self.move] * 2,
            self.ink,
            lambda _: self.does("undo --yes --and-later"),
            lambda _: (self.does("undo --yes --and-later"), self.does("redo --yes")),
            lambda _: self.does(f"undo --to {self.entry()} --yes --and-later"),
            lambda _: self.does("player leave deer --yes"),
            lambda _: self.does("player join deer Emil --yes"),
            self.other_pack,
        ]

    def entry(self) -> int:
        last = len(self.history().entries)
        return self.chance.randint(min(max(2, last - 6), last), last)

    def place(self) -> None:
        """Place every sticker that is owed, each on a square by chance."""
        for _ in range(12):
            owed = json.loads(self.run("sticker owed --json").out)["owed"]
            if not owed:
                return
            right = self.chance.choice(owed)
            square = self.chance.choice(right["squares"])
            kind = self.chance.choice(right["kind"].split(" or "))
            self.does(f"sticker place {right['seat']} {kind} {square} --yes")

    def record(self, campaign: Campaign, number: int) -> None:
        """Record the next episode by its scores, with moves, or with ink on its boards."""
        evening = self.evening(campaign, number)
        inked = "--as-played" if "[inked]" in Path(shlex.split(evening)[0]).read_text() else ""
        self.does(f"episode record {evening} --yes --house-rule {inked}")

    def evening(self, campaign: Campaign, number: int) -> str:
        """The file of a record of an episode, on the boards as they lie if it is the next."""
        seats = campaign.seats
        absent = [s for s in seats if not campaign.city(s).player or self.chance.random() < 0.1]
        absent = absent[: len(seats) - 2]
        there = tuple(seat for seat in seats if seat not in absent)
        header: dict[str, Any] = {"episode": number, **({"absent": absent} if absent else {})}
        record = Record(my_city.NAME, my_city.EDITION, there, header, moves=())
        is_next = number == campaign.next_episode and not campaign.owed and not campaign.sealed_next
        if is_next and self.chance.random() < 0.5:
            setup = setup_of(campaign, record)
            record = deal(my_city, setup, self.chance.randrange(10**6), greedy)
            if self.chance.random() < 0.3:
                seat = self.chance.choice(there)
                header["inked"] = {seat: [f"marks {self.chance.randint(0, 3)}"]}
            return self.file(format_record(record._replace(header=header)))
        scores = {seat: self.chance.randint(-9, 12) for seat in there}
        return self.file(format_record(record._replace(moves=None, result=scores)))

    def amend(self, campaign: Campaign) -> None:
        """Record an episode anew, with other scores."""
        if campaign.played:
            played = self.chance.choice(campaign.played)
            scores = {seat: self.chance.randint(-9, 12) for seat in played.record.seats}
            header = {k: v for k, v in played.record.header.items() if k in ("episode", "absent")}
            record = Record(my_city.NAME, my_city.EDITION, played.record.seats, header)
            text = format_record(record._replace(moves=None, result=scores))
            later = self.chance.choice(["keep", "keep", "draft", "as-played"])
            line = (
                f"episode edit {played.number} {self.file(text)} --reason slip --yes --house-rule"
            )
            self.does(f"{line} --later {later}")

    def ink(self, campaign: Campaign) -> None:
        """Say that a board shows other marks than an evening with moves gave."""
        with_moves = [played for played in campaign.played if played.record.moves]
        if with_moves:
            played = self.chance.choice(with_moves)
            seat, marks = self.chance.choice(played.record.seats), self.chance.randint(0, 3)
            line = f"episode edit {played.number} --inked '{seat} marks {marks}' --yes"
            self.does(f"{line} --later keep")

    def move(self, campaign: Campaign) -> None:
        """Put a sticker that somebody placed on another cell."""
        placed = [(c.seat, s) for c in campaign.cities for s in c.stickers if s.chosen]
        if placed:
            seat, sticker = self.chance.choice(placed)
            square = self.chance.choice(["D2", "H3", "B4", "E7", "G8", "F11", "C5"])
            later = self.chance.choice(["keep", "draft", "as-played"])
            line = f"sticker move {seat} {sticker.kind} {sticker.square} {square} --yes"
            self.does(f"{line} --later {later}")

    def other_pack(self, campaign: Campaign) -> None:
        """Apply a correction of the pack to an evening that was played already."""
        if any(played.number == 3 for played in campaign.played):
            again = self.chance.choice(["", "--again 3 --later keep"])
            self.does(f"pack apply {self.file(OVERLAY)} {again} --reason ours --yes")


def straight(walk: Walk, entries: list[Entry]) -> None:
    """Record what counts of a walk, in its order, in a new campaign."""
    for entry in entries:
        match entry:
            case EnvelopeOpened(number):
                line = f"envelope open {number}"
            case EpisodeRecorded(record, _, _, as_played, layout):
                line = f"episode record {walk.file(layout or record)}"
                line += " --house-rule" + " --as-played" * as_played
            case StickerPlaced(seat, kind, square):
                line = f"sticker place {seat} {kind} {square}"
            case PlayerLeft(seat):
                line = f"player leave {seat}"
            case PlayerJoined(seat, player):
                line = f"player join {seat} {player}"
            case _:
                raise TypeError(f"nothing of a walk: {entry}")
        output = walk.run(f"{line} --yes")
        assert output.code == 0, (walk.log, line, output.err)


def told(run: Run, db: Path) -> dict[str, Any]:
    """What the documents and the rows of a database say, but for when it was entered."""
    documents = [
        *("status", "standings", "sticker owed", "sticker list", "episode list"),
        *(f"city show {seat}" for seat in ("eagle", "bear", "deer")),
    ]
    said = {line: without_entries(json.loads(run(f"{line} --json").out)) for line in documents}
    with closing(sqlite3.connect(db)) as connection:
        connection.row_factory = sqlite3.Row
        for table in TABLES:
            rows = [
                {key: row[key] for key in row.keys() if not OF_AN_ENTRY.search(key)}  # noqa: SIM118
                for row in connection.execute(f"SELECT * FROM {table}")
            ]
            said[table] = sorted(map(repr, rows))
    return said


def without_entries(value: Any) -> Any:
    """A document without what says when something was entered."""
    if isinstance(value, dict):
        kept = {k: without_entries(v) for k, v in value.items() if not OF_AN_ENTRY.search(k)}
        return {k: v for k, v in kept.items() if k not in ("author", "draft", "drafts", "campaign")}
    return [without_entries(one) for one in value] if isinstance(value, list) else value


@pytest.mark.parametrize("seed", SEEDS)
def test_a_walk_of_corrections_leaves_what_a_straight_campaign_has(
    run: Run, db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    walk = Walk(run, db, tmp_path, seed)
    for _ in range(STEPS):
        walk.step()
    counting = [e for _, e in effective_entries(folding.entries_of(walk.history().entries))][1:]
    if any(isinstance(entry, PackApplied) for entry in counting):
        return  # what it does to evenings that were played before cannot be recorded in order
    walked = told(run, db)
    other = tmp_path / "straight.db"
    monkeypatch.setenv("CAMPAIGN_DB", str(other))
    assert run(NEW).code == 0
    straight(walk, counting)
    assert walked == told(run, other), "\n".join(walk.log)
    assert run("audit").code == 0
