"""--jobs and --cluster: whoever works, a command gives the same."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from campaign.extras.plays import parts as export_parts
from campaign.services import record_files
from campaign.services.audit import run as audit_run
from campaign.services.audit import sessions as audit_sessions
from campaign.services.statistics import sessions as statistics_sessions
from tests.extras.fleet.clusters import cluster_of
from tests.fixtures import Prepared, Run, as_a_user, output_of, tamper

PARTS = (
    (audit_sessions, "BATCH"),
    (audit_run, "BATCH"),
    (statistics_sessions, "TOGETHER"),
    (export_parts, "TOGETHER"),
    (record_files, "TOGETHER"),
)
"""How many sessions or records are read together."""
WRONG = (
    "UPDATE result SET score = 99 WHERE stream = 'session/4' AND seat = 'eagle'",
    "UPDATE session_log SET played = '1999-01-01' WHERE stream = 'session/9'",
)
RESULTS = """
format = 1
game = "quadropolis"
edition = "1"
mode = "classic"
seats = ["p1", "p2"]
[names]
p1 = "{p1}"
p2 = "{p2}"
[result]
p1 = 42
p2 = 37
"""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A cluster of one process on this machine."""
    with cluster_of(1) as local:
        yield local


@pytest.fixture(scope="module")
def ten_sessions(prepared: Prepared, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with a campaign and ten sessions, to be copied."""
    db = Path(shutil.copy(prepared.chapter, tmp_path_factory.mktemp("ten") / "campaign.db"))
    with pytest.MonkeyPatch.context() as patch:
        as_a_user(patch, db)
        line = "simulate my-city --seats 2 --episode 1 -n 10 --keep"
        assert output_of(line.split(), "", patch).code == 0
    return db


@pytest.fixture
def full(run: Run, db: Path, ten_sessions: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """A campaign and ten sessions, which are read three at a time."""
    for module, name in PARTS:
        monkeypatch.setattr(module, name, 3)
    shutil.copy(ten_sessions, db)
    return run


def without_seconds(text: str) -> Any:
    return json.loads(
        text, object_hook=lambda it: {k: v for k, v in it.items() if k != "milliseconds"}
    )


def test_whoever_audits_the_result_is_the_same(full: Run, db: Path, address: str) -> None:
    tamper(db, *WRONG)
    words = ("", " --jobs 2", f" --cluster {address}")
    outputs = [full(f"audit --all --json{more}") for more in words]
    assert [3, 3, 3] == [output.code for output in outputs]
    one, two, three = (without_seconds(output.out) for output in outputs)
    assert one == two == three
    assert "session/4" in outputs[0].out
    assert "session/9" in outputs[0].out


def test_whoever_rebuilds_the_views_are_as_derived(full: Run, db: Path, address: str) -> None:
    for more in ("--jobs 2", f"--cluster {address}"):
        tamper(db, *WRONG, "UPDATE city SET marks = 99")
        assert "derived again: 11." in full(f"db rebuild --yes {more}").err
        assert full("audit --all").code == 0


def test_whoever_counts_the_statistics_are_the_same(full: Run, address: str) -> None:
    assert full("simulate machi-koro --seats 2 -n 4 --keep").code == 0
    for game in ("my-city", "machi-koro"):
        words = ("", " --jobs 2", f" --cluster {address}")
        outputs = [full(f"session stats {game} --simulated --json{more}").out for more in words]
        assert 1 == len(set(outputs))
        assert '"sessions": 0' not in outputs[0]


@pytest.mark.parametrize(
    ("what", "file", "lines"),
    [("csv", "lines.csv", 21 + 10 * 2 * 2), ("records", "campaign-01/steps.sh", 10)],
)
def test_whoever_exports_the_files_are_the_same(
    full: Run, address: str, tmp_path: Path, what: str, file: str, lines: int
) -> None:
    folders = []
    for number, more in enumerate(("", "--jobs 2", f"--cluster {address}")):
        folder = tmp_path / str(number)
        assert full(f"export {what} -o {folder} {more}").code == 0
        files = (path for path in folder.rglob("*") if path.is_file())
        folders.append({str(path.relative_to(folder)): path.read_bytes() for path in files})
    assert folders[0] == folders[1] == folders[2]
    assert lines < len(folders[0][file].splitlines())


def test_whoever_writes_it_the_file_for_bg_stats_is_the_same(full: Run, address: str) -> None:
    for p1, p2 in (("Anna", "Ben"), ("Chen", "Anna")):
        assert full("session record - --yes", stdin=RESULTS.format(p1=p1, p2=p2)).code == 0
    words = ("", " --jobs 2", f" --cluster {address}")
    replies = [full(f"export bgstats{more}") for more in words]
    assert [(0, "")] * 3 == [(reply.code, reply.err) for reply in replies]
    outputs = [reply.out for reply in replies]
    assert outputs[0] == outputs[1] == outputs[2]
    assert 3 + 2 == len(json.loads(outputs[0])["plays"])


def test_whoever_replays_them_records_in_files_are_audited_and_counted_the_same(
    full: Run, address: str, tmp_path: Path
) -> None:
    """One wrong record is in a folder, and a Parquet file has none."""
    folder, file, games = tmp_path / "all", tmp_path / "all.parquet", tmp_path / "games"
    assert full(f"simulate my-city --seats 2 --seed 7 -n 8 -o {games}").code == 0
    assert full(f"import records {games} --yes").code == 0
    assert full(f"export records -o {folder}").code == 0
    assert full(f"export parquet records -o {file}").code == 0
    (folder / "sessions" / "000005.toml").write_text("no record")
    for line in ("audit", "stats my-city"):
        words = ("--jobs 1", "--jobs 2", f"--cluster {address}")
        outputs = [full(f"fleet {line} {folder / 'sessions'} {file} --json {it}") for it in words]
        assert outputs[0] == outputs[1] == outputs[2]
        assert ("audit" in line) == ("000005.toml: " in outputs[0].out)


def test_jobs_and_cluster_are_not_for_one_campaign_nor_together(run: Run) -> None:
    for line, words in (
        ("audit --jobs 2", "--jobs and --cluster go with --all"),
        ("audit --all --jobs 2 --cluster tcp://127.0.0.1:1", "give one of them"),
    ):
        output = run(line)
        assert (2, True) == (output.code, words in output.err)


def test_nobody_starts_processes_without_end(run: Run) -> None:
    assert run("audit --all --jobs 257").code == 2
