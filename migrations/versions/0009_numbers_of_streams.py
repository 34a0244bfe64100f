"""The family and the number of a stream as columns, which both databases derive from its name.

    entry          `family`, and `stream_number`: NULL where this program gives no such name

No entry is touched and no guard switched off: a column that follows from another one is added to
the table, and an index of both replaces the one of the names.

Revision 0009 follows 0008.
"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

DIGITS, LETTERS = "'0123456789'", "'abcdefghijklmnopqrstuvwxyz/'"
FAMILY = f"rtrim(rtrim(stream, {DIGITS}), '/')"
NUMBER = f"ltrim(stream, {LETTERS})"
COLUMNS = {
    "family TEXT": FAMILY,
    "stream_number INTEGER": (
        f"CASE WHEN stream = {FAMILY} || '/' || {NUMBER} "
        f"AND {NUMBER} >= '1' AND length({NUMBER}) <= 9 THEN CAST({NUMBER} AS INTEGER) END"
    ),
}


def upgrade() -> None:
    # SQLite can add only a column that it derives when it is read, PostgreSQL 15 only a stored one.
    kept = "VIRTUAL" if op.get_bind().dialect.name == "sqlite" else "STORED"
    for column, derived in COLUMNS.items():
        op.execute(f"ALTER TABLE entry ADD COLUMN {column} GENERATED ALWAYS AS ({derived}) {kept}")
    op.drop_index("ix_entry_stream", "entry")
    op.create_index("ix_entry_number", "entry", ["family", "stream_number", "seq"])
    # Behind the other: of two indexes that serve alike, SQLite takes the one that was made last.
    later = sa.text("kind <> 'session recorded'")
    op.create_index(
        "ix_entry_later",
        "entry",
        ["family", "stream_number"],
        sqlite_where=later,
        postgresql_where=later,
    )
