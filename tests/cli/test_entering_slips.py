"""Slips of tired people at the prompt: sums of dice, mistyped names, answers given twice."""

from __future__ import annotations

import json

import pytest

from tests.cli.test_entering import Enter, Typist, enter
from tests.cli.test_entering_mending import THREE, flat, typed
from tests.fixtures import Run

__all__ = ["enter"]


def stationed(*lines: str) -> tuple[str, ...]:
    """Anna has a Train Station, then the other lines."""
    return ("1 -", "2 -", "1 -", "1 train", "1 -", "2 -", *lines)


@pytest.mark.parametrize(
    ("throw", "asked", "chosen", "line"),
    [
        ("8 -", "which: 2 6, 3 5 or 4 4> ", "35", "3 5 -"),
        ("8 -", "which: 2 6, 3 5 or 4 4> ", "4 4", "4 4 -"),
        ("11 -", "which: 1 1 or 5 6> ", "56", "5 6 -"),
        ("12 -", "which: 1 2 or 6 6> ", "1 2", "1 2 -"),
    ],
)
def test_a_sum_of_two_dice_is_asked_back(
    run: Run, enter: Enter, throw: str, asked: str, chosen: str, line: str
) -> None:
    typist = Typist(stationed(throw, chosen, "save"))
    enter(THREE, typist=typist)
    assert asked == typist.prompts[-2]
    assert line == typed(run)[-1]


def test_what_is_typed_instead_of_a_meaning_is_the_next_line(run: Run, enter: Enter) -> None:
    enter(THREE, *stationed("8 -", "3 -", "save"))
    assert "3 -" == typed(run)[-1]


def test_a_double_without_the_train_station_is_one_die(enter: Enter) -> None:
    output = enter(THREE, "44", "8", "save")
    assert "'44': p1 (Anna) has no Train Station, so one die is rolled, 1 to 6." in flat(output.err)
    assert "'8' is no throw: one die, 1 to 6." in output.err


def test_a_mistyped_card_is_answered_with_the_nearest_names(enter: Enter) -> None:
    output = enter(THREE, "1 bakry", "stadum", "zzz", "save")
    assert "Kept: 1. But 'bakry' is not known here; the nearest: bakery." in flat(output.err)
    assert "'stadum' is not known here; the nearest: stadium" in flat(output.err)
    assert "'zzz' is no card and no landmark." in output.err
    assert "wheat_field, ranch" not in output.err


def test_a_forgotten_build_is_named(enter: Enter) -> None:
    output = enter(THREE, "1", "4 conv", "save")
    expected = "'4' is a throw, and p1 (Anna) has not built yet: a card, or - for nothing."
    assert expected in flat(output.err)


def test_players_are_seats_where_a_seat_is_named(run: Run, enter: Enter) -> None:
    """Whose turn it is may be said before the answer."""
    output = enter(THREE, "anna 1 -", "ben 2", "ben -", "save")
    assert "it is the turn of" not in output.err
    assert ["anna 1 -", "ben 2", "ben -"] == typed(run)


def test_an_answer_for_a_player_whose_turn_it_is_not_says_whose_it_is(
    run: Run, enter: Enter
) -> None:
    output = enter(THREE, "chen 1", "bakery", "1 -", "save")
    assert "'chen': it is the turn of Anna." in output.err
    assert "'bakery' is no throw: one die, 1 to 6." in output.err
    assert ["1 -"] == typed(run)


def test_the_turn_order_of_dilluvia_is_of_players(run: Run, enter: Enter) -> None:
    enter("session enter dilluvia --seat Anna --seat Ben", "ben anna", "save")
    assert "*: order p2 p1" in run("draft show 1").out


def test_an_answer_given_twice_says_what_was_answered(begun: Run, enter: Enter) -> None:
    output = enter("episode enter", "Y4 E5 E5", "ben p", "p", "ben p", "Y4", "p", "Y4", "save")
    shown = flat(output.err)
    assert "bear (Ben) has answered already: build Y4@E5; fix 1 ben p changes it." in shown
    assert "Y4 has been revealed before: line 1." in shown


def test_an_answer_after_the_last_one_of_a_card_says_what_was_answered(
    begun: Run, enter: Enter
) -> None:
    output = enter("episode enter", "Y4 E5 E5 p p", "ben e9", "ben", "save")
    shown = flat(output.err)
    assert "bear (Ben) has answered already: build Y4@E5; fix 1 ben e9 changes it." in shown
    assert "'ben' is no card: write the card that came" in shown


def test_the_only_answer_to_a_card_so_far_is_changed_as_the_hint_says(
    run: Run, enter: Enter
) -> None:
    """The seat was taken for a card as long as nobody else had answered."""
    run("new Thursday --seat 'eagle=Anna Berg' --seat 'bear=Anna Lang' --yes")
    run("envelope open 1 --yes")
    lines = ("Y4 E5", "eagle", "eagle p", "fix 1 eagle p", "fix 1 anna berg E6")
    shown = flat(enter("episode enter", *lines, "fix", "fix 1 Y4 E5", "save").err)
    assert "fix 1 changes it." in shown
    assert "fix 1 eagle p changes it." in shown
    for line in ("Y4 p", "Y4 E6", "Y4 E5"):
        assert f"Line 1 is {line} now." in shown


