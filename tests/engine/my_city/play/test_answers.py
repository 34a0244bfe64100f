"""My City in short answers: what a line says."""

from __future__ import annotations

import pytest

from engine import my_city
from engine.kernel.answers import play_line
from engine.kernel.errors import IllegalMove, NotationError
from engine.kernel.parts import answers_of
from engine.my_city.play.answers import builds_of_card
from engine.my_city.play.state import MyCityState
from tests.engine.my_city.board import episode, play


def answered(state: MyCityState, line: str) -> list[str]:
    answer = play_line(my_city, answers_of(my_city), state, line)
    return [f"{seat}: {my_city.format(action)}" for seat, action in answer.moves]


def refused(state: MyCityState, line: str) -> str:
    with pytest.raises((NotationError, IllegalMove)) as error:
        answered(state, line)
    return str(error.value)


def test_a_card_and_the_answers_of_all_seats_in_one_line() -> None:
    assert ["*: reveal Y4", "eagle: build Y4@E5", "bear: quit"] == answered(episode(), "y4 e5 q")


def test_the_words_of_the_record_will_do_too() -> None:
    line = "reveal Y4 eagle: build Y4@E5/1 bear: pass"
    assert ["*: reveal Y4", "eagle: build Y4@E5/1", "bear: pass"] == answered(episode(), line)


def test_a_seat_is_named_by_its_beginning() -> None:
    state = play(episode(1, 3), "*: reveal Y4")
    assert ["deer: pass"] == answered(state, "de p")
    assert ["bear: pass", "eagle: quit"] == answered(state, "b: p, e: q")
    assert "bear: the answer is missing" == refused(state, "bear")


def test_a_cell_alone_where_one_way_fits() -> None:
    state = play(episode(), "*: reveal R4", "eagle: build R4@E5", "bear: quit")
    ways = builds_of_card(play(state, "*: reveal Y6"), "eagle")
    alone = next(b for b in ways if [way.square for way in ways].count(b.square) == 1)
    assert f"eagle: {my_city.format(alone)}" == answered(state, f"Y6 {alone.square}")[1]


def test_a_cell_alone_where_several_fit_is_asked_back() -> None:
    state = play(episode(), "*: reveal Y2")
    assert refused(state, "E5").startswith("eagle, E5: Y2 fits there in ")
    assert "R6 is a card, and Y2 waits for the answer of eagle" == refused(state, "r6")
    assert ["eagle: build Y2@E5"] == answered(state, "E5/0")


def test_what_fits_nowhere_there_gets_the_reason() -> None:
    state = play(episode(), "*: reveal Y4")
    assert "eagle, A1: stands on a mountain (A1 B1)" == refused(state, "A1")
    assert "eagle, R4@E5: R4 is not the revealed building, Y4 is" == refused(state, "R4@E5")
    assert "'hm' is no answer to Y4: write a cell such as E5 or E5/1, p or q" == refused(
        state, "hm"
    )


def test_what_is_no_card() -> None:
    assert "'hm' is no card: write the card that came, such as " in refused(episode(), "hm")


def test_after_the_end() -> None:
    state = play(episode(), "*: reveal Y4", "eagle: quit", "bear: quit")
    assert "the game is over before 'Y5'" == refused(state, "Y5")
    assert [] == answered(state, "")
