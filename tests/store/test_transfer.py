"""A database goes from a file to a server and back, whole or not at all."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
import sqlalchemy as sa

from campaign.services import sessions
from campaign.services.audit import database as whole
from campaign.services.audit import run
from campaign.services.values import Author
from campaign.store import continuity, schema, settings
from campaign.store.database import open_database, reading, writing
from campaign.store.errors import DatabaseBusy, DatabaseDamaged, DatabaseOlder, ForbiddenWrite
from campaign.store.tables import METADATA
from campaign.store.transfer import transfer
from tests.fixtures import Refuses, Run, content
from tests.store.conftest import NOW, NUMBERS, create
from tests.store.test_projections import EXAMPLES, a_campaign

Rows = dict[str, list[tuple[object, ...]]]


@pytest.fixture
def full(sqlite: sa.Engine) -> sa.Engine:
    """A campaign, a session and a setting in a file."""
    with writing(sqlite) as session:
        a_campaign(session)
        text = (EXAMPLES / "eternal.toml").read_text("utf-8")
        sessions.keep(session, sessions.preview(text), Author("Anna", NOW))
        settings.write(session, "Anna", "campaign", "campaign/1")
    return sqlite


def rows_of(database: sa.Engine) -> Rows:
    with reading(database) as session:
        return {
            table.name: [
                tuple(row) for row in session.execute(sa.select(table).order_by(*table.primary_key))
            ]
            for table in METADATA.sorted_tables
        }


def test_from_a_file_to_a_server_and_back(full: sa.Engine, server: str, tmp_path: Path) -> None:
    name = f"moved{next(NUMBERS)}"
    create(server, name, like="model")
    club, other = open_database(server.format(name)), open_database(tmp_path / "other.db")
    schema.ensure(other)
    there = transfer(full, club)
    back = transfer(club, other)
    with reading(full) as session:
        assert there == back == continuity.contents(session)
    assert rows_of(full) == rows_of(club) == rows_of(other)
    for database in (club, other):
        assert whole.audit_file(database).ok
        with reading(database) as session:
            assert run.audit_campaign(session, "campaign/1").ok
        database.dispose()


def test_where_something_is_nothing_is_copied(full: sa.Engine, tmp_path: Path) -> None:
    other = open_database(tmp_path / "other.db")
    schema.ensure(other)
    with writing(other) as session:
        settings.write(session, "Ben", "campaign", "campaign/1")
    before = rows_of(other)
    with pytest.raises(ForbiddenWrite, match="holds something already"):
        transfer(full, other)
    assert before == rows_of(other)
    other.dispose()


@pytest.mark.parametrize(
    ("trigger", "damage"),
    [
        ("chain_no_delete", "DELETE FROM chain WHERE number = 2"),
        ("entry_no_update", "UPDATE entry SET author = 'Mallory' WHERE stream = 'campaign/1'"),
        ("entry_no_update", "UPDATE entry SET author = 'Mallory' WHERE stream = 'session/1'"),
    ],
)
def test_what_is_damaged_is_not_copied(
    full: sa.Engine, tmp_path: Path, trigger: str, damage: str
) -> None:
    """The heads are equal also if the content of an entry no longer has its hash."""
    with full.begin() as connection:
        connection.exec_driver_sql(f"DROP TRIGGER {trigger}")
        assert connection.exec_driver_sql(damage).rowcount
    other = open_database(tmp_path / "other.db")
    schema.ensure(other)
    with pytest.raises(DatabaseDamaged):
        transfer(full, other)
    assert not any(rows_of(other).values())
    other.dispose()


def test_no_file_is_left_where_nothing_was_copied(
    played: Run, refuses: Refuses, db: Path, tmp_path: Path
) -> None:
    with sqlite3.connect(db) as connection:
        connection.executescript("DROP TRIGGER chain_no_delete; DELETE FROM chain WHERE number = 2")
    connection.close()
    refuses(f"db copy {db} {tmp_path / 'other.db'}", 5, "is damaged")
    assert not list(tmp_path.glob("*other.db*"))


def test_an_old_one_is_upgraded_first(full: sa.Engine, tmp_path: Path) -> None:
    with full.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0004'")
    with pytest.raises(DatabaseOlder, match="has schema 0004"):
        transfer(full, open_database(tmp_path / "other.db"))
    assert not (tmp_path / "other.db").exists()


def test_the_command_says_what_is_there(
    played: Run, refuses: Refuses, db: Path, tmp_path: Path
) -> None:
    before, other = content(db), tmp_path / "other.db"
    head = played("db status").out.splitlines()[-1]
    copied = played(f"db copy {db} {other}")
    assert copied.code == 0, copied.err
    assert "The head is the same" in copied.err
    assert head == copied.out.splitlines()[-1]
    assert before == content(db)
    assert sorted(before or ()) == sorted(content(other) or ())
    refuses(f"db copy {db} {other}", 5, "holds something already", "Nothing was written")
    refuses(f"db copy {tmp_path / 'none.db'} {other}", 5, "there is no database at")
    for names in (f"{db} :memory:", f":memory: {other}"):
        refuses(f"db copy {names}", 5, "a database in memory is gone when the command ends")


def test_what_fails_after_the_copy_says_that_it_is_kept(
    played: Run, db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as a connection to a server that is lost then."""

    def fail(database: sa.Engine) -> int:
        raise DatabaseBusy(str(database.url))

    monkeypatch.setattr("campaign.cli.db.bytes_of", fail)
    copied = played(f"db copy {db} {tmp_path / 'other.db'}")
    assert copied.code == 5
    assert "What was done before this is kept." in copied.err
    assert sorted(content(db) or ()) == sorted(content(tmp_path / "other.db") or ())
