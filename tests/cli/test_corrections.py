"""Corrections: nothing is removed, everything that follows is shown, both versions stay."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlmodel import Session

from campaign.services import campaigns
from campaign.store.database import open_database, reading
from engine.my_city.campaign.model import Campaign
from tests.cli.conftest import CHAPTER, ETERNAL, NEW, Refuses, Run, entries
from tests.cli.test_entering import EPISODE as RECORD
from tests.cli.test_entering import Enter, Typist, answers
from tests.cli.test_entering import enter as enter  # a fixture
from tests.cli.test_entering_terminal import terminal
from tests.processes import GIVE_UP

MOVED = "wolf tree G1 D2"
"""A tree that a later evening scores."""
EPISODE = (CHAPTER / "episode-1.toml").read_text("utf-8")


def other_record(tmp_path: Path, number: int = 1) -> Path:
    """The evening with results only, won by the wolf."""
    text = (CHAPTER / f"episode-{number}.toml").read_text("utf-8")
    head, _, rest = text.partition('moves = """')
    names = rest[rest.index("[names]") : rest.index("[result]")] if "[names]" in rest else ""
    result = "[result]\neagle = 3\nbear = 5\ndeer = 1\nwolf = 9\n"
    path = tmp_path / "other.toml"
    path.write_text(head + names + result, "utf-8")
    return path


def state(db: Path) -> Campaign:
    """The campaign as a value, without the number of its entries."""
    with closing_database(db) as session:
        return campaigns.read(session, "campaign/1").campaign._replace(entries=0)


@contextmanager
def closing_database(db: Path) -> Iterator[Session]:
    """The database of a test, read and closed."""
    database = open_database(str(db))
    try:
        with reading(database) as session:
            yield session
    finally:
        database.dispose()


def test_undo_takes_back_the_last_entry_and_keeps_it_readable(played: Run, db: Path) -> None:
    before, number = played("status --json").out, entries(db)
    assert played("sticker place eagle tree G1 --yes").code == 0
    output = played("undo --yes")
    assert output.code == 0
    assert "eagle puts a tree on G1" in output.err
    now = json.loads(played("status --json").out)
    assert now["owed"] == json.loads(before)["owed"]
    assert entries(db) == number + 2
    history = " ".join(played("history").out.split())
    assert "(eagle puts a tree on G1: withdrawn)" in history
    assert played("audit").code == 0


def test_redo_takes_back_the_undo(played: Run) -> None:
    assert played("sticker place eagle tree G1 --yes").code == 0
    before = json.loads(played("status --json").out)["cities"]
    assert played("undo --yes").code == 0
    assert played("redo --yes").code == 0
    assert json.loads(played("status --json").out)["cities"] == before
    assert played("audit").code == 0


def test_undo_back_to_an_entry(settled: Run) -> None:
    output = settled("undo --to 2 --yes")
    assert output.code == 0
    status = json.loads(settled("status --json").out)
    assert (status["next_episode"], status["owed"]) == (1, [])
    assert "episode 1 counts no more" in output.err
    assert settled("audit").code == 0
    assert settled("redo --yes").code == 0
    assert json.loads(settled("status --json").out)["next_episode"] == 2


def test_an_evening_that_is_undone_is_a_draft_again(played: Run) -> None:
    output = played("undo --yes")
    assert "Episode 1 is taken back and is a draft again, nothing is lost:" in output.err
    for line in (
        "to mend it and keep it  campaign episode enter",
        "to read it as it was    campaign episode show 1 --version 1",
        "to bring it back        campaign redo",
    ):
        assert line in output.err
    assert played("episode show 1 --version 1").out == EPISODE
    (draft,) = json.loads(played("draft list --json").out)["drafts"]
    assert (draft["episode"], draft["lines"]) == (1, 24)
    assert "campaign episode show 1 --version 1" in played("history").out
    assert played("audit").code == 0


def test_redo_takes_the_draft_away_again(played: Run) -> None:
    assert played("undo --yes").code == 0
    assert played("redo --yes").code == 0
    assert json.loads(played("draft list --json").out)["drafts"] == []


def test_an_evening_without_moves_is_no_draft_and_says_how_to_go_on(
    played: Run, tmp_path: Path
) -> None:
    assert played("undo --yes").code == 0
    assert played("draft discard 1 --yes").code == 0
    assert played("episode result eagle=9 bear=7 deer=5 wolf=3 --yes").code == 0
    assert "campaign episode result eagle=9 bear=7 deer=5 wolf=3" in played("undo --yes").err
    assert json.loads(played("draft list --json").out)["drafts"] == []
    assert "eagle = 9" in played("episode show 1 --version 2").out


