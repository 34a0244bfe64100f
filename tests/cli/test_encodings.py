"""Outputs that are not UTF-8: every command says what it can, and what is for programs is exact."""

from __future__ import annotations

import io
import json
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from campaign.cli import main, nearest
from tests.cli.test_json import COMMANDS
from tests.extras.plays.plays import a_log
from tests.fixtures import ETERNAL, Run, Typed, as_a_user
from tests.soak import CI

ENCODINGS = ("ascii", "latin-1", "cp1252", "cp932", "gb18030")
NAMES = {"eagle": "山田太郎", "bear": "ليلى", "deer": "Zoë 🦌", "wolf": "Đặng"}
OTHERS = (
    "--help",
    "--more",
    "episode --help",
    "demo",
    "history --json",
    "chronicle -o -",
    "stats -o -",
)
LONG = ("audit", "chronicle", "demo", "export", "handover", "hindsight", "simulate")
"""What takes long and says little of its own: in `make test` it is left out."""
Told = Callable[[str], tuple[int, bytes, str]]


@pytest.fixture(params=ENCODINGS)
def told(request: pytest.FixtureRequest, db: Path, monkeypatch: pytest.MonkeyPatch) -> Told:
    """Run a command line whose outputs have an encoding; the code, and what they then hold."""
    as_a_user(monkeypatch, db)

    def call(line: str, stdin: str = "") -> tuple[int, bytes, str]:
        files = io.BytesIO(), io.BytesIO()
        out, err = (io.TextIOWrapper(file, encoding=request.param) for file in files)
        with monkeypatch.context() as patch:
            patch.setattr("sys.stdin", Typed(stdin))
            patch.setattr("sys.stdout", out)
            patch.setattr("sys.stderr", err)
            main._open_standard_streams()
            with pytest.raises(SystemExit) as end:
                main.run(shlex.split(line))
            out.flush()
            err.flush()
        told, said = (file.getvalue() for file in files)
        assert isinstance(end.value.code, int | None)
        return end.value.code or 0, told, said.decode(request.param)

    return call


@pytest.fixture
def written(settled: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """A campaign of players and cities whose names few encodings have."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CAMPAIGN_KEY", str(tmp_path / "key.pem"))
    for (seat, name), before in zip(NAMES.items(), ("Anna", "Ben", "Chen", "Dora"), strict=True):
        assert settled(["player", "rename", before, name, "--yes"]).code == 0
        assert settled(["city", "rename", seat, f"Å·{name}", "--yes"]).code == 0
    assert settled(["session", "record", str(ETERNAL), "--yes", "-q"]).code == 0
    (tmp_path / "LOG").write_text(json.dumps(a_log()), encoding="utf-8")
    return settled


@pytest.mark.parametrize("told", ENCODINGS if CI else ENCODINGS[:1], indirect=True)
def test_every_command_shows_what_it_can(told: Told, written: Run) -> None:
    for line in (*COMMANDS, *OTHERS):
        if line.startswith(LONG) and not CI:
            continue
        code, _, said = told(line.replace("Anna", NAMES["eagle"]))
        assert code != 1, (line, said)
        assert "unforeseen" not in said, (line, said)


def test_what_is_for_programs_is_exact(told: Told, written: Run) -> None:
    for line in ("player list --json", "export csv", "export json", "chronicle -o - --no-proof"):
        code, shown, said = told(line)
        assert code == 0, said
        text = shown.decode("utf-8")
        if line.endswith("--json"):
            text = json.dumps(json.loads(text), ensure_ascii=False)
        assert all(name in text for name in NAMES.values()), line


def test_a_campaign_is_begun_and_nothing_of_it_reported_as_failed(told: Told) -> None:
    seats = " ".join(f"--seat {seat}='{name}'" for seat, name in NAMES.items())
    code, _, said = told(f"new '東京 · Ålesund' {seats} --yes")
    assert code == 0, said
    assert told("status")[0] == 0
    assert told("list --json")[1].decode("ascii").count("\\u") > 4


def test_rules_and_letters_are_as_wide_as_before() -> None:
    text = "─│┌═║·█ Zoë — 山田 👩\u200d🌾"
    assert text.encode("ascii", nearest.ERRORS) == b"-|+=|*# Zoe - ???? ????"
