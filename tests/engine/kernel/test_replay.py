"""Replay: each verdict, what it shows, and the state that it keeps."""

from __future__ import annotations

from itertools import pairwise
from types import SimpleNamespace

import pytest

from campaign.services import games
from engine import my_city
from engine.kernel.errors import IllegalMove, SetupError
from engine.kernel.game import Setup
from engine.kernel.phrases import phrase
from engine.kernel.record import Record, parse_record
from engine.kernel.replay import Verdict, VerdictKind, canonical_record, replay, replay_steps
from tests.engine.replaying import verify

RESULT = "eagle = -71\nbear = -74"


def record(moves: str | None, result: str = RESULT) -> Record:
    log = "" if moves is None else f'moves = """\n{moves}\n"""'
    return parse_record(
        f"""\
format = 1
game = "my-city"
edition = "1"
episode = 1
seats = ["eagle", "bear"]
{log}
[result]
{result}
"""
    )


def verdict(moves: str | None, result: str = RESULT) -> Verdict:
    return verify(record(moves, result))


PLAYED = """
*: reveal Y1
eagle: build Y1@E5
bear: pass
*: reveal R8
bear: quit
eagle: quit
"""
KNOWN = ", ".join(games.names())
AFTER_THREE = "\n".join(PLAYED.split("\n")[:4])


def test_verified() -> None:
    judged = verdict(PLAYED)
    assert (VerdictKind.VERIFIED, "", 0) == (judged.kind, judged.reason, judged.move)
    assert judged.proved
    assert [-71, -74] == [sheet.total for sheet in judged.sheets]


def test_result_differs_and_shows_both() -> None:
    judged = verdict(PLAYED, "eagle = -71\nbear = -70")
    assert (VerdictKind.DIFFERS, "bear: -70 stated, -74 by replay") == (judged.kind, judged.reason)
    assert (("bear", -70, -74),) == judged.differences
    assert not judged.proved


def test_result_differs_for_each_seat() -> None:
    judged = verdict(PLAYED, "eagle = 0\nbear = 1")
    assert "eagle: 0 stated, -71 by replay; bear: 1 stated, -74 by replay" == judged.reason


def test_illegal_names_the_move_and_keeps_the_state_before_it() -> None:
    judged = verdict(f"{AFTER_THREE}\neagle: pass\n*: reveal R8")
    assert (VerdictKind.ILLEGAL, 4, "eagle: pass") == (judged.kind, judged.move, judged.words)
    assert "no card to answer: the table reveals the next one" == judged.reason
    before = verify(record(AFTER_THREE)).state
    assert before == judged.state
    assert my_city.score(before) == judged.sheets


def test_illegal_at_the_first_move_keeps_the_start() -> None:
    judged = verdict("eagle: pass")
    assert (1, my_city.start(record("").setup)) == (judged.move, judged.state)


def test_a_move_that_is_not_in_the_grammar_is_illegal_too() -> None:
    judged = verdict("*: reveal Y1\neagle: skip")
    assert (VerdictKind.ILLEGAL, 2) == (judged.kind, judged.move)
    assert '"skip": the verbs are reveal, build, pass, quit' == judged.reason


def test_the_first_of_two_faults_is_named() -> None:
    assert 2 == verdict("*: reveal Y1\neagle: build Y1@K11\nbear: skip").move


@pytest.mark.parametrize(
    ("moves", "reason"),
    [
        ("", "the moves end, but the game is not over: the table draws next"),
        ("*: reveal Y1", "the moves end, but eagle and bear still have to move"),
        ("*: reveal Y1\nbear: quit", "the moves end, but eagle still has to move"),
    ],
)
def test_incomplete_when_the_moves_end_before_the_game(moves: str, reason: str) -> None:
    judged = verdict(moves)
    assert (VerdictKind.INCOMPLETE, reason, 0) == (judged.kind, judged.reason, judged.move)


def test_incomplete_when_a_seat_has_no_stated_result() -> None:
    judged = verdict(PLAYED, "bear = -74")
    reason = "no result is stated for eagle: [result] needs a line for each seat"
    assert (VerdictKind.INCOMPLETE, reason) == (judged.kind, judged.reason)
    assert [-71, -74] == [sheet.total for sheet in judged.sheets]


def test_unverifiable_without_moves() -> None:
    judged = verdict(None)
    assert (VerdictKind.UNVERIFIABLE, "results only, no moves") == (judged.kind, judged.reason)
    assert () == judged.sheets


