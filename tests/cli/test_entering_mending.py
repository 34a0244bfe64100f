"""What was typed is corrected while a game is entered: u, fix, insert, delete, in every game."""

from __future__ import annotations

import json

import pytest

from engine.kernel.dealer import deal
from engine.kernel.game import Game, Setup
from engine.kernel.parts import players_of
from tests.cli.test_entering import ALONE, EPISODE, Enter, Typist, answers, enter
from tests.fixtures import Run

__all__ = ["enter"]

THREE = "session enter machi-koro --seat Anna --seat Ben --seat Chen"
TURNS = ("3 bak", "4 conv", "2 ranch", "5 -")


def typed(run: Run, number: int = 1) -> list[str]:
    """The lines of a draft."""
    return [line["typed"] for line in json.loads(run(f"draft show {number} --json").out)["typed"]]


def flat(text: str) -> str:
    """A text in one line."""
    return " ".join(text.split())


def test_u_takes_back_a_fix_and_nothing_else(run: Run, enter: Enter) -> None:
    """Ben's turn was deleted, and Chen's offered to him."""
    typist = Typist([*TURNS, "fix 2 6", "u", "save"])
    output = enter(THREE, typist=typist)
    assert list(TURNS) == typed(run)
    assert "Line 2 is 6 now." in output.err
    assert "2 later lines wait." in output.err
    assert "line 2 is 4 conv again" in output.err
    assert "turn 5, p2 (Ben): dice> " == typist.prompts[-1]
    assert "" == typist.defaults[-1]


@pytest.mark.parametrize("back", ["u", "undo", "back"])
def test_u_undo_and_back_are_one_word(run: Run, enter: Enter, back: str) -> None:
    enter(THREE, "3 bak", "4 conv", back, "save")
    assert ["3 bak"] == typed(run)


def test_a_line_that_waits_is_offered_only_to_the_seat_that_made_it(run: Run, enter: Enter) -> None:
    """Ben's turn is without its build: nobody else's line stands at his prompt."""
    typist = Typist([*TURNS, "fix 2 6", "lines", "cafe", "save"])
    output = enter(THREE, typist=typist)
    assert ["turn 2, p2 (Ben): build, or - for nothing, 3 coins> ", ""] == [
        typist.prompts[-2],
        typist.defaults[-2],
    ]
    assert ["3 bak", "6", "cafe", "2 ranch", "5 -"] == typed(run)
    shown = flat(output.err)
    assert "1 Anna: 3 bak 2 Ben: 6 2 later lines wait. 3 Chen: 2 ranch 4 Anna: 5 -" in shown


def test_a_turn_typed_twice_is_deleted_and_the_others_follow(run: Run, enter: Enter) -> None:
    output = enter(THREE, "3 bak", "3 bak", *TURNS[1:], "delete 2", "lines", "u", "save")
    assert "Line 2, 3 bak, is deleted." in output.err
    assert "The lines after it now belong to other players" in output.err
    assert "1 Anna: 3 bak 2 Ben: 4 conv 3 Chen: 2 ranch 4 Anna: 5 -" in flat(output.err)
    assert "line 2, 3 bak, is back" in output.err
    assert ["3 bak", *TURNS] == typed(run)


def test_what_changes_nothing_is_no_step(begun: Run, enter: Enter) -> None:
    """The next u took back that nobody was changed, and not the last line."""
    keeps = ("who", "", "who", "anna ben chen", "", "n", "minutes 75", "minutes 75")
    output = enter("episode enter", "Y4 E5 E5 E5 p", "R1 p p p p", *keeps, "u", "u", "save")
    assert "Taken back: R1 p p p p" in output.err
    assert "who played is as before" not in output.err
    assert typed(begun) == ["Y4 E5 E5 E5 p"]


def test_nothing_follows_the_last_line(enter: Enter) -> None:
    """Lines after it were said to belong to other players now."""
    output = enter(THREE, "1 -", "1 -", "1 -", "delete 3", "save")
    assert "Line 3, 1 -, is deleted." in output.err
    assert "now belong to other players" not in output.err