def test_undoing_another_record_makes_no_draft(played: Run, tmp_path: Path) -> None:
    path = str(other_record(tmp_path))
    assert played(["episode", "amend", "1", path, "--reason", "mixed up", "--yes"]).code == 0
    assert "to bring it back  campaign redo" in played("undo --yes").err
    assert json.loads(played("draft list --json").out)["drafts"] == []


def test_several_evenings_are_drafts_and_go_together(chapter: Run, db: Path) -> None:
    before = state(db)
    output = chapter("undo --to 2 --yes")
    assert "Episodes 1 to 3 are taken back and are drafts again, nothing is lost:" in output.err
    drafts = json.loads(chapter("draft list --json").out)["drafts"]
    assert [draft["episode"] for draft in drafts] == [1, 2, 3]
    assert chapter("redo --yes").code == 0
    assert state(db) == before
    assert json.loads(chapter("draft list --json").out)["drafts"] == []


def test_a_dry_run_writes_nothing(played: Run, db: Path) -> None:
    number = entries(db)
    assert "episode 1 counts no more" in played("undo --dry-run").err
    assert entries(db) == number


def test_the_work_of_somebody_else_is_not_undone_by_the_way(
    played: Run, refuses: Refuses, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CAMPAIGN_AUTHOR", "Ben")
    refuses("undo --yes", 6, "is by Anna", "--and-later")
    assert played("undo --and-later --yes").code == 0


def test_nothing_to_undo_or_redo(sealed: Run, refuses: Refuses) -> None:
    refuses("undo --yes", 6, "nothing is left to be undone")
    refuses("redo --yes", 6, "nothing is undone")
    refuses("undo --to 9 --yes", 4, "there is no entry 9")


def test_nothing_after_an_entry(played: Run, refuses: Refuses) -> None:
    refuses("undo --to 3 --yes", 6, "no entry after 3 counts any more")


def test_no_redo_after_something_new(played: Run, refuses: Refuses) -> None:
    assert played("sticker place eagle tree G1 --yes").code == 0
    assert played("undo --yes").code == 0
    assert played("sticker place eagle tree D2 --yes").code == 0
    refuses("redo --yes", 6, "came after what was undone: eagle puts a tree on D2")


# Another record.


def test_an_amended_episode_and_all_that_follows(played: Run, tmp_path: Path) -> None:
    path = other_record(tmp_path)
    output = played(
        ["episode", "amend", "1", str(path), "--reason", "two boards mixed up", "--yes"]
    )
    assert output.code == 0, output.err
    shown = " ".join(output.err.split())
    assert "episode 1: verified -> unverifiable" in shown
    assert "wolf: 0 -> 2 progress marks" in shown
    assert "stickers owed:" in shown
    assert "wolf" in played("episode list").out
    assert "two boards mixed up" in " ".join(played("history").out.split())
    assert played("audit").code == 0


def test_both_versions_stay_readable(played: Run, tmp_path: Path) -> None:
    path = str(other_record(tmp_path))
    assert played(["episode", "amend", "1", path, "--reason", "mixed up", "--yes"]).code == 0
    screen = played("episode diff 1").out
    assert "Version 1, entry 3" in screen
    assert "mixed up, the one that counts" in screen
    assert "+wolf = 9" in screen
    document = json.loads(played("episode diff 1 --json").out)
    assert [version["counts"] for version in document["versions"]] == [False, True]
    assert played("undo --yes").code == 0
    document = json.loads(played("episode diff 1 --json").out)
    assert [version["counts"] for version in document["versions"]] == [True, False]


# The evenings after a correction.


def slip(tmp_path: Path, old: str, new: str, number: int = 1, **scores: int) -> list[str]:
    """The command that amends an evening in which one line was another."""
    text = (CHAPTER / f"episode-{number}.toml").read_text("utf-8")
    assert text.count(old) == 1
    text = text.replace(old, new)
    for seat, score in scores.items():
        text = re.sub(rf"^{seat} = -?\d+$", f"{seat} = {score}", text, flags=re.MULTILINE)
    path = tmp_path / "slip.toml"
    path.write_text(text, "utf-8")
    return ["episode", "amend", str(number), str(path), "--reason", "a slip", "--yes"]


def other_ranks(tmp_path: Path) -> list[str]:
    """Deer passed once more in episode 1, so that bear wins it and owes another sticker."""
    return slip(tmp_path, "deer: build R1@J6/1", "deer: pass", deer=3)


def test_later_evenings_that_hold_are_kept(chapter: Run, tmp_path: Path) -> None:
    output = chapter(slip(tmp_path, "bear: build Y3@C8/3", "bear: pass", bear=2))
    assert output.code == 0, output.err
    assert "2  holds                    kept" in output.err
    assert "All 3 episodes verified." in chapter("status").out


def test_without_a_terminal_somebody_decides_beforehand(
    chapter: Run, refuses: Refuses, tmp_path: Path
) -> None:
    command = other_ranks(tmp_path)
    output = refuses_after_showing(chapter, command)
    assert "2  bear owes its board a rock first  a draft" in output
    assert "--later keep" in output
    assert chapter([*command, "--later", "keep"]).code == 0
    drafts = json.loads(chapter("draft list --json").out)["drafts"]
    assert [draft["episode"] for draft in drafts] == [2, 3]
    assert "campaign episode show 3 --version 1" in chapter("history").out
    assert chapter("audit").code == 0


def refuses_after_showing(run: Run, command: list[str]) -> str:
    """What a command shows that is then refused and writes nothing."""
    before = run("history").out
    output = run(command)
    assert (6, "") == (output.code, output.out)
    assert "error: " in output.err
    assert run("history").out == before
    return output.err


def test_a_sticker_that_is_owed_now_comes_before_the_later_evenings(
    chapter: Run, tmp_path: Path
) -> None:
    command = [*other_ranks(tmp_path), "--later", "keep", "--sticker", "bear rock F11"]
    output = chapter(command)
    assert output.code == 0, output.err
    assert "deer, board: without rock F11" in output.err
    assert "rock F11" in chapter("city show bear --json").out
    assert json.loads(chapter("status --json").out)["next_episode"] == 4
    assert chapter("audit").code == 0


@pytest.mark.parametrize(
    ("later", "verdict"), [("keep", "verified"), ("as-played", "result differs")]
)
def test_a_later_evening_with_other_scores(chapter: Run, later: str, verdict: str) -> None:
    output = chapter(f"sticker move {MOVED} --later {later} --yes")
    assert output.code == 0, output.err
    assert json.loads(chapter("episode show 2 --json").out)["verdict"] == verdict
    assert chapter("audit").code == 0


CORRECTIONS = (
    "undo",
    "undo --to 2",
    "undo --to 7",
    f"sticker move {MOVED} --later keep",
    f"sticker move {MOVED} --later as-played",
    f"sticker move {MOVED} --later draft",
    "AMEND --later keep",
    "AMEND --later keep --sticker 'bear rock F11'",
    "AMEND --later draft",
)


@pytest.mark.parametrize("correction", CORRECTIONS)
def test_one_undo_takes_a_correction_back_whole(
    chapter: Run, db: Path, tmp_path: Path, correction: str
) -> None:
    before = state(db)
    amend = shlex.join(other_ranks(tmp_path))
    correction = correction.replace("AMEND", amend)
    output = chapter(f"{correction} --yes")
    assert output.code == 0, output.err
    after = state(db)
    assert after != before
    steps = ("redo", correction) if correction.startswith("undo") else ("undo", "redo")
    for step, expected in zip(steps * 2, (before, after) * 2, strict=True):
        assert chapter(f"{step} --yes").code == 0
        assert state(db) == expected
    assert (json.loads(chapter("draft list --json").out)["drafts"] == []) == (
        state(db).next_episode == 4
    )
    assert chapter("audit").code == 0


def test_what_cannot_be_amended(played: Run, refuses: Refuses, tmp_path: Path) -> None:
    path = str(other_record(tmp_path))
    refuses(["episode", "amend", "2", path, "--reason", "x", "--yes"], 4, "episode 2 has not been")
    refuses(["episode", "amend", "1", path, "--reason", " ", "--yes"], 6, "needs a reason")
    same = str(CHAPTER / "episode-1.toml")
    refuses(["episode", "amend", "1", same, "--reason", "x", "--yes"], 6, "this is the record")
    third = str(CHAPTER / "episode-3.toml")
    refuses(["episode", "amend", "1", third, "--reason", "x", "--yes"], 6, "is of episode 3")
    assert played(["episode", "amend", "1", path, "--yes"]).code == 2


def test_an_amendment_that_is_wrong_itself(played: Run, refuses: Refuses, tmp_path: Path) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(EPISODE.replace("eagle = 2", "eagle = 3"), "utf-8")
    line = ["episode", "amend", "1", str(path), "--reason", "x", "--yes"]
    refuses(line, 6, "the stated result is not what the moves give")


# A sticker.


def test_a_sticker_is_moved(settled: Run) -> None:
    output = settled("sticker move eagle tree G1 D2 --yes")
    assert output.code == 0, output.err
    assert "eagle, board: without tree G1; with tree D2" in output.err
    assert "tree D2" in settled("city show eagle").out
    assert settled("audit").code == 0


def test_a_moved_sticker_is_one_step(settled: Run, db: Path) -> None:
    before = state(db)
    assert settled("sticker move eagle tree G1 D2 --yes").code == 0
    after = state(db)
    assert settled("undo --yes").code == 0
    assert state(db) == before
    assert settled("redo --yes").code == 0
    assert state(db) == after


def test_a_part_of_a_step_is_not_undone(settled: Run, refuses: Refuses, db: Path) -> None:
    assert settled("sticker move eagle tree G1 D2 --yes").code == 0
    refuses(f"undo --to {entries(db) - 1} --yes", 6, "are one correction", "campaign undo --to")


def test_a_sticker_that_cannot_be_moved(settled: Run, refuses: Refuses) -> None:
    refuses("sticker move eagle tree D2 G1 --yes", 4, "eagle has placed no tree on D2")
    refuses("sticker move eagle tree G1 A1 --yes", 6, "a tree sticker cannot go on A1")


def test_an_older_version_word_for_word(played: Run, refuses: Refuses, tmp_path: Path) -> None:
    path = str(other_record(tmp_path))
    assert played(["episode", "amend", "1", path, "--reason", "mixed up", "--yes"]).code == 0
    assert played("episode show 1 --version 1").out == EPISODE
    assert "wolf = 9" in played("episode show 1 --version 2").out
    refuses("episode show 1 --version 3", 4, "it has 1 to 2")
    refuses("episode show 2 --version 1", 4, "episode 2 has not been recorded")


# As the boards show it.


INKED = """
[inked]
eagle = ["rank 1", "with tree D2"]
deer = ["marks 1"]
bear = ["without well F7"]
"""


def test_an_evening_that_was_played_wrong_and_stays_so(
    settled: Run, refuses: Refuses, tmp_path: Path
) -> None:
    text = (CHAPTER / "episode-2.toml").read_text("utf-8")
    path = tmp_path / "inked.toml"
    path.write_text(text.replace("\n[names]", INKED + "\n[names]"), "utf-8")
    record = ["episode", "record", str(path), "--yes"]
    refuses(record, 6, "the boards show other things than the moves give", "--as-played")
    output = settled([*record, "--as-inked"])
    assert output.code == 0, output.err
    differs = ("deer: 1 progress marks, 0 by the rules", "bear: without well F7")
    assert all(words in output.err for words in differs)
    marked = "moves verified, boards as inked"
    for command in ("episode list", "episode show 2", "standings", "history"):
        assert marked in " ".join(settled(command).out.split())
    assert "1 verified, 1 kept as played (episode 2)" in settled("status").out
    shown = json.loads(settled("episode show 2 --json").out)
    assert (shown["verdict"], shown["as_played"]) == ("verified", True)
    assert set(differs) < set(shown["inked"])
    assert json.loads(settled("standings --json").out)["as_played"] == [2]
    report = settled("audit report").out
    assert "moves verified, kept as the table noted it." in report
    assert all(f"- {words}" in report for words in differs)
    assert "tree D2" in settled("city show eagle --json").out
    assert "well F7" not in settled("city show bear --json").out
    assert settled("audit").code == 0


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ('lion = ["rank 1"]', "nobody sits at lion"),
        ('eagle = ["rank 5"]', "'rank 5' cannot be read"),
        ('eagle = ["without tree D2"]', "eagle has no tree D2: tree G1"),
        ('eagle = ["with tree Z9"]', "'tree Z9' is not a sticker"),
        ("eagle = 3", "eagle needs a list"),
    ],
)
def test_what_no_board_can_show(
    settled: Run, refuses: Refuses, tmp_path: Path, words: str, reason: str
) -> None:
    text = (CHAPTER / "episode-2.toml").read_text("utf-8")
    path = tmp_path / "inked.toml"
    path.write_text(text.replace("\n[names]", f"\n[inked]\n{words}\n\n[names]"), "utf-8")
    refuses(["episode", "record", str(path), "--as-inked", "--yes"], 6, reason)


