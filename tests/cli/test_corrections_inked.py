"""Evenings kept as the boards show them, where the rules give something else."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from campaign.services import episodes, folding
from engine import my_city
from engine.kernel.dealer import deal
from engine.kernel.record import Record, format_record
from engine.my_city.campaign import stated
from engine.my_city.campaign.episodes import setup_of
from engine.my_city.play.players import greedy
from tests.cli.test_corrections import EPISODE, closing_database
from tests.cli.test_entering import EPISODE as RECORD
from tests.cli.test_entering import Enter, answers
from tests.cli.test_entering import enter as enter  # a fixture
from tests.cli.test_packs import overlay, rule
from tests.fixtures import CHAPTER, ETERNAL, NEW, Refuses, Run
from tests.services.test_story import place_all

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
    refuses(record, 6, "the boards do not show what the moves give", "--as-played")
    output = settled([*record, "--as-played"])
    assert output.code == 0, output.err
    differs = ("deer: 1 progress mark, 0 by the rules", "bear: without well F7")
    assert all(words in output.err for words in differs)
    marked = "moves verified, boards as inked"
    for command in ("episode list", "episode show 2", "standings", "history"):
        assert marked in " ".join(settled(command).out.split())
    assert "1 verified, 1 kept as played (episode 2)" in settled("status").out
    shown = json.loads(settled("episode show 2 --json").out)
    assert (shown["verdict"], shown["as_played"]) == ("verified", True)
    marks = {"seat": "deer", "kind": "marks", "inked": 1, "by_rules": 0}
    well = {"seat": "bear", "kind": "without", "inked": "well F7", "by_rules": None}
    assert marks in shown["inked"]
    assert well in shown["inked"]
    assert json.loads(settled("standings --json").out)["as_played"] == [2]
    report = settled("audit report").out
    assert "Verdict: moves verified, boards as inked." in report
    assert all(f"- {words}" in report for words in differs)
    assert "tree D2" in settled("city show eagle --json").out
    assert "well F7" not in settled("city show bear --json").out
    assert settled("audit").code == 0


def test_winners_as_inked_may_have_different_points(played: Run) -> None:
    """By the rules deer wins with 6 points; eagle has 2."""
    assert played("episode edit 1 --inked 'eagle rank 1' --yes --later keep").code == 0
    won = "eagle (Anna) and deer (Chen)"
    status = " ".join(played("status").out.split())
    assert f"won by {won}, 2 points and 6 points" in status
    history = " ".join(played("history").out.split())
    assert f"{won} win with 2 points and 6 points" in history
    assert "2, 6" in played("episode list").out


def test_an_inked_evening_that_is_kept_as_played_again_passes_the_audit(
    settled: Run, tmp_path: Path
) -> None:
    text = (CHAPTER / "episode-2.toml").read_text("utf-8")
    path = tmp_path / "inked.toml"
    inked = '\n[inked]\ndeer = ["marks 1"]\n\n[names]'
    path.write_text(text.replace("\n[names]", inked), "utf-8")
    assert settled(["episode", "record", str(path), "--yes", "--as-played"]).code == 0
    output = settled("sticker move eagle tree G1 D2 --yes --later as-played")
    assert output.code == 0, output.err
    assert json.loads(settled("episode show 2 --json").out)["verdict"] == "result differs"
    assert settled("audit").code == 0


@pytest.mark.parametrize("ink", ["", INKED], ids=["verified", "inked"])
def test_no_redo_leaves_scores_that_no_longer_follow(
    settled: Run, refuses: Refuses, tmp_path: Path, ink: str
) -> None:
    """An evening that was proved after an undo, on boards that the redo would change again."""
    text = (CHAPTER / "episode-2.toml").read_text("utf-8")
    path = tmp_path / "evening.toml"
    path.write_text(text.replace("\n[names]", ink + "\n[names]"), "utf-8")
    for line in (
        "sticker move deer well F7 C5 --later keep",
        "undo",
        f"episode record {path} --as-played",
    ):
        output = settled(f"{line} --yes")
        assert output.code == 0, output.err
    refuses("redo --yes", 6, "deer: -3 stated, -4 by replay", "campaign redo --and-later")
    assert settled("redo --and-later --yes").code == 0
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
    refuses(["episode", "record", str(path), "--as-played", "--yes"], 6, reason)


def test_the_preview_says_what_the_replay_gives(begun: Run, tmp_path: Path) -> None:
    path = tmp_path / "noted.toml"
    path.write_text(EPISODE.replace("eagle = 2", "eagle = 3"), "utf-8")
    output = begun(["episode", "record", str(path), "--as-played", "--yes"])
    assert "by replay" in output.err
    assert "eagle: 3 points, 2 by replay" in output.err


def test_the_boards_of_a_kept_evening_are_stated_at_the_question(
    chapter: Run, enter: Enter
) -> None:
    typed = ["anna tree g1", "anna with tree d2", "u", "Ben marks 3", ""]
    output = enter("episode edit 1 --yes", "i", *typed, "")
    assert "inked: eagle: 'tree g1' cannot be read. ? lists the answers." in output.err
    assert "Taken back: anna with tree d2" in output.err
    assert "bear: 1 -> 3 progress marks" in output.err
    inked = json.loads(chapter("episode show 1 --json").out)["inked"]
    assert inked == [{"seat": "bear", "kind": "marks", "inked": 3, "by_rules": 1}]


def test_the_boards_of_a_kept_evening_are_stated_in_a_word(chapter: Run) -> None:
    output = chapter("episode edit 3 --inked 'deer marks 1' --reason 'counted wrong' --yes")
    assert output.code == 0, output.err
    assert "deer: 1 progress mark, 0 by the rules" in output.err
    assert "moves verified, boards as inked" in chapter("episode list").out
    assert chapter("audit").code == 0


def test_what_the_boards_show_is_stated_at_the_last_question(begun: Run, enter: Enter) -> None:
    typed = ["i", "anna rank 9", "anna rank 1", "Ben marks 3", "", ""]
    output = enter("episode enter", *answers(RECORD), *typed, "save")
    assert "eagle: 'rank 9' cannot be read" in output.err
    assert "bear: 3 progress marks" in output.err
    (episode,) = json.loads(begun("episode list --json").out)["episodes"]
    assert episode["inked"]
    assert begun("audit").code == 0


@pytest.mark.parametrize("editing", [False, True])
def test_a_statement_that_is_refused_is_not_kept_with_those_before_it(
    begun: Run, enter: Enter, editing: bool
) -> None:
    """The command ended in the refusal, after the question whether to keep it."""
    if editing:
        assert enter("episode enter", *answers(RECORD), "", "save").code == 0
    typed = ["i", "Ben marks 3", "anna without tree G1", "", ""]
    if editing:
        output = enter("episode edit 1 --reason ink --yes", *typed)
    else:
        output = enter("episode enter", *answers(RECORD), *typed, "save")
    assert "eagle has no tree G1" in output.err
    assert output.code == 0, output.err
    inked = json.loads(begun("episode show 1 --json").out)["inked"]
    assert inked == [{"seat": "bear", "kind": "marks", "inked": 3, "by_rules": 1}]


def test_an_inked_evening_that_is_taken_back_is_kept_again(chapter: Run, enter: Enter) -> None:
    chapter("episode edit 3 --inked 'deer marks 3' --reason 'counted wrong' --yes")
    assert "nothing is lost" in chapter("undo --episode 3 --yes").err
    output = enter("episode enter", "", "", "save")
    assert output.code == 0, output.err
    assert "deer: 3 progress marks" in output.err
    (inked,) = json.loads(chapter("episode show 3 --json").out)["inked"]
    assert (inked["seat"], inked["inked"]) == ("deer", 3)
    assert chapter("audit").code == 0


def test_what_the_boards_can_no_longer_show_is_left_out_and_said(
    settled: Run, enter: Enter, tmp_path: Path
) -> None:
    text = (CHAPTER / "episode-2.toml").read_text("utf-8")
    path = tmp_path / "inked.toml"
    inked = '\n[inked]\nbear = ["without well F7"]\n\n[names]'
    path.write_text(text.replace("\n[names]", inked), "utf-8")
    for line in (f"episode record {path} --as-played", "undo", "sticker move bear well F7 C5"):
        output = settled(f"{line} --yes")
        assert output.code == 0, output.err
    output = enter("episode enter", "", "", "save")
    assert output.code == 0, output.err
    assert "inked: bear has no well F7" in output.err
    assert "is left out; i states it again" in output.err
    assert json.loads(settled("episode show 2 --json").out)["inked"] == []


def test_scores_that_the_table_noted_stay_with_an_evening_that_is_taken_back(
    begun: Run, enter: Enter, tmp_path: Path
) -> None:
    path = tmp_path / "noted.toml"
    path.write_text(EPISODE.replace("eagle = 2", "eagle = 9"), "utf-8")
    for line in (f"episode record {path} --as-played", "undo", "redo", "undo"):
        output = begun(f"{line} --yes")
        assert output.code == 0, output.err
    assert len(json.loads(begun("draft list --json").out)["drafts"]) == 1
    output = enter("episode enter", "", "n", "", "", "", "", "", "save")
    assert "The table noted eagle 9; n keeps that." in output.err
    assert "what was entered: result differs: eagle: 9 stated, 2 by replay" in output.err
    assert "won by eagle (Anna), 9 points" in begun("status").out
    assert begun("audit").code == 0


def test_no_campaign_follows_the_ink_of_a_session(
    run: Run, refuses: Refuses, tmp_path: Path
) -> None:
    run(NEW + " --yes")
    file = tmp_path / "inked.toml"
    text = ETERNAL.read_text("utf-8")
    file.write_text(text.rstrip() + '\n\n[inked]\neagle = ["rank 1"]\n', "utf-8")
    refuses(f"session record '{file}' --yes", code=6)


def test_somebody_is_first_as_inked(
    played: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Older releases kept an evening without a first; it is shown as it is."""
    output = played(["episode", "edit", "1", "--inked", "deer rank 2", "--yes"])
    assert output.code == 6
    assert "inked: nobody is first: eagle 4, bear 2, deer 2, wolf 3" in output.err
    monkeypatch.setattr(stated, "check", lambda *_, **__: None)
    assert played(["episode", "edit", "1", "--inked", "deer rank 2", "--yes"]).code == 0
    assert "won by nobody as inked" in played("status").out
    assert "nobody" in played("episode list").out
    assert "episode 1: nobody is first as inked" in played("history").out
    assert played(["chronicle", "-o", str(tmp_path / "page.html")]).code == 0
    assert played("undo --yes").code == 0


