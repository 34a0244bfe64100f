"""What came out of an envelope, compared with the owner's, value by value."""

from __future__ import annotations

import errno
import json
import signal
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from campaign.cli.entering import prompt
from campaign.cli.environment import Environment
from campaign.services.envelopes_form import read, typed_value
from engine.kernel.errors import PackError
from engine.kernel.keys import FLAG
from engine.my_city.pack.schema import COUNT, PAIRS, SHAPE, TEXTS
from tests.cli.test_entering import Meddling, Typist
from tests.cli.test_entering_terminal import terminal
from tests.cli.test_packs import STICKERS
from tests.fixtures import NEW, Output, Refuses, Run, entries
from tests.processes import GIVE_UP

THEIRS = (
    STICKERS.replace('other = ["rock"]', 'other = ["well"]')
    .replace('first = ["tree"]', 'first = ["rock"]')
    .replace('second = ["tree"]', "second = []")
)


def fills_in(
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
    answers: Sequence[str | type[BaseException]],
    line: str = "envelope correct 1",
) -> tuple[Output, Typist]:
    """Answer the questions of the form."""
    typist = Typist(answers)
    monkeypatch.setattr(prompt, "editor", lambda *_: typist)
    return run(line), typist


def sources(run: Run) -> dict[tuple[int, str], str]:
    """Where each rule of the first envelope comes from."""
    rules = json.loads(run("envelope show 1 --json").out)["rules"]
    return {(rule["episode"], rule["name"]): rule["source"] for rule in rules}


