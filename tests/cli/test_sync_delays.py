"""Four laptops in any order, with files that are late, old, halved or doubled: nothing is lost."""

from __future__ import annotations

import json
import random
from datetime import timedelta
from pathlib import Path

import pytest

from tests.cli.syncing import BOTH, NAMES, Mail, heads, held, laptops, set_clock, synced
from tests.cli.test_handover_taking import EPISODE_2, EPISODE_3, PLACES
from tests.fixtures import Table
from tests.soak import count

CLOCKS = {"Anna": 0, "Ben": 3, "Chen": -400, "Dora": 7000}
"""By how many days they are wrong."""


@pytest.mark.parametrize("seed", range(count(1, 200, ci=6)))
def test_four_in_any_order_end_with_the_same_history(
    anna: Table, tmp_path: Path, seed: int
) -> None:
    chance = random.Random(seed)
    four, mail = laptops(anna), Mail(tmp_path, chance)
    for name, table in four.items():
        table.does(["sync", str(mail.folders[name])])
        mail.collect(name)
    made, named = set[str](), dict[str, str]()
    for turn in range(12):
        name = chance.choice(NAMES)
        table = four[name]
        set_clock(table, timedelta(days=CLOCKS[name]))
        mail.deliver(name)
        if chance.random() < 0.5:
            synced(table, *BOTH)
            mail.collect(name)
            continue
        before = held(table)
        status = json.loads(table("status --json").out)
        match chance.randrange(4), status["next_episode"], bool(status["owed"]):
            case 0, 2, False:
                table.does(f"{EPISODE_2} --as-dated", *PLACES)
            case 0, 3, False:
                table.does(f"{EPISODE_3} --as-dated")
            case _:
                table.does(["city", "rename", name, f"{name} {turn}"])
                named[name] = f"{name} {turn}"
        made |= held(table) - before
    for _ in range(4):
        mail.settle()
        for name in chance.sample(NAMES, 4):
            synced(four[name], *BOTH)
            mail.collect(name)
    assert len(heads(four)) == 1
    for table in four.values():
        assert made <= held(table)
    cities = json.loads(four["Ben"]("status --json").out)["cities"]
    assert {c["player"]: c["name"] for c in cities if c["player"] in named} == named
    four["Dora"].does("audit --all")