def test_unverifiable_without_the_edition_that_it_names() -> None:
    judged = verify(record(PLAYED)._replace(edition="0"))
    reason = "edition 0 of my-city is not in this program: it has 1"
    assert (VerdictKind.UNVERIFIABLE, reason) == (judged.kind, judged.reason)
    assert (None, (), ()) == (judged.state, judged.sheets, judged.placeholders)
    assert judged.without_rules
    assert not verdict(None).without_rules


def test_the_made_up_values_stand_beside_every_verdict() -> None:
    made_up = my_city.placeholders(my_city.start(record(None).setup))
    assert made_up
    for judged in (verdict(PLAYED), verdict(None), verdict("eagle: pass"), verdict("")):
        assert made_up == judged.placeholders


def test_a_setup_that_knows_more_takes_the_place_of_the_records_own() -> None:
    more = Setup(("eagle", "bear"), {"episode": 1, "boards": {"eagle": ["tree D2"]}})
    judged = verify(record(PLAYED), more)
    assert (("eagle", -71, -69),) == judged.differences


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"game": "chess"}, f"game 'chess' is not known: {KNOWN}"),
        (
            {"header": {"episode": 1, "weather": "rain"}},
            "unknown key 'weather': my-city knows episode, mode, pack, boards, absent, "
            "substitutes, ranks, gained, inked, deck, layout, passes, by_hand, corrections, "
            "token_stops, order",
        ),
    ],
)
def test_no_verdict_when_no_game_can_start(change: dict[str, object], reason: str) -> None:
    with pytest.raises(SetupError) as refused:
        verify(record(PLAYED)._replace(**change))  # type: ignore[arg-type]  # by name
    assert reason == str(refused.value)


def test_steps_show_each_move_with_the_states_around_it() -> None:
    shown = list(replay_steps(my_city, record(PLAYED)))
    assert [1, 2, 3, 4, 5, 6] == [step.number for step in shown]
    assert PLAYED.split("\n")[1:-1] == [str(step.move) for step in shown]
    assert all(one.after == next_.before for one, next_ in pairwise(shown))


def test_steps_raise_at_the_move_that_does_not_stand() -> None:
    walk = replay_steps(my_city, record("*: reveal Y1\neagle: build Y1@D5"))
    assert 1 == next(walk).number
    with pytest.raises(IllegalMove, match="covers both banks"):
        next(walk)


def test_steps_of_results_only_are_none() -> None:
    assert [] == list(replay_steps(my_city, record(None)))


def test_a_game_whose_play_refuses_what_apply_allows_is_a_fault_of_the_program() -> None:
    class Broken:
        def __getattr__(self, name: str) -> object:
            return getattr(my_city, name)

        def play(self, state: object, moves: object) -> object:
            raise IllegalMove(phrase("no"))

    with pytest.raises(AssertionError, match="my-city: play refuses what apply allows"):
        replay(Broken(), record(PLAYED))  # type: ignore[arg-type]  # broken on purpose


def test_a_record_in_the_games_own_words_is_the_same_game() -> None:
    typed = record(PLAYED.replace("Y1@E5", "y1@e5/0"))
    rewritten = canonical_record(my_city, typed)
    assert rewritten == record(PLAYED) != typed
    assert verify(typed) == verify(rewritten)
    assert record(None) == canonical_record(my_city, record(None))


def test_figures_are_compared_for_the_seats_that_have_one_stated() -> None:
    noting = SimpleNamespace(**vars(my_city))
    noting.HEADER = {**my_city.HEADER, "passes": "per seat how often it passed"}
    noting.score = lambda state: tuple(
        sheet._replace(figures=(("passes", town.passes), ("buildings", len(town.built))))
        for sheet, town in zip(my_city.score(state), state.towns, strict=True)
    )

    def stated(passes: dict[str, int]) -> Verdict:
        header = {**record(PLAYED).header, "passes": passes}
        return replay(noting, record(PLAYED)._replace(header=header))

    assert stated({}).proved
    assert stated({"bear": 1, "eagle": 0}).proved
    judged = stated({"bear": 2})
    assert (("bear, passes", 2, 1),) == judged.differences
    assert (VerdictKind.DIFFERS, "bear, passes: 2 stated, 1 by replay") == (
        judged.kind,
        judged.reason,
    )