def test_an_envelope_is_compared_value_by_value(
    begun: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    stickers = ["n", "end", "well", "", "tree, tree", ""]  # when, first, second, other
    output, typist = fills_in(begun, monkeypatch, [*stickers, "", "", "", "y"])
    assert output.code == 0, output.err
    assert ["end", "rock", "", "tree"] == typist.defaults[1:5]
    shown = " ".join(output.err.split())
    assert "3 of 5 values are made up" in shown
    assert "the first gets a well on a small square, everybody but first and second gets" in shown
    assert {"owner", "rulebook", "public"} == set(sources(begun).values())
    assert "no more wells are handed out (owner)" in begun("envelope show 1").out
    assert begun("audit").code == 0
    assert "Nothing in it is made up." in fills_in(begun, monkeypatch, [])[0].err


def test_what_cannot_be_is_said_and_asked_again(
    begun: Run, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = entries(db)
    wrong = ["n", "sometimes", "end", "dragon", "", "tree", "size = 3", "third = rock", ""]
    answers = [*wrong, "n", "l", "u", "l", "n", "l", "", "n"]
    output, _ = fills_in(begun, monkeypatch, answers)
    shown = " ".join(output.err.split())
    assert '"sometimes" is not accepted: this must be one of start, end' in shown
    assert "This cannot be:" in shown
    assert "dragon is none of" in shown
    assert "'size' is no field here" in shown
    assert "Nothing was written." in shown
    assert before == entries(db)


def test_what_was_typed_is_there_when_it_is_asked_again(
    begun: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    rule = ["reeds", "by hand", "1", "A point a reed.", "order = 8", ""]
    again = ["", "A point a reed.", "8", "points = 0, 4", ""]
    output, typist = fills_in(begun, monkeypatch, ["l", "l", "l", *rule, *again, "", "y"])
    assert output.code == 0, output.err
    assert "write points, marks, stickers or buildings: they say what it may give" in " ".join(
        output.err.split()
    )
    assert ["A point a reed.", "8"] == typist.defaults[-6:-4]
    assert "by hand: A point a reed." in begun("pack show").out


def test_a_rank_that_nobody_had_comes_with_the_answer_that_names_it(
    begun: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    stickers = ["n", "end", "rock", "", " ", "last = tree", ""]
    output, _ = fills_in(begun, monkeypatch, [*stickers, "", "", "", "y"])
    assert output.code == 0, output.err
    shown = " ".join(output.err.split())
    assert "the first gets a rock on a small square, the last gets a tree" in shown
    assert "ranks count as: first/last of two players, first/second/last of three" in shown
    assert "first/second/other/last of four" in " ".join(begun("pack show").out.split())


def test_whoever_leaves_keeps_the_answers(begun: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    output, _ = fills_in(begun, monkeypatch, ["", KeyboardInterrupt, "y"])
    assert output.code == 0, output.err
    assert "nothing that is known so far" in output.err
    assert "owner" == sources(begun)[1, "stickers"]
    assert "placeholder" in sources(begun).values()


@pytest.mark.parametrize("leaves", [KeyboardInterrupt, EOFError])
def test_whoever_leaves_at_the_last_question_finds_the_answers_in_a_file(
    begun: Run, db: Path, monkeypatch: pytest.MonkeyPatch, leaves: type[BaseException]
) -> None:
    output, _ = fills_in(begun, monkeypatch, ["", leaves, leaves])
    assert output.code == 130
    (kept,) = db.parent.glob("record-*.toml")
    assert f"  campaign pack apply {kept}" in output.err.splitlines()
    assert "owner" not in sources(begun).values()
    assert begun(["pack", "apply", str(kept), "--reason", "ours", "--yes"]).code == 0
    assert "owner" == sources(begun)[1, "stickers"]


@pytest.mark.parametrize(("asked", "code"), [("  first", 0), ("Keep these answers", 6)])
def test_what_is_kept_is_what_was_shown_if_the_pack_is_corrected_meanwhile(
    begun: Run, db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: str, code: int
) -> None:
    file = tmp_path / "theirs.toml"
    file.write_text(THEIRS, encoding="utf-8")

    def corrected() -> None:
        line = ["pack", "apply", str(file), "--reason", "theirs", "--yes"]
        assert begun(line).code == 0

    answers = ["n", "", "tree", "", "", "", "", "", "", "y"]
    typist = Meddling(answers, {asked: corrected})
    monkeypatch.setattr(prompt, "editor", lambda *_: typist)
    output = begun("envelope correct 1")
    assert output.code == code, output.err
    changes = " ".join(output.err.partition("What changes from here on")[2].split())
    kept = "the first gets a tree on a small square, everybody but first and second gets a well"
    assert (kept in changes, kept in " ".join(begun("envelope show 1").out.split())) == (
        code == 0,
        code == 0,
    )
    assert len([*db.parent.glob("record-*.toml")]) == int(code != 0)


def test_a_rule_that_goes_on_in_our_box(begun: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program ends the wells with episode 3; another box hands them out again."""
    output, _ = fills_in(begun, monkeypatch, ["l", "l", "n", "", "y"])
    assert output.code == 0, output.err
    rules = json.loads(begun("envelope show 1 --json").out)["rules"]
    of_three = [rule["words"] for rule in rules if rule["episode"] == 3]
    assert any("each player puts a well sticker" in words for words in of_three)


def test_a_rule_of_one_episode_that_our_box_has_not(
    chapter: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody may pass in the sixth episode of the program; in another box it is as before."""
    assert chapter("envelope open 2 --yes").code == 0
    rows = json.loads(chapter("pack show --episode 5 --json").out)["rules"]
    before = next(rule["words"] for rule in rows if rule["name"] == "pass")
    answers = [*["l"] * 13, "d", "", "y"]
    output, _ = fills_in(chapter, monkeypatch, answers, "envelope correct 2 --all")
    assert output.code == 0, output.err
    assert f"d: it is as before: {before}" in " ".join(output.err.split())
    rows = json.loads(chapter("pack show --episode 6 --json").out)["rules"]
    assert before == next(rule["words"] for rule in rows if rule["name"] == "pass")
    assert chapter("audit").code == 0


def test_what_ends_nothing_any_more_can_only_be_confirmed(
    begun: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a box has no wells, the row that ends them has nothing that could be otherwise."""
    answers = ["l", "d", "d", "l", "l", "", "y"]
    output, _ = fills_in(begun, monkeypatch, answers, "envelope correct 1 --all")
    assert output.code == 0, output.err
    answers = ["l", "l", "l", "n", "", "l", "", "y"]
    output, typist = fills_in(begun, monkeypatch, answers, "envelope correct 1 --all")
    assert output.code == 0, output.err
    assert "The same? [Y/l/u] " in typist.prompts
    assert begun("audit").code == 0


def test_an_answer_on_which_another_one_relies_stays(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The fourth church and its card go together; `u` leads back from the end, too."""
    state = tmp_path / "state.toml"
    state.write_text(run(f"{NEW} --from 24").out, "utf-8")
    assert run(f"{NEW} --from 24 --state '{state}' --yes").code == 0
    answers: list[str | type[BaseException]]
    answers = [*["l"] * 8, "d", "l", "d", *["l"] * 3, *["u"] * 6, "l", "", KeyboardInterrupt, "y"]
    output, typist = fills_in(run, monkeypatch, answers, "envelope correct 2 --all")
    assert output.code == 0, output.err
    assert " ".join(output.err.split()).count("This cannot be: envelope_2.toml, episode 4") == 2
    assert not typist.lines
    assert "C4" not in run("pack show --episode 5").out


def test_a_building_for_which_no_board_has_room_is_refused(
    begun: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers: list[str | type[BaseException]]
    answers = ["l", "n", "#" * 12, "", "####", "", KeyboardInterrupt, "y"]
    output, _ = fills_in(begun, monkeypatch, answers, "envelope correct 0")
    assert output.code == 0, output.err
    assert "no board has room for it in episode 1" in " ".join(output.err.split())


def test_what_no_box_is_without_is_not_deleted(begun: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = ["d", *["l"] * 7, "", "n"]
    output, _ = fills_in(begun, monkeypatch, answers, "envelope correct 0")
    assert output.code == 0, output.err
    assert "  Every box has a value here: type n, then your value." in output.err


def test_a_rule_that_the_program_has_not(begun: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The festival of another box, played by hand; a kind that is none is not taken."""
    wrong = ["hidden", "volcano", "1", "far away", "by hand", "9"]
    festival = ["festival", "by hand", "2", "As the card says.", "points = 0, 5", "order = 70", ""]
    answers = ["l", "l", "l", *wrong, *festival, "", "y"]
    output, _ = fills_in(begun, monkeypatch, answers)
    assert output.code == 0, output.err
    assert "'volcano' is no kind of rule" in output.err
    assert "envelope 1 has the episodes 1 2 3" in output.err
    assert "As the card says." in begun("pack show --episode 2").out
    assert "As the card says." not in begun("pack show --episode 1").out


def test_a_sticker_that_the_program_has_not(begun: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes before the rule that hands it out; how many of it lie on a cell is asked again."""
    reed = ["reed", "content", "reed", "few", "2", ""]
    reeds = ["reeds", "stickers", "2", "start", "reed", "reed", "reed", ""]
    output, _ = fills_in(begun, monkeypatch, ["l", "l", "l", *reed, *reeds, "", "y"])
    assert output.code == 0, output.err
    shown = begun("pack show --episode 2").out
    assert "before this episode every city gets a reed on a small square (owner)" in shown


def test_a_building_that_the_program_has_not(begun: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """It waits for the rule that brings its card; then cities can build it."""
    tower = ["Z1", "piece", "tower", "in two", "##/##/#.", "must_build = yes", ""]
    card = ["tower card", "deck", "2", "add = Z1", ""]
    output, _ = fills_in(begun, monkeypatch, ["l", "l", "l", *tower, *card, "", "y"])
    assert output.code == 0, output.err
    shown = " ".join(output.err.split())
    assert "Z1: kind tower, shape ##/##/#., must_build yes #### #### ##" in shown
    assert "Z1 waits for a rule: box.toml, [[piece]] Z1: Z1: no deck has its card" in shown
    assert "the deck: Z1 join (owner)" in begun("pack show --episode 2").out
    assert "Z1" not in begun("pack show").out
    assert begun("audit").code == 0
    assert 'id = "Z1"' in begun("pack template").out


def test_a_building_in_each_colour_that_the_program_has_not(
    begun: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = ["l", "l", "l", "9", "outline", "####/#..#", "", "y"]
    output, _ = fills_in(begun, monkeypatch, answers)
    assert output.code == 0, output.err
    assert "27 cards" in begun("cards").out


def test_a_building_without_its_rule_is_left_out(
    begun: Run, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever does not go on loses it and what names it, and keeps the other answers."""
    reed = ["reed", "content", "reed", "1", ""]
    tower = ["Z1 long", "piece", "tower", "####", ""]
    card = ["tower card", "deck", "2", "add = Z1", ""]
    answers = ["l", "l", "l", *reed, *tower, "", "y", *card, "", "n", "y"]
    output, _ = fills_in(begun, monkeypatch, answers)
    assert output.code == 0, output.err
    assert "long: no city ever gets this form of Z1" in " ".join(output.err.split())
    kept = begun("pack template").out
    assert 'id = "reed"' in kept
    assert "Z1" not in kept
    before = entries(db)
    output, _ = fills_in(begun, monkeypatch, ["l", "l", "l", *tower, KeyboardInterrupt])
    assert "Nothing was written." in output.err
    assert before == entries(db)


def test_a_building_that_cities_get_by_rank(begun: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    long, short = (
        [f"Z1 {name}", "piece", "tower", shape, ""]
        for name, shape in (("long", "####"), ("short", "##"))
    )
    card = ["tower card", "deck", "2", "add = Z1", ""]
    own = ["towers", "own piece", "1", "Z1", "short", "long", "long", ""]
    answers = ["l", "l", "l", *long, *short, *card, *own, "", "y"]
    output, _ = fills_in(begun, monkeypatch, answers)
    assert output.code == 0, output.err
    shown = " ".join(begun("pack show --episode 1").out.split())
    assert "after the episode each city has a piece of its own for the card Z1" in shown


def test_what_was_typed_as_new_can_be_corrected_later(
    begun: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    reed = ["reed", "content", "reed", "1", ""]
    fills_in(begun, monkeypatch, ["l", "l", "l", *reed, "", "y"])
    line = "envelope correct 0 --all"
    answers: list[str | type[BaseException]]
    answers = ["l", "n", "", "2", "", KeyboardInterrupt, "y"]
    output, typist = fills_in(begun, monkeypatch, answers, line)
    assert output.code == 0, output.err
    assert ["reed", "1"] == typist.defaults[2:4]
    assert "reed: kind reed, amount 2" in output.err


def test_a_closed_envelope_stays_closed(begun: Run, refuses: Refuses) -> None:
    refuses("envelope correct 2", 6, "envelope 2 is sealed")
    refuses("envelope correct 9", 4, "there is no envelope 9")
    refuses("envelope correct 1", 2, "no terminal", "campaign pack template --chapter 1")


@pytest.mark.parametrize(
    ("key", "text", "value"),
    [
        (COUNT, "3", 3),
        (FLAG, "No", False),
        (PAIRS, "4 2, 8 4", [[4, 2], [8, 4]]),
        (TEXTS, "rock, cog on B", ["rock", "cog on B"]),
        (TEXTS, "", []),
        (SHAPE, "##/#.", "##/#."),
        (COUNT, "-1", None),
    ],
)
def test_values_are_typed_as_they_are_shown(key: object, text: str, value: object) -> None:
    if value is None:
        with pytest.raises(PackError):
            read(key, text)  # type: ignore[arg-type]  # keys of a table share no literal type
        return
    assert value == read(key, text)  # type: ignore[arg-type]  # as above
    assert value == read(key, typed_value(value))  # type: ignore[arg-type]  # as above


def test_all_that_the_form_shows_of_the_box_can_be_confirmed(
    begun: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    output, _ = fills_in(begun, monkeypatch, [*[""] * 7, "", "y"], "envelope correct 0")
    assert output.code == 0, output.err
    assert "progress marks: 2 rows of 24 circles" in output.err
    assert "the building 2 of each colour" in output.err
    left = begun("pack placeholders").out
    assert "circles" not in left
    assert "its shape" not in left


def test_the_circles_of_our_box(begun: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    output, _ = fills_in(
        begun, monkeypatch, ["n", "3", "20", *["l"] * 6, "", "y"], "envelope correct 0"
    )
    assert output.code == 0, output.err
    assert "progress marks: 3 rows of 20 circles" in output.err
    assert "circles" not in begun("pack placeholders").out


def test_words_in_another_language_are_asked_for_where_it_is_used(
    begun: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    reeds = ["reeds", "by hand", "1", "A point a reed.", "Un punto per canna.", "points = 0, 4", ""]
    line = "envelope correct 1 --language it"
    output, typist = fills_in(begun, monkeypatch, ["l", "l", "l", *reeds, "", "y"], line)
    assert output.code == 0, output.err
    assert "A point a reed." in begun("pack show --language en").out
    assert "Un punto per canna." in begun("pack show --language it").out
    # Whoever corrects it later sees both.
    again = ["l", "n", "", "Un punto a canna.", "", "", *["l"] * 4, "", "y"]
    output, typist = fills_in(begun, monkeypatch, again, "envelope correct 1 --all")
    assert output.code == 0, output.err
    assert ["A point a reed.", "Un punto per canna.", "0, 4"] == typist.defaults[2:5]
    assert "Un punto a canna." in begun("pack show --language it").out
    assert "A point a reed." in begun("pack show --language en").out


def test_the_answers_of_a_closed_window_are_in_a_file(begun: Run, db: Path) -> None:
    with terminal(db, "envelope", "correct", "1", controlled=True) as at:
        at.waits_for("1 of 3")
        at.waits_for("The same? [Y/n/d/l/u]")
        at.type("y\r")
        at.waits_for("2 of 3")
        at.waits_for("The same? [Y/n/d/l/u]")
        at.close()
        # Whether its signal or the end of its input comes first is chance.
        assert at.program.wait(GIVE_UP) in (-signal.SIGHUP, 1)
    (file,) = db.parent.glob("record-*.toml")
    assert begun(["pack", "apply", str(file), "--reason", "our box", "--yes"]).code == 0


def test_the_answers_are_in_a_file_if_the_computer_shuts_down(begun: Run, db: Path) -> None:
    with terminal(db, "envelope", "correct", "1", controlled=True) as at:
        at.waits_for("The same? [Y/n/d/l/u]")
        at.type("y\r")
        at.waits_for("2 of 3")
        at.waits_for("The same? [Y/n/d/l/u]")
        for number in (signal.SIGTERM, signal.SIGHUP):
            at.program.send_signal(number)
        # Which of the two is handled first is chance.
        assert at.program.wait(GIVE_UP) in (-signal.SIGTERM, -signal.SIGHUP)
    (file,) = db.parent.glob("record-*.toml")
    assert begun(["pack", "apply", str(file), "--reason", "our box", "--yes"]).code == 0


def test_the_answers_of_a_window_that_is_closed_before_its_signal_comes_are_in_a_file(
    begun: Run, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    say = Environment.say

    def say_while_there_is_a_window(env: Environment, *messages: Any) -> None:
        if not typist.lines:
            raise OSError(errno.EIO, "Input/output error")
        say(env, *messages)

    typist = Typist(["y", EOFError])
    monkeypatch.setattr(prompt, "editor", lambda *_: typist)
    monkeypatch.setattr(Environment, "say", say_while_there_is_a_window)
    assert begun("envelope correct 1").code == 1
    (file,) = db.parent.glob("record-*.toml")
    monkeypatch.setattr(Environment, "say", say)
    assert begun(["pack", "apply", str(file), "--reason", "our box", "--yes"]).code == 0
