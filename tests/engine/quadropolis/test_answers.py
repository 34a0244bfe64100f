"""Quadropolis in short answers."""

from __future__ import annotations

import pytest

from engine import quadropolis
from engine.kernel.answers import play_line
from engine.kernel.dealer import deal
from engine.kernel.errors import NotationError
from engine.kernel.game import Setup
from engine.kernel.parts import answers_of, players_of
from engine.quadropolis.state import QuadropolisState

SETUP = Setup(("p1", "p2"), {"mode": "classic", "staffed": True})
GAME = deal(quadropolis, SETUP, 1, players_of(quadropolis)["random"])
LAID = next(move.text for move in GAME.moves or ())


def answered(state: QuadropolisState, line: str) -> list[str]:
    answer = play_line(quadropolis, answers_of(quadropolis), state, line)
    return [f"{seat}: {quadropolis.format(action)}" for seat, action in answer.moves]


def test_a_round_begins_in_one_line() -> None:
    line = f"{LAID.removeprefix('lay ')} 1n1 -"
    assert [f"*: {LAID}", "p1: take 1 north 1"] == answered(quadropolis.start(SETUP), line)[:2]


def test_the_rest_of_a_row_that_was_kept_in_part_is_asked_for() -> None:
    state = quadropolis.apply(quadropolis.start(SETUP), "*", quadropolis.parse("lay T1 T2"))
    asked = answers_of(quadropolis).awaited(state, "*")
    assert asked is not None
    assert "tiles, row 1 of 5, 3 to come" == str(asked.what)


def test_the_words_of_the_record_will_do_too() -> None:
    line = f"{LAID} take 3 north 2"
    with pytest.raises(NotationError):
        answered(quadropolis.start(SETUP), line)
    state = quadropolis.apply(quadropolis.start(SETUP), "*", quadropolis.parse(LAID))
    assert ["p1: take 3 north 2"] == answered(state, "take 3 north 2")


def test_what_is_no_tile_gets_the_reason() -> None:
    with pytest.raises(NotationError, match="'XX' is no answer here: a tile such as T1"):
        answered(quadropolis.start(SETUP), "XX")


def test_an_assignment_ends_with_a_dot() -> None:
    moves = [(m.seat, quadropolis.parse(m.text)) for m in GAME.moves or ()]
    first = next(i for i, m in enumerate(GAME.moves or ()) if m.text.startswith("staff"))
    state = quadropolis.play(quadropolis.start(SETUP), moves[:first])
    seat, action = moves[first]
    words = quadropolis.format(action).removeprefix("staff ")
    assert [f"{seat}: staff {words}", f"{seat}: done"] == answered(state, f"{words} .")


def test_tiles_are_laid_by_name_and_a_dash_stays_a_tile() -> None:
    start = quadropolis.start(Setup(("p1", "p2", "p3"), {"mode": "classic"}))
    laid = play_line(
        quadropolis, answers_of(quadropolis), start, "shop tower3 - Parco harbour energy"
    )
    assert ("S", "T3", "-", "P", "HE") == laid.state.site[:5]
    with pytest.raises(NotationError, match=r"'tower' may be T1 \(tower 1\) or T2 \(tower 2\)"):
        play_line(quadropolis, answers_of(quadropolis), start, "tower")
