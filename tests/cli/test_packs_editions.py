"""campaign pack update: a newer edition of the program's pack."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.fixtures import ROOT, Refuses, Run


@pytest.fixture
def chapter(run: Run) -> Run:
    """A campaign of the first edition, its first envelope open."""
    line = "new Tuesday --pack stand_in --seat eagle=Anna --seat bear=Ben --yes"
    assert run(line).code == 0
    assert run("envelope open 1 --yes").code == 0
    return run


def test_a_campaign_takes_a_newer_edition_from_the_next_envelope_on(chapter: Run) -> None:
    tried = chapter("pack update --dry-run")
    assert "From ours to stand_in_second" in tried.out
    assert "small square" in tried.out
    assert "come from stand_in_second: 2 3 4 5 6 7 8" in " ".join(tried.err.split())
    assert "pack updated" not in chapter("history --json").out
    assert "sawmill" not in tried.out
    said = "and so do the values of the box that you have not corrected. What open envelopes hold"
    assert said in " ".join(tried.err.split())
    square = [json.loads(chapter("city show eagle --json").out)["board"][3][9]]
    assert chapter("pack update --yes").code == 0
    square += [json.loads(chapter("city show eagle --json").out)["board"][3][9]]
    assert square == ["plain", "square"], "a value of the box"
    assert "come from the pack stand_in_second" in " ".join(chapter("history").out.split())
    assert chapter("audit").code == 0
    assert chapter("pack diff ours stand_in").code == 0


def test_no_audit_takes_an_envelope_of_the_newer_edition_for_that_of_the_beginning(
    chapter: Run, tmp_path: Path
) -> None:
    def proved() -> str:
        return " ".join(chapter("audit").out.split())

    assert chapter("pack update --yes").code == 0
    for number in (1, 2, 3):
        assert chapter(f"episode result eagle={number} bear=0 --yes").code == 0
        while owed := json.loads(chapter("sticker owed --json").out)["owed"]:
            place = f"{owed[0]['seat']} {owed[0]['kind']} {owed[0]['squares'][0]}"
            assert chapter(f"sticker place {place} --yes").code == 0
    assert chapter("envelope open 2 --yes").code == 0
    assert "What was in envelope 1 when it was opened is what was in it when the" in proved()
    assert "What was in envelope 2 when it was opened is what has been in it since" in proved()
    assert chapter(f"chronicle -o {tmp_path}/page.html").code == 0
    page = (tmp_path / "page.html").read_text("utf-8")
    assert "envelope {envelopes} when it was opened is what was sealed in it before" in page
    assert chapter("undo --to 2 --yes").code == 0
    assert "when a newer edition of the pack took its place" not in proved()


def test_it_is_taken_back_like_any_entry(chapter: Run, refuses: Refuses) -> None:
    assert chapter("pack update --yes").code == 0
    refuses("pack update --yes", 6, "of the newest edition already")
    assert chapter("undo --yes").code == 0
    assert chapter("audit").code == 0
    assert chapter("pack update --dry-run").code == 0


def test_a_campaign_of_the_newest_edition_has_no_newer_one(run: Run, refuses: Refuses) -> None:
    assert run("new Own --seat eagle=Anna --seat bear=Ben --yes").code == 0
    refuses("pack update", 6, "there is no newer edition of the pack stand_in_second")


def test_a_corrected_newest_edition_is_played_sent_and_simulated(run: Run, tmp_path: Path) -> None:
    """Its box stands on that of the first edition, which goes with it."""
    ours, away = tmp_path / "ours.toml", tmp_path / "away.zip"
    ours.write_text('[[outline]]\nid = "3"\nshape = "##/#."\nsource = "owner"\n', "utf-8")
    assert run("new Own --seat eagle=Anna --seat bear=Ben --yes").code == 0
    assert run("envelope open 1 --yes").code == 0
    assert run(f"pack simulate {ours} --episode 1 -n 1").code == 0
    assert run(f"pack apply {ours} --reason ours --yes").code == 0
    assert run("pack simulate ours --episode 1 -n 1").code == 0
    assert run(f"handover export --all -o {away}").code == 0
    with ZipFile(away) as bundle:
        boxes = [name for name in bundle.namelist() if name.endswith("box.toml")]
    assert ["packs/stand_in/box.toml", "packs/stand_in_second/box.toml"] == sorted(boxes)
    assert run("audit").code == 0


def test_what_is_the_same_in_a_box_is_named(run: Run, tmp_path: Path) -> None:
    ours = tmp_path / "ours.toml"
    ours.write_text('[banks]\nsource = "owner"\n[[outline]]\nid = "3"\nsource = "owner"\n', "utf-8")
    assert run("new Own --seat eagle=Anna --seat bear=Ben --yes").code == 0
    shown = run(f"pack apply {ours} --reason ours --dry-run").err
    assert "the same in your box, and no longer made up: the river, outline 3" in shown
    assert "nothing that is known so far" not in shown


def test_corrections_are_for_campaigns_and_not_for_those_that_are_simulated(
    run: Run, refuses: Refuses, tmp_path: Path
) -> None:
    ours = tmp_path / "ours.toml"
    line = f"new Own --pack {ours} --seat eagle=Anna --seat bear=Ben --yes"
    for wrong, said in (("x = 1", "x is no table of a pack"), ("[outline", "at line 1, column 9")):
        ours.write_text(f"{wrong}\n", "utf-8")
        refuses(line, 6, said)
    ours.write_text('[banks]\nsource = "owner"\n', "utf-8")
    simulated = run(f"simulate my-city --whole --tables {ours}")
    assert simulated.code == 2
    assert "--tables is for single games" in simulated.err


def test_a_folder_with_the_name_of_a_pack_of_the_program_is_named(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was taken without a word."""
    folder = tmp_path / "stand_in"
    shutil.copytree(ROOT / "engine" / "my_city" / "packs" / "stand_in", folder)
    monkeypatch.chdir(tmp_path)
    begun = run("new Own --pack stand_in --seat eagle=Anna --seat bear=Ben --yes")
    assert begun.code == 0, begun.err
    said = " ".join(begun.err.split())
    assert f"not the one of this name in the program: {folder}" in said
    program = run("new Other --pack stand_in_second --seat eagle=Anna --seat bear=Ben --yes")
    assert "is a folder" not in program.err


def test_an_undo_of_a_newer_edition_says_that_values_change(chapter: Run) -> None:
    """Ten small squares went from every board, and nothing else was said to change."""
    assert chapter("pack update --yes").code == 0
    for line in ("undo --yes", "redo --yes"):
        assert "values of the pack, and nothing that is listed" in chapter(line).err
