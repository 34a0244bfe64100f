"""The rules of docs/rules/quadropolis.md up to the scoring, a test or more for each."""

from __future__ import annotations

import pytest

from engine import quadropolis
from engine.kernel.dealer import deal
from engine.kernel.errors import SetupError
from engine.kernel.game import Setup
from engine.quadropolis.city import QuadropolisCity, Stack
from engine.quadropolis.components import MODES, NEEDS
from engine.quadropolis.notation import ArchitectMove, Discard, TilePlacement
from engine.quadropolis.state import PLACE, QuadropolisState
from tests.engine.quadropolis.table import begin, laid, play, refusal


def owning(state: QuadropolisState, *stacks: tuple[str, Stack], seat: int = 0) -> QuadropolisState:
    """The state with buildings in a city, as if they had brought nothing."""
    mode, city = state.rules.mode, state.cities[seat]
    cells = list(city.cells)
    for name, stack in stacks:
        cells[mode.square(name)] = stack
    cities = list(state.cities)
    cities[seat] = city._replace(cells=tuple(cells))
    return state._replace(cities=tuple(cities))


def holding(code: str, architect: int, mode: str = "classic", **header: object) -> QuadropolisState:
    """p1 has taken a tile with an architect."""
    state = laid(begin(2, mode, **header))
    return state._replace(phase=PLACE, taken=code, architect=architect)


# 1 to 3: the table.


@pytest.mark.parametrize(("mode", "squares", "rounds"), [("classic", 16, 4), ("expert", 20, 5)])
def test_rule_1_cities_and_rounds(mode: str, squares: int, rounds: int) -> None:
    state = begin(3, mode)
    assert [squares] * 3 == [len(city.cells) for city in state.cities]
    assert rounds == state.rules.mode.rounds


def test_rule_1_setups_that_cannot_be() -> None:
    for seats, header, reason in (
        (("p1",), {"mode": "classic"}, "1 seat: Quadropolis is for 2 to 4"),
        (("p1", "p9"), {"mode": "classic"}, "p9 is not a seat"),
        (("p1", "p2"), {}, 'write mode = "classic" or "expert"'),
        (("p1", "p2"), {"mode": "solo"}, 'write mode = "classic" or "expert"'),
        (("p1", "p2"), {"mode": "classic", "mayor": "p3"}, "mayor: 'p3' does not play"),
        (("p1", "p2"), {"mode": "classic", "staffed": 1}, "neither true nor false"),
        (("p1", "p2"), {"mode": "classic", "tiles": "ab"}, "the record names an overlay"),
    ):
        with pytest.raises(SetupError, match=reason):
            quadropolis.start(Setup(seats, header))


@pytest.mark.parametrize(("seats", "hidden"), [(2, 9), (3, 5), (4, 0)])
def test_rule_2_tiles_for_more_players_stay_face_down(seats: int, hidden: int) -> None:
    for mode in MODES.values():
        state = begin(seats, mode.name)
        for supply in state.rules.supply:
            assert 25 - hidden == sum(supply.values())
        assert hidden == laid(state).site.count("")


def test_rule_2_the_tiles_of_the_round_and_no_others() -> None:
    state = begin(4)
    assert refusal(state, "*: lay M") == (
        "M is not among the tiles of round 1 of classic with 4 players: "
        + " ".join(state.rules.supply[0])
    )
    assert "round 1 of classic with 4 players has 3 of T2, not more" == refusal(
        state, "*: lay T2 T2 T2 T2"
    )
    assert "0 tiles stay face down with 4 players, not more" == refusal(state, "*: lay -")
    assert refusal(laid(state), "*: lay S").startswith("it is not for * to move: p1 takes")
    most = " ".join(code for code, n in state.rules.supply[0].items() for _ in range(n))
    assert refusal(state, f"*: lay {most} S") == (
        "the construction site has 25 squares, and all are laid"
    )


