"""The schema: made by migrations alone, in step with the models, known word for word."""

from __future__ import annotations

import os
import re
from multiprocessing.synchronize import Barrier
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.script import ScriptDirectory

from campaign.services.audit import database as whole
from campaign.store import catalog, integrity, journal, revision, schema
from campaign.store.database import open_database, reading, writing
from campaign.store.errors import DatabaseBusy, DatabaseDamaged
from campaign.store.upgrade import config
from tests import snapshot
from tests.processes import CONTEXT, GIVE_UP, Send, Worker
from tests.store.conftest import NOW, NUMBERS, create

ROOT = Path(__file__).parent.parent.parent


def test_the_program_knows_every_revision_and_the_newest() -> None:
    scripts = ScriptDirectory.from_config(config())
    known = [script.revision for script in scripts.walk_revisions()]
    assert scripts.get_heads() == [revision.HEAD]
    assert tuple(reversed(known)) == revision.KNOWN


def test_models_and_migrations_are_in_step(database: sa.Engine) -> None:
    with database.begin() as connection:
        command.check(config(connection))


@pytest.mark.parametrize("known", revision.KNOWN[:-1])
def test_every_older_schema_becomes_the_newest(nothing: str, known: str) -> None:
    database = open_database(nothing)
    with database.begin() as connection:
        command.upgrade(config(connection), known)
    assert schema.read_revision(database) == known
    assert schema.ensure(database) is not None
    assert integrity.file_problems(database) == ()
    with database.begin() as connection:
        command.check(config(connection))
    database.dispose()


def test_the_snapshot_is_what_the_migrations_make(tmp_path: Path) -> None:
    made = snapshot.snapshot(tmp_path / "new.db")
    assert snapshot.PAGE.read_text(encoding="utf-8") == made, "python -m tests.snapshot"


def test_the_snapshot_of_a_server_is_what_the_migrations_make(server: str) -> None:
    """WRITE_GOLDEN=1 writes it anew."""
    name = f"g{next(NUMBERS)}"
    create(server, name)
    database = open_database(server.format(name))
    schema.ensure(database)
    with database.connect() as connection:
        parts = sorted(catalog.parts_of(connection).items())
    database.dispose()
    made = "\n\n".join(f"-- {name}\n{text}" for name, text in parts) + "\n"
    page = ROOT / "migrations" / integrity.SERVER
    if os.environ.get("WRITE_GOLDEN"):
        page.write_text(made, encoding="utf-8")
    assert page.read_text(encoding="utf-8") == made


def test_a_sound_schema_passes(database: sa.Engine) -> None:
    assert integrity.file_problems(database) == ()


EDIT = "UPDATE sqlite_master SET sql = replace(sql, '{}', '{}') WHERE name = '{}'"


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ("DROP TRIGGER entry_no_update", "entry_no_update: is missing"),
        ("CREATE UNIQUE INDEX extra ON entry (author)", "extra: does not belong to this program"),
        ("CREATE TABLE extra (n INTEGER)", "extra: does not belong to this program"),
        ("CREATE VIEW extra AS SELECT 1", "extra: does not belong to this program"),
        ("DROP TABLE setting", "setting: is missing"),
        ("UPDATE sqlite_master SET type = 'Table' WHERE name = 'city'", "city: is missing"),
        (
            "ALTER TABLE city ADD COLUMN mayor TEXT",
            "city: has 'mayor text', which does not belong to this program",
        ),
        (
            EDIT.format("seq > 0", "seq > -9", "entry"),
            "entry: lacks 'constraint ck_entry_seq_from_one check ( seq > 0 )'",
        ),
        (EDIT.format(" STRICT", "", "entry"), "entry: lacks 'strict'"),
        (
            EDIT.format("append-only", "append-mostly", "entry_no_delete"),
            "entry_no_delete: is not as this program makes it",
        ),
    ],
)
def test_a_changed_schema_is_named(sqlite: sa.Engine, change: str, problem: str) -> None:
    with writing(sqlite) as session:
        connection = session.connection()
        connection.exec_driver_sql("PRAGMA writable_schema=ON")
        connection.exec_driver_sql(change)
        connection.exec_driver_sql("PRAGMA writable_schema=OFF")
    sqlite.dispose()
    assert problem in integrity.file_problems(sqlite)


