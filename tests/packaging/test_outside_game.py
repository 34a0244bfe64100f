"""A game from outside: a package that is installed, plays, and is taken away again."""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import NamedTuple

import pytest

from campaign.cli.main import run as program
from tests.installed import looked_up_anew
from tests.processes import Send, Worker

RECORD = '''\
format = 1
game = "pebbles"
edition = "1"
heap = 4
seats = ["p1", "p2"]
moves = """
p1: take 3
p2:  take 1
"""
[names]
p1 = "Anna"
[result]
p1 = 3
p2 = 1
'''
CANONICAL = '''\
format = 1
game = "pebbles"
edition = "1"
provider = "pebbles-game 0.3"
heap = 4
seats = ["p1", "p2"]
moves = """
p1: take 3
p2: take 1
"""

[names]
p1 = "Anna"

[result]
p1 = 3
p2 = 1
'''
MISSING = "rules not installed: pebbles of pebbles-game 0.3"


class Output(NamedTuple):
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str


Run = Callable[..., list[Output]]


def commands(send: Send, lines: tuple[str, ...], place: Path, installed: Path | None) -> None:
    """Run commands one after the other; say of each its exit code and what it printed."""
    os.chdir(place)
    if installed:
        sys.path.append(str(installed))
        looked_up_anew()
    for line in lines:
        out, err, code = StringIO(), StringIO(), 0
        with redirect_stdout(out), redirect_stderr(err):
            try:
                program(shlex.split(line))
            except SystemExit as end:
                code = int(end.code or 0)
        send((code, out.getvalue(), err.getvalue()))


@pytest.fixture
def run(tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Commands in a process of their own, with the game or without it, on one database."""
    (tmp_path / "pebbles.toml").write_text(RECORD, "utf-8")
    (tmp_path / "canonical.toml").write_text(CANONICAL, "utf-8")

    monkeypatch.setenv("CAMPAIGN_DB", str(tmp_path / "campaign.db"))
    monkeypatch.setenv("CAMPAIGN_AUTHOR", "Anna")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")

    def call(*lines: str, installed: bool = True) -> list[Output]:
        worker = Worker(commands, lines, tmp_path, folder if installed else None)
        outputs = [Output(*worker.receive()) for _ in lines]
        assert worker.wait() == 0
        return outputs

    return call


def test_a_game_is_recorded_replayed_listed_and_audited(run: Run) -> None:
    recorded, shown, document, replayed, listed, audited, other = run(
        "session record pebbles.toml --yes",
        "session show 1",
        "session show 1 --json",
        "session replay 1 --step",
        "session list",
        "audit --all",
        "audit --with pebbles/1",
    )
    assert "pebbles.toml: verified" in recorded.err
    assert json.loads(document.out)["record"] == CANONICAL
    assert "Session 1: Pebbles" in shown.out
    assert "Anna      ●●●" in shown.out
    assert "  1. Anna takes 3, 1 left\n  2. p2 takes 1, 0 left\n" in replayed.out
    assert "Pebbles" in listed.out
    assert "verified" in listed.out
    assert "1 verified" in audited.out
    assert "0 of 1 record would differ" in other.out
    assert [0] * 7 == [recorded.code, shown.code, document.code, replayed.code, listed.code,
                       audited.code, other.code]  # fmt: skip


def test_a_record_of_it_is_canonical_once_it_names_its_package(run: Run) -> None:
    *recorded, one, other = run(
        "session record pebbles.toml --yes",
        "session record canonical.toml --doubles --yes",
        "session show 1 --json",
        "session show 2 --json",
    )
    assert [0, 0] == [output.code for output in recorded]
    assert json.loads(one.out)["record"] == json.loads(other.out)["record"] == CANONICAL


def test_without_the_package_what_is_kept_stays_and_is_not_proved(run: Run) -> None:
    (recorded,) = run("session record pebbles.toml --yes")
    assert recorded.code == 0
    shown, replayed, listed, document, audited, other = run(
        "session show 1",
        "session replay 1",
        "session list",
        "session list --json",
        "audit --all --json",
        "audit --with pebbles/1",
        installed=False,
    )
    assert f"unverifiable: {MISSING}" in shown.out
    assert "score        3       1" in shown.out
    assert f"The replay: unverifiable: {MISSING}" in replayed.out
    assert "rules not installed" in listed.out
    assert 1 == len(json.loads(document.out)["sessions"])
    assert (0, True) == (audited.code, f"1 unverifiable ({MISSING})" in audited.out)
    assert (4, True) == (other.code, "plays no edition pebbles/1" in other.err)
    again, audited = run("session show 1", "audit --all")
    assert "verified" in again.out.splitlines()[0]
    assert audited.code == 0


def test_without_the_package_nothing_of_it_is_recorded(run: Run) -> None:
    bare, named, started = run(
        "session record pebbles.toml --yes",
        "session record canonical.toml --yes",
        "session enter pebbles --seat Anna --seat Ben",
        installed=False,
    )
    known = "game 'pebbles' is not known: my-city, machi-koro, dilluvia, quadropolis"
    assert (7, True) == (bare.code, known in bare.err)
    assert (7, True) == (named.code, MISSING in named.err)
    assert (4, True) == (started.code, "there is no game pebbles" in started.err)


def test_what_a_rebuild_without_the_package_leaves_out_a_rebuild_with_it_adds(run: Run) -> None:
    run("session record pebbles.toml --yes")
    rebuilt, audited = run("db rebuild --yes", "audit --all", installed=False)
    assert [0, 0] == [rebuilt.code, audited.code], audited
    incomplete, rebuilt, audited = run("audit --all", "db rebuild --yes", "audit --all")
    assert (3, True) == (incomplete.code, "campaign db rebuild" in incomplete.out)
    assert [0, 0] == [rebuilt.code, audited.code]
