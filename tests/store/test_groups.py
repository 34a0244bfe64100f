"""Groups on one server: what a member of one tries against another one, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from campaign.store import schema
from campaign.store.database import WRITERS_LOCK, open_database, writing
from tests.fixtures import NEW, Run
from tests.store.conftest import psql
from tests.store.test_projections import a_campaign

if TYPE_CHECKING:
    from psycopg import Connection


@pytest.fixture(scope="session")
def groups(server: str) -> str:
    """The server of two groups, made by the scripts: tuesday plays, ben is a member of friday."""
    psql(server, "postgres", "server.sql")
    for group in ("tuesday", "friday"):
        psql(server, "postgres", "group.sql", f"group={group}")
    owner = open_database(as_role("campaign_owner", server, "tuesday"))
    schema.ensure(owner)
    psql(server, "tuesday", "rights.sql")
    with owner.begin() as connection:
        connection.exec_driver_sql("SELECT lo_from_bytea(4711, 'secret')")
    owner.dispose()
    root = open_database(server.format("postgres"))
    with root.begin() as connection:
        connection.exec_driver_sql("CREATE ROLE anna LOGIN IN ROLE tuesday_member")
        connection.exec_driver_sql("CREATE ROLE ben LOGIN IN ROLE friday_member")
    root.dispose()
    return server


def as_role(role: str, server: str, database: str) -> str:
    return server.format(database).replace("postgres@", f"{role}@")


def connected(address: str) -> Connection[Any]:
    import psycopg  # noqa: PLC0415  an extra, which is there when there is a server

    return psycopg.connect(address.replace("+psycopg", ""), autocommit=True)


@pytest.fixture
def ben(groups: str) -> Iterator[Connection[Any]]:
    """The connection of ben to the database of his group."""
    with connected(as_role("ben", groups, "friday")) as connection:
        yield connection


def refused(connection: Connection[Any], statement: str) -> str:
    """The code of the error with which the server refuses a statement; fails where it does it."""
    with pytest.raises(connection.Error) as error:
        connection.execute(statement.encode())
    return error.value.sqlstate or "no error of the server"


def rows(connection: Connection[Any], statement: str) -> list[tuple[object, ...]]:
    found = connection.execute(statement.encode())
    return found.fetchall() if found.description else []


MAY_NOT, NO_SUCH, NOT_MADE, NOT_THERE = "42501", "42704", "0A000", "58P01"
HOSTILE = {
    # in the name of somebody else
    "SET ROLE tuesday_member": MAY_NOT,
    "SET ROLE campaign_owner": MAY_NOT,
    "SET ROLE campaign_reader": MAY_NOT,
    "SET SESSION AUTHORIZATION anna": MAY_NOT,
    "GRANT tuesday_member TO ben": MAY_NOT,
    "GRANT pg_read_all_data TO ben": MAY_NOT,
    "CREATE ROLE eve LOGIN IN ROLE tuesday_member": MAY_NOT,
    "ALTER ROLE anna PASSWORD 'x'": MAY_NOT,
    "ALTER ROLE ben SUPERUSER": MAY_NOT,
    "SELECT rolpassword FROM pg_authid": MAY_NOT,
    # into the other database
    "SELECT * FROM tuesday.public.entry": NOT_MADE,
    "CREATE DATABASE spoils TEMPLATE tuesday": MAY_NOT,
    "ALTER DATABASE tuesday OWNER TO ben": MAY_NOT,
    "ALTER DATABASE tuesday CONNECTION LIMIT 0": MAY_NOT,
    "DROP DATABASE tuesday": MAY_NOT,
    "GRANT CONNECT ON DATABASE tuesday TO ben": MAY_NOT,
    "CREATE EXTENSION dblink": f"{MAY_NOT} {NOT_MADE} {NOT_THERE}",
    "CREATE EXTENSION postgres_fdw": f"{MAY_NOT} {NOT_MADE} {NOT_THERE}",
    "CREATE EXTENSION file_fdw": f"{MAY_NOT} {NOT_MADE} {NOT_THERE}",
    # through the files of the server
    "COPY (SELECT 1) TO '/tmp/friday'": MAY_NOT,
    "COPY (SELECT 1) TO PROGRAM 'id'": MAY_NOT,
    "SELECT pg_read_file('PG_VERSION')": MAY_NOT,
    "SELECT pg_ls_dir('base')": MAY_NOT,
    "SELECT lo_import('/etc/passwd')": MAY_NOT,
    "SELECT lo_get(4711)": NO_SUCH,
    "SELECT * FROM pg_largeobject": MAY_NOT,
    "LOAD '/tmp/eve.so'": f"{MAY_NOT} {NOT_MADE} {NOT_THERE}",
    # a function that does it, or something that stands before what the program reads
    "DO $$ BEGIN EXECUTE 'SET ROLE tuesday_member'; END $$": MAY_NOT,
    "DO $$ BEGIN EXECUTE 'COPY (SELECT 1) TO PROGRAM ''id'''; END $$": MAY_NOT,
    "CREATE FUNCTION eve() RETURNS int LANGUAGE sql SECURITY DEFINER AS 'SELECT 1'": MAY_NOT,
    "CREATE TABLE entry (seq int)": MAY_NOT,
    "CREATE SCHEMA ben": MAY_NOT,
    "CREATE TEMPORARY TABLE entry (seq int)": MAY_NOT,
    # against those who play there
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'tuesday'": MAY_NOT,
    "SELECT pg_reload_conf()": MAY_NOT,
    "ALTER SYSTEM SET max_connections = 1": MAY_NOT,
}
"""What ben tries in the database of his group, and the error that it ends with."""


@pytest.fixture
def anna(groups: str) -> Iterator[Connection[Any]]:
    """The connection of anna to tuesday, in which she has read."""
    with connected(as_role("anna", groups, "tuesday")) as connection:
        rows(connection, "SELECT count(*) FROM entry")
        yield connection


def test_what_a_member_tries_against_another_group(
    ben: Connection[Any], anna: Connection[Any]
) -> None:
    codes = {statement: refused(ben, statement) for statement in HOSTILE}
    assert {one: code for one, code in codes.items() if code not in HOSTILE[one]} == {}
    assert rows(anna, "SELECT 1") == [(1,)]


def test_the_other_group_is_not_let_in(groups: str, run: Run) -> None:
    for database in ("tuesday", "postgres", "template1"):
        done = run(["status", "--db", as_role("ben", groups, database)])
        assert (done.code, "does not let you in" in done.err) == (5, True), done.err


def test_only_names_of_the_other_group_are_seen(
    ben: Connection[Any], anna: Connection[Any]
) -> None:
    """The catalog of a server has the names of its databases and roles for everybody."""
    assert ("tuesday",) in rows(ben, "SELECT datname FROM pg_database")
    tables = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'"
    assert rows(ben, tables) == []
    rows(ben, "SET search_path = pg_catalog, public, tuesday")
    assert rows(ben, tables) == []
    seen = rows(ben, "SELECT query FROM pg_stat_activity WHERE usename = 'anna'")
    assert seen == [("<insufficient privilege>",)]


def test_the_lock_of_one_group_is_not_that_of_another(ben: Connection[Any], groups: str) -> None:
    rows(ben, f"SELECT pg_advisory_lock({WRITERS_LOCK})")
    database = open_database(as_role("anna", groups, "tuesday"), busy_ms=1)
    with writing(database) as session:
        a_campaign(session)
    database.dispose()


def test_a_reader_proves_and_writes_nothing(groups: str, run: Run) -> None:
    reader = as_role("campaign_reader", groups, "tuesday")
    for line in ("db check", "db status", "audit --all"):
        done = run(f"{line} --db {reader}")
        assert done.code == 0, done.err
    done = run(f"{NEW.replace('Tuesday', 'Late')} --yes --db {reader}")
    assert (done.code, "may not do that" in done.err) == (5, True)
