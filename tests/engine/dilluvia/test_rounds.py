"""Dilluvia rules 46 to 56: income, the next round, the four final steps, the winner."""

from __future__ import annotations

import pytest

from engine import dilluvia
from engine.dilluvia.state import INCOMES, REFILL, DilluviaState, Markers, Population
from engine.kernel.errors import SetupError
from engine.kernel.game import Setup
from tests.engine.dilluvia.table import (
    at_incomes,
    at_work,
    claiming,
    dealt,
    having,
    holding,
    legal_words,
    lines,
    notes,
    over,
    play,
    player,
    refusal,
    standing,
    total,
    with_gardens,
    without,
)


def earning(state: DilluviaState, seat: int = 0, **markers: int) -> DilluviaState:
    """The state with markers on a mat."""
    return having(state, seat, markers=Markers(**markers))


def test_rule_46_money_prestige_and_cubes_by_the_markers() -> None:
    state = play(
        at_incomes(earning(at_work(), money=3, cubes=2, prestige=4)), "p1: workers 1 white"
    )
    assert (INCOMES, 23, 4) == (state.turn.phase, player(state).money, player(state).prestige)
    assert "3 cubes, but 2 are due" == refusal(state, "p1: take white 3")
    state = play(state, "p1: take black 2")
    assert ((1, 2, 0, 0), Markers(3, 2, 4)) == (player(state).cubes, player(state).markers)


def test_rule_46_the_incomes_come_in_turn_order() -> None:
    state = earning(earning(earning(at_work(3), cubes=1), 1, cubes=1), 2, cubes=1)
    state = play(at_incomes(state)._replace(order=(0, 2, 1)), "p1: workers 1 white")
    seats: list[str] = []
    while state.turn.phase == INCOMES:
        seats += dilluvia.awaiting(state)
        state = play(state, f"{seats[-1]}: take white 1")
    assert ["p1", "p3", "p2"] == seats


def test_rule_46_without_cubes_there_is_nothing_to_choose() -> None:
    state = play(at_incomes(earning(at_work(), money=3)), "p1: workers 1 white")
    assert (2, 23) == (state.turn.round, player(state).money)


def test_rule_46_every_choice_of_cubes_is_legal_once() -> None:
    state = play(at_incomes(earning(at_work(), cubes=3)), "p1: workers 1 white")
    assert 20 == len(set(legal_words(state))) == len(legal_words(state))


def test_rule_48_workers_and_airships_are_taken_back() -> None:
    state = play(at_incomes(having(at_work(), workers=7)), "p1: workers 1 white")
    assert (7, True) == (player(state).idle, player(state).special)
    assert {None} == set(state.market.ships)
    assert {()} == set(state.circles)


def test_rule_48_the_market_is_filled_again() -> None:
    state = play(without(at_incomes(at_work()), 3, 7), "p1: workers 1 white")
    assert (REFILL, 2) == (state.turn.phase, state.turn.round)
    one, other = (tile.id for tile in state.rules.tiles_of_mask(state.market.white)[:2])
    state = play(state, f"*: market {one} {other}")
    assert [one, other] == [state.rules.tiles[state.market.tiles[i]].id for i in (3, 7)]


def test_rule_49_the_last_round_has_no_income() -> None:
    state = play(at_incomes(earning(at_work(round=7), money=5, cubes=2)), "p1: workers 1 white")
    assert ((), 20) == (dilluvia.awaiting(state), player(state).money)


def test_rule_50_the_final_income_may_cross_tens() -> None:
    state = having(earning(over(at_work()), prestige=12), prestige=9, house=4)
    assert {"final income": 6} == lines(state)
    assert "12 prestige, now 21, tens at 3 3" == notes(state)["final income"]


def test_rule_52_gardens_count_by_the_size_of_buildings_edge_to_edge() -> None:
    state = standing(standing(standing(at_work(), "0", "F6", "worker"), "3A", "F7 F8", "goods"),
                     "6", "C4 D4 C5 D5", "goods")  # fmt: skip
    state = with_gardens(over(state), "E6 E7 E5 G5")
    assert "7 prestige, now 7" == notes(state)["final gardens"]


def test_rule_55_most_population_wins() -> None:
    state = over(at_work(3))
    for seat, points in enumerate((5, 9, 7)):
        state = having(state, seat, population=Population(tiles=points))
    assert [3, 1, 2] == [sheet.rank for sheet in dilluvia.score(state)]


def test_rule_56_equal_in_everything_is_shared() -> None:
    one, other = dilluvia.score(having(having(over(at_work()), prestige=14), 1, prestige=34))
    assert (1, 1, "shared with p2: prestige 14 and 34") == (one.rank, other.rank, one.tie)


@pytest.mark.parametrize(("prestige", "rank"), [(20, 2), (29, 1), (15, 1), (9, 1)])
def test_ruling_27_exactly_on_a_ten_is_farthest(prestige: int, rank: int) -> None:
    state = having(having(over(at_work()), prestige=prestige), 1, prestige=12)
    assert rank == dilluvia.score(state)[0].rank


def test_the_sheet_says_where_population_comes_from() -> None:
    population = Population(tens=(1, 2, 2), current=4, gardens=2, tiles=3)
    state = having(over(at_work()), population=population, prestige=31)
    assert {"tens of prestige": 5, "buildings of the round": 4, "first in the gardens": 2,
            "market": 3} == lines(state)  # fmt: skip
    assert "prestige 31, tens at 1 2 2" == notes(state)["tens of prestige"]
    assert 14 == total(state)


def test_the_books_are_kept_by_round() -> None:
    state = play(at_incomes(earning(at_work(), money=3, prestige=4)), "p1: workers 1 income")
    began, book = player(state).books
    assert 3 == began.money
    assert (24, 4, 4, 0) == book


def test_the_last_book_is_closed_with_the_last_worker() -> None:
    state = play(at_incomes(at_work(round=7)), "p1: workers 1 income")
    assert 2 == len(player(state).books)


@pytest.mark.parametrize(
    ("header", "reason"),
    [
        ({"house_every": 3}, "house_every: 3 is not known: 2, 1"),
        ({"house_every": True}, "house_every: True is not known: 2, 1"),
        ({"pop_tiles": "money"}, "pop_tiles: 'money' is not known: population, prestige"),
        ({"majority_needs_one": 1}, "majority_needs_one: 1 is not known: false, true"),
        ({"tables": "ab"}, "tables: the record names an overlay; record it with --tables FILE"),
    ],
)
def test_an_option_that_is_none(header: dict[str, object], reason: str) -> None:
    with pytest.raises(SetupError) as caught:
        dilluvia.start(Setup(("p1", "p2"), header))
    assert reason == str(caught.value)


def test_what_was_made_up_is_named_as_far_as_it_was_used() -> None:
    assert () == dilluvia.placeholders(dilluvia.start(Setup(("p1", "p2"))))
    state = dealt()
    made_up = dict(named.split(": ") for named in dilluvia.placeholders(state))
    assert "buildings" not in made_up
    assert 16 == len(made_up["market tiles"].split(", "))
    state = having(claiming(at_work(), "F6"), cubes=(9, 9, 9, 9))
    state = play(state, "p1: workers 1 build", "p1: build 1A F6 goods", "p1: propeller G4")
    made_up = dict(named.split(": ") for named in dilluvia.placeholders(state))
    assert ("1A", "G4") == (made_up["buildings"], made_up["propellers"])
    assert "printed squares" in dict(
        named.split(": ") for named in dilluvia.placeholders(over(holding(state, "COIN")))
    )