def test_the_preview_says_what_the_replay_gives(begun: Run, tmp_path: Path) -> None:
    path = tmp_path / "noted.toml"
    path.write_text(EPISODE.replace("eagle = 2", "eagle = 3"), "utf-8")
    output = begun(["episode", "record", str(path), "--as-played", "--yes"])
    assert "by replay" in output.err
    assert "eagle: 3 points, 2 by replay" in output.err


def test_the_boards_of_a_kept_evening_are_stated_in_a_word(chapter: Run) -> None:
    output = chapter("episode edit 3 --inked 'deer marks 1' --reason 'counted wrong' --yes")
    assert output.code == 0, output.err
    assert "deer: 1 progress marks, 0 by the rules" in output.err
    assert "moves verified, boards as inked" in chapter("episode list").out
    assert chapter("audit").code == 0


# A line of an evening is changed.


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


def test_what_the_boards_show_is_stated_at_the_last_question(begun: Run, enter: Enter) -> None:
    typed = ["i", "anna rank 9", "anna rank 1", "Ben marks 3", "", ""]
    output = enter("episode enter", *answers(RECORD), *typed, "save")
    assert "eagle: 'rank 9' cannot be read" in output.err
    assert "bear: 3 progress marks" in output.err
    assert "boards as inked" in begun("episode list").out
    assert begun("audit").code == 0