def test_blanks_quotes_and_case_do_not_count(sqlite: sa.Engine) -> None:
    with writing(sqlite) as session:
        connection = session.connection()
        connection.exec_driver_sql("DROP TABLE setting")
        connection.exec_driver_sql(
            'create table "setting" (author text not null, key text not null,\n\n'
            "value text not null, constraint pk_setting primary key(author,key))"
        )
        connection.exec_driver_sql("ANALYZE")  # SQLite's own tables do not count either
    assert integrity.file_problems(sqlite) == ()


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ("DROP TRIGGER entry_follows ON entry", "entry_follows: is missing or switched off"),
        (
            "ALTER TABLE entry DISABLE TRIGGER entry_no_update",
            "entry_no_update: is missing or switched off",
        ),
        (
            "CREATE OR REPLACE FUNCTION entry_stays() RETURNS trigger LANGUAGE plpgsql "
            "AS $$ BEGIN RETURN new; END $$",
            "entry_no_delete: is not as this program makes it",
        ),
        ("ALTER TABLE city ADD COLUMN mayor TEXT", "city.mayor: does not belong to this program"),
        ("ALTER TABLE city DROP COLUMN nuggets", "city.nuggets: is missing"),
        (
            "ALTER TABLE result ALTER score DROP NOT NULL",
            "result.score: is not as this program makes it",
        ),
        ("ALTER TABLE entry DROP CONSTRAINT pk_entry", "pk_entry: is missing"),
        (
            "CREATE RULE gone AS ON INSERT TO draft DO INSTEAD NOTHING",
            "rule gone on draft: does not belong to this program",
        ),
        ("ALTER TABLE entry ENABLE ROW LEVEL SECURITY", "entry: is not as this program makes it"),
        (
            "CREATE VIEW seen AS SELECT seat FROM result",
            "view seen on result: does not belong to this program",
        ),
    ],
)
def test_a_guard_that_does_not_guard_is_named_on_a_server(
    server: str, change: str, problem: str
) -> None:
    name = f"g{next(NUMBERS)}"
    create(server, name)
    database = open_database(server.format(name))
    schema.ensure(database)
    with writing(database) as session:
        session.connection().exec_driver_sql(change)
    assert problem in integrity.file_problems(database)
    database.dispose()


SWALLOW = (
    "CREATE FUNCTION swallow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$"
)


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        (["CREATE RULE gone AS ON INSERT TO entry DO INSTEAD NOTHING"], "rule gone on entry"),
        (
            [
                SWALLOW,
                "CREATE TRIGGER aaa BEFORE INSERT ON chain FOR EACH ROW EXECUTE FUNCTION swallow()",
            ],
            "trigger aaa on chain",
        ),
        (
            [SWALLOW.replace("CREATE", "CREATE OR REPLACE").replace("swallow", "entry_comes_next")],
            "did not keep entry 1 of session/1",
        ),
        (
            [SWALLOW.replace("CREATE", "CREATE OR REPLACE").replace("swallow", "chain_comes_next")],
            "did not keep link 1",
        ),
    ],
)
def test_what_would_swallow_a_write_is_named_before_anything_is_acknowledged(
    server: str, changes: list[str], named: str
) -> None:
    name = f"g{next(NUMBERS)}"
    create(server, name)
    database = open_database(server.format(name))
    schema.ensure(database)
    with database.begin() as connection:
        for change in changes:
            connection.exec_driver_sql(change)
    with pytest.raises(DatabaseDamaged, match=named), writing(database) as session:
        journal.append(session, "session/1", "test", {}, author="Anna", now=NOW)
    assert integrity.file_problems(database) != ()
    database.dispose()


def test_a_reader_behind_a_lock_ends_with_a_clear_line(server: str) -> None:
    name = f"g{next(NUMBERS)}"
    create(server, name)
    holder = open_database(server.format(name))
    schema.ensure(holder)
    reader = open_database(server.format(name), busy_ms=50)
    with holder.begin() as connection:
        connection.exec_driver_sql("LOCK TABLE entry, alembic_version IN ACCESS EXCLUSIVE MODE")
        with pytest.raises(DatabaseBusy, match="locked by another program"):
            schema.ensure(reader)
        with pytest.raises(DatabaseBusy, match="locked by another program"), reading(reader) as s:
            journal.read(s, "session/1")
        with pytest.raises(DatabaseBusy, match="locked by another program"):
            integrity.file_problems(reader)
        with pytest.raises(DatabaseBusy, match="locked by another program"):
            whole.audit_file(reader)  # a lock is nothing that an audit finds
    for database in (holder, reader):
        database.dispose()


def test_a_link_to_nothing_is_found(sqlite: sa.Engine) -> None:
    with sqlite.execution_options(foreign_keys=False).begin() as connection:
        connection.exec_driver_sql("INSERT INTO envelope VALUES ('campaign/9', 1, NULL)")
    (problem,) = integrity.file_problems(sqlite)
    assert problem == "foreign key: row 1 of envelope points to no campaign"


def start(send: Send, address: str, gate: Barrier) -> None:
    gate.wait(GIVE_UP)
    database = open_database(address, busy_ms=GIVE_UP * 1000)
    schema.ensure(database)
    database.dispose()


def test_six_processes_may_start_at_once(nothing: str) -> None:
    gate = CONTEXT.Barrier(6)
    workers = [Worker(start, nothing, gate) for _ in range(6)]
    assert [worker.wait() for worker in workers] == [0] * 6
    database = open_database(nothing)
    assert integrity.file_problems(database) == ()
    database.dispose()


def test_alembic_alone_makes_tables() -> None:
    temporary = ROOT / "campaign" / "store" / "staging.py"  # a file without a name, for one command
    for path in {*ROOT.glob("campaign/**/*.py"), *ROOT.glob("migrations/**/*.py")} - {temporary}:
        assert not re.search(r"create_all|CREATE TABLE", path.read_text(encoding="utf-8")), path
