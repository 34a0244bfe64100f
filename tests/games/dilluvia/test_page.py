"""The page of a session of Dilluvia Project."""

from __future__ import annotations

import json
import re

from engine import dilluvia
from engine.dilluvia.state import DilluviaState
from engine.kernel.record import parse_record
from engine.kernel.replay import replay_steps
from tests.fixtures import Run


def test_the_end_of_a_round_has_its_incomes(run: Run) -> None:
    assert run("simulate dilluvia --seats 3 --seed 6 --simple-player random --keep").code == 0
    record = parse_record(json.loads(run("session show 1 --json").out)["record"])
    ends: dict[int, DilluviaState] = {}
    for step in replay_steps(dilluvia, record):
        ends[step.before.turn.round] = step.after
    page = run("session chronicle 1 -o -").out
    figures = re.findall(r">prestige (\d+), population (\d+), money (\d+), (\d+) built<", page)
    expected = [
        (player.prestige, player.population.total, player.money, len(player.homes))
        for _, state in sorted(ends.items())
        for player in state.players
    ]
    assert [tuple(map(str, one)) for one in expected] == figures
    titles = re.findall("The city in round (.) of 7<", page)
    assert list("1234567") == titles