def test_no_campaign_follows_the_ink_of_a_session(
    run: Run, refuses: Refuses, tmp_path: Path
) -> None:
    run(NEW + " --yes")
    file = tmp_path / "inked.toml"
    text = ETERNAL.read_text("utf-8")
    file.write_text(text.rstrip() + '\n\n[inked]\neagle = ["rank 1"]\n', "utf-8")
    refuses(f"session record '{file}' --yes", code=6)


def test_a_kept_evening_is_edited_at_the_prompts(chapter: Run, enter: Enter) -> None:
    output = enter("episode edit 1 --yes", "f", "20", "Y3 A10 p C1 G4", "")
    assert output.code == 0, output.err
    assert "episode 1, bear: 6 points, rank 2 -> 2 points, rank 2" in output.err
    assert "edited" in chapter("episode diff 1").out
    assert chapter("audit").code == 0


def test_what_comes_after_a_changed_line_stands_at_the_prompt(played: Run, enter: Enter) -> None:
    assert played("undo --yes").code == 0
    typist = Typist(["y", "f", "1", "B5 p E6/1 E6/1 E6/1", "save"])
    output = enter("episode enter", typist=typist)
    assert "does not fit any more" in output.err
    unfit = typist.defaults[-1]
    assert unfit
    draft = json.loads(played("draft list --json").out)["drafts"][0]
    again = Typist(["y", "save"])
    enter("episode enter", typist=again)
    assert again.defaults[-1] == unfit
    assert draft["lines"] < 24


