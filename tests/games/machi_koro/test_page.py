"""The page of a session of Machi Koro."""

from __future__ import annotations

import json
import re

from engine import machi_koro
from engine.kernel.record import parse_record
from engine.kernel.replay import replay_steps
from tests.fixtures import ROOT, Run


def test_the_coins_of_a_turn_are_those_at_its_end(run: Run) -> None:
    assert run(f"session record '{ROOT / 'examples' / 'machi-koro.toml'}' --yes").code == 0
    record = parse_record(json.loads(run("session show 1 --json").out)["record"])
    coins = {0: (3, 3, 3)}
    for step in replay_steps(machi_koro, record):
        coins[step.before.turns] = tuple(city.coins for city in step.after.cities)
    page = run("session chronicle 1 -o -").out
    for seat, name in enumerate(("Anna", "Ben", "Chen")):
        shown = re.findall(rf">{name}, (\d+): (\d+)<", page)
        assert [(str(turn), str(all_[seat])) for turn, all_ in coins.items()] == shown
