"""An older database: copied first, moved on whole or not at all, once however many start."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from multiprocessing.synchronize import Barrier
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from sqlmodel import Session, col, select

from campaign.services import sessions, sessions_list
from campaign.services.audit import database as whole
from campaign.services.audit import run
from campaign.services.audit import sessions as audit
from campaign.store import (
    chain,
    drafts,
    integrity,
    journal,
    revision,
    schema,
    settings,
    upgrade,
)
from campaign.store.database import open_database, reading, writing
from campaign.store.errors import DatabaseDamaged, DatabaseNewer, DatabaseOlder, StoreError
from campaign.store.models.boards import ShaftRow
from campaign.store.models.every import PROJECTIONS
from campaign.store.models.sessions import SessionLog
from tests.processes import CONTEXT, GIVE_UP, Send, Worker
from tests.store.conftest import NOW, OLD

ROOT = Path(__file__).parent.parent.parent
NOW_KNOWN = revision.HEAD
LATER = f"{int(NOW_KNOWN) + 1:04}"
NEXT = f"""
import sqlalchemy as sa
from alembic import op
revision, down_revision, branch_labels, depends_on = "{LATER}", "{NOW_KNOWN}", None, None

def upgrade():
    op.create_table("envoy", sa.Column("name", sa.Text()))
    how = "always" if op.get_bind().dialect.name == "sqlite" else "never"
    with op.batch_alter_table("campaign", recreate=how) as campaign:
        campaign.add_column(sa.Column("motto", sa.Text()))
    {{then}}
"""


def learn(scripts: Path) -> None:
    """Make this process a newer program, which knows one revision more."""
    upgrade.SCRIPTS = scripts
    revision.HEAD, revision.KNOWN = LATER, (*revision.KNOWN, LATER)


def newer(folder: Path, then: str = "pass") -> Path:
    """The scripts of a newer program."""
    scripts = folder / "scripts"
    shutil.copytree(ROOT / "migrations", scripts)
    (scripts / "versions" / f"{LATER}_next.py").write_text(NEXT.format(then=then))
    return scripts


@pytest.fixture
def old(nothing: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of a database of this program, which is soon the older one."""
    for module, name in ((upgrade, "SCRIPTS"), (revision, "HEAD"), (revision, "KNOWN")):
        monkeypatch.setattr(module, name, getattr(module, name))
    database = open_database(nothing)
    schema.ensure(database)
    with writing(database) as session:
        journal.append(session, "campaign/1", "test", {"n": 1}, author="Anna", now=NOW)
        connection = session.connection()
        connection.exec_driver_sql(
            "INSERT INTO campaign VALUES ('campaign/1', 'u', 'Tuesday', 'p', 1, 1, '', '', false)"
        )
        connection.exec_driver_sql("INSERT INTO city VALUES ('campaign/1', 'bear', '', NULL, 0, 0)")
    database.dispose()
    return nothing


def counted(database: sa.Engine) -> list[object]:
    with reading(database) as session:
        tables = ("entry", "campaign", "city")
        query = "SELECT count(*) FROM {}"
        return [session.connection().exec_driver_sql(query.format(t)).scalar() for t in tables]


@pytest.fixture
def older(nothing: str) -> sa.Engine:
    """The database that a program with schema 0004 has left behind."""
    database = open_database(nothing)
    with closing(sqlite3.connect(":memory:")) as dump, database.begin() as connection:
        dump.executescript(OLD.read_text(encoding="utf-8"))
        command.upgrade(upgrade.config(connection), "0004")
        tables = sa.MetaData()
        tables.reflect(connection)
        for table in tables.sorted_tables:
            rows = dump.execute(f"SELECT {', '.join(table.c.keys())} FROM {table.name}").fetchall()
            if table.name != "alembic_version" and rows:
                values = [dict(zip(table.c.keys(), row, strict=True)) for row in rows]
                connection.execute(sa.insert(table), values)
    return database