def test_rule_2_a_line_of_tiles_is_as_good_as_a_line_each() -> None:
    one = play(begin(4), "*: lay T2 S", "*: lay P")
    assert one == play(begin(4), "*: lay T2", "*: lay S P")


# 4 to 6: architects, lines, the Urbanist.


@pytest.mark.parametrize(
    ("take", "square"),
    [("1 north 2", 1), ("4 north 2", 16), ("1 south 2", 21), ("3 west 5", 22), ("3 east 5", 22),
     ("2 east 1", 3)],
)  # fmt: skip
def test_rule_4_an_architect_takes_the_square_of_its_number(take: str, square: int) -> None:
    state = laid(begin(4))
    after = play(state, f"p1: take {take}")
    assert (state.site[square], square) == (after.taken, after.urbanist)
    assert "" == after.site[square]


def test_rule_4_own_architects_are_used_once_a_round() -> None:
    state = play(laid(begin(2)), "p1: take 3 west 1", "p1: discard")
    state = play(state, "p2: take 3 west 2", "p2: discard")
    assert "architect 3 is used in this round; left: 1 2 4" == refusal(state, "p1: take 3 north 5")
    assert "architects of classic are 1 to 4" == refusal(state, "p1: take 5 north 5")


def test_rule_4_the_common_pool_has_as_many_of_each_as_players() -> None:
    state = laid(begin(2, "expert"))
    for line in ("p1: take 3 west 1", "p2: take 3 west 3"):
        state = play(state, line)
        if state.phase == PLACE:
            state = play(state, f"{line[:2]}: discard")
    assert "no architect 3 is left in the pool" == refusal(state, "p1: take 3 west 5")


def test_rule_5_an_end_with_an_architect_is_taken_the_other_is_open() -> None:
    state = play(laid(begin(2)), "p1: take 1 west 1", "p1: discard")
    state = state._replace(urbanist=24)
    assert "an architect lies at west 1 already" == refusal(state, "p2: take 2 west 1")
    play(state, "p2: take 2 east 1")


def test_rule_6_the_urbanist_closes_his_row_and_column() -> None:
    state = play(laid(begin(2)), "p1: take 2 west 3", "p1: discard")
    for slot in ("east 3", "north 2", "south 2"):
        assert f"the Urbanist stands in the line of {slot}" == refusal(state, f"p2: take 1 {slot}")
    play(state, "p2: take 1 north 3")


def test_rule_6_he_moves_to_an_empty_square_too_and_there_is_nothing_to_place() -> None:
    state = play(laid(begin(2)), "p1: take 2 west 3", "p1: discard", "p2: take 3 north 1")
    state = play(state, "p2: discard") if state.phase == PLACE else state
    state = state._replace(site=("",) * 25)
    after = play(state, "p1: take 1 east 2")
    assert (9, "take") == (after.urbanist, after.phase)
    assert ("p2",) == quadropolis.awaiting(after)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rule_6_two_ends_at_least_are_open_at_any_time(mode: str, seats: int) -> None:
    for seed in range(8):
        record = deal(quadropolis, Setup(quadropolis.SEATS[:seats], {"mode": mode}), seed)
        state = quadropolis.start(record.setup)
        for seat, text in record.moves or ():
            if state.phase == "take":
                takes = [a for a in quadropolis.legal(state, seat) if isinstance(a, ArchitectMove)]
                assert len({(take.side, take.line) for take in takes}) >= 2
            state = quadropolis.apply(state, seat, quadropolis.parse(text))


# 7 to 9: placing.


def test_rule_7_a_square_of_the_architects_row_or_column() -> None:
    state = holding("S", 2)
    fitting = [a.square for a in quadropolis.legal(state, "p1") if isinstance(a, TilePlacement)]
    assert ["B1", "A2", "B2", "C2", "D2", "B3", "B4"] == fitting
    assert "architect 2 does not fit A1" == refusal(state, "p1: place A1")
    assert "E1 is no square of a classic city" == refusal(state, "p1: place E1")


