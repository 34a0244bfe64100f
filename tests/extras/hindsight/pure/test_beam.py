"""The beam: its line is played by the rules, and a simple player makes no better one."""

from __future__ import annotations

import pytest

from campaign.extras.hindsight.pure.beam import beam
from engine import my_city
from engine.kernel.dealer import deal
from engine.kernel.game import Setup
from engine.my_city.bounds.question import Question, question_of, replay_line
from engine.my_city.play.players import greedy
from engine.my_city.play.state import SEATS
from tests.engine.my_city.board import on_small

WIDTH = 40


def dealt(episode: int) -> Question:
    """The question of the first seat, from a game of simple players."""
    setup = Setup(SEATS[:2], {"episode": episode})
    record = deal(my_city, setup, seed=5, player=greedy)
    moves = [(move.seat, my_city.parse(move.text)) for move in record.moves or ()]
    return question_of(my_city.start(setup), moves, record.seats[0])


@pytest.mark.parametrize("episode", [2, 12, 14, 24])
def test_a_narrow_beam_beats_the_simple_player(episode: int) -> None:
    question = dealt(episode)
    best = beam(question, WIDTH, lambda: False)
    assert best == replay_line(question, best.line)
    assert best.points > replay_line(question, question.played).points
    assert best == beam(question, WIDTH, lambda: False), "there is no chance in it"
    other = beam(question, WIDTH, lambda: False, 1)
    assert other == replay_line(question, other.line)


def test_out_of_time_it_has_the_line_of_who_quits_at_once() -> None:
    assert 0 == len(beam(dealt(1), WIDTH, lambda: True).town.built)


def test_a_building_that_costs_more_than_it_brings_is_not_built() -> None:
    state = on_small("T T M", "W E E", {"1": "##"})
    moves = [("*", my_city.parse("reveal Y1")), ("bear", my_city.parse("quit"))]
    best = beam(question_of(state, moves, "eagle"), WIDTH, lambda: False)
    assert (14, 0, 0) == (best.points, len(best.town.built), best.town.passes)
