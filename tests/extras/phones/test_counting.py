"""What a phone's answer and its views cost: moves read and applied, by counting."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.counting import counted
from campaign.cli.environment import Environment
from campaign.cli.options import GlobalOptions
from campaign.display.text.translation import ENGLISH
from campaign.extras.phones.table import ServedTable
from campaign.services.entering import drafts, game
from engine import my_city
from engine.kernel.game import CHANCE
from engine.kernel.replay import ReplayStep
from engine.my_city.play.rules import play
from tests.extras.phones.test_choices import states
from tests.fixtures import Run

RECORD = "tests/records/my_city_verified_four_seats.toml"


@pytest.mark.parametrize("moves", [12, 48])
def test_an_answer_and_its_views_read_and_apply_one_move(begun: Run, db: Path, moves: int) -> None:
    every = [entering for entering in states(RECORD) if len(entering.moves) >= moves]
    entering = next(one for one in every if one.awaited != (CHANCE,))
    step: ReplayStep = every[every.index(entering) + 1].steps[-1]
    with Environment(GlobalOptions(db=str(db))) as env:
        table = ServedTable(ENGLISH)
        table.begin(env, entering, drafts.new(entering, env.author_now()))
        for seat in entering.head.seats:
            table.view(seat, {}, ENGLISH).draw()
        with counted((my_city.parse, play)) as answered:
            table.answer(step.move.seat, table.now.version, step.move.text)
        with counted((my_city.parse, play)) as shown:
            for viewer in (*entering.head.seats, None):
                table.view(viewer, {}, ENGLISH).draw()
        now = table.now.entering
    assert now is not None
    assert now.moves == (*entering.moves, step.move)
    assert dict(answered) == {"parse": 1, "play": 1}
    # What a seat could take back: the answers of others to the same card, without its own.
    assert shown["parse"] == 0
    assert shown["play"] < len(entering.head.seats)
    assert game.entered_since(entering, now).steps == (step,)