def test_rows_of_an_older_schema_are_carried_over(older: sa.Engine) -> None:
    assert schema.ensure(older) is not None
    assert integrity.file_problems(older) == ()
    with reading(older) as session:
        audits = [run.audit_campaign(session, "campaign/1"), audit.audit_sessions(session)]
        assert [audit.ok for audit in audits] == [True, True]
        assert whole.audit_orphans(session).problems == ()
        head = chain.head(session)
        notes = [{check.name: check.note for check in one.checks}["stored views"] for one in audits]
        assert [str(note).partition(", ")[2] for note in notes] == [
            "8 sheets not stored yet: campaign db rebuild",
            "10 sheets not stored yet: campaign db rebuild",
        ]
        replayed = list(sessions.every(session))
        assert [one.verdict.sheets for one in sessions.every_as_stored(session)] == [
            one.verdict.sheets for one in replayed
        ]
        assert [row.number for row in sessions_list.listed(session)] == [1, 2, 3, 4]
        assert sessions.session_with_record(session, replayed[1].text)
    with writing(older) as session:
        run.rebuild(session)
    with reading(older) as session:
        notes = [check.note for check in audit.audit_sessions(session).checks]
        assert notes[-1] == "as derived"
        stored = list(sessions.every_as_stored(session))
        assert [one.verdict.sheets for one in stored] == [one.verdict.sheets for one in replayed]
        assert stored[1].verdict.state == ()  # it was not replayed
        assert sessions.session_with_record(session, replayed[1].text)
    with writing(older) as session:
        journal.append(session, "session/9", "test", {}, author="Anna", now=NOW)
    with reading(older) as session:
        continued = whole.audit_chain(session, head)
        assert (continued.ok, f"continues the head {head} after" in str(continued.note)) == (
            True,
            True,
        )
        for model in PROJECTIONS:
            assert session.exec(select(model)).first() or model is ShaftRow
        (draft,) = drafts.all_drafts(session)
        assert (draft.content, draft.saved) == ("eagle: pass", 2)
        assert settings.read(session, "Anna", "campaign in use") == "Tuesday"
    older.dispose()


def test_shafts_of_an_older_schema_become_rows(older: sa.Engine) -> None:
    with older.begin() as connection:
        connection.exec_driver_sql("UPDATE city SET shafts = 'B 3 R 12' WHERE seat = 'bear'")
    schema.ensure(older)
    with reading(older) as session:
        dug = [(shaft.seat, shaft.colour, shaft.depth) for shaft in session.exec(select(ShaftRow))]
    assert sorted(dug) == [("bear", "B", 3), ("bear", "R", 12)]
    older.dispose()


def test_the_places_of_imported_plays_become_rows(older: sa.Engine) -> None:
    with older.begin() as connection:
        command.upgrade(upgrade.config(connection), "0011")
    imported = {"app": "BG Stats", "id": "1", "place": 'Café "Zur Post"'}
    with Session(older) as session, session.begin():
        for number, payload in ((7, {"imported": imported}), (8, {"record": '"imported"'})):
            stream = f"session/{number}"
            journal.append(session, stream, "session recorded", payload, author="Anna", now=NOW)
            session.connection().exec_driver_sql(
                "INSERT INTO session_log (stream, episode, game, edition, recorded_at, verdict, "
                f"as_played, entry, number) VALUES ('{stream}', 0, '', '', '', '', false, 1, 7)"
            )
    schema.ensure(older)
    with reading(older) as session:
        query = select(SessionLog.stream, SessionLog.place)
        places = session.exec(query.where(col(SessionLog.place).is_not(None))).all()
    assert places == [("session/7", 'Café "Zur Post"')]
    older.dispose()


def test_a_copy_is_made_and_every_row_stays(old: str, tmp_path: Path) -> None:
    learn(newer(tmp_path))
    database = open_database(old)
    moved = schema.ensure(database)
    assert moved is not None
    assert (moved.before, moved.after) == (NOW_KNOWN, LATER)
    assert counted(database) == [1, 1, 1]  # the rebuilt parent has taken no child with it
    with pytest.raises(StoreError, match="append-only"), writing(database) as session:
        session.connection().exec_driver_sql("DELETE FROM entry")
    assert schema.ensure(database) is None
    database.dispose()
    if moved.backup:
        assert moved.backup.parent == tmp_path / "backups"
        with closing(sqlite3.connect(moved.backup)) as copy:
            assert copy.execute("SELECT version_num FROM alembic_version").fetchone() == (
                NOW_KNOWN,
            )
            assert copy.execute("SELECT count(*) FROM entry").fetchone() == (1,)
    assert bool(moved.backup) == (database.dialect.name == "sqlite")


