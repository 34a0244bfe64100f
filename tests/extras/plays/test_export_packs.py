"""Campaigns whose pack was corrected are recorded again by the steps of `export records`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.test_corrections_walks import OVERLAY
from tests.extras.plays.test_export import is_the_same_again
from tests.fixtures import Run


@pytest.mark.parametrize("later", ["keep", "as-played"])
def test_an_evening_that_was_judged_again_can_be_recorded_again(
    chapter: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, later: str
) -> None:
    path = tmp_path / "groups.toml"
    path.write_text(OVERLAY, "utf-8")
    line = f"pack apply '{path}' --again 3 --later {later} --reason ours --yes"
    assert chapter(line).code == 0
    is_the_same_again(chapter, tmp_path, monkeypatch)
    assert chapter("audit").code == 0


def test_an_evening_that_was_turned_into_a_draft_by_a_pack_can_be_recorded_again(
    chapter: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "groups.toml"
    path.write_text(OVERLAY, "utf-8")
    for line in (
        f"pack apply '{path}' --again 3 --later draft --reason ours",
        "episode result eagle=3 bear=4 deer=5 --absent wolf --house-rule",
    ):
        output = chapter(f"{line} --yes")
        assert output.code == 0, output.err
    is_the_same_again(chapter, tmp_path, monkeypatch)


@pytest.mark.parametrize(
    "lines",
    [
        ["pack apply", "pack apply --again 3 --later keep", "sticker move eagle tree G1 E4"],
        ["pack apply", "undo", "pack apply", "redo"],
    ],
    ids=["its evening is a draft", "brought back beside itself"],
)
def test_a_correction_of_the_pack_that_changes_nothing_is_not_in_the_steps(
    chapter: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lines: list[str]
) -> None:
    path = tmp_path / "groups.toml"
    path.write_text(OVERLAY, "utf-8")
    for line in lines:
        words = line.replace("apply", f"apply '{path}' --reason ours")
        output = chapter(f"{words} {'--later draft' * ('move' in line)} --yes")
        assert output.code == 0, output.err
    is_the_same_again(chapter, tmp_path, monkeypatch)
