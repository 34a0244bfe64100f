"""A database for every test of the store, on SQLite and, where its programs are, PostgreSQL."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import NoReturn

import pytest
import sqlalchemy as sa

from campaign.store import journal, schema
from campaign.store.database import open_database, writing
from tests.fixtures import CHAPTER, NEW, Run
from tests.processes import GIVE_UP
from tests.soak import CI

NOW = datetime(2026, 11, 20, 21, 0, tzinfo=UTC)
OLD = Path(__file__).parent / "old" / "0004.sql"
"""A database that the program with schema 0004 has written, as SQLite dumps it."""
SCRIPTS = Path(__file__).parents[2] / "deploy" / "postgresql"
SHORT = "/dev/shm" if os.environ.get("TMPDIR") == "/dev/shm" else "/tmp"
"""A folder with a short name, as sockets need it."""
NUMBERS = count(1)
"""Of the databases on the temporary server."""


def programs() -> Path | None:
    """The folder of PostgreSQL's own programs."""
    servers = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), reverse=True)
    return servers[0].parent if servers else None


def absent(why: str) -> NoReturn:
    """Leave the tests on PostgreSQL out and say why, unless they are required."""
    if CI:
        pytest.fail(why)
    pytest.skip(why)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A temporary server on a socket of its own; gives the URL without the database's name."""
    folder = programs()
    if folder is None:
        absent("PostgreSQL's programs (initdb, pg_ctl) are not installed")
    try:
        import psycopg  # noqa: F401, PLC0415  whether it is there
    except ModuleNotFoundError:
        absent("the driver psycopg is not installed")
    root = Path(tempfile.mkdtemp(prefix="pg", dir=SHORT))
    data = str(root / "d")
    lower: list[str] = []

    def run(program: str, *arguments: str) -> str:
        """What went wrong; nothing if nothing did."""
        command = [*lower, str(folder / program), "-D", data, *arguments]
        done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
        return done.stderr.strip()[:200] if done.returncode else ""

    try:
        if os.geteuid() == 0:
            try:
                shutil.chown(root, "postgres", "postgres")
            except LookupError:
                absent("PostgreSQL does not run as root, and there is no user postgres")
            lower += ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", "--"]
        options = f"-c listen_addresses='' -c unix_socket_directories={root} -c fsync=off"
        made = "-U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync"
        started = ["-l", f"{data}/log", "-w", "-t", str(GIVE_UP), "-o", options]
        wrong = run("initdb", *made.split()) or run("pg_ctl", *started, "start")
        if wrong:
            absent(f"PostgreSQL does not start: {wrong}")
        url = f"postgresql+psycopg://postgres@/{{}}?host={root}&connect_timeout={GIVE_UP}"
        create(url, "model")
        model = open_database(url.format("model"))
        schema.ensure(model)
        model.dispose()
        yield url
    finally:
        run("pg_ctl", "-m", "immediate", "-w", "stop")
        shutil.rmtree(root, ignore_errors=True)


def create(url: str, name: str, like: str = "template1") -> None:
    """A new database on the server, a copy of another one."""
    import psycopg  # noqa: PLC0415  an extra, which is there when there is a server

    address = url.format("postgres").replace("+psycopg", "")
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {like}".encode())


def psql(url: str, database: str, script: str, *variables: str) -> None:
    """Run a script of deploy/postgresql as the superuser of the server."""
    folder = programs()
    assert folder
    given = [word for variable in variables for word in ("-v", variable)]
    address = url.format(database).replace("+psycopg", "")
    command = [str(folder / "psql"), "-Xq", "-d", address, *given, "-f", str(SCRIPTS / script)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.fixture
def group(run: Run, server: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of a database with a campaign, an episode and a session."""
    name = f"r{next(NUMBERS)}"
    create(server, name, like="model")
    monkeypatch.setenv("CAMPAIGN_DB", server.format(name))
    for line in (NEW, "envelope open 1", f"episode record '{CHAPTER / 'episode-1.toml'}'"):
        done = run(f"{line} --yes")
        assert done.code == 0, done.err
    return server.format(name)


@pytest.fixture(params=["sqlite", "postgresql"])
def nothing(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database without any table."""
    if request.param == "sqlite":
        return str(tmp_path / "campaign.db")
    url: str = request.getfixturevalue("server")
    name = f"n{next(NUMBERS)}"
    create(url, name)
    return url.format(name)


@pytest.fixture(scope="session")
def new_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty SQLite database at the newest schema, to be copied: a copy is quicker to make."""
    path = tmp_path_factory.mktemp("new") / "campaign.db"
    made = open_database(path)
    schema.ensure(made)
    made.dispose()
    return path


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[sa.Engine]:
    """An empty database at the newest schema."""
    if request.param == "sqlite":
        yield request.getfixturevalue("sqlite")
        return
    url = request.getfixturevalue("server")
    name = f"t{next(NUMBERS)}"
    create(url, name, like="model")
    made = open_database(url.format(name))
    yield made
    made.dispose()


@pytest.fixture
def sqlite(new_file: Path, tmp_path: Path) -> Iterator[sa.Engine]:
    """An empty SQLite database at the newest schema."""
    made = open_database(shutil.copy(new_file, tmp_path / "campaign.db"))
    yield made
    made.dispose()


Append = Callable[..., journal.Entry]


@pytest.fixture
def append(database: sa.Engine) -> Append:
    """Add an entry in a transaction of its own."""

    def add(stream: str = "session/1", **payload: object) -> journal.Entry:
        with writing(database) as session:
            return journal.append(session, stream, "test", payload, author="Anna", now=NOW)

    return add


@contextmanager
def somebody() -> Iterator[None]:
    """Work without the rights of root, for which no file is read-only."""
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(user)
