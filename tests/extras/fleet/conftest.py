"""A league: the databases and bundles of several groups."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.fixtures import ROOT, Run, tamper

MACHI = ROOT / "examples" / "machi-koro.toml"


@pytest.fixture
def league(chapter: Run, db: Path, tmp_path: Path) -> Path:
    """Three groups of a league: one as played, one with its bundle, one whose rows are wrong."""
    games = tmp_path / "games"
    assert chapter(f"simulate my-city --seats 2 --episode 1 -n 3 -o {games}").code == 0
    assert chapter(f"import records {games} --yes").code == 0
    folder = tmp_path / "league"
    folder.mkdir()
    assert chapter(f"handover export --all -o {folder / 'history.zip'}").code == 0
    for name in ("north", "south", "west"):
        shutil.copy(db, folder / f"{name}.db")
    tamper(folder / "west.db", "UPDATE result SET score = 99 WHERE stream = 'session/2'")
    (folder / "notes.txt").write_text("not a group")
    return folder


def tables(text: str) -> dict[str, list[list[Any]]]:
    return {table["title"]: table["rows"] for table in json.loads(text)["tables"]}