def test_rule_7_a_square_of_the_number_or_any_of_the_district() -> None:
    state = holding("S", 2, "expert")
    fitting = [a.square for a in quadropolis.legal(state, "p1") if isinstance(a, TilePlacement)]
    assert ["A1", "D1", "E1", "C2", "D2", "E2", "B3", "E3"] == fitting


@pytest.mark.parametrize("architect", [1, 2, 3, 4, 5])
def test_rule_7_every_architect_fits_eight_squares_of_expert(architect: int) -> None:
    fitting = [architects >> architect & 1 for architects in MODES["expert"].fits]
    assert 8 == sum(fitting)


def test_rule_7_nothing_is_built_on_another_building() -> None:
    state = owning(holding("S", 1), ("A1", Stack("P")), ("A2", Stack("S")))
    assert "A1 has parks already" == refusal(state, "p1: place A1")
    assert "A2 has shops already, and these have only one floor" == refusal(state, "p1: place A2")


def test_rule_8_towers_grow_where_the_square_or_the_floor_fits() -> None:
    state = owning(holding("T2", 2), ("A2", Stack("T")), ("D4", Stack("T")), ("C4", Stack("T", 2)))
    assert Stack("T", 2) == play(state, "p1: place A2").cities[0].cells[4]
    assert Stack("T", 2) == play(state, "p1: place D4").cities[0].cells[15]
    assert "architect 2 fits neither C4 nor floor 3" == refusal(state, "p1: place C4")


@pytest.mark.parametrize(("mode", "most"), [("classic", 4), ("expert", 5)])
def test_rule_8_no_more_floors_than_the_mode_has(mode: str, most: int) -> None:
    state = owning(holding("T2", 1, mode), ("A3", Stack("T", most)), ("B3", Stack("T", most - 1)))
    assert f"A3 has {most} floors, the most of {mode}" == refusal(state, "p1: place A3")


def test_rule_8_offices_grow_in_expert_and_never_on_towers() -> None:
    state = owning(holding("O", 2, "expert"), ("A1", Stack("O")), ("D1", Stack("T")))
    assert Stack("O", 2) == play(state, "p1: place A1").cities[0].cells[0]
    assert "D1 has towers already" == refusal(state, "p1: place D1")


def test_rule_9_a_tile_may_always_be_left() -> None:
    after = play(holding("TM", 1), "p1: discard")
    assert (QuadropolisCity((None,) * 16), 0) == (after.cities[0], after.mayor)


# 10 to 12: what comes at once, and the end of a round.


@pytest.mark.parametrize(
    ("code", "people", "energy"), [("T3", 3, 0), ("F2", 0, 2), ("HM", 1, 1), ("H2", 0, 0)]
)
def test_rule_10_people_and_energy_come_at_once(code: str, people: int, energy: int) -> None:
    city = play(holding(code, 1), "p1: place A1").cities[0]
    assert (people, energy) == (city.inhabitants, city.energy)


def test_rule_10_upper_floors_bring_theirs_too() -> None:
    state = owning(holding("T3", 2), ("A2", Stack("T")))
    assert 3 == play(state, "p1: place A2").cities[0].inhabitants


def test_rule_11_the_mayors_pawn_begins_the_next_round() -> None:
    state = holding("TM", 1)
    state = play(state._replace(first=1, turn=1, mayor=1), "p1: place A1")
    assert (0, 1) == (state.mayor, state.first)
    state = state._replace(phase=PLACE, taken="S", architect=1, turn=7)
    after = play(state, "p1: discard")
    assert (2, 0, 0) == (after.round, after.first, after.turn)


def test_rule_11_a_pawn_that_is_left_does_not_move() -> None:
    assert 1 == play(holding("TM", 1, mayor="p2")._replace(first=0), "p1: discard").mayor


