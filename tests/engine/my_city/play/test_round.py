"""My City rules 1, 4 and 9 to 11: cards, passing, quitting, the end."""

from __future__ import annotations

from itertools import permutations

import pytest

from engine import my_city
from engine.kernel.errors import SetupError
from engine.kernel.game import CHANCE, Setup
from engine.my_city.play.notation import Quit
from engine.my_city.play.state import MyCityState
from tests.engine.my_city.board import episode, on_small, play, refusal, town_of, with_token


def a_card_of_each_colour() -> MyCityState:
    """Three cards: a domino in each colour, on a board of three rows."""
    ground = """
        . . . .
        . . . .
        . . . .
    """
    banks = """
        W E E E
        W E E E
        W E E E
    """
    return on_small(ground, banks, {"1": "##"})


def test_the_token_starts_at_ten_and_every_card_is_in_the_deck() -> None:
    state = episode(seats=4)
    assert [10, 10, 10, 10] == [town.token for town in state.towns]
    assert 24 == len(list(my_city.legal(state, CHANCE)))


@pytest.mark.parametrize(
    ("seats", "reason"),
    [
        (("eagle",), "1 seat: My City is for 2 to 4"),
        (("eagle", "bear", "deer", "wolf", "fox"), "5 seats: My City is for 2 to 4"),
        (("eagle", "fox"), "fox is not a seat of My City: eagle, bear, deer, wolf"),
    ],
)
def test_two_to_four_animals_play(seats: tuple[str, ...], reason: str) -> None:
    with pytest.raises(SetupError) as refused:
        my_city.start(Setup(seats, {"episode": 1}))
    assert reason == str(refused.value)


def test_the_table_reveals_first() -> None:
    assert (CHANCE,) == my_city.awaiting(episode())
    assert "no card to answer: the table reveals the next one" == refusal(episode(), "eagle: pass")


def test_all_who_play_answer_a_card_before_the_next_is_revealed() -> None:
    state = play(episode(seats=3), "*: reveal Y1", "bear: pass")
    assert ("eagle", "deer") == my_city.awaiting(state)
    assert "eagle and deer still to answer Y1" == refusal(state, "*: reveal R1")


def test_a_card_is_answered_once() -> None:
    state = play(episode(), "*: reveal Y1", "eagle: pass")
    assert "eagle has answered Y1 already" == refusal(state, "eagle: build Y1@E5")


def test_answers_come_in_any_order() -> None:
    answers = ("eagle: build Y1@E5", "bear: pass", "deer: quit", "wolf: build Y1@C5")
    state = play(episode(seats=4), "*: reveal Y1")
    assert 24 == len(list(permutations(answers)))
    for order in permutations(answers):
        assert play(state, *answers) == play(state, *order)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("*: reveal Y1", "Y1 has been revealed before"),
        ("*: reveal X1", "X1 is no card of this deck"),
        ("*: reveal obstacle", "obstacle is no card of this deck"),
        ("*: pass", "the table (*) reveals cards, the seats build, pass or quit"),
        ("eagle: reveal R1", "the table (*) reveals cards, the seats build, pass or quit"),
        ("wolf: pass", "nobody sits at wolf"),
    ],
)
def test_the_table_reveals_each_card_of_the_deck_once(words: str, reason: str) -> None:
    state = play(episode(), "*: reveal Y1", "eagle: pass", "bear: pass")
    assert reason == refusal(state, words)


def test_pass_costs_one() -> None:
    state = play(episode(), "*: reveal Y1", "eagle: pass")
    assert (9, 10) == (town_of(state, "eagle").token, town_of(state, "bear").token)


def test_pass_takes_the_building_out_of_the_game() -> None:
    state = play(episode(), "*: reveal Y1", "eagle: pass", "bear: pass", "*: reveal R1")
    assert "Y1 is not the revealed building, R1 is" == refusal(state, "eagle: build Y1@E5")


def test_no_pass_at_zero() -> None:
    state = play(with_token(episode(), 0), "*: reveal Y1")
    reason = "a pass costs 1 and the token is at 0: build or quit"
    assert reason == refusal(state, "eagle: pass")


def test_pass_at_one_brings_the_token_to_zero() -> None:
    state = play(with_token(episode(), 1), "*: reveal Y1", "eagle: pass")
    assert 0 == town_of(state).token


def test_pass_at_fifty_leaves_the_token_there() -> None:
    state = play(with_token(episode(), 50), "*: reveal Y1", "eagle: pass")
    assert (50, 1) == (town_of(state).token, town_of(state).passes)


def test_at_zero_with_nowhere_to_build_only_quitting_is_left() -> None:
    ground, banks = ". M .", "W E E"
    state = with_token(on_small(ground, banks, {"1": "##"}), 0)
    assert [Quit()] == list(my_city.legal(play(state, "*: reveal Y1"), "eagle"))


def test_quit_is_free_and_final() -> None:
    state = play(episode(), "*: reveal Y1", "eagle: quit", "bear: pass", "*: reveal R1")
    assert (10, True) == (town_of(state).token, town_of(state).gone)
    assert ("bear",) == my_city.awaiting(state)
    assert "eagle has quit this episode" == refusal(state, "eagle: build R1@E5")


def test_nobody_quits_twice() -> None:
    state = play(episode(), "*: reveal Y1", "eagle: quit")
    assert "eagle has quit this episode" == refusal(state, "eagle: quit")


def test_all_quit_ends() -> None:
    state = play(episode(), "*: reveal Y1", "eagle: quit", "bear: quit")
    assert () == my_city.awaiting(state)
    assert "the episode is over: all have quit" == refusal(state, "*: reveal R1")


def test_last_card_is_still_played() -> None:
    state = play(
        a_card_of_each_colour(),
        *("*: reveal Y1", "eagle: pass", "bear: pass"),
        *("*: reveal R1", "eagle: pass", "bear: pass"),
        *("*: reveal B1", "eagle: pass"),
    )
    assert ("bear",) == my_city.awaiting(state)
    assert 1 == len(town_of(play(state, "bear: build B1@B1"), "bear").built)


def test_empty_deck_ends() -> None:
    state = play(
        a_card_of_each_colour(),
        *("*: reveal Y1", "eagle: pass", "bear: pass"),
        *("*: reveal R1", "eagle: pass", "bear: pass"),
        *("*: reveal B1", "eagle: pass", "bear: pass"),
    )
    assert () == my_city.awaiting(state)
    assert [] == [*my_city.legal(state, "eagle"), *my_city.legal(state, CHANCE)]
    assert "the episode is over: the deck is empty" == refusal(state, "*: reveal Y1")
    assert "the episode is over: the deck is empty" == refusal(state, "eagle: pass")


def test_the_sheet_says_what_the_token_has_been_through() -> None:
    state = play(episode(), "*: reveal Y1", "eagle: pass", "bear: pass", "*: reveal R1")
    eagle, bear = my_city.score(play(state, "eagle: pass", "bear: quit"))
    assert ("token at the end", 8, "10 at the start, 2 passes") == eagle.lines[0]
    assert ("token at the end", 9, "10 at the start, 1 pass") == bear.lines[0]
