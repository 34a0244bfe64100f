"""A line of an evening is changed or inserted, and the lines after it are taken again."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest

from campaign.cli.entering import editing
from campaign.cli.environment import Environment
from engine.kernel.phrases import Wording
from tests.cli.test_entering import EPISODE as RECORD
from tests.cli.test_entering import Enter, Typist, answers
from tests.cli.test_entering import enter as enter  # a fixture
from tests.cli.test_entering_terminal import terminal
from tests.fixtures import Run, one_clear_error


def test_undo_one_line_and_keep(played: Run, enter: Enter) -> None:
    assert played("undo --yes").code == 0
    typist = Typist(["y", "f", "20", "Y3 A10 p C1 G4", "", "", ""])
    output = enter("episode enter", typist=typist)
    assert "Y3 A10 C8 C1 G4" in typist.defaults
    assert "Episode 1 is kept." in output.err
    scores = {
        s["seat"]: s["score"] for s in json.loads(played("episode show 1 --json").out)["sheets"]
    }
    assert (scores["bear"], scores["deer"]) == (2, 6)
    assert played("audit").code == 0


def test_a_card_that_was_forgotten_is_inserted(begun: Run, enter: Enter) -> None:
    lines = answers(RECORD)
    whole = [line for line in lines if line != "y"]
    forgotten = lines.index(whole[4])
    typed = [*lines[:forgotten], *lines[forgotten + 1 :]]
    output = enter("episode enter", *typed[:8], "insert 5", whole[4], *typed[8:], "", "save")
    assert f"Line 5 is {whole[4]} now." in output.err
    shown = json.loads(begun("episode show 1 --json").out)
    scores = {sheet["seat"]: sheet["score"] for sheet in shown["sheets"]}
    assert scores == dict(RECORD.result)


def test_a_kept_evening_is_edited_at_the_prompts(chapter: Run, enter: Enter) -> None:
    output = enter("episode edit 1 --yes", "f", "20", "Y3 A10 p C1 G4", "")
    assert output.code == 0, output.err
    assert "episode 1, bear: 6 points, rank 2 -> 2 points, rank 2" in output.err
    assert "edited" in chapter("episode diff 1").out
    assert chapter("audit").code == 0


def test_one_answer_of_a_line_is_changed(chapter: Run, enter: Enter) -> None:
    output = enter("episode edit 1 --yes", "lines", "fix 6 ben C6/2", "f", "20 ben p", "")
    assert "A line is a card and the answers to it." in output.err
    assert "Line 6 is Y6 B4/3 C6/2 D4 H4/0 now." in output.err
    assert "Line 20 is Y3 A10 p C1 G4 now." in output.err
    assert "episode 1, bear: 6 points, rank 2 -> 2 points, rank 2" in output.err


def test_an_edit_that_is_left_is_a_draft_until_it_is_kept(chapter: Run, enter: Enter) -> None:
    for leaves in (KeyboardInterrupt, "save"):
        left = enter("episode edit 1", *["y"] * (leaves == "save"), "f", "1 wolf p", leaves)
        assert left.err.count("does not fit any more: wolf") == 1, left.err
        again = "What you changed is kept as draft 1. Go on with: campaign episode edit 1"
        assert again in " ".join(left.err.split())
    assert "  campaign episode edit 1" in chapter("draft list").out
    back = enter("episode edit 1 --yes", "y", f"fix 1 {answers(RECORD)[0]}", "")
    assert "Nothing was changed." in back.err
    assert "There is no draft." in chapter("draft list").out
    kept = enter("episode edit 1 --yes", "f", "20 bear p", "")
    assert "Corrected." in kept.err
    assert "There is no draft." in chapter("draft list").out


def test_what_comes_after_a_changed_line_stands_at_the_prompt(played: Run, enter: Enter) -> None:
    assert played("undo --yes").code == 0
    typist = Typist(["y", "f", "1", "B5 p E6/1 E6/1 E6/1", "save"])
    output = enter("episode enter", typist=typist)
    assert "does not fit any more" in output.err
    unfit = typist.defaults[-1]
    assert unfit
    draft = json.loads(played("draft list --json").out)["drafts"][0]
    again = Typist(["y", f"{unfit}save"])
    assert "Everything that was accepted is saved." in enter("episode enter", typist=again).err
    assert again.defaults[-1] == unfit
    assert draft["lines"] < 24


def test_scores_alone_that_are_declined_are_in_no_draft(
    chapter: Run, enter: Enter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Environment, "can_ask", True)
    monkeypatch.setattr(Environment, "_ask", lambda *_: "n")
    declined = enter("episode edit 3", "n", "9", "", "", "", "k")
    assert "Nothing was written." in declined.err
    assert "kept as draft" not in declined.err
    assert "There is no draft." in chapter("draft list").out


def test_how_scores_alone_are_corrected_is_said_before_their_cards_are_asked_for(
    chapter: Run, enter: Enter
) -> None:
    """There is no prompt for them; the record without moves is edited as a text."""
    assert chapter("undo --episode 3 --and-later --yes").code == 0
    assert (
        chapter("episode result eagle=2 bear=7 deer=5 wolf=3 --played 2026-10-27 --yes").code == 0
    )
    said = enter("episode edit 3", "save").err
    assert "To correct the scores: campaign episode edit 3 --editor" in " ".join(said.split())


def test_leaving_or_changing_nothing_keeps_the_record(chapter: Run, enter: Enter) -> None:
    before = chapter("history").out
    assert "Nothing was changed." in enter("episode edit 2", "save").err
    assert "Nothing was changed." in enter("episode edit 2 --yes", "").err
    assert chapter("history").out == before


def test_what_an_editor_wrote_is_in_a_file_if_it_cannot_be_kept_any_more(
    chapter: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "ed"
    script.write_text("#!/bin/sh\nsed -i 's/2026-11-03/2026-11-04/' \"$1\"\n", "utf-8")
    script.chmod(0o755)
    monkeypatch.setenv("VISUAL", str(script))
    monkeypatch.setattr(editing, "require_terminal", lambda instead: None)
    monkeypatch.setattr(Environment, "can_ask", True)

    def ask(_: Environment, question: Wording) -> str:
        if str(question).startswith("Correct the history?"):
            assert chapter("undo --yes").code == 0  # in another window
        return typed.pop(0)

    monkeypatch.setattr(Environment, "_ask", ask)
    typed = ["slpi\x1b[Dx", "slip", "y"]
    gone = chapter("episode edit 3 --editor --later keep")
    assert gone.code == 4
    assert "the control character U+001B" in gone.err
    assert not typed
    kept = Path(gone.err.split("What you wrote is in ")[1].split()[0])
    assert "2026-11-04" in kept.read_text("utf-8")


@pytest.mark.parametrize(
    ("change", "question"),
    [
        ("s/2026-11-03/2026-11-04/", "Why, for the history?"),
        ("s/2026-11-03/2026-11-40/", "Open the editor again?"),
    ],
)
@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM])
def test_what_an_editor_wrote_is_in_a_file_if_a_signal_ends_the_program(
    chapter: Run,
    db: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    change: str,
    question: str,
    number: int,
) -> None:
    script = tmp_path / "ed"
    script.write_text(f'#!/bin/sh\nsed -i {change} "$1"\n', "utf-8")
    script.chmod(0o755)
    monkeypatch.setenv("VISUAL", str(script))
    with terminal(db, "episode", "edit", "3", "--editor") as at:
        at.waits_for(question)
        assert at.program.end_by(number) == -number
        shown = "".join(at.rest().split())
    kept = Path(shown.split("Whatyouwroteisin")[1])
    assert change.split("/")[2] in kept.read_text("utf-8")
    kept.unlink()


def test_a_record_is_edited_in_an_editor(
    chapter: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "ed"
    script.write_text("#!/bin/sh\nsed -i 's/2026-10-06/2026-10-07/' \"$1\"\n", "utf-8")
    script.chmod(0o755)
    monkeypatch.setenv("VISUAL", str(script))
    for line in ("episode edit 1 --editor", "episode edit 1"):  # an editor would wait for keys
        one_clear_error(chapter(line), 2, "no terminal", "campaign episode edit 1 FILE")
    monkeypatch.setattr(editing, "require_terminal", lambda instead: None)
    assert chapter("episode edit 1 --editor --yes").code == 0
    assert "7 Oct 2026" in chapter("episode list").out
    script.write_text("#!/bin/sh\nsed -i 's/E6.1/A1/' \"$1\"\n", "utf-8")
    wrong = chapter("episode edit 1 --editor --yes")
    one_clear_error(wrong, 6, 'move 2, "deer: build B5@A1": ')
    kept = wrong.err.splitlines()[1].strip().removesuffix(", line 9")
    assert "B5@A1" in Path(kept).read_text("utf-8")
    endings = (
        "printf '\\351' >> \"$1\"",  # Latin-1
        'echo "# Ben" >> "$1"; exit 1',  # a crash
        'echo "# Ben" >> "$1"; kill -INT $PPID $$',  # Ctrl-C
    )
    for ending in endings:
        script.write_text(f"#!/bin/sh\n{ending}\n", "utf-8")
        lost = chapter("episode edit 1 --editor --yes")
        one_clear_error(lost, 7, "What you wrote is in ")
        assert len(Path(lost.err.split("What you wrote is in ")[1].split()[0]).read_bytes()) > 1000
    monkeypatch.setenv("VISUAL", "true")
    assert "Nothing was changed." in chapter("episode edit 1 --editor --yes").err
    monkeypatch.setenv("VISUAL", "an open 'quote")
    one_clear_error(chapter("episode edit 1 --editor"), 7, "no closing quotation")
    monkeypatch.setenv("VISUAL", " ")
    monkeypatch.setattr("campaign.cli.files._installed_editor", lambda: "true")
    assert "Nothing was changed." in chapter("episode edit 1 --editor --yes").err