def test_rule_12_a_new_round_has_a_new_site_and_fresh_architects() -> None:
    state = holding("S", 1)._replace(turn=7, first=1, slots=(1,) * 20, urbanist=3)
    after = play(state, "p1: discard")
    assert ("lay", (), (0,) * 20) == (after.phase, after.site, after.slots)
    assert 25 == after.urbanist
    assert state.rules.mode.rounds > after.round == 2
    assert quadropolis.awaiting(after) == ("*",)


def test_rule_12_the_game_ends_with_the_last_turn() -> None:
    state = holding("S", 1)._replace(turn=7, first=1, round=4)
    after = play(state, "p1: discard")
    assert () == quadropolis.awaiting(after)
    assert refusal(after, "p1: discard") == "the game is over"


# 13: the players' own assignment.


def staffing(*stacks: tuple[str, Stack], people: int = 3, energy: int = 3) -> QuadropolisState:
    """The end of a game in which everybody says an assignment; p1 begins."""
    state = owning(begin(2, "classic", staffed=True), *stacks)
    cities = (state.cities[0]._replace(inhabitants=people, energy=energy), state.cities[1])
    return state._replace(cities=cities, round=4, phase="staff", staffed=((),))


CITY = (("A1", Stack("T")), ("B1", Stack("S")), ("C1", Stack("P")), ("D1", Stack("H")))


def test_rule_13_what_is_said_counts() -> None:
    state = play(staffing(*CITY), "p1: staff A1 B1:2 D1", "p1: done", "p2: done")
    sheet = quadropolis.score(state)[0]
    assert {"towers": 1, "shops": 2, "parks": 0, "harbours": 0} == {
        line.label: line.points for line in sheet.lines[:4]
    }
    assert 3 == sheet.total


def test_rule_13_who_says_nothing_has_nothing_active() -> None:
    state = play(staffing(*CITY), "p1: done", "p2: done")
    assert -3 - 2 == quadropolis.score(state)[0].total


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("staff A2", "A2 is empty"),
        ("staff E1", "E1 is no square of a classic city"),
        ("staff C1", "C1: parks are always active and are not named"),
        ("staff A1:2", "A1 is no shop: it has no customers"),
        ("staff B1:5", "B1: a shop has at most 4 customers"),
        ("staff B1:3 D1", "D1: 4 inhabitants would be needed, there are 3"),
        ("place A1", "place A1 is not due"),
    ],
)
def test_rule_13_what_cannot_be_said(line: str, reason: str) -> None:
    assert reason in refusal(staffing(*CITY), f"p1: {line}")


def test_rule_13_energy_that_is_not_there() -> None:
    state = staffing(*CITY, energy=1)
    assert "B1: 2 energy would be needed, there is 1" == refusal(state, "p1: staff A1 B1")


def test_rule_13_in_reading_order_and_once() -> None:
    state = play(staffing(*CITY), "p1: staff B1")
    assert "B1 is named twice" == refusal(state, "p1: staff B1:2")
    assert "A1 comes before B1: name the squares in reading order" == refusal(state, "p1: staff A1")
    assert refusal(state, "p2: done").startswith("it is not for p2 to move: p1 names the active")


def test_the_kinds_that_need_something() -> None:
    assert set("TSVFHO") == set(NEEDS)


# Out of turn, in other words.


def test_moves_that_are_not_due() -> None:
    state = laid(begin(2))
    assert refusal(state, "p2: take 1 north 1").startswith("it is not for p2 to move: p1 takes")
    assert refusal(state, "p1: place A1").startswith("place A1 is not due: p1 takes a tile")
    assert refusal(begin(2), "*: discard").startswith("discard is not due: the tiles of the round")
    assert refusal(holding("S", 1), "p1: take 1 north 1").startswith("take 1 north 1 is not due")
    taking = [a for a in quadropolis.legal(state, "p1") if isinstance(a, ArchitectMove)]
    assert 4 * 20 == len(taking)
    assert Discard() in list(quadropolis.legal(holding("S", 1), "p1"))
