"""Several campaigns on two laptops that share a folder, by chance: the shelf and its sheet.

    sheet     what somebody would write down: which campaigns there are, how they are called, which
              are put away, which one commands mean, and how far each has come
    laptops   campaigns are begun, played, renamed, put away, withdrawn and brought back; databases
              are copied, moved and restored; each campaign meets its copy on the other laptop

The lists say what the sheet says, commands mean the campaign that was chosen or ask, and an audit
of all passes after each step.
"""

from __future__ import annotations

import json
import re
import shlex
import shutil
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from campaign.services import folding
from campaign.store import journal
from campaign.store.database import open_database, reading
from tests.cli.test_photos import picture
from tests.fixtures import Output, Run, Table
from tests.soak import count

STEPS = count(25, 80)
SEEDS = range(count(1, 200, ci=2))
NAMES = ("Tuesday", "Friday", "Café", "The Club")
PEOPLE = ("Anna", "Ben", "Chen", "Dora", "Emil")
LAST = 24
BOTH = ("--follow", "both", "--later", "keep", "--twice", "theirs")
OF_ALL = ("doctor", "db status", "list --histories", "standings --all", "photo list", "db rebuild")


@dataclass
class Sheet:
    """What somebody would write down of a campaign."""

    name: str
    seats: dict[str, str]
    played: int = 0
    entries: int = 1
    archived: bool = False
    withdrawn: bool = False

    @property
    def here(self) -> bool:
        return not self.archived and not self.withdrawn

    def copied(self) -> Sheet:
        return replace(self, seats=dict(self.seats))


@dataclass
class Shelf:
    """The campaigns of a laptop by their identity, and the one that was chosen."""

    sheets: dict[str, Sheet] = field(default_factory=dict)
    chosen: str = ""

    def has(self, name: str) -> bool:
        return any(one.name == name and not one.withdrawn for one in self.sheets.values())

    def loses(self, uid: str) -> None:
        """A campaign is gone: nobody's commands mean it any more."""
        self.chosen = "" if self.chosen == uid else self.chosen


