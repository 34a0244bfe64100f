"""A correction leaves the campaign that would have been recorded right in the first place."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from campaign.services.corrections import later
from engine.my_city.campaign import stated
from tests.fixtures import Output, Run


def scores(folder: Path, number: int, eagle: int, bear: int, more: str = "") -> Path:
    """The record of an episode of two seats that states its scores alone."""
    path = folder / f"episode-{number}.toml"
    path.write_text(
        f'format = 1\ngame = "my-city"\nedition = "1"\nepisode = {number}\n'
        f'seats = ["eagle", "bear"]\n{more}\n[result]\neagle = {eagle}\nbear = {bear}\n',
        "utf-8",
    )
    return path


@pytest.fixture
def two(run: Run) -> Run:
    """A campaign of two seats, before its first envelope."""
    assert run("new Tuesday --seat eagle=Anna --seat bear=Ben --yes").code == 0
    return run


def placed(run: Run, squares: Sequence[str]) -> None:
    """Place the stickers that are owed, one after the other, on these squares."""
    for square in squares:
        owed = json.loads(run("sticker owed --json").out)["owed"][0]
        output = run(f"sticker place {owed['seat']} {owed['kind']} {square} --yes")
        assert output.code == 0, output.err


def amended(run: Run, folder: Path, number: int, eagle: int, bear: int, more: str) -> Output:
    """What is said where an episode of two seats is recorded anew with other scores."""
    file = scores(folder, number, eagle, bear)
    return run(f"episode edit {number} '{file}' --reason 'a slip' --yes {more}")


def five_episodes(run: Run, folder: Path) -> None:
    """Five episodes by their scores, each sticker placed when it was owed."""
    results = {1: (5, 4), 2: (5, 4), 3: (4, 5), 4: (5, 4), 5: (5, 4)}
    squares = {1: ["G1", "G1", "F7", "F7"], 2: ["D2", "D2"], 3: ["H3", "H3"], 5: ["E7", "E7"]}
    for number, result in results.items():
        run(f"envelope open {(number + 2) // 3} --yes")
        assert run(f"episode record '{scores(folder, number, *result)}' --yes").code == 0
        placed(run, squares.get(number, ()))


def test_a_later_sticker_does_not_pay_what_was_owed_earlier(two: Run, tmp_path: Path) -> None:
    five_episodes(two, tmp_path)
    output = amended(two, tmp_path, 3, 5, 4, "--later keep")
    assert output.code == 0, output.err
    assert "eagle puts a rock on E7" in output.err  # it counts no more
    assert "stickers owed: none -> eagle rock, bear tree" in output.err
    owed = json.loads(two("sticker owed --json").out)["owed"]
    assert [(one["seat"], one["kind"]) for one in owed] == [("eagle", "rock"), ("bear", "tree")]
    assert [d["episode"] for d in json.loads(two("draft list --json").out)["drafts"]] == []
    assert two("audit").code == 0


QUIT = 'moves = """\n*: reveal Y1\neagle: quit\nbear: quit\n"""'


FLIPPED = "--later keep --sticker 'eagle tree B4' --sticker 'bear rock B4'"


def inked_second(run: Run, folder: Path) -> None:
    """Two episodes; the marks of the second, which is proved, are others on the board."""
    run("envelope open 1 --yes")
    assert run(f"episode record '{scores(folder, 1, 5, 4)}' --yes").code == 0
    placed(run, ["G1", "G1", "F7", "F7"])
    inked = f'{QUIT}\n[inked]\neagle = ["marks 3"]'
    second = scores(folder, 2, -72, -70, inked)
    assert run(f"episode record '{second}' --as-played --yes").code == 0


def test_what_is_inked_of_marks_does_not_keep_scores_that_no_longer_follow(
    two: Run, tmp_path: Path
) -> None:
    inked_second(two, tmp_path)
    output = amended(two, tmp_path, 1, 4, 5, FLIPPED)
    assert output.code == 0, output.err
    assert "eagle -72 -> -70" in output.err
    shown = json.loads(two("episode show 2 --json").out)
    assert {one["seat"]: one["score"] for one in shown["sheets"]} == {"eagle": -70, "bear": -72}
    assert shown["verdict"] == "verified"
    inked = {"seat": "eagle", "kind": "marks", "inked": 3, "by_rules": 2}
    assert shown["inked"] == [inked]
    assert two("audit").code == 0


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"eagle": 60}, "eagle: 60 points, 50 at most by the rules"),
        ({"bear": -900}, "bear: -900 points, -363 at least by the rules"),
        ({"more": '[gained]\neagle = ["nugget"]'}, "eagle: gained nugget, which"),
        ({"more": '[gained]\neagle = ["shaft B 5"]'}, "eagle: gained shaft B 5, which"),
        ({"more": '[gained]\neagle = ["C4 cross"]'}, "eagle: gained C4 cross, which"),
    ],
)
def test_a_record_without_moves_states_only_what_can_be(
    two: Run, tmp_path: Path, said: dict[str, Any], words: str
) -> None:
    two("envelope open 1 --yes")
    file = scores(tmp_path, 1, **{"eagle": 5, "bear": 4, **said})
    refused = two(f"episode record '{file}' --yes")
    assert refused.code == 6
    assert words in " ".join(refused.err.split())
    assert "--as-played" in refused.err
    if "nugget" in words or "shaft" in words or "C4" in words:
        return  # what an envelope brings that is closed cannot lie on a board at all
    kept = two(f"episode record '{file}' --as-played --yes")
    assert kept.code == 0, kept.err
    assert words in " ".join(two("episode show 1").out.split())
    assert two("audit").code == 0


def test_scores_alone_that_cannot_be_are_kept_as_the_refusal_says(
    two: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    two("envelope open 1 --yes")
    monkeypatch.chdir(tmp_path)
    refused = two("episode result eagle=60 bear=4 --yes")
    template, record = "episode template", "episode record evening.toml --as-played"
    said = " ".join(refused.err.split())
    assert f"[result] of campaign {template} > evening.toml, take its moves out" in said
    assert f"campaign {record}" in said
    form = re.sub(r'moves = """\n"""\n', "", two(template).out)
    form = form.replace("# eagle = 0", "eagle = 60").replace("# bear = 0", "bear = 4")
    Path("evening.toml").write_text(form, "utf-8")
    assert two(f"{record} --yes").code == 0
    assert two("audit").code == 0


@pytest.mark.parametrize(
    ("ink", "words"),
    [
        ('eagle = ["rank 1", "rank 2"]', "inked: eagle: 'rank' is stated twice"),
        ('eagle = ["marks 1", "marks 2"]', "inked: eagle: 'marks' is stated twice"),
        ('eagle = ["with tree B4", "with tree B4"]', "'with tree B4' is stated twice"),
        ('eagle = ["rank 2"]\nbear = ["rank 2"]', "nobody is first: eagle 2, bear 2"),
    ],
)
def test_ink_does_not_contradict_itself(two: Run, tmp_path: Path, ink: str, words: str) -> None:
    two("envelope open 1 --yes")
    file = scores(tmp_path, 1, -73, -73, f"{QUIT}\n[inked]\n{ink}")
    refused = two(f"episode record '{file}' --as-played --yes")
    assert refused.code == 6
    assert words in " ".join(refused.err.split())


@pytest.fixture
def second(two: Run, tmp_path: Path) -> Run:
    """Two episodes of two seats, recorded by their scores; the stickers of the first placed."""
    two("envelope open 1 --yes")
    assert two(f"episode record '{scores(tmp_path, 1, 5, 4)}' --yes").code == 0
    placed(two, ["G1", "G1", "F7", "F7"])
    assert two(f"episode record '{scores(tmp_path, 2, 5, 4)}' --yes").code == 0
    placed(two, ["D2", "D2"])
    return two


def test_a_sticker_that_is_moved_says_which_later_one_comes_off(second: Run) -> None:
    moved = "sticker move eagle rock G1 D2 --later keep --yes"
    output = second(f"{moved} --sticker 'eagle rock H3'")
    assert output.code == 6
    assert "no such sticker is owed before a later evening" in " ".join(output.err.split())
    output = second(moved)
    assert output.code == 0, output.err
    assert "A rock was put on D2 later: it comes off and is owed again" in output.err
    stickers = json.loads(second("sticker list --json").out)["stickers"]
    board = [f"{one['kind']} {one['square']}" for one in stickers if one["seat"] == "eagle"]
    assert board == ["rock D2", "well F7"], "as if it had lain there from the beginning"
    assert second("sticker move eagle well F7 F7 --yes").code == 6


@pytest.mark.parametrize("language", ["zh-Hant", "it"])
def test_a_sticker_to_be_typed_has_its_english_name(
    second: Run, tmp_path: Path, language: str
) -> None:
    moved = second(f"sticker move eagle rock G1 D2 --dry-run --language {language}")
    assert "--sticker 'eagle rock " in " ".join(moved.err.split())
    command = f"episode edit 1 '{scores(tmp_path, 1, 4, 5)}' --reason x --yes"
    output = second(f"{command} --language {language}")
    assert re.search("--sticker '(eagle tree|bear rock) ", " ".join(output.err.split()))


def test_two_named_stickers_of_one_kind_are_two(second: Run, tmp_path: Path) -> None:
    flip = "--later keep --sticker 'eagle tree B4' --sticker 'bear rock B4'"
    again = amended(second, tmp_path, 1, 4, 5, f"{flip} --sticker 'eagle tree C5'")
    assert again.code == 6  # one tree is owed before episode 2, and one was named too many
    assert "'eagle tree C5'" in again.err
    assert amended(second, tmp_path, 1, 4, 5, flip).code == 0
    assert second("audit").code == 0


def as_an_earlier_release(patch: pytest.MonkeyPatch) -> None:
    """Let corrections leave behind what they did before they were held to their law."""
    patch.setattr(later, "_placed_after", lambda *_: ())
    patch.setattr(later, "_proved_again", lambda _campaign, _added, judge: judge)
    patch.setattr(stated, "check", lambda *_, **__: None)


def audited(run: Run) -> str:
    """What an audit says that finds something."""
    output = run("audit")
    assert output.code == 3
    return " ".join(output.out.split())


def test_the_audit_names_a_sticker_that_pays_an_earlier_debt(
    two: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    five_episodes(two, tmp_path)
    with monkeypatch.context() as patch:
        as_an_earlier_release(patch)
        assert amended(two, tmp_path, 3, 5, 4, "--later keep").code == 0
    said = audited(two)
    assert "eagle placed the rock on E7 after episode 5; since a correction it stands for" in said
    assert "campaign undo --to 18" in said
    assert two("undo --to 18 --yes").code == 0
    assert two("audit").code == 0


def test_the_audit_names_scores_that_ink_has_kept(
    two: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inked_second(two, tmp_path)
    with monkeypatch.context() as patch:
        as_an_earlier_release(patch)
        assert amended(two, tmp_path, 1, 4, 5, FLIPPED).code == 0
    said = audited(two)
    assert "episode 2 was proved, and since a correction its moves give eagle -70, bear -72" in said
    assert "campaign episode edit 2" in said


def test_the_audit_names_a_record_that_states_what_cannot_be(
    two: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    two("envelope open 1 --yes")
    with monkeypatch.context() as patch:
        as_an_earlier_release(patch)
        assert two(f"episode record '{scores(tmp_path, 1, 60, 4)}' --yes").code == 0
    said = audited(two)
    assert "entry 3: episode 1: eagle: 60 points, 50 at most by the rules" in said
    assert amended(two, tmp_path, 1, 60, 4, "--as-played").code == 0
    assert two("audit").code == 0
