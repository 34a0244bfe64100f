"""Commands as a user types them, in this process, on a database of their own."""

from __future__ import annotations

import io
import shlex
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from campaign.cli.main import main

ROOT = Path(__file__).parent.parent.parent
CHAPTER = ROOT / "examples" / "chapter-1"
NEW = "new Tuesday --seat eagle=Anna --seat bear=Ben --seat deer=Chen --seat wolf=Dora"
STICKERS = (
    "eagle tree G1",
    "deer rock F11",
    "wolf tree G1",
    "eagle well F7",
    "bear well F7",
    "deer well F7",
    "wolf well F7",
)


class Said(NamedTuple):
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str


Run = Callable[..., Said]


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "campaign.db"


@pytest.fixture
def run(db: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command line; `stdin` is what is typed into it."""
    monkeypatch.setenv("CAMPAIGN_DB", str(db))
    monkeypatch.setenv("CAMPAIGN_AUTHOR", "Anna")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("COLUMNS", "80")

    def call(line: str | list[str], stdin: str = "") -> Said:
        words = shlex.split(line) if isinstance(line, str) else line
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        capsys.readouterr()
        with pytest.raises(SystemExit) as end:
            main(words)
        said = capsys.readouterr()
        code = end.value.code
        return Said(code if isinstance(code, int) else 0, said.out, said.err)

    return call


@pytest.fixture
def begun(run: Run) -> Run:
    """A campaign of four with its first envelope open."""
    assert run(NEW).code == 0
    assert run("envelope open 1 --yes").code == 0
    return run


@pytest.fixture
def played(begun: Run) -> Run:
    """Episode 1 recorded; its stickers are owed."""
    assert begun(["episode", "record", str(CHAPTER / "episode-1.toml"), "--yes"]).code == 0
    return begun


@pytest.fixture
def settled(played: Run) -> Run:
    """Episode 1 recorded and every sticker placed."""
    for sticker in STICKERS:
        assert played(f"sticker place {sticker} --yes").code == 0
    return played


def entries(db: Path) -> int:
    """How many entries the journal holds."""
    if not db.exists():
        return 0
    with closing(sqlite3.connect(db)) as connection:
        count = connection.execute("SELECT count(*) FROM entry").fetchone()
    return int(count[0])
