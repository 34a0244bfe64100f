"""Evenings on phones by chance, in a real Chromium: what is acknowledged is recorded, nothing else.

    walk      phones and a laptop that do anything: `tapping_by_chance`
    straight  the same game, or the same stickers, typed at a laptop alone

After each step what the database has is what the players were told. In the end every phone shows
what a tab shows that it opens anew, and what is kept is what the straight evening keeps.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser

from engine.kernel.answers import only_answer
from engine.kernel.log import Move
from engine.kernel.record import Record, parse_record
from tests.cli.browsing import browser as browser
from tests.cli.laptop import Laptop
from tests.cli.test_entering import Enter, answers
from tests.cli.test_entering import enter as enter
from tests.extras.phones.ledger import Ledger, StickerLedger, by_card
from tests.extras.phones.tapping import entered, typed
from tests.extras.phones.tapping_by_chance import Phone, Walk
from tests.fixtures import ROOT, Prepared, Run
from tests.soak import count

STEPS = count(20, 120)
GAMES = {
    "my-city": "examples/chapter-1/episode-1.toml",
    "machi-koro": "tests/records/machi_koro_verified_chained_doubles.toml",
    "quadropolis": "tests/records/quadropolis_verified_tie_broken_by_inhabitants.toml",
    "dilluvia": "tests/records/dilluvia_verified_two_seats.toml",
}
"""Recorded games: the beginning of one is typed before phones are there."""
WALKS = [(name, seed) for seed in range(40) for name in GAMES][: count(1, 160)]

PLACED = "select seat, kind, square from sticker order by seat, kind, square"


class Evening(Walk):
    """A game of which the beginning is typed before phones are there."""

    def __init__(self, patch: pytest.MonkeyPatch, name: str, seed: int) -> None:
        record = parse_record((ROOT / GAMES[name]).read_text("utf-8"))
        self.command = "episode enter --phones" if name == "my-city" else entered(record)
        self.told = Ledger(record._replace(moves=None, result={}))
        super().__init__(Laptop(self.command, patch), self.told, Random(f"{name} {seed}"))
        moves = record.moves or ()
        begun = self.chance.choice((0, len(moves) // 2, len(moves) - 8))
        while len(self.told.moves) < begun:
            self.writes(moves[len(self.told.moves)])
        self.laptop.has_read()

    def agrees(self) -> None:
        assert by_card(self.stored()) == by_card(self.told.moves), self.story()

    def stored(self) -> list[Move]:
        """The moves of the draft in the database."""
        drafts = rows("select content from draft")
        lines = json.loads(drafts[0][0])["lines"] if drafts else []
        moves = (move for _, *line in lines for move in line)
        return [Move(*move.split(": ", 1)) for move in moves]

    def types(self, _: Phone) -> None:
        """A legal answer of anybody who is asked."""
        now = self.told.now
        if now.awaited:
            seat = self.chance.choice(now.awaited)
            text = now.game.format(self.chance.choice(list(now.game.legal(now.state, seat))))
            self.writes(Move(seat, "pass" if text == "quit" else text))

    def writes(self, move: Move) -> None:
        """Type a legal move."""
        self.log.append(f"  {typed(move)}")
        self.laptop.types(typed(move))
        if move.text == "quit":
            self.laptop.types("y")
        self.told.takes(move.seat, move.text)

    def u(self, _: Phone) -> None:
        self.laptop.types("u")
        if self.told.moves:
            self.told.loses_a_line()

    def mistypes(self, _: Phone) -> None:
        if self.told.now.awaited:
            self.laptop.types(self.chance.choice(("zzz", "board", "phones", "score", "p9: x")))

    def ends(self) -> Record:
        """Keep the game if it is over, else save it."""
        now = self.told.now
        if forced := only_answer(now.game, now.state):
            self.writes(Move(forced[0], now.game.format(forced[1])))  # was taken back alone
        self.rests()
        moves = self.stored()
        if not self.told.now.awaited:
            self.laptop.types("y")
            self.laptop.until(lambda: self.laptop.is_quiet() and "Keep" not in self.laptop.prompt)
            self.shows_the_same()
        self.leaves("save", "")
        return self.told.head._replace(moves=tuple(moves))


class Stickers(Walk):
    """The stickers that are owed before an episode; two stay owed, so that they are asked for."""

    def __init__(self, patch: pytest.MonkeyPatch, seed: int) -> None:
        self.told = StickerLedger()
        super().__init__(Laptop("meet --phones", patch), self.told, Random(seed))

    def agrees(self) -> None:
        assert rows(PLACED) == sorted(self.told.placed), self.story()

    def step(self) -> None:
        while len(self.told.placed) > 4:
            self.u(self.phones[0])
        self.rests()
        super().step()

    def types(self, _: Phone) -> None:
        """A square for the sticker that is asked for."""
        seat, kind = self.laptop.prompt.removesuffix(" on> ").split(", ")
        free = self.laptop.seen.rpartition("It may go on ")[2].partition(".")[0].split()
        square = self.chance.choice(free)
        self.log.append(f"  {seat} {kind} {square}")
        self.laptop.types(square)
        self.told.takes(seat, f"{kind} {square}")

    def u(self, _: Phone) -> None:
        self.laptop.types("u")
        del self.told.placed[-1:]

    def mistypes(self, _: Phone) -> None:
        self.laptop.types(self.chance.choice(("zzz", "?", "board", "phones", "A1", "help")))


def rows(query: str) -> list[Any]:
    """What the database has."""
    with closing(sqlite3.connect(os.environ["CAMPAIGN_DB"])) as database:
        return database.execute(query).fetchall()


@pytest.mark.parametrize(("name", "seed"), WALKS)
def test_what_is_tapped_by_chance_is_recorded_as_typed(
    begun: Run,
    prepared: Prepared,
    browser: Browser,
    enter: Enter,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    name: str,
    seed: int,
) -> None:
    walk = Evening(monkeypatch, name, seed)
    walk.goes(browser, STEPS)
    record = walk.ends()

    def recorded() -> str:
        if record.moves and walk.told.now.awaited:
            lines = json.loads(begun("draft show 1 --json").out)["typed"]
            return "\n".join(move for line in lines for move in line["moves"])
        folder = tmp_path / f"{Path(os.environ['CAMPAIGN_DB']).stem}-records"
        assert begun(f"export records -o '{folder}'").code == 0
        return "".join(file.read_text("utf-8") for file in sorted(folder.rglob("*.toml")))

    tapped = recorded()
    straight = tmp_path / "straight.db"
    shutil.copy(prepared.begun, straight)
    monkeypatch.setenv("CAMPAIGN_DB", str(straight))
    enter(walk.command.removesuffix(" --phones"), *answers(record), "y")
    assert recorded() == tapped, walk.story()


@pytest.mark.parametrize("seed", range(count(1, 20)))
def test_stickers_that_are_tapped_by_chance_are_placed_as_typed(
    played: Run,
    prepared: Prepared,
    browser: Browser,
    db: Path,
    monkeypatch: pytest.MonkeyPatch,
    seed: int,
) -> None:
    walk = Stickers(monkeypatch, seed)
    walk.goes(browser, STEPS)
    walk.leaves("save")

    def recorded() -> str:
        return played("status").out.rpartition("Head for the box")[0]

    tapped = recorded()
    shutil.copy(prepared.played, db)
    for sticker in walk.told.placed:
        assert played(f"sticker place {' '.join(sticker)}").code == 0
    assert recorded() == tapped, walk.story()
