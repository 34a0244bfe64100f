"""The schema: made by migrations alone, in step with the models, copied before it moves on."""

from __future__ import annotations

import multiprocessing
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory

from campaign.store import journal, schema
from campaign.store.database import open_database, reading, writing
from campaign.store.errors import StoreError
from tests import snapshot
from tests.store.conftest import NOW

ROOT = Path(__file__).parent.parent.parent


def config(connection: sa.Connection | None = None) -> Config:
    made = Config()
    made.set_main_option("script_location", "migrations:")
    if connection is not None:
        made.attributes["connection"] = connection
    return made


def test_the_program_knows_every_revision_and_the_newest() -> None:
    scripts = ScriptDirectory.from_config(config())
    known = [script.revision for script in scripts.walk_revisions()]
    assert scripts.get_heads() == [schema.HEAD]
    assert sorted(known) == sorted(schema.KNOWN)


def test_models_and_migrations_are_in_step(database: sa.Engine) -> None:
    with database.begin() as connection:
        command.check(config(connection))


def test_up_down_and_up_again_gives_the_same(tmp_path: Path) -> None:
    database = open_database(tmp_path / "c.db")
    texts = []
    for step in ("head", "base", "head"):
        with database.begin() as connection:
            run = command.downgrade if step == "base" else command.upgrade
            run(config(connection), step)
        with database.connect() as connection:
            texts.append(schema.schema_of(connection))
    database.dispose()
    assert texts[0] == texts[2]
    assert set(texts[1]) == {"alembic_version"}


def test_the_snapshot_is_what_the_migrations_make(tmp_path: Path) -> None:
    made = snapshot.snapshot(tmp_path / "new.db")
    assert snapshot.PAGE.read_text(encoding="utf-8") == made, "python -m tests.snapshot"


def test_a_sound_schema_passes(database: sa.Engine) -> None:
    assert schema.check(database) == ()


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ("DROP TRIGGER entry_no_update", "entry_no_update: is missing"),
        ("CREATE UNIQUE INDEX extra ON entry (author)", "extra: is not of this program"),
        ("ALTER TABLE city ADD COLUMN mayor TEXT", "city: is not as this program makes it"),
        ("DROP TABLE setting", "setting: is missing"),
    ],
)
def test_a_changed_schema_is_named(sqlite: sa.Engine, change: str, found: str) -> None:
    with writing(sqlite) as session:
        session.connection().exec_driver_sql(change)
    assert found in schema.check(sqlite)


def test_a_trigger_replaced_under_its_name_is_found(sqlite: sa.Engine) -> None:
    with writing(sqlite) as session:
        connection = session.connection()
        connection.exec_driver_sql("DROP TRIGGER entry_no_delete")
        connection.exec_driver_sql(
            "CREATE TRIGGER entry_no_delete BEFORE DELETE ON entry BEGIN SELECT 1; END"
        )
    assert "entry_no_delete: is not as this program makes it" in schema.check(sqlite)


def start(path: str, gate: multiprocessing.synchronize.Barrier) -> None:
    gate.wait()
    database = open_database(path)
    schema.ensure(database)
    database.dispose()


def test_six_processes_may_start_at_once(tmp_path: Path) -> None:
    path = str(tmp_path / "c.db")
    context = multiprocessing.get_context("spawn")
    gate = context.Barrier(6)
    processes = [context.Process(target=start, args=(path, gate)) for _ in range(6)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(60)
    assert [process.exitcode for process in processes] == [0] * 6
    database = open_database(path)
    assert schema.check(database) == ()
    database.dispose()


def test_an_older_schema_is_copied_and_moved_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = open_database(tmp_path / "c.db")
    schema.ensure(database)
    with database.begin() as connection:
        command.downgrade(config(connection), "base")
    with writing(database) as session:
        session.connection().exec_driver_sql("INSERT INTO alembic_version VALUES ('0000')")
    monkeypatch.setattr(schema, "KNOWN", ("0000", schema.HEAD))
    with pytest.raises(Exception, match="0000"):  # no such script: nothing may be left half done
        schema.ensure(database)
    assert len(list((tmp_path / "backups").iterdir())) == 1
    assert schema.read_revision(database) == "0000"
    database.dispose()


def test_a_backup_holds_the_last_entry_and_replaces_nothing(
    sqlite: sa.Engine, tmp_path: Path
) -> None:
    with writing(sqlite) as session:
        added = journal.append(session, "session/1", "test", {}, author="Anna", now=NOW)
    target = tmp_path / "copy.db"
    schema.backup(sqlite, target)
    copy = open_database(target)
    with reading(copy) as session:
        assert journal.read(session, "session/1") == (added,)
    copy.dispose()
    with pytest.raises(StoreError, match="exists already"):
        schema.backup(sqlite, target)


def test_the_newest_copies_are_kept(sqlite: sa.Engine, tmp_path: Path) -> None:
    made = [schema.backup(sqlite, keep=3) for _ in range(5)]
    assert sorted((tmp_path / "backups").iterdir()) == sorted(made[-3:])
    with closing(sqlite3.connect(made[-1])) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_alembic_alone_makes_tables() -> None:
    for path in (ROOT / "campaign").rglob("*.py"):
        assert not re.search(r"create_all|CREATE TABLE", path.read_text(encoding="utf-8")), path
