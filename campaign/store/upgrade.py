"""Make or upgrade a schema with Alembic, in one transaction after a verified copy.

The migrations are found by their folder and never by the name of a package, so that another package
called `migrations` is never run.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa
from alembic import command
from alembic.config import Config

from campaign import shipped
from campaign.store import revision
from campaign.store.addresses import name_of
from campaign.store.copies import backup, remove_old
from campaign.store.database import check_room, take_turn
from campaign.store.errors import DatabaseDamaged, committing, translating_errors
from campaign.store.foreign import refuse_foreign
from campaign.store.integrity import broken_links
from campaign.store.place import check_only_name, check_place, empty_log, file_of

SCRIPTS = shipped.folder("migrations")


class Upgrade(NamedTuple):
    """An upgrade: the revisions before and after it, and the path of the copy made before it."""

    before: str | None
    after: str
    backup: Path | None


def upgrade(database: sa.Engine, *, with_copy: bool = True) -> Upgrade | None:
    """Bring a database to `HEAD`; return None if another process did so meanwhile.

    A file is copied first, unless `with_copy` is false, as for a file that is itself a copy.
    Raises `StoreError`. Then the database is as it was, the new copy is deleted and no older copy
    is removed. Only if the disk fails in the middle of the commit, the new copy stays.
    """
    name = name_of(database)
    check_room(database)
    check_only_name(database)
    copy = None
    # Rebuilding a table with foreign keys on would delete the rows that point to it.
    migrating = database.execution_options(foreign_keys=False)
    try:
        with translating_errors(name), migrating.connect() as connection:
            with connection.begin() as transaction:
                take_turn(connection)
                check_place(connection)
                before = revision.revision_of(connection, name)
                if before == revision.HEAD:
                    return None
                refuse_foreign(connection, name)
                if before and with_copy and file_of(database.url):
                    copy = backup(database, keep=None)
                _migrate(connection, name)
                check_place(connection)
                with committing(name):
                    transaction.commit()
            empty_log(connection)
            check_place(connection)
    except BaseException as error:
        if copy and not getattr(error, "is_unsure", False):
            copy.unlink(missing_ok=True)
        raise
    if copy:
        remove_old(database, copy)
    return Upgrade(before, revision.HEAD, copy)


def _migrate(connection: sa.Connection, name: str) -> None:
    """Run the migrations that are due; raises `DatabaseDamaged` if a link leads to no row."""
    command.upgrade(config(connection), "head")
    if connection.dialect.name == "sqlite" and (broken := broken_links(connection)):
        raise DatabaseDamaged(f"{name} cannot be upgraded: {broken[0]}", "restore a backup")


def config(connection: sa.Connection | None = None) -> Config:
    """Alembic's settings: where the scripts lie, and the connection on which they run."""
    settings = Config()
    settings.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    if connection is not None:
        settings.attributes["connection"] = connection
    return settings
