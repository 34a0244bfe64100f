"""Databases on a server: connections, drivers, transactions and rights."""

from __future__ import annotations

import gc
import os
import socket
from typing import Any

import pytest
import sqlalchemy as sa
from sqlmodel import Session

from campaign.store import journal, schema
from campaign.store.database import open_database, reading, writing
from campaign.store.errors import (
    DatabaseBusy,
    DatabaseDamaged,
    DatabaseMissing,
    DatabaseReadOnly,
    StoreError,
)
from tests.fixtures import NEW, Run
from tests.store.conftest import create
from tests.store.test_database import refused, write


def change(address: str, statement: str) -> None:
    """Change a database on a server as its superuser."""
    database = open_database(address)
    with database.begin() as connection:
        connection.exec_driver_sql(statement)
    database.dispose()


@pytest.mark.parametrize("query", ["", "?password=secret"])
def test_a_server_that_does_not_answer_is_named(query: str) -> None:
    pytest.importorskip("psycopg", reason="the driver psycopg is not installed")
    text = refused(DatabaseBusy, f"postgresql://anna:secret@127.0.0.1:1/campaign{query}")
    assert "127.0.0.1:1/campaign" in text
    assert "secret" not in text
    assert "connect_timeout" not in text
    assert "keepalives" not in text


def test_a_lost_network_is_noticed_unless_the_address_says_otherwise() -> None:
    pytest.importorskip("psycopg")
    url = open_database("postgresql://anna@db.example/club?keepalives_idle=5").url
    assert (url.query["keepalives_idle"], url.query["tcp_user_timeout"]) == ("5", "60000")


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (ModuleNotFoundError("No module named 'psycopg'"), "needs the extra postgres"),
        (ImportError("no pq wrapper available.\nAttempts"), "loaded: no pq wrapper available."),
    ],
)
def test_without_a_driver_it_is_said_how_to_install_one(
    monkeypatch: pytest.MonkeyPatch, error: ImportError, why: str
) -> None:
    """As after `pip install psycopg`, which brings no libpq."""

    def make(*_: object, **__: object) -> sa.Engine:
        raise error

    monkeypatch.setattr(sa, "create_engine", make)
    with pytest.raises(StoreError) as raised:
        open_database("postgresql://anna@db.example/club")
    assert why in str(raised.value)
    assert "psycopg[binary]" in raised.value.remedy


def test_a_connection_that_was_dropped_at_rest_is_made_again(server: str) -> None:
    """As when a server restarts while somebody thinks at a prompt."""
    create(server, "resting", like="model")
    database = open_database(server.format("resting"))
    other = open_database(server.format("postgres"))
    with reading(database) as session:
        resting = session.connection().exec_driver_sql("SELECT pg_backend_pid()").scalar_one()
    with other.connect() as connection:
        connection.exec_driver_sql(f"SELECT pg_terminate_backend({resting}, 10000)")
    with reading(database) as session:
        assert journal.head_hash(session, "campaign/1") == ""
    for engine in (database, other):
        engine.dispose()


def test_nothing_is_prepared_on_a_server(server: str) -> None:
    """A pooler, such as pgbouncer, gives each transaction another connection."""
    database = open_database(server.format("model"))
    prepared = "SELECT count(*) FROM pg_prepared_statements"
    with reading(database) as session:
        counts = {session.connection().exec_driver_sql(prepared).scalar_one() for _ in range(9)}
    database.dispose()
    assert counts == {0}


def test_a_server_says_what_it_has_not(server: str) -> None:
    assert "no such database" in refused(DatabaseMissing, server.format("nowhere"))
    stranger = server.replace("postgres@", "stranger@").format("model")
    assert "does not let you in" in refused(DatabaseMissing, stranger)


def test_a_server_with_tables_of_another_program_is_left_alone(server: str) -> None:
    create(server, "recipes")
    database = open_database(server.format("recipes"))
    with database.begin() as connection:
        connection.execute(sa.text("CREATE TABLE recipes (name TEXT)"))
    database.dispose()
    assert "another program" in refused(DatabaseDamaged, server.format("recipes"))


def test_the_tables_are_found_behind_a_schema_of_the_account(run: Run, group: str) -> None:
    """The name of the account comes first where a server searches for tables."""
    change(group, "CREATE SCHEMA postgres")
    assert run("db check").code == 0
    assert run("db upgrade").code == 0
    audit = run("audit")
    assert audit.code == 0, audit.out
    change(group, "CREATE RULE gone AS ON INSERT TO entry DO INSTEAD NOTHING")
    assert "rule gone on entry" in run("city rename eagle Ulm --yes").err


