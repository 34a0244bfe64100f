"""My City rules 24 to 31: the eternal mode."""

from __future__ import annotations

from engine import my_city
from engine.kernel.game import CHANCE
from engine.my_city.play.notation import OBSTACLE
from engine.my_city.play.state import MyCityState
from tests.engine.my_city.board import drawn, eternal, play, points, refusal, town_of, with_token


def deck_of(state: MyCityState, *cards: str) -> MyCityState:
    """The state with only these cards left in the deck."""
    return state._replace(deck=sum(state.rules.cards[card] for card in cards))


def test_the_deck_has_27_buildings_and_one_obstacle() -> None:
    deck = eternal().rules.deck
    assert (28, 1) == (len(deck), deck.count(OBSTACLE))
    assert ["C1", "C2", "C3"] == [card for card in deck if card.startswith("C")]


def test_veins_and_wells_lie_on_every_board() -> None:
    state = eternal(4)
    rules = state.rules
    for town in state.towns:
        assert ("K1", "A8") == rules.grid.names(town.land.layers[rules.layer("vein")])
        assert ("G4", "C6") == rules.grid.names(town.land.layers[rules.layer("well")])


def test_churches_cannot_be_passed() -> None:
    state = play(eternal(), "*: reveal C1")
    reason = "C1 cannot be passed: build it or quit"
    assert reason == refusal(state, "eagle: pass")


def test_a_church_is_built_or_the_player_quits() -> None:
    state = play(eternal(), "*: reveal C2", "eagle: build C2@F5", "bear: quit")
    assert [1, 0] == [len(town.built) for town in state.towns]
    assert [10, 10] == [town.token for town in state.towns]


def test_obstacle_is_answered_by_nobody() -> None:
    state = play(eternal(), "*: reveal obstacle")
    assert (CHANCE,) == my_city.awaiting(state)
    assert "no card to answer: the table reveals the next one" == refusal(state, "eagle: pass")


def test_obstacle_bars_the_next_card() -> None:
    state = play(eternal(), "*: reveal obstacle", "*: reveal Y1")
    assert (CHANCE,) == my_city.awaiting(state)
    assert "no card to answer: the table reveals the next one" == refusal(
        state, "eagle: build Y1@E5"
    )
    assert [10, 10] == [town.token for town in state.towns]


def test_obstacle_bars_a_church_at_no_cost() -> None:
    state = play(eternal(), "*: reveal obstacle", "*: reveal C1")
    assert (CHANCE,) == my_city.awaiting(state)
    assert [False, False] == [town.gone for town in state.towns]


def test_obstacle_bars_one_card_only() -> None:
    state = play(eternal(), "*: reveal obstacle", "*: reveal Y1", "*: reveal R1")
    assert ("eagle", "bear") == my_city.awaiting(state)


def test_obstacle_as_last_card_does_nothing() -> None:
    state = play(deck_of(eternal(), OBSTACLE), "*: reveal obstacle")
    assert () == my_city.awaiting(state)


def test_a_barred_last_card_ends_the_game() -> None:
    state = play(deck_of(eternal(), OBSTACLE, "Y1"), "*: reveal obstacle", "*: reveal Y1")
    assert () == my_city.awaiting(state)


ONE_VEIN_LEFT = """
    A  B  C
 7  .  .  Y3
 8  .  Y3 Y3
"""
BOTH_VEINS_AFTER_R1 = """
    A  B  C  D  E  F  G  H  I  J  K
 1  .  .  .  .  .  .  .  .  .  Y1 Y1
 7  .  .  Y3 .  .  .  .  .  .  .  .
 8  v  Y3 Y3 .  .  .  .  .  .  .  .
"""


def test_first_to_cover_both_veins_gets_three_at_once() -> None:
    state = play(drawn(BOTH_VEINS_AFTER_R1, on=eternal()), "*: reveal R1", "eagle: build R1@A8/1")
    assert 13 == town_of(state).token
    assert (("veins", 3),) == town_of(state).rewards


def test_one_vein_is_not_enough() -> None:
    state = play(drawn(ONE_VEIN_LEFT, on=eternal()), "*: reveal R1", "eagle: build R1@A8/1")
    assert 10 == town_of(state).token