class Laptop:
    """A laptop, its shelf as it should be, and the copies that were made of its database."""

    def __init__(self, table: Table, chance: Random, log: list[str]) -> None:
        self.table, self.chance, self.log = table, chance, log
        self.shared = table.folder / "shared"
        self.shelf = Shelf()
        self.copies: list[tuple[Path, Shelf]] = []

    def fails(self, *what: object) -> str:
        return "\n".join((*self.log, f"{self.table.author}:", *map(str, what)))

    def does(self, *words: str) -> Output:
        """Run a command, which does what it says or is refused in words."""
        output = self.table([*words, "--yes"])
        self.log.append(f"{output.code}  {self.table.author}: {shlex.join(words)}")
        assert output.code in (0, 2, 4, 6, 7, 8), self.fails(output.err)
        return output

    def must(self, *words: str) -> None:
        output = self.does(*words)
        assert output.code == 0, self.fails(output.out, output.err)

    def is_refused(self, *words: str) -> None:
        output = self.does(*words)
        assert output.code == 6, self.fails("was not refused:", output.out, output.err)
        assert "Nothing was written." in output.err, self.fails(output.err)

    def document(self, line: str) -> Any:
        output = self.table(f"{line} --json")
        assert output.code == 0, self.fails(line, output.err)
        return json.loads(output.out)

    def listed(self, line: str = "list") -> dict[str, dict[str, Any]]:
        """The rows of the campaigns that go on here, without histories that are only read."""
        rows = self.document(line)["campaigns"]
        return {row["name"]: row for row in rows if not row["aside"]}

    def names(self) -> dict[str, str]:
        """The name of each campaign that goes on here, by its identity."""
        found: dict[str, str] = {}
        if not self.table.db.exists():
            return found
        database = open_database(self.table.db)
        with reading(database) as session:
            for stream in journal.campaign_streams(session):
                history = folding.read(session, stream)
                if not history.origin.aside:
                    found[history.campaign.uid] = history.campaign.name
        database.dispose()
        return found

    def some(self, which: Callable[[Sheet], bool]) -> tuple[str, Sheet]:
        """A campaign of a kind; raises `IndexError` if there is none."""
        return self.chance.choice([one for one in self.shelf.sheets.items() if which(one[1])])

    def reads(self, uid: str) -> None:
        """Write down how a campaign stands, after a step that may do this or that."""
        sheet = self.shelf.sheets[uid]
        names, rows = self.names(), self.listed() | self.listed("list --archived")
        if uid not in names:
            self.shelf.loses(uid)
            del self.shelf.sheets[uid]
            return
        row = rows[names[uid]]
        sheet.name, sheet.entries = row["name"], row["entries"]
        sheet.played = (row["next_episode"] or LAST + 1) - 1

    # The shelf

    def begins(self) -> None:
        name, before = self.chance.choice(NAMES), self.names()
        people = self.chance.sample(PEOPLE, self.chance.choice((2, 3)))
        seats = dict(zip(("eagle", "bear", "deer"), people, strict=False))
        words = ["new", name]
        for seat, player in seats.items():
            words += ["--seat", f"{seat}={player}"]
        if self.shelf.has(name):
            self.is_refused(*words)
            return
        self.must(*words)
        (uid,) = self.names().keys() - before.keys()
        self.shelf.sheets[uid] = Sheet(name, seats)
        if sum(not sheet.withdrawn for sheet in self.shelf.sheets.values()) > 1:
            self.shelf.chosen = uid

    def renames(self) -> None:
        _, sheet = self.some(lambda one: not one.withdrawn)
        name = self.chance.choice(NAMES)
        words = ["rename", name, "--campaign", sheet.name]
        if self.shelf.has(name):
            self.is_refused(*words)
        else:
            self.must(*words)
            sheet.name, sheet.entries = name, sheet.entries + 1

    def archives(self) -> None:
        _, sheet = self.some(lambda one: not one.withdrawn)
        if sheet.archived:
            self.is_refused("archive", sheet.name)
        else:
            self.must("archive", sheet.name)
            sheet.archived = True

    def withdraws(self) -> None:
        uid, sheet = self.some(lambda one: one.here)
        if sheet.played:
            self.is_refused("withdraw", sheet.name)
        elif self.does("withdraw", sheet.name).code == 0:  # not if an evening was taken back
            sheet.withdrawn = True
            self.shelf.loses(uid)

    def brings_back(self) -> None:
        _, sheet = self.some(lambda one: not one.here)
        if sum(one.name == sheet.name for one in self.shelf.sheets.values()) == 1:
            self.must("unarchive", sheet.name)
            sheet.archived = sheet.withdrawn = False

    def uses(self) -> None:
        uid, sheet = self.some(lambda one: one.here)
        self.must("use", sheet.name)
        self.shelf.chosen = uid

    # One campaign

    def plays(self) -> None:
        """Open what is due, place what is owed, or play the next episode."""
        _, sheet = self.some(lambda one: one.here)
        meant = ("--campaign", sheet.name)
        status = self.document(shlex.join(("status", *meant)))
        owed = self.document(shlex.join(("sticker", "owed", *meant)))["owed"]
        if envelope := status["envelope_to_open"]:
            self.must("envelope", "open", str(envelope), *meant)
        elif owed:
            right = owed[0]
            kind = right["kind"].split(" or ")[0]
            self.must("sticker", "place", right["seat"], kind, right["squares"][0], *meant)
        else:
            scores = [f"{seat}={self.chance.randint(-3, 9)}" for seat in sheet.seats]
            if self.does("episode", "result", *scores, "--house-rule", *meant).code:
                return  # the day is in doubt, or nobody holds enough cities
            sheet.played += 1
        sheet.entries += 1

    def people(self) -> None:
        uid, sheet = self.some(lambda one: one.here)
        old, new = self.chance.choice([*sheet.seats.values()]), self.chance.choice((*PEOPLE, "Gil"))
        lines = (
            *(("rename", old, new), ("merge", old, new), ("unmerge", old)),
            *(("leave", "bear"), ("join", "bear", new)),
        )
        self.does("player", *self.chance.choice(lines), "--campaign", sheet.name)
        self.reads(uid)

    def photographs(self) -> None:
        """Attach a photo, and sometimes remove it."""
        uid, sheet = self.some(lambda one: one.here)
        file, meant = self.table.folder / "photo.png", ("--campaign", sheet.name)
        file.write_bytes(picture("PNG", (8 + len(self.log), 8 + (self.table.author == "Ben"))))
        if self.does("photo", "add", str(file), *meant).code == 0 and self.chance.random() < 0.3:
            photos = self.document(shlex.join(("photo", "list", *meant)))["photos"]
            self.must("photo", "remove", photos[-1]["photo"], *meant)
        self.reads(uid)

    def takes_back(self) -> None:
        uid, sheet = self.some(lambda one: one.here)
        before = self.listed()[sheet.name]
        done = self.does("undo", "--campaign", sheet.name, "--and-later").code == 0
        self.reads(uid)
        again = done and uid in self.shelf.sheets and self.chance.random() < 0.5
        if again and self.does("redo", "--campaign", sheet.name, "--and-later").code == 0:
            self.reads(uid)
            assert sheet.played == (before["next_episode"] or LAST + 1) - 1, self.fails(before)

    # Copies

    def copies_it(self) -> None:
        path = self.table.folder / f"{self.table.author}-{len(self.log)}.copy.db"
        self.must("db", "backup", str(path))
        self.copies.append((path, deepcopy(self.shelf)))

    def restores(self) -> None:
        if self.copies and self.chance.random() < 0.5:
            path, shelf = self.copies[-1]
            self.must("db", "restore", str(path), "--replace")
            self.shelf = deepcopy(shelf)

    def moves(self) -> None:
        """Copy the whole database into another file, and go on with that."""
        path = self.table.folder / f"{self.table.author}-{len(self.log)}.moved.db"
        self.must("db", "copy", f"sqlite:///{self.table.db}", f"sqlite:///{path}")
        shutil.move(path, self.table.db)

    def syncs(self) -> None:
        """Meet in the folder; sometimes in the one that the program remembers."""
        if self.chance.random() < 0.2:
            self.does("sync")
            for uid in self.names().keys() & self.shelf.sheets.keys():
                self.reads(uid)
            return
        uid, sheet = self.some(lambda one: one.here)
        words = ["sync", str(self.shared), "--campaign", sheet.name]
        output = self.does(*words)
        if keys := re.findall(r"--key (\S+)", output.out):
            words += [word for key in keys for word in ("--key", key)]
            output = self.does(*words)
        if output.code:
            output = self.does(*words, *BOTH)
        said = output.out + output.err
        if output.code:  # a sticker that needs a place, or another campaign of this name
            whys = ("owes", "there is a campaign", f"and none is of {sheet.name} here")
            assert any(why in said for why in whys), self.fails(said)
        self.reads(uid)

    def takes(self, other: Laptop) -> None:
        """Take in a campaign of the other laptop that is not here."""
        uid, sheet = other.some(lambda one: one.here)
        if uid in self.shelf.sheets:
            return
        bundle = self.table.folder / f"{len(self.log)}.zip"
        other.must("handover", "export", "--all", "-o", str(bundle), "--campaign", sheet.name)
        if self.shelf.has(sheet.name):
            self.is_refused("handover", "take", str(bundle))
        else:
            self.must("handover", "take", str(bundle))
            self.shelf.sheets[uid] = sheet.copied()

    def step(self, other: Laptop) -> None:
        deeds: list[Callable[[], object]] = [
            *[self.begins] * 2,
            *[self.plays] * 10,
            *[self.brings_back] * 2,
            *[self.syncs] * 4,
            *[self.takes_back] * 2,
            *[self.people] * 2,
            *(self.renames, self.archives, self.withdraws, self.uses, self.photographs),
            *(self.copies_it, self.restores, self.moves, lambda: self.takes(other)),
            self.looks,
        ]
        deed = self.chance.choice(deeds) if self.table.db.exists() else self.begins
        try:
            deed()
        except IndexError:
            return  # there is no such campaign
        self.says()

    def looks(self) -> None:
        """Give commands that read everything, and one that derives it again."""
        for line in OF_ALL:
            self.must(*line.split())

    def says(self) -> None:
        """Assert that lists say what the sheet says, and which campaign commands mean."""
        shown, sheets = self.listed(), self.shelf.sheets
        here = {sheet.name: sheet for sheet in sheets.values() if sheet.here}
        stands = {
            name: ((row["next_episode"] or LAST + 1) - 1, row["entries"])
            for name, row in shown.items()
        }
        expected = {name: (sheet.played, sheet.entries) for name, sheet in here.items()}
        assert stands == expected, self.fails(stands, expected)
        away = self.listed("list --archived").keys()
        archived = {one.name for one in sheets.values() if one.archived and not one.withdrawn}
        assert away == archived, self.fails(away, archived)
        chosen = sheets.get(self.shelf.chosen)
        in_use = {name for name, row in shown.items() if row["in_use"]}
        assert in_use == ({chosen.name} if chosen and chosen.here else set()), self.fails(in_use)
        meant = self.table("status --json")
        if chosen and chosen.archived:
            assert meant.code == 6, self.fails(meant.out, meant.err)
        elif chosen or len(here) == 1:
            name = chosen.name if chosen else next(iter(here))
            assert json.loads(meant.out)["campaign"] == name, self.fails(meant.out, meant.err)
        else:
            assert meant.code in (2, 4, 6), self.fails(meant.out, meant.err)
        for line in ("audit --all", "db check"):
            output = self.table(line)
            assert output.code == 0, self.fails(line, output.out, output.err)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_list_says_what_is_on_the_shelf(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    chance, log = Random(seed), list[str]()
    (tmp_path / "shared").mkdir()
    laptops = [Laptop(Table(run, monkeypatch, tmp_path, name), chance, log) for name in PEOPLE[:2]]
    for _ in range(STEPS):
        one, other = chance.sample(laptops, 2)
        one.step(other)
