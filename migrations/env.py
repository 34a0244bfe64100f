"""Run Alembic, always on a connection that the program has opened and locked.

The program's connections begin real transactions on SQLite, too, so a migration is carried out
completely or not at all.
"""

from __future__ import annotations

from typing import Literal

import sqlalchemy as sa
from alembic import context

from campaign.store.tables import METADATA


def render(kind: str, item: object, _: object) -> str | Literal[False]:
    """Write plain SQLAlchemy types into migrations, so that they import nothing of the program."""
    if kind == "type" and isinstance(item, sa.Text):
        return "sa.Text()"
    return False


def included(item: object, _name: str | None, kind: str, *_: object) -> bool:
    """Leave out derived columns; a test compares them with the snapshots beside this file."""
    derived = (sa.Computed, sa.FetchedValue)
    return not (kind == "column" and type(getattr(item, "server_default", None)) in derived)


def run(connection: sa.Connection) -> None:
    """Run the migrations in the present transaction of the connection."""
    context.configure(
        connection=connection,
        target_metadata=METADATA,
        render_item=render,
        include_object=included,
        render_as_batch=connection.dialect.name == "sqlite",
        compare_type=True,
        compare_server_default=True,
        transactional_ddl=True,
    )
    with context.begin_transaction():
        context.run_migrations()


connectable = context.config.attributes.get("connection")
if isinstance(connectable, sa.Engine):
    with connectable.begin() as connection:
        run(connection)
elif connectable is not None:
    run(connectable)
else:
    raise SystemExit("migrations run through the program: campaign db upgrade")