def test_leaving_or_changing_nothing_keeps_the_record(chapter: Run, enter: Enter) -> None:
    before = chapter("history").out
    assert "Nothing was changed." in enter("episode edit 2", "save").err
    assert "Nothing was changed." in enter("episode edit 2 --yes", "").err
    assert chapter("history").out == before


def test_a_record_is_edited_in_an_editor(
    chapter: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "ed"
    script.write_text("#!/bin/sh\nsed -i 's/2026-10-06/2026-10-07/' \"$1\"\n", "utf-8")
    script.chmod(0o755)
    monkeypatch.setenv("VISUAL", str(script))
    assert chapter("episode edit 1 --editor --yes").code == 0
    assert "7 Oct 2026" in chapter("episode list").out
    monkeypatch.setenv("VISUAL", "true")
    assert "Nothing was changed." in chapter("episode edit 1 --editor --yes").err


# At a terminal.


def test_somebody_at_a_terminal_decides_on_each_later_evening(
    chapter: Run, db: Path, tmp_path: Path
) -> None:
    command = [word for word in other_ranks(tmp_path) if word != "--yes"]
    with terminal(db, *command) as at:
        at.waits_for("bear, rock on>")
        at.type("f11\r")
        at.waits_for("Correct the history? [y/N]")
        at.type("y\r")
        at.waits_for("campaign undo")
        assert at.program.wait(GIVE_UP) == 0
    with terminal(db, "sticker", "move", *MOVED.split()) as at:
        at.waits_for("edit, leave as draft? [K/p/e/d]")
        at.type("k\r")
        at.waits_for("wolf, tree on>")
        at.type("\r")
        at.waits_for("Correct the history? [y/N]")
        at.type("y\r")
        at.waits_for("Episode 3 is taken back and is a draft again")
        assert at.program.wait(GIVE_UP) == 0
    assert chapter("undo --yes").code == 0
    assert json.loads(chapter("status --json").out)["next_episode"] == 4
