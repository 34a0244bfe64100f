"""Corrections for another owner: one file, which says nothing of what is closed there."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from engine.kernel.errors import PackError
from engine.my_city.pack.load import load
from engine.my_city.pack.overlay import with_overlay
from engine.my_city.pack.sharing import OverlayInForce, merge_corrections, readable, shared_text
from tests.fixtures import ROOT, Prepared, Refuses, Run, entries

BOX = """
[squares]
cells = "G1 B2"
source = "owner"
[[outline]]
id = "3"
shape = "##/#."
source = "owner"
"""
FIRST = """
[[outline]]
id = "3"
shape = "###/#.."
source = "owner"
[[episode]]
number = 2
[[episode.rule]]
name = "wells"
points = 5
source = "owner"
"""
SECOND = """
[[piece]]
id = "C1"
shape = "#####"
source = "owner"
[[piece]]
id = "C9"
kind = "zeppelin"
shape = "####"
source = "owner"
[[episode]]
number = 5
[[episode.rule]]
name = "zeppelin card"
does = "deck"
add = ["C9"]
source = "owner"
[[episode.rule]]
name = "zeppelins"
does = "touches"
kind = "zeppelin"
colours = ["Y"]
points = 3
order = 44
source = "owner"
"""
SECRET = ("zeppelin", "#####", "Churches")
"""What an owner with a closed second envelope must not read."""


@pytest.fixture
def theirs(chapter: Run, prepared: Prepared, tmp_path: Path) -> Path:
    """The corrections of an owner who has opened two envelopes, as one file."""
    assert chapter("envelope open 2 --yes").code == 0
    for name, text in (("box", BOX), ("first", FIRST), ("second", SECOND)):
        path = tmp_path / f"{name}.toml"
        path.write_text(text, "utf-8")
        output = chapter(["pack", "apply", str(path), "--reason", name, "--yes"])
        assert output.code == 0, output.err
    exported = chapter("pack export")
    assert exported.code == 0, exported.err
    path = tmp_path / "theirs.toml"
    path.write_text(exported.out, "utf-8")
    return path


def test_another_owner_looks_through_it_and_applies_it(
    chapter: Run, theirs: Path, prepared: Prepared, tmp_path: Path
) -> None:
    """The other owner has opened one envelope: bytes and screens say nothing of the second."""
    here = Path(shutil.copy(prepared.begun, tmp_path / "here.db"))

    def run(*words: str) -> str:
        output = chapter(["--db", str(here), *words])
        assert output.code == 0, output.err
        return output.out + output.err

    apply = ("pack", "apply", str(theirs), "--reason", "from theirs")
    before = entries(here)
    shown = [theirs.read_text("utf-8")]
    shown.append(run("pack", "diff", "ours", str(theirs)))
    shown.append(run("pack", "diff", "ours", str(theirs), "--json"))
    shown.append(run("pack", "check", str(theirs)))
    shown.append(run(*apply, "--dry-run"))
    assert before == entries(here)
    shown.append(run(*apply, "--yes"))
    shown += [run("pack", "export"), run("history"), run("pack", "template"), run("audit")]
    shown.append(here.read_bytes().decode("latin-1"))
    assert [secret for secret in SECRET for text in shown if secret in text] == []
    screen = " ".join(shown[1].split())
    assert "B2 light green light green, small square" in screen
    assert "outline 3: #./## -> ###/#.." in screen
    assert "episode 2, wells:" in screen
    assert "!  differs from before" in shown[1]
    assert "The corrections of envelope 2 wait" in shown[4]
    assert "the same, as far as they are compared" in run("pack", "diff", "ours", str(theirs))


THINGS = """
[progress]
circles = 20
source = "owner"
[[content]]
id = "rock"
amount = 3
source = "owner"
[[content]]
id = "reed"
kind = "reed"
amount = 1
source = "owner"
[[colour]]
id = "Y"
name = "golden"
source = "owner"
"""


def test_things_with_other_values_differ(begun: Run, tmp_path: Path) -> None:
    path = tmp_path / "things.toml"
    path.write_text(THINGS, "utf-8")
    assert begun(["pack", "diff", "ours", str(path)]).out.splitlines()[-5:-1] == [
        "progress: circles 24 -> circles 20",
        "content rock: amount 1 -> amount 3",
        "colour Y: name yellow -> name golden",
        "content reed: none -> kind reed, amount 1",
    ]
    shown = begun(["pack", "apply", str(path), "--reason", "x", "--dry-run"]).err
    for changed in ("circles of the progress marks", "what reed is", "the colour Y"):
        assert changed in shown


def test_corrections_that_change_nothing_are_refused(begun: Run, tmp_path: Path) -> None:
    """A template in which every line is still a remark, and a file that was applied before."""
    form, box, sealed = (tmp_path / name for name in ("form.toml", "box.toml", "sealed.toml"))
    form.write_text(begun("pack template").out, "utf-8")
    box.write_text(BOX, "utf-8")
    other = load("stand_in")
    corrections = merge_corrections(other, [OverlayInForce(SECOND, (1, 2))])
    sealed.write_text(BOX + shared_text(corrections), "utf-8")
    assert "number = 2" in sealed.read_text("utf-8")

    def refused(file: Path, words: str) -> None:
        output = begun(["pack", "apply", str(file), "--reason", "x", "--yes"])
        assert (output.code, words in output.err) == (6, True), output.err

    refused(form, "the file corrects nothing: take the # away from what you correct")
    assert begun(["pack", "apply", str(box), "--reason", "x", "--yes"]).code == 0
    refused(box, "the pack has these values already")
    refused(sealed, "nothing in the file is new here; envelope 2 is still closed")


def test_it_is_the_same_pack_once_everything_is_open(theirs: Path) -> None:
    text = theirs.read_text("utf-8")
    pack = load("stand_in")
    for overlay in (BOX, FIRST, SECOND):
        pack = with_overlay(pack, overlay)
    whole = with_overlay(load("stand_in"), readable(text, (1, 2)).text)
    assert pack.digest_of(5) == whole.digest_of(5)
    assert (2,) == readable(text, (1,)).waiting
    assert (1, 2) == readable(text, ()).waiting


def test_a_rule_that_came_and_went() -> None:
    ends = '[[episode]]\nnumber = 2\n[[episode.rule]]\nname = "wells"\nend = true\n'
    applied = [OverlayInForce(FIRST, (1,)), OverlayInForce(f'{ends}source = "owner"\n', (1,))]
    (rule,) = merge_corrections(load("stand_in"), applied)[1]["episode"][0]["rule"]
    assert {"name": "wells", "end": True, "source": "owner"} == rule


@pytest.mark.parametrize(
    ("sealed", "reason"),
    [
        ('sealed = "x"', "is a list of tables"),
        ("[[sealed]]\nnumber = 1", "a number and a content"),
        ('[[sealed]]\nnumber = 1\ncontent = "?"', "not as it was written"),
        ('[[sealed]]\nnumber = 1\ncontent = "aGVsbG8="', "not as it was written"),
    ],
)
def test_a_sealed_part_that_is_none(begun: Run, tmp_path: Path, sealed: str, reason: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(sealed, "utf-8")
    output = begun(["pack", "apply", str(path), "--reason", "x", "--yes"])
    assert (6, True) == (output.code, reason in output.err)


def test_a_sealed_part_without_end_is_refused() -> None:
    bomb = shared_text({1: {"terrain": {"map": " " * 2_000_000}}})
    with pytest.raises(PackError, match="not as it was written"):
        readable(bomb, (1,))


def test_nothing_to_export_and_packs_that_differ_in_size(begun: Run, refuses: Refuses) -> None:
    refuses("pack export", 4, "nothing of this pack was corrected", "campaign pack paint")
    invented = str(ROOT / "tests" / "packs" / "invented")
    output = begun(["pack", "diff", "stand_in", invented])
    assert "The boards have 11 by 11 cells and 7 by 9 cells." in output.out
    document = json.loads(begun(["pack", "diff", "ours", invented, "--json"]).out)
    assert [] == document["cells"]
    assert "the same" in begun("pack diff stand_in ours").out


def test_what_was_exported_is_taken_for_a_single_game(
    theirs: Path, run: Run, tmp_path: Path
) -> None:
    """The eternal mode stands on the same box; what is sealed in the file stays sealed."""
    line = ["simulate", "my-city", "--pack", str(theirs), "-o", str(tmp_path / "games")]
    output = run(line)
    assert output.code == 0, output.err
    game, tables = sorted((tmp_path / "games").rglob("*.toml"))
    assert "sealed" not in game.read_text("utf-8") + tables.read_text("utf-8")
    assert run(f"import records '{tmp_path / 'games'}' --yes").code == 0


def test_a_campaign_begins_with_the_corrections_of_another(
    begun: Run, db: Path, tmp_path: Path
) -> None:
    box = ROOT / "tests" / "cli" / "our_box.toml"
    assert begun(["pack", "apply", str(box), "--reason", "our box", "--yes"]).code == 0
    file, other = tmp_path / "ours.toml", tmp_path / "other.db"
    file.write_text(begun("pack export").out, "utf-8")
    new = ["new", "Next", "--seat", "eagle=Anna", "--seat", "bear=Ben", "--db", str(other)]
    output = begun([*new, "--pack", str(file), "--yes"])
    assert output.code == 0, output.err
    assert "the pack is corrected" in begun(["history", "--db", str(other)]).out
    assert "They are the same" in begun(["pack", "diff", "ours", str(file), "--db", str(other)]).out
    assert begun(["audit", "--db", str(other)]).code == 0
    file.write_text("", "utf-8")
    empty = begun([new[0], "Plain", *new[2:], "--pack", str(file), "--yes"])
    assert (empty.code, "corrects nothing" in empty.err) == (6, True), empty.err
    file.write_text("x = 1\n", "utf-8")
    refused = begun([*new[:1], "Wrong", *new[2:], "--pack", str(file), "--yes"])
    assert (refused.code, "x is no table of a pack" in refused.err) == (6, True), refused.err
    assert "Wrong" not in begun(["list", "--db", str(other)]).out
