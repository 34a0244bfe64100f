"""Copies that go on differently by chance: carrying over is as if all were typed on one laptop.

    apart   Anna and Ben change what the other leaves alone; Anna carries over what Ben did, now
            and then, and he takes her copy at the end
    alone   the same lines on one laptop, first Ben's and then Anna's

Both tell the same, every audit passes, and both copies have the same head.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import pytest

from engine.my_city.campaign.model import Campaign
from tests.cli.test_corrections_walks import told
from tests.cli.test_handover_taking import follow, packed
from tests.fixtures import Prepared, Run, Table
from tests.soak import count

SEEDS = range(count(1, 200, ci=2))
FREE = ("D2", "H3", "B4", "E7", "G8", "F11", "C5")


def copied(table: Table, author: str) -> Table:
    """The same on another laptop."""
    shutil.copy(table.db, table.folder / f"{author}.db")
    return Table(table.run, table.patch, table.folder, author)


def line(campaign: Campaign, chance: Random, who: str) -> str:
    """Something that Ben types about bear and wolf, or Anna about eagle and deer."""
    seats = ("bear", "wolf") if who == "Ben" else ("eagle", "deer")
    city = campaign.city(chance.choice(seats))
    seat, name = city.seat, f"{who[0]}{chance.randrange(1000)}"
    placed = [sticker for sticker in city.stickers if sticker.chosen]
    match chance.randrange(8):
        case 0 if placed:
            at, square = chance.choice(placed), chance.choice(FREE)
            return f"sticker move {seat} {at.kind} {at.square} {square} --later keep"
        case 1 if city.player:
            return f"player leave {seat}"
        case 2:
            return f"player join {seat} {name}"
        case 3:
            return f"confirm {seat} --by {name}"
        case 4 | 5 if who == "Ben":
            return chance.choice(["undo --and-later", "redo --and-later"])
        case 6 if who == "Ben":
            return f"episode edit 1 --who {seat}={name} --reason slip"
        case 7 if who == "Ben":
            return f"episode note 1 --where {name}"
    return f"city rename {seat} {name}"


@pytest.mark.parametrize("seed", SEEDS)
def test_carrying_over_is_as_if_all_were_typed_here(
    run: Run, prepared: Prepared, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, seed: int
) -> None:
    chance = Random(seed)
    anna = Table(run, monkeypatch, tmp_path, "Anna")
    shutil.copy(chance.choice([prepared.settled, prepared.chapter]), anna.db)
    for _ in range(chance.randrange(3)):
        anna(line(anna.history().campaign, chance, "Ben") + " --yes")
    ben, log = copied(anna, "Ben"), list[str]()
    typed = [line(anna.history().campaign, chance, "Anna") for _ in range(2)]
    hers = [one for one in typed if anna(f"{one} --yes").code == 0]
    for turn in range(3):
        for _ in range(chance.randint(1, 2)):
            log.append(line(ben.history().campaign, chance, "Ben"))
            assert ben(f"{log[-1]} --yes").code in (0, 2, 4, 6), log
        follow(anna, packed(ben, f"{turn}.zip"), "--follow", "both", "--later", "keep")
        assert anna("audit").code == 0, log
    alone = copied(ben, "Chen")
    for one in hers:
        alone.does(f"{one} --yes")
    monkeypatch.setenv("CAMPAIGN_DB", str(alone.db))
    expected = told(run, alone.db)
    monkeypatch.setenv("CAMPAIGN_DB", str(anna.db))
    assert told(run, anna.db) == expected, (hers, log)
    follow(ben, packed(anna, "a.zip"))
    assert anna.history().head == ben.history().head
    assert ben("audit").code == 0
