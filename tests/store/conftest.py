"""A database for every test of the store, on SQLite and, where its programs are, PostgreSQL."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
import sqlalchemy as sa

from campaign.store import journal, schema
from campaign.store.database import open_database, writing

NOW = datetime(2026, 11, 20, 21, 0, tzinfo=UTC)


def programs() -> Path | None:
    """The folder of PostgreSQL's own programs."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), reverse=True)
    return found[0].parent if found else None


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A throw-away server on a socket of its own; gives the URL without the database's name."""
    folder = programs()
    if folder is None:
        pytest.skip("PostgreSQL's programs (initdb, pg_ctl) are not installed")
    root = Path("/tmp") / f"pg{os.getpid()}"  # a socket's path is short
    root.mkdir()
    lower: list[str] = []
    if os.geteuid() == 0:
        try:
            shutil.chown(root, "postgres", "postgres")
        except LookupError:
            root.rmdir()
            pytest.skip("PostgreSQL does not run as root, and there is no user postgres")
        lower = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", "--"]
    data = str(root / "d")

    def run(*arguments: str) -> None:
        done = subprocess.run(
            [*lower, *arguments], cwd=root, capture_output=True, text=True, check=False
        )
        if done.returncode:
            pytest.skip(f"PostgreSQL does not start: {done.stderr.strip()[:200]}")

    run(str(folder / "initdb"), "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8",
        "--locale=C.UTF-8", "--no-sync")  # fmt: skip
    options = f"-c listen_addresses='' -c unix_socket_directories={root} -c fsync=off"
    run(str(folder / "pg_ctl"), "-D", data, "-l", f"{data}/log", "-w", "-o", options, "start")
    try:
        yield f"postgresql+psycopg://postgres@/{{}}?host={root}"
    finally:
        run(str(folder / "pg_ctl"), "-D", data, "-m", "immediate", "-w", "stop")
        shutil.rmtree(root, ignore_errors=True)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[sa.Engine]:
    """An empty database at the newest schema."""
    location = str(tmp_path / "campaign.db")
    if request.param == "postgresql":
        url = request.getfixturevalue("server")
        name = f"t{abs(hash(request.node.name)) % 10**9}"
        keeper = sa.create_engine(url.format("postgres"), isolation_level="AUTOCOMMIT")
        with keeper.connect() as connection:
            connection.execute(sa.text(f"DROP DATABASE IF EXISTS {name}"))
            connection.execute(sa.text(f"CREATE DATABASE {name}"))
        keeper.dispose()
        location = url.format(name)
    made = open_database(location)
    schema.ensure(made)
    yield made
    made.dispose()


@pytest.fixture
def sqlite(tmp_path: Path) -> Iterator[sa.Engine]:
    """An empty SQLite database at the newest schema."""
    made = open_database(tmp_path / "campaign.db")
    schema.ensure(made)
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
