"""How Alembic runs here: always on a connection that the program has opened and locked.

The program's own connections begin real transactions on SQLite too, so that a migration
is done whole or not at all.
"""

from __future__ import annotations

from typing import Literal

import sqlalchemy as sa
from alembic import context

from campaign.store.tables import METADATA


def render(kind: str, item: object, _: object) -> str | Literal[False]:
    """Migrations name plain SQLAlchemy types and import nothing of the program."""
    if kind == "type" and isinstance(item, sa.Text):
        return "sa.Text()"
    return False


def included(item: object, _name: str | None, kind: str, *_: object) -> bool:
    """Columns that the database derives are compared word by word, by the snapshots beside this."""
    derived = (sa.Computed, sa.FetchedValue)
    return not (kind == "column" and type(getattr(item, "server_default", None)) in derived)


def run(connection: sa.Connection) -> None:
    """Run the migrations in the transaction that the connection is in."""
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


given = context.config.attributes.get("connection")
if isinstance(given, sa.Engine):
    with given.begin() as connection:
        run(connection)
elif given is not None:
    run(given)
else:
    raise SystemExit("migrations run through the program: campaign db upgrade")
