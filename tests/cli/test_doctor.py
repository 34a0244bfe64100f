"""campaign doctor: what a report of a fault needs, and nothing of whose machine it is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from campaign import __version__
from campaign.store import database, revision
from tests.fixtures import Run


def test_it_says_what_the_program_and_its_machine_are(begun: Run, db: Path) -> None:
    shown = begun("doctor").out
    words = " ".join(shown.split())
    assert f"campaign {__version__} (" in words
    assert "), installed by: checkout Python" in words
    size = f"{db.stat().st_size:,} bytes"
    assert f", named by --db or CAMPAIGN_DB, schema: {revision.HEAD}, {size} Locale" in words
    assert "Database SQLite 3." in words
    assert ", speaks en Terminal" in words
    assert "Set CAMPAIGN_" in words
    assert max(map(len, shown.splitlines())) <= 80


def test_no_name_and_no_place_is_in_it(
    begun: Run, db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "zacharias"))
    monkeypatch.setenv("CAMPAIGN_AUTHOR", "Zacharias")
    monkeypatch.setenv("CAMPAIGN_COPIES", str(tmp_path / "zacharias"))
    for words in ("", f"--db {tmp_path}/none.db", "--db postgresql://zacharias@localhost:1/club"):
        for form in ("", " --json"):
            shown = begun(f"doctor {words}{form}").out
            assert [
                name for name in ("acharias", str(tmp_path), str(db), "localhost") if name in shown
            ] == []


@pytest.mark.parametrize(
    ("content", "state"), [(None, "none yet"), (b"no database", "DatabaseDamaged")]
)
def test_what_is_wrong_with_a_database_is_named(
    run: Run, tmp_path: Path, content: bytes | None, state: str
) -> None:
    place = tmp_path / "other.db"
    if content:
        place.write_bytes(content * 200)
    shown = json.loads(run(f"doctor --db {place} --json").out)
    assert state == shown["database"]["schema_revision"]
    assert place.exists() == (content is not None)


def test_a_server_that_does_not_answer_is_no_missing_database(run: Run) -> None:
    state = json.loads(run("doctor --db postgres://anna@127.0.0.1:1/club --json").out)["database"]
    assert (state["kind"], state["schema_revision"]) == ("PostgreSQL", "DatabaseBusy")


def test_a_database_of_a_newer_program_is_left_as_it_is(begun: Run, db: Path) -> None:
    opened = database.open_database(str(db))
    with opened.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    opened.dispose()
    assert "schema: DatabaseNewer" in begun("doctor").out


def test_each_extra_is_listed_with_what_is_installed_of_it(
    begun: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    packages = json.loads(begun("doctor --json").out)["packages"]
    assert {"fleet", "hindsight", "parquet", "photos", "png", "postgres"} == {
        package["extra"] for package in packages
    }
    monkeypatch.setattr("campaign.installation.installed_version", lambda need: "")
    assert "png: not installed" in begun("doctor").out