TOKEN = """
[[rule]]
name = "token"
does = "token"
start = 11
cap = 50
cap_marks = 1
source = "owner"
"""


@pytest.mark.parametrize("by_an_older_release", [False, True])
def test_what_was_proved_was_not_kept_as_played(
    begun: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, by_an_older_release: bool
) -> None:
    """Whoever said --as-played of a record that is proved is asked, too, once it no longer is."""
    (pack := tmp_path / "box.toml").write_text(TOKEN, "utf-8")
    record = ["episode", "record", str(CHAPTER / "episode-1.toml"), "--as-played", "--yes"]
    with monkeypatch.context() as older:
        if by_an_older_release:  # they kept the word in the entry
            older.setattr(episodes, "VerdictKind", SimpleNamespace(VERIFIED="", POSSIBLE=""))
        assert begun(record).code == 0
    line = ["pack", "apply", str(pack), "--reason", "x", "--again", "1"]
    output = begun([*line, "--yes"])
    assert (output.code, "episode 1 does not hold as it is" in output.err) == (6, True), output.err
    assert begun([*line, "--later", "keep", "--yes"]).code == 0
    assert begun("audit").code == 0


@pytest.mark.parametrize("typed", [("i", "eagle rank 1", "save"), ("n", "5", "save")])
def test_what_no_draft_holds_is_not_said_to_be_kept(
    chapter: Run, enter: Enter, typed: tuple[str, ...]
) -> None:
    """It was said to be kept in the draft of the change."""
    output = enter("episode edit 3", "d", "2026-11-02", *typed)
    assert "What the table noted is not kept" in output.err, output.err
    assert "is kept as draft" not in output.err


