"""campaign fleet: many databases and bundles at once; one that is broken stops nobody."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run, tamper


@pytest.fixture
def league(chapter: Run, db: Path, tmp_path: Path) -> Path:
    """Three groups of a league: one as played, one with its bundle, one whose rows are wrong."""
    assert chapter("simulate my-city --seats 2 --episode 1 -n 3").code == 0
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


def test_every_group_is_audited_and_what_is_wrong_is_named(run: Run, league: Path) -> None:
    (league / "east.db").write_bytes(b"SQLite format 3\0 and then nothing of it")
    outputs = [run(f"fleet audit {league} --json --jobs {jobs}") for jobs in (1, 2)]
    assert outputs[0] == outputs[1]
    assert 3 == outputs[0].code
    shown = tables(outputs[0].out)
    said = {group: audit for group, *_, audit in shown["Groups"]}
    assert {"east", "history", "north", "south", "west"} == set(said)
    assert ("not read", "sound", "sound", "sound") == tuple(
        said[name] for name in ("east", "history", "north", "south")
    )
    wrong = [what for group, what in shown["What is wrong"] if group == "west"]
    assert any("result row session/2" in what for what in wrong)


def test_a_folder_of_records_is_a_group(run: Run, league: Path, tmp_path: Path) -> None:
    """Every record is replayed and counted as in the database that it is from."""
    north = league / "north.db"
    assert run(f"export records -o {tmp_path / 'all'} --db {north}").code == 0
    records = tmp_path / "all" / "sessions"
    assert 0 == run(f"fleet audit {records}").code
    of_files, of_rows = (run(f"fleet stats my-city {it} --json").out for it in (records, north))
    assert of_files == of_rows
    first = min(records.iterdir())
    first.write_text(first.read_text("utf-8").replace("eagle: build", "eagle: bild", 1), "utf-8")
    (records / "notes.toml").write_text("no record")
    output = run(f"fleet audit {records} --json")
    assert 3 == output.code
    wrong = tables(output.out)["What is wrong"]
    assert [first.name, "notes.toml"] == [what.partition(":")[0] for _, what in wrong]


def test_standings_and_statistics_are_over_all_groups(run: Run, league: Path) -> None:
    shown = tables(run(f"fleet standings {league / 'north.db'} {league / 'south.db'} --json").out)
    assert ["north", "south"] == [row[0] for row in shown["Campaigns"]]
    assert {6} == {row[1] for row in shown["Players over all groups"]}
    document = json.loads(
        run(f"fleet stats my-city {league / 'north.db'} {league / 'gone.db'} --json").out
    )
    assert 3 == document["sessions"]
    assert "gone" == document["tables"][-1]["rows"][0][0]


def test_every_group_has_its_pages_and_an_index(run: Run, league: Path, tmp_path: Path) -> None:
    (league / "east.db").write_bytes(b"SQLite format 3\0 and then nothing of it")
    other = tmp_path / "other"
    other.mkdir()
    shutil.copy(league / "north.db", other / "north.db")
    folder = tmp_path / "pages"
    output = run(f"fleet pages -o {folder} {league} {other / 'north.db'} --json")
    assert 3 == output.code
    shown = tables(output.out)
    assert ["east"] == [group for group, _ in shown["Not read"]]
    files = [file for *_, file in shown["Pages"]]
    assert {"history-tuesday.html", "north-tuesday.html", "north-tuesday-2.html"} <= set(files)
    assert {*files, "index.html"} == {file.name for file in folder.iterdir()}
    text = (folder / "index.html").read_text("utf-8")
    assert "Episode 4 is next" in text
    assert "3 sessions" in text
    assert shown["Not read"][0][1] in text.replace("&#39;", "'")
    assert files == re.findall('href="([^"]+)"', text)
    assert run(f"handover verify {folder / 'north-tuesday.html'}").code == 0
    again = run(f"fleet pages -o {folder} {league} --yes")
    assert "there are files in it already" in again.err
    assert text == (folder / "index.html").read_text("utf-8")