def test_lines_that_do_not_all_hold_are_offered_one_by_one(run: Run, enter: Enter) -> None:
    """Anna has built her bakery twice over: Ben's ranch costs more than what he has then."""
    lines = ("1 bakery", "1 cafe", "6 stadium", "1 -", "2 mine", "5 -")
    typist = Typist([*lines[:2], "4 cafe", "1 -", "delete 2", "", "", "save"])
    output = enter(THREE, typist=typist)
    assert 0 == output.code
    assert typed(run)[0] == "1 bakery"


def test_a_forgotten_turn_is_inserted(run: Run, enter: Enter) -> None:
    output = enter(THREE, TURNS[0], *TURNS[2:], "insert 2 4 conv", "save")
    assert "Line 2 is 4 conv now." in output.err
    assert list(TURNS) == typed(run)


def test_what_waits_is_kept_with_the_draft(run: Run, enter: Enter) -> None:
    enter(THREE, *TURNS, "fix 2 6", "save")
    again = enter("session enter machi-koro", "", "u", "save")
    assert "2 later lines wait." in again.err
    assert "Taken back: 6\n  3 later lines wait." in again.err
    enter("session enter machi-koro", "", "6 cafe", "save")
    assert ["3 bak", "6 cafe", "2 ranch", "5 -"] == typed(run)


def test_a_line_that_waits_can_be_deleted(run: Run, enter: Enter) -> None:
    enter(THREE, *TURNS, "fix 2 6", "delete 4", "cafe", "save")
    assert ["3 bak", "6", "cafe", "2 ranch"] == typed(run)


def test_a_card_is_one_line_however_it_is_typed(begun: Run, enter: Enter) -> None:
    output = enter(
        "episode enter", "Y4 E5", "ben p", "p", "p", "B5 p p p p", "lines", "fix 1 ben E5",
        "fix 1 wolf E5", "delete 2", "u", "save",
    )  # fmt: skip
    assert " 1 Y4 E5 ben p p p" in output.err
    assert " 2 B5 p p p p" in output.err
    assert "Line 1 is Y4 E5 E5 p E5 now." in output.err
    assert "line 2, B5 p p p p, is back" in output.err
    assert ["Y4 E5 E5 p E5", "B5 p p p p"] == typed(begun)


def test_two_turns_in_one_line_are_two_lines(run: Run, enter: Enter) -> None:
    output = enter(THREE, " ".join(TURNS), "fix 2 4 cafe", "u", "u", "save")
    assert "Line 2 is 4 cafe now." in output.err
    assert "Taken back: 3 bakery 4 convenience_store 2 ranch 5 -" in output.err
    assert [] == typed(run)


@pytest.mark.parametrize("game", ALONE, ids=lambda game: game.NAME)
def test_in_any_game_a_line_is_deleted_and_comes_back(run: Run, enter: Enter, game: Game) -> None:
    record = deal(game, Setup(game.SEATS[:2], game.ALONE), 3, next(iter(players_of(game).values())))
    lines = answers(record)[:12]
    changes = ("delete 5", "delete 2", "insert 3 ?", "fix 4 zz")
    for number, change in enumerate(changes, 1):
        back = ["u"] * change.startswith("delete")
        command = f"session enter {game.NAME} --new --seat Anna --seat Ben"
        typist = Typist([*lines, change, *back, "save"])
        output = enter(command, typist=typist)
        assert lines == typed(run, number), output.err[-600:]


def test_the_end_can_be_taken_back_with_its_word(begun: Run, enter: Enter) -> None:
    lines = answers(EPISODE)
    output = enter("episode enter", *lines, "undo", *lines[-2:], "")
    assert "Episode 1 is kept." in output.err


def test_the_lines_of_a_correction_that_wait_are_shown_and_compared(
    begun: Run, enter: Enter
) -> None:
    """A changed line that waited was not shown, and the draft was said to have the same moves."""
    enter("episode enter", *answers(EPISODE), "")
    enter("episode edit 1", "fix 1 wolf p", "save")
    enter("episode edit 1", "y", "u", "save")
    shown = " ".join(begun("draft show 2").out.split())
    waiting = json.loads(begun("draft show 2 --json").out)["waiting"]
    assert f"{len(waiting)} later lines wait." in shown
    assert "wolf: pass" in waiting[0]["moves"]
    assert "Episode 1 has been recorded, by Anna. The first difference is at card 1" in shown