def test_the_last_answer_of_a_card_may_be_named_by_its_seat(begun: Run, enter: Enter) -> None:
    output = enter("episode enter", "Y4", "eagle: A1", "eagle E5 p deer p", "wolf p", "save")
    assert "mountain" in flat(output.err)
    assert "is no answer" not in output.err
    assert ["Y4", "eagle E5 p deer p", "wolf p"] == typed(begun)


def test_the_seat_of_a_turn_may_be_named_before_its_answer(run: Run, enter: Enter) -> None:
    output = enter(THREE, "p1 1 -", "2", "p2 -", "save")
    assert "is no " not in output.err
    assert ["p1 1 -", "2", "p2 -"] == typed(run)


def test_a_name_of_two_words_may_stand_before_an_answer(run: Run, enter: Enter) -> None:
    """Also if another name begins with the same word."""
    run("new Thursday --seat 'eagle=Anna Berg' --seat 'bear=Anna Lang' --seat 'deer=Li Bo' --yes")
    run("envelope open 1 --yes")
    output = enter("episode enter", "Y4 anna lang E5", "li bo E5 anna berg E5", "save")
    assert "is no answer" not in output.err
    assert "Y4@E5" in run("draft show 1").out
    assert ["Y4 anna lang E5", "li bo E5 anna berg E5"] == typed(run)


def test_a_refusal_names_players_as_they_were_typed(enter: Enter) -> None:
    output = enter(THREE, "1 -", "2", "ben", "anna -", "save")
    assert "'ben' is no card and no landmark." in output.err
    assert "'anna': it is the turn of Ben." in output.err


def test_two_ways_to_lie_are_shown_with_their_cells(begun: Run, enter: Enter) -> None:
    typist = Typist(["Y2 E5 p p", "/1", "p", "save"])
    output = enter("episode enter", typist=typist)
    assert typist.prompts[1].startswith("which: E5/")
    assert "E5/1 covers " in flat(output.err)
    assert ["Y2", "E5/1 p p", "p"] == typed(begun)


def test_a_name_for_several_tiles_is_asked_back_and_the_line_kept(run: Run, enter: Enter) -> None:
    typist = Typist(["p1 p2", "W1 free coin", "W3", "save"])
    output = enter("session enter dilluvia --seat Anna --seat Ben", typist=typist)
    assert output.code == 0
    assert "which: W2 or W3> " == typist.prompts[2]
    assert "2 W1 *: market W1 3 W3 coin *: market W3; *: market W15" in flat(
        run("draft show 1").out
    )


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("Anna", "at least two play: their names, with a comma between them."),
        ("Anna, Ben, Chen, Dora, Emil", "at most 4 play Quadropolis."),
        ("Anna, Ben, Anna", "Anna is there twice."),
        ("p1=Anna, p9=Ben", "Quadropolis has the seats p1, p2, p3, p4, not 'p9=Ben'."),
    ],
)
def test_who_plays_a_session_is_asked_again(enter: Enter, typed: str, said: str) -> None:
    """More names than seats ended the command, with the word of a seat."""
    typist = Typist([typed, "Anna, Ben", "save"])
    output = enter("session enter quadropolis", typist=typist)
    assert (output.code, said in output.err) == (0, True), output.err
    assert [prompt.startswith("who plays") for prompt in typist.prompts] == [True, True, False]


@pytest.mark.parametrize(("typed", "rounds"), [("", 4), ("e", 5)])
def test_the_mode_is_asked_with_who_plays(enter: Enter, typed: str, rounds: int) -> None:
    """A game of Expert was refused at its first office, and nothing said how to begin it."""
    typist = Typist(["Anna, Ben", "x", typed, "t1", "save"])
    output = enter("session enter quadropolis", typist=typist)
    assert "Type the mode that you played: classic or expert." in output.err
    assert typist.prompts[1:3] == ["classic or expert, Enter for classic> "] * 2
    assert typist.prompts[3].startswith(f"round 1 of {rounds}")


def wide(typed: str) -> str:
    """The text in full width, as a Chinese keyboard types it."""
    return "".join("\u3000" if sign == " " else chr(ord(sign) + 0xFEE0) for sign in typed)


def test_a_chinese_keyboard_types_in_full_width(begun: Run, enter: Enter) -> None:
    """Only yes and no were understood; a question mark was no card."""
    note = f"note 好玩{wide('!')}"
    lines = ("who", "?", "", "y4 E5", "?", "bear:p", "u", "p", "u", "fix 1 Y4 E6")
    typist = Typist([*map(wide, lines), note, wide("save")], everybody=False)
    output = enter("episode enter", typist=typist)
    shown = flat(output.err)
    assert "Type the names of all who play" in shown
    assert "Y4 fits the board of bear" in shown
    assert "Taken back: p" in shown
    assert f"Noted: 好玩{wide('!')}" in shown
    assert "is no " not in shown
    assert ["Y4 E6"] == typed(begun)


def test_scores_may_be_typed_in_full_width(begun: Run, enter: Enter) -> None:
    output = enter("meet", *map(wide, ("4", "21", "18", "-3", "2")))
    assert "eagle=21 bear=18 deer=-3 wolf=2" in output.err, output.err


def test_who_plays_is_saved_before_the_first_move(run: Run, enter: Enter) -> None:
    left = enter("session enter quadropolis", "Anna, Ben", "expert", KeyboardInterrupt)
    assert "Everything that was accepted is saved." in left.err
    (draft,) = json.loads(run("draft list --json").out)["drafts"]
    assert draft["lines"] == 0
    again = enter("session enter quadropolis", "y", "save")
    assert "Anna" in again.err