@pytest.mark.parametrize("name", ["Club", "our-club", 'the "club", x'])
def test_a_schema_may_have_any_name(
    run: Run, server: str, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """A capital or a hyphen in it was refused as no syntax of a name."""
    create(server, base := f"named{len(name)}")
    quoted = '"' + name.replace('"', '""') + '"'
    change(server.format(base), f"CREATE SCHEMA {quoted}")
    change(server.format(base), f"ALTER DATABASE {base} SET search_path = {quoted}")
    monkeypatch.setenv("CAMPAIGN_DB", server.format(base))
    assert run(f"{NEW} --yes").code == 0
    assert run("audit").code == 0
    assert run("db check").code == 0


def test_a_server_where_another_program_counts_its_schemas_is_left_alone(server: str) -> None:
    create(server, "counted")
    change(server.format("counted"), "CREATE TABLE alembic_version AS SELECT 'x' AS version_num")
    change(server.format("counted"), "CREATE SCHEMA postgres")
    assert "another program" in refused(DatabaseDamaged, server.format("counted"))


def test_a_connection_that_breaks_is_told(server: str) -> None:
    create(server, "broken", like="model")
    database = open_database(server.format("broken"))
    end = "SELECT pg_terminate_backend(pg_backend_pid())"
    for transaction in (writing, reading):
        with pytest.raises(DatabaseBusy), transaction(database) as session:
            session.connection().exec_driver_sql(end)
    write(database)
    database.dispose()


def _lose_network(connection: sa.Connection) -> None:
    driver: Any = connection.connection.dbapi_connection
    with socket.socket(fileno=os.dup(driver.fileno())) as lost:
        lost.shutdown(socket.SHUT_RDWR)


def _lose_network_and_write(connection: sa.Connection) -> None:
    _lose_network(connection)
    connection.exec_driver_sql("SELECT %s", [(1,), (2,)])


def _lose_network_and_stop_reading(session: Session) -> None:
    many = sa.select(sa.func.generate_series(1, 9)).execution_options(yield_per=2)
    rows = session.execute(many)
    _lose_network(session.connection())
    rows.close()
    session.execute(sa.select(1))


@pytest.mark.filterwarnings("ignore::ResourceWarning")  # of a cursor that nothing can close
def test_the_driver_says_nothing_beside_the_error(
    server: str, caplog: pytest.LogCaptureFixture
) -> None:
    """A line of a log stood before the error, or a traceback, also where the error is JSON."""
    create(server, "pipe", like="model")
    database = open_database(server.format("pipe"))
    with pytest.raises(DatabaseBusy), writing(database) as session:
        _lose_network_and_write(session.connection())
    with pytest.raises(DatabaseBusy), reading(database) as session:
        _lose_network_and_stop_reading(session)
    database.dispose()
    gc.collect()
    assert [] == [record.getMessage() for record in caplog.records]


@pytest.mark.parametrize("level", ["repeatable read", "serializable"])
def test_a_writer_sees_what_was_written_while_it_waited(server: str, level: str) -> None:
    """Also where a server begins each transaction with one state of the database."""
    create(server, name := f"level_{level[:6]}", like="model")
    owner = open_database(server.format("postgres"))
    with owner.begin() as connection:
        connection.exec_driver_sql(
            f"ALTER DATABASE {name} SET default_transaction_isolation = '{level}'"
        )
    database = open_database(server.format(name))
    with reading(database) as session:
        journal.head_hash(session, "campaign/1")
    with writing(database) as session:
        shown = session.connection().exec_driver_sql("SHOW transaction_isolation")
        assert shown.scalar_one() == "read committed"
    for engine in (owner, database):
        engine.dispose()


def test_an_account_that_may_only_read_is_told(server: str) -> None:
    create(server, "guarded", like="model")
    keeper = open_database(server.format("guarded"))
    with keeper.begin() as connection:
        connection.exec_driver_sql("CREATE ROLE guest LOGIN")
        connection.exec_driver_sql("GRANT SELECT ON ALL TABLES IN SCHEMA public TO guest")
    keeper.dispose()
    database = open_database(server.replace("postgres@", "guest@").format("guarded"))
    assert schema.ensure(database) is None
    with pytest.raises(DatabaseReadOnly, match="may not do that"):
        write(database)
    database.dispose()