def test_a_word_leaves_at_the_question_whether_to_go_on(chapter: Run, enter: Enter) -> None:
    enter("episode edit 3", "d", "2026-11-02", "save")
    assert "unforeseen" not in enter("episode edit 3", "save").err
    assert 0 == chapter("draft show 1").code


def test_an_evening_that_is_kept_as_played_counts_so_under_every_pack(
    begun: Run, tmp_path: Path
) -> None:
    text = (CHAPTER / "episode-1.toml").read_text("utf-8").replace("\neagle = 2\n", "\neagle = 9\n")
    assert begun("episode record - --as-played --yes", stdin=text).code == 0
    assert begun(["audit", "--with", "stand_in"]).out.count("episode 1") == 0
    path = str(overlay(tmp_path, rule(2, "wells", "points = 5")))
    output = begun(["pack", "apply", path, "--reason", "wells", "--again", "1", "--yes"])
    assert "episode 1: the same under both" in " ".join(output.err.split())
    path = str(overlay(tmp_path, '[[rule]]\nname = "trees"\npoints = 2\nsource = "owner"\n'))
    output = begun(["pack", "apply", path, "--reason", "trees", "--again", "1", "--yes"])
    said = " ".join(output.err.split())
    assert "eagle: 2 -> 14 points by replay" in said
    assert "rank" not in said
    assert "won by eagle (Anna), 9 points" in begun("status").out


def test_a_church_follows_from_an_evening_also_if_a_tree_is_gone(
    chapter: Run, db: Path, tmp_path: Path
) -> None:
    """Episode 4 gives every city a church; the board of eagle has lost the tree from episode 1."""
    place_all(chapter)
    assert chapter("envelope open 2 --yes").code == 0
    with closing_database(db) as session:
        campaign = folding.read(session, "campaign/1").campaign
    header = {"episode": 4, "inked": {"eagle": ["without tree G1"]}}
    record = Record(my_city.NAME, my_city.EDITION, campaign.seats, header, moves=())
    record = deal(my_city, setup_of(campaign, record), 1, greedy)._replace(header=header)
    path = tmp_path / "inked.toml"
    path.write_text(format_record(record), "utf-8")
    shown = chapter(f"episode record '{path}' --as-played --dry-run").err
    follows = shown.partition("What follows:")[2]
    assert follows.count("now has C4") == 4, follows
