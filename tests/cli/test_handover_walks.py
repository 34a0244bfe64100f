"""Players who hand a campaign to and fro by chance, correct it and go on: all end with one history.

Each has a laptop and a key. They record, correct, undo, leave, join, rename and merge; pack what
they have, also for a seat; take in any bundle, whole or beside their own; accept a city and take in
receipts, also old ones and twice. Every laptop is audited after each step, every bundle when it is
packed. In the end they meet until nobody has anything new.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from campaign.services.values import History
from engine.my_city.campaign.model import Campaign
from tests.cli.test_corrections_walks import Walk
from tests.fixtures import Output, Run, Table
from tests.soak import count

STEPS = count(14, 45)
SEEDS = range(count(1, 200, ci=2))
NEW = "new Tuesday --seat eagle=Anna --seat bear=Ben --seat deer=Chen --yes"
LAPTOPS = ("Anna", "Ben", "Emil")
PEOPLE = ("Anna", "Ben", "Chen", "Emil", "Fay")
SEATS = ("eagle", "bear", "deer")


class Laptop(Walk):
    """A player's laptop, on which the campaign goes on and is corrected by chance."""

    def __init__(self, table: Table, chance: Random, log: list[str], mail: list[Path]) -> None:
        self.table, self.chance, self.log, self.mail = table, chance, log, mail
        self.run: Run = table
        self.db, self.folder = table.db, table.folder

    def does(self, line: str) -> Output:
        output = self.table(line)
        self.log.append(f"{output.code}  {self.table.author}: {line}")
        assert output.code in (0, 2, 4, 6, 7, 8), (self.log, output.err)
        if output.code == 7:
            assert "key" in output.err or "history" in output.err, (self.log, output.err)
        return output

    def history(self) -> History:
        return self.table.history()

    def step(self) -> None:
        super().step()
        self.goes_on()

    def goes_on(self) -> None:
        """Take the first bundle in again if an undo has taken back all there was."""
        if "no campaign goes on here" in self.run("status").err:
            self.does(f"handover take '{self.mail[0]}' --yes")

    def hands(self) -> None:
        """Pack, take in, accept, take in a receipt, or say who is who."""
        deeds = [self.export] * 3 + [self.take] * 4 + [self.accept] * 2 + [self.receipt] * 3
        self.chance.choice([*deeds, self.rename, self.merge])()
        audit = self.run("audit --all")
        assert audit.code == 0, ("\n".join(self.log), audit.out, audit.err)

    def new_file(self, kind: str) -> Path:
        path = self.folder / f"{len(self.log)}.{kind}"
        self.mail.append(path)
        return path

    def export(self, seat: str = "") -> Path:
        path = self.new_file("zip")
        seat = seat or self.chance.choice([*SEATS, "--all"])
        output = self.does(f"handover export {seat} -o '{path}' --yes")
        if output.code:
            self.mail.remove(path)
        else:
            audit = self.run(f"audit --file '{path}'")
            assert audit.code == 0, ("\n".join(self.log), audit.out)
        return path

    def some(self, kind: str) -> Path | None:
        files = [path for path in self.mail if path.suffix == f".{kind}"]
        return self.chance.choice(files[-5:]) if files else None

    def take(self) -> None:
        if path := self.some("zip"):
            follow = self.chance.choice(["", "--follow both", "--follow theirs", "--follow ours"])
            twice = self.chance.choice(["", "--twice ours", "--twice theirs"])
            self.takes(path, f"{follow} {twice}")

    def takes(self, path: Path, more: str) -> Output:
        later = self.chance.choice(["draft", "keep", "as-played"])
        return self.does(f"handover take '{path}' {more} --later {later} --yes")

    def accept(self) -> None:
        path, seat = self.new_file("json"), self.chance.choice(SEATS)
        who = self.chance.choice([self.table.author, self.table.author, "Chen", "Fay"])
        line = f"handover accept {seat} --as {who} -o '{path}' --other-bundle --yes"
        if self.does(line).code:
            self.mail.remove(path)

    def receipt(self) -> None:
        if path := self.some("json"):
            self.does(f"handover receipt '{path}' --take --other-bundle --yes")

    def rename(self) -> None:
        old, new = self.chance.sample([*PEOPLE, "Gus"], 2)
        self.does(f"player rename {old} {new}")

    def merge(self) -> None:
        old, new = self.chance.sample(PEOPLE, 2)
        self.does(self.chance.choice([f"player merge {old} {new}", f"player unmerge {old}"]))

    def move(self, campaign: Campaign) -> None:
        if self.chance.random() < 0.3:
            super().move(campaign)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_walk_of_handovers_ends_with_one_history(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    chance, log, mail = Random(seed), list[str](), list[Path]()
    tables = [Table(run, monkeypatch, tmp_path, name) for name in LAPTOPS]
    anna, *others = (Laptop(table, chance, log, mail) for table in tables)
    anna.table.does(NEW, "envelope open 1 --yes")
    first = anna.export("--all")
    for other in others:
        other.table.does(f"handover take '{first}' --yes")
    laptops = [anna, *others]
    for _ in range(STEPS):
        laptop = chance.choice(laptops)
        chance.choice([laptop.step, laptop.hands, laptop.hands])()
    for _ in range(3):
        for laptop in laptops:
            path = laptop.export("--all")
            for other in laptops:
                if other is not laptop:
                    output = other.takes(path, "--follow both --twice ours")
                    assert output.code == 0, ("\n".join(log), output.err)
    heads = {json.loads(laptop.table("status --json").out)["head"] for laptop in laptops}
    assert len(heads) == 1, "\n".join(log)
    for laptop in laptops:
        laptop.table.does("audit --all")
        rows = laptop.table("db rebuild --yes --json")
        assert rows.code == 0
