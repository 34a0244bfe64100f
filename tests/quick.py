"""Make databases cheap for tests that are not about databases.

`databases` holds for every command that a test runs in its own process. It changes nothing that a
command reads or prints. A new database gets the newest schema from a script, which is read once
from a database made by Alembic. Statements are compiled once for all databases, and nothing waits
for the disk. `migrations` brings Alembic back for tests of databases.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
import sqlalchemy as sa

from campaign.store import addresses, database, revision, schema, upgrade
from campaign.store.errors import translating_errors
from campaign.store.location import MEMORY

by_alembic, create_engine = upgrade.upgrade, sa.create_engine


class Compiled(dict[tuple[Any, ...], Any]):
    """Compiled statements by kind of database, as SQLAlchemy would keep them for each database."""

    def get(self, key: tuple[Any, ...], default: Any = None) -> Any:
        return super().get((type(key[0]), *key[1:]), default)

    def __setitem__(self, key: tuple[Any, ...], compiled: Any) -> None:
        super().__setitem__((type(key[0]), *key[1:]), compiled)


COMPILED = Compiled()


def databases(patch: pytest.MonkeyPatch) -> None:
    """Make the databases of this process cheap."""
    patch.setattr(upgrade, "upgrade", _by_script)
    patch.setattr(database, "SYNCHRONOUS", "OFF")
    patch.setattr(sa, "create_engine", _create_engine)


def migrations(patch: pytest.MonkeyPatch) -> None:
    """Make databases with Alembic again."""
    patch.setattr(upgrade, "upgrade", by_alembic)


def _create_engine(url: sa.URL, **words: Any) -> sa.Engine:
    return create_engine(url, **words).execution_options(compiled_cache=COMPILED)


def _by_script(opened: sa.Engine, *, with_copy: bool = True) -> upgrade.Upgrade | None:
    """Give an empty SQLite database the newest schema; any other one is left to Alembic."""
    if opened.dialect.name != "sqlite" or schema.read_revision(opened) is not None:
        return by_alembic(opened, with_copy=with_copy)
    database.check_room(opened)
    with translating_errors(addresses.name_of(opened)), opened.begin() as connection:
        for statement in _script():
            connection.exec_driver_sql(statement)
    return upgrade.Upgrade(None, revision.HEAD, None)


@cache
def _script() -> tuple[str, ...]:
    """Return the statements that make an empty database with the newest schema."""
    made = database.open_database(MEMORY)
    by_alembic(made)
    with made.connect() as connection:
        rows = connection.exec_driver_sql(
            "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type = 'trigger'"
        )
        statements = tuple(rows.scalars())
    made.dispose()
    return (*statements, f"INSERT INTO alembic_version VALUES ('{revision.HEAD}')")
