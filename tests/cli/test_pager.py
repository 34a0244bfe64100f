"""Long screens at a real terminal go to a pager; short ones, pipes and --no-pager do not."""

from __future__ import annotations

from pathlib import Path

import pytest

from campaign.cli.pager import flags_of_less
from campaign.display.text.translation import speaker_of
from tests.cli.test_entering_terminal import terminal
from tests.fixtures import Run, tamper

PAGER = "sed s/^/=/"
LONG = ("episode", "replay", "1")


def shown(db: Path, *words: str) -> str:
    """All that a command shows at a terminal of 24 lines."""
    with terminal(db, *words) as at:
        return at.rest()


def test_a_long_screen_is_paged_whole(
    played: Run, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAGER", PAGER)
    lines = shown(db, *LONG).split("\r\n")
    expected = played(["--no-color", *LONG]).out.splitlines()
    assert [f"={line}" for line in expected] == [line.rstrip() for line in lines if line]


@pytest.mark.parametrize("words", [("city", "list"), (*LONG, "--no-pager"), (*LONG, "--json")])
def test_what_is_not_paged(
    played: Run, db: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.setenv("PAGER", PAGER)
    assert "=" not in shown(db, *words)


@pytest.mark.parametrize("pager", ["", "cat", "no-such-pager -x", "an open 'quote"])
def test_without_a_pager_all_is_printed(
    played: Run, db: Path, monkeypatch: pytest.MonkeyPatch, pager: str
) -> None:
    monkeypatch.setenv("PAGER", pager)
    assert "The replay: verified" in shown(db, *LONG)


def test_without_less_all_is_printed(
    played: Run, db: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("PAGER", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "The replay: verified" in shown(db, *LONG)


def test_a_pager_that_is_left_early(played: Run, db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAGER", "head -n 1")
    assert shown(db, *LONG).count("\n") == 1


def test_a_pager_gets_no_character_that_a_terminal_obeys(
    played: Run, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert played("undo --to 2 --reason roof --yes").code == 0
    change = "UPDATE entry SET payload = replace(payload, 'roof', 'r\x9b8mf') WHERE seq = 4"
    tamper(db, "DROP TRIGGER entry_no_update", change)
    monkeypatch.setenv("PAGER", PAGER)
    paged = shown(db, "audit", "report")
    assert ("r\ufffd8mf" in paged, "\x9b" in paged) == (True, False)


def test_a_pipe_is_never_paged(played: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAGER", PAGER)
    assert "=" not in played([*LONG]).out


def test_less_says_its_keys_in_the_language_of_the_command() -> None:
    assert r"Spazio\: altro" in flags_of_less(speaker_of("it"))
    assert flags_of_less(speaker_of("zh-Hant")).isascii()
