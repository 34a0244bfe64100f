"""The walk: what it takes a town to be worth is what the rules say, and it finds better ones."""

from __future__ import annotations

import pytest

from campaign.extras.hindsight.pure import annealing
from campaign.extras.hindsight.pure.annealing import AnnealingResult, Stage, walk_stage
from engine.my_city.bounds.question import Line, Question, replay_line
from engine.my_city.pack.model import Pack
from tests.engine.my_city.bounds.small import question_in
from tests.engine.my_city.campaign.test_other_boxes import COAST
from tests.engine.my_city.campaign.test_rehearsal import INVENTED, STAND_IN
from tests.extras.hindsight.pure.test_beam import dealt
from tests.packs.generated import pack_of
from tests.soak import count

NOTHING: Line = ()
"""A line that builds nothing."""


@pytest.fixture(autouse=True)
def short_stages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(annealing, "STAGE", 400)


def a_stage(question: Question, seed: int, until: int | None = None) -> AnnealingResult:
    """A stage from a town with no building."""
    return walk_stage(Stage(question, NOTHING, until, seed))


def hold(question: Question, seed: int) -> None:
    """Hold what a walk says of its best town to the rules."""
    went = a_stage(question, seed)
    assert (
        replay_line(question, NOTHING).points
        <= went.worth
        == replay_line(question, went.best).points
    )


@pytest.mark.parametrize("episode", range(1, 25))
def test_a_town_is_worth_what_the_rules_say(episode: int) -> None:
    question = dealt(episode)
    hold(question, episode)
    went = a_stage(question, 1, until=2)
    lines = [line.points for line in replay_line(question, went.best).sheet.lines[:3]]
    assert sum(lines) == went.worth


@pytest.mark.parametrize("pack", [STAND_IN, INVENTED, COAST], ids=["stand-in", "invented", "coast"])
def test_with_any_stickers_it_is_worth_that_too(pack: Pack) -> None:
    for number in pack.episodes:
        if question := question_in(pack, number, number, cards=8):
            hold(question, number)


def test_in_generated_campaigns_it_is_worth_that_too() -> None:
    for seed in range(count(12, 1000)):
        pack = pack_of(seed, largest=5)
        for number in pack.episodes:
            if question := question_in(pack, number, seed):
                hold(question, seed)


def test_without_a_building_it_stays_where_it_is() -> None:
    went = a_stage(dealt(1)._replace(cards=()), 1)
    assert NOTHING == went.end == went.best