def test_both_veins_first_in_the_same_round_share() -> None:
    state = drawn(BOTH_VEINS_AFTER_R1, on=drawn(BOTH_VEINS_AFTER_R1, on=eternal()), seat="bear")
    state = play(state, "*: reveal R1", "eagle: build R1@A8/1", "bear: build R1@A8/1")
    assert [13, 13] == [town.token for town in state.towns]


def test_both_veins_in_a_later_round_get_nothing() -> None:
    state = drawn(BOTH_VEINS_AFTER_R1, on=drawn(BOTH_VEINS_AFTER_R1, on=eternal()), seat="bear")
    state = play(state, "*: reveal R1", "eagle: build R1@A8/1", "bear: pass")
    state = play(state, "*: reveal B1", "eagle: pass", "bear: build B1@A8/1")
    assert [12, 9] == [town.token for town in state.towns]
    assert () == town_of(state, "bear").rewards


def test_veins_bring_the_token_to_fifty_at_most() -> None:
    state = with_token(drawn(BOTH_VEINS_AFTER_R1, on=eternal()), 48)
    state = play(state, "*: reveal R1", "eagle: build R1@A8/1")
    assert (50, (("veins", 2),)) == (town_of(state).token, town_of(state).rewards)


def test_the_sheet_names_the_veins() -> None:
    state = play(drawn(BOTH_VEINS_AFTER_R1, on=eternal()), "*: reveal R1", "eagle: build R1@A8/1")
    line = my_city.score(state)[0].lines[0]
    assert ("token at the end", 13, "10 at the start, veins +3") == line


def test_church_that_touches_all_three_colours_earns_three() -> None:
    state = drawn(
        """
            D  E  F  G  H
         4  .  .  C2 .  .
         5  .  C2 C2 C2 B1
         6  .  Y1 Y1 R1 B1
         7  .  .  .  R1 .
        """,
        on=eternal(),
    )
    assert 3 == points(state)["churches"]


def test_church_touches_across_the_river() -> None:
    state = drawn(
        """
            D  E  F  G
         4  .  .  C2 .
         5  B1 C2 C2 C2
         6  B1 Y1 Y1 R1
         7  .  .  .  R1
        """,
        on=eternal(),
    )
    assert 3 == points(state)["churches"]


def test_church_that_touches_two_colours_earns_nothing() -> None:
    state = drawn(
        """
            E  F  G  H
         4  .  C2 .  .
         5  C2 C2 C2 Y2
         6  Y1 Y1 R1 Y2
         7  .  .  R1 Y2
        """,
        on=eternal(),
    )
    assert 0 == points(state)["churches"]


def test_church_does_not_touch_by_a_corner() -> None:
    """B1 meets the church at F4 by the corner G3 only."""
    state = drawn(
        """
            E  F  G  H
         3  .  .  B1 B1
         4  .  C2 .  .
         5  C2 C2 C2 .
         6  Y1 Y1 R1 .
         7  .  .  R1 .
        """,
        on=eternal(),
    )
    assert 0 == points(state)["churches"]


def test_each_church_earns_for_itself() -> None:
    state = drawn(
        """
            E  F  G  H  I
         3  .  .  C2 .  .
         4  .  C2 C2 C2 B2
         5  Y1 Y1 R1 R1 B2
         6  .  C1 C1 C1 B2
         7  .  .  .  C1 .
        """,
        on=eternal(),
    )
    assert 6 == points(state)["churches"]


def test_a_well_is_enclosed_by_a_church_too() -> None:
    state = drawn(
        """
            A  B  C  D
         4  .  C2 .  .
         5  C2 C2 C2 .
         6  Y1 Y1 o  R1
         7  .  .  B1 R1
         8  .  .  B1 .
        """,
        on=eternal(),
    )
    assert 4 == points(state)["wells"]


def test_a_church_belongs_to_no_group() -> None:
    state = drawn(
        """
            E  F  G  H  I
         4  .  .  C2 .  .
         5  .  C2 C2 C2 .
         6  R1 R1 .  R2 .
         7  .  .  .  R2 .
         8  .  .  .  R2 .
        """,
        on=eternal(),
    )
    assert 1 == points(state)["red group"]
