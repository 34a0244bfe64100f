"""The walk: what it takes a town to be worth is what the rules say, and it finds better ones."""

from __future__ import annotations

import pytest

from engine.my_city.hindsight import annealing
from engine.my_city.hindsight.annealing import Annealing
from engine.my_city.hindsight.beam import beam
from engine.my_city.hindsight.question import Line, Question, replayed
from engine.my_city.pack.model import Pack
from tests.engine.my_city.campaign.test_other_boxes import COAST
from tests.engine.my_city.campaign.test_rehearsal import INVENTED, STAND_IN
from tests.engine.my_city.hindsight.small import question_in
from tests.engine.my_city.hindsight.test_beam import dealt
from tests.packs.generated import pack_of
from tests.soak import count

NOTHING: Line = ()
"""A line that builds nothing."""


@pytest.fixture(autouse=True)
def short_legs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(annealing, "LEG", 400)


def walked(question: Question, seed: int, until: int | None = None) -> Annealing:
    """A leg from a town with no building."""
    walks = Annealing(question, [NOTHING], seed, until)
    walks.walked(lambda: False)
    return walks


def hold(question: Question, seed: int) -> None:
    """Hold what a walk says of its best town to the rules."""
    walks = walked(question, seed)
    assert replayed(question, NOTHING).points <= walks.worth == walks.best.points


@pytest.mark.parametrize("episode", range(1, 25))
def test_a_town_is_worth_what_the_rules_say(episode: int) -> None:
    question = dealt(episode)
    hold(question, episode)
    lines = [line.points for line in walked(question, 1, until=2).best.sheet.lines[:3]]
    assert sum(lines) == walked(question, 1, until=2).worth


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


def test_it_beats_a_narrow_beam_and_the_same_seed_wanders_the_same_way() -> None:
    question = dealt(20)
    best = beam(question, 40, lambda: False)
    walks, same = (Annealing(question, [best.line], 1) for _ in range(2))
    for one in (walks, same):
        for _ in range(25):
            one.walked(lambda: False)
    assert walks.best.points > best.points
    assert walks.best == same.best


def test_where_a_leg_leads_to_nothing_better_a_walk_begins_at_the_next_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    question = dealt(12)
    best = beam(question, 40, lambda: False)
    walks = Annealing(question, [NOTHING, best.line], 1)
    monkeypatch.setattr(annealing, "LEG", 0)
    walks.walked(lambda: False)
    assert walks.worth == walks.worth_of(NOTHING)
    monkeypatch.setattr(annealing, "LEG", 400)
    walks.walked(lambda: False)
    assert walks.worth >= best.points


def test_out_of_time_or_without_a_building_it_stays_where_it_is() -> None:
    question = dealt(1)
    walks = Annealing(question, [NOTHING], 1)
    walks.walked(lambda: True)
    assert not walks.best.town.built
    assert not walked(question._replace(cards=()), 1).best.town.built
