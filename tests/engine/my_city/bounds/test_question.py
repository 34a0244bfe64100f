"""A seat's question: its cards, what others did, and lines that the engine plays."""

from __future__ import annotations

import pytest

from engine import my_city
from engine.kernel.dealer import deal
from engine.kernel.errors import IllegalMove, NotAllowed
from engine.kernel.game import Setup
from engine.kernel.log import Move
from engine.kernel.replay import replay
from engine.my_city.bounds.question import Line, Question, question_of, replay_line
from engine.my_city.play.notation import BuildMove, CardPass, Quit
from engine.my_city.play.players import greedy
from engine.my_city.play.state import MyCityState
from tests.engine.games import CASES
from tests.engine.my_city.board import episode, on_small


def asked(state: MyCityState, log: str, seat: str = "eagle") -> Question:
    """The question of a seat, from the moves as they stand in a record."""
    moves = [Move(*line.strip().split(": ")) for line in log.split("\n") if line.strip()]
    return question_of(state, [(move.seat, my_city.parse(move.text)) for move in moves], seat)


@pytest.mark.parametrize("setup", CASES["my-city"].setups, ids=str)
def test_what_was_played_scores_as_in_the_record(setup: Setup) -> None:
    """On every seat of every kind of rules, the replay of the question is that of the record."""
    record = deal(my_city, setup, seed=5, player=greedy)
    moves = [(move.seat, my_city.parse(move.text)) for move in record.moves or ()]
    sheets = replay(my_city, record).sheets
    for seat, sheet in zip(record.seats, sheets, strict=True):
        question = question_of(my_city.start(setup), moves, seat)
        assert sheet == replay_line(question, question.played).sheet


def test_a_barred_card_and_one_that_the_city_lacks_are_not_asked_for() -> None:
    log = """
        *: reveal Y1
        eagle: quit
        bear: pass
        *: reveal obstacle
        *: reveal R1
        *: reveal C4
        *: reveal B1
        bear: pass
    """
    question = asked(episode(5), log)
    assert [("Y1", 1), ("B1", 5)] == list(question.cards)
    assert (Quit(),) == question.played


def test_who_quit_could_have_gone_on_to_the_last_card_that_came() -> None:
    log = """
        *: reveal Y1
        eagle: quit
        bear: pass
        *: reveal R1
        bear: quit
    """
    question = asked(episode(1), log)
    line = (BuildMove("Y1", "D2"), CardPass())
    assert 2 == len(question.cards)
    assert 1 == replay_line(question, line).town.passes


def test_after_the_last_answer_of_a_line_the_seat_has_quit() -> None:
    question = asked(episode(1), "*: reveal Y1\neagle: pass\nbear: pass\n*: reveal R1\nbear: pass")
    assert replay_line(question, (CardPass(), Quit())) == replay_line(question, (CardPass(),))


TREES = """
[[rule]]
name = "the tree"
does = "first to cover"
kind = "tree"
points = 3
source = "owner"
"""


@pytest.mark.parametrize(
    ("line", "rewards"),
    [
        ((BuildMove("Y1", "B1"),), (("the tree", 3),)),
        ((CardPass(), BuildMove("R1", "B1")), (("the tree", 3),)),
        ((CardPass(), CardPass(), BuildMove("B1", "B1")), ()),
    ],
    ids=["before bear", "on the same card", "after bear"],
)
def test_a_feat_is_free_for_a_line_until_another_seat_has_done_it(
    line: Line, rewards: tuple[tuple[str, int], ...]
) -> None:
    log = """
        *: reveal Y1
        eagle: pass
        bear: pass
        *: reveal R1
        eagle: pass
        bear: build R1@B1
        *: reveal B1
        eagle: pass
        bear: pass
    """
    question = asked(on_small(". T .", "W E E", {"1": "#"}, TREES), log)
    assert (2,) == question.firsts
    assert rewards == replay_line(question, line).town.rewards


def test_rules_of_the_table_leave_a_question_without_an_answer() -> None:
    rule = """
        [[rule]]
        name = "festival"
        does = "by hand"
        words = "whoever sings gets points"
        points = [0, 3]
        source = "owner"
    """
    with pytest.raises(NotAllowed, match="the table applies festival"):
        asked(on_small(". .", "W E", {"1": "#"}, rule), "")


def test_an_answer_that_cannot_be_is_refused() -> None:
    question = asked(episode(1), "*: reveal Y1\neagle: pass\nbear: pass")
    with pytest.raises(IllegalMove, match="R1 is not the revealed building"):
        replay_line(question, (BuildMove("R1", "C1"),))