@pytest.mark.parametrize(
    "then",
    [
        "raise ZeroDivisionError",
        "op.execute('INSERT INTO envoy VALUES (1, 2, 3)')",
        "op.execute(\"INSERT INTO city VALUES ('campaign/8', 'bear', '', NULL, 0, 0)\")",
    ],
)
def test_an_upgrade_that_fails_leaves_the_old_schema(old: str, tmp_path: Path, then: str) -> None:
    learn(newer(tmp_path, then))
    database = open_database(old)
    with pytest.raises((StoreError, ZeroDivisionError)):
        schema.ensure(database)
    assert schema.read_revision(database) == NOW_KNOWN
    assert counted(database) == [1, 1, 1]
    with database.connect() as connection:
        assert not sa.inspect(connection).has_table("envoy")
        columns = {column["name"] for column in sa.inspect(connection).get_columns("campaign")}
    assert "motto" not in columns
    database.dispose()


def test_a_file_of_two_names_is_not_upgraded(older: sa.Engine, tmp_path: Path) -> None:
    """The log of one name would be replayed over what the other one holds by then."""
    if older.dialect.name != "sqlite":
        older.dispose()
        pytest.skip("a server keeps no file of this name")
    (tmp_path / "other.db").hardlink_to(str(older.url.database))
    before = schema.read_revision(older)
    with pytest.raises(StoreError, match="another name"):
        schema.ensure(older)
    assert schema.read_revision(older) == before
    older.dispose()


def test_a_newer_schema_is_refused(old: str, tmp_path: Path) -> None:
    database = open_database(old)
    with writing(database) as session:
        session.connection().exec_driver_sql(f"UPDATE alembic_version SET version_num = '{LATER}'")
    with pytest.raises(DatabaseNewer, match=f"schema {LATER}, this program knows {NOW_KNOWN}"):
        schema.ensure(database)
    database.dispose()


@pytest.mark.parametrize(
    ("known", "error"), [(LATER, DatabaseNewer), (revision.KNOWN[-2], DatabaseOlder)]
)
def test_nothing_is_written_once_the_schema_is_another(
    old: str, known: str, error: type[StoreError]
) -> None:
    """As when another release upgrades what is open at a prompt, or an older copy is restored."""
    database = open_database(old)
    with writing(database) as session:
        session.connection().exec_driver_sql(f"UPDATE alembic_version SET version_num = '{known}'")
    with pytest.raises(error, match=known), writing(database):
        pytest.fail("a transaction began")
    database.dispose()


def test_another_program_that_counts_its_revisions_alike_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "c.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
        connection.execute("INSERT INTO alembic_version VALUES ('0001')")
        connection.execute("CREATE TABLE recipes (name TEXT)")
        connection.commit()
    database = open_database(path)
    with pytest.raises(DatabaseDamaged, match="another program"):
        schema.ensure(database)
    database.dispose()


def start(send: Send, address: str, scripts: Path, gate: Barrier) -> None:
    learn(scripts)
    gate.wait(GIVE_UP)
    database = open_database(address, busy_ms=GIVE_UP * 1000)
    moved = schema.ensure(database)
    database.dispose()
    send(moved is not None)


def test_of_several_newer_programs_one_upgrades(old: str, tmp_path: Path) -> None:
    scripts, gate = newer(tmp_path), CONTEXT.Barrier(3)
    workers = [Worker(start, old, scripts, gate) for _ in range(3)]
    assert sorted(worker.receive() for worker in workers) == [False, False, True]
    assert [worker.wait() for worker in workers] == [0, 0, 0]
    if not old.startswith("postgresql"):
        assert len(list((tmp_path / "backups").iterdir())) == 1
