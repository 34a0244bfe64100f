"""A game can go: the program runs without its folders, and what was kept of it stays, unproved."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.fixtures import NEW, Run
from tests.removing import ran, without

RECORDS = (Path("examples/quadropolis.toml"), Path("examples/machi-koro.toml"))
MISSING = "rules not installed: quadropolis"


def test_the_program_runs_without_a_game(run: Run, db: Path, tmp_path: Path) -> None:
    for line in (f"{NEW} -y", *(f"session record {record} -y" for record in RECORDS)):
        assert run(line).code == 0
    folder = tmp_path / "copy"
    folder.mkdir()
    without(folder, "engine/quadropolis", "campaign/games/quadropolis")
    shutil.copy(db, folder / "db.sqlite")
    refused = ["session record examples/quadropolis.toml -y", "quadropolis score city.toml"]
    lines = ["--help", "status", "session list", "session show 1", "session show 2", "audit --all"]
    lines += ["session stats machi-koro", "session record examples/eternal.toml -y", *refused]
    *given, unproved, unknown, contracts = ran(
        folder, [line.split() for line in lines], imports=True
    )
    assert [one.err for one in given if one.code] == []
    shown, _, listed, gone, other, audited, *_ = (one.out for one in given)
    assert "quadropolis" not in shown
    assert "rules not installed" in listed
    assert f"unverifiable: {MISSING}" in gone
    assert other.splitlines()[0].endswith("verified")
    assert "1 verified, 1 unverifiable (rules not installed:" in " ".join(audited.split())
    assert (unproved.code, f"error: {MISSING}" in unproved.err) == (7, True)
    assert unknown.code == 2
    assert "No such command 'quadropolis'. Not installed here: quadropolis." in unknown.err
    assert contracts.code == 0, contracts.out
