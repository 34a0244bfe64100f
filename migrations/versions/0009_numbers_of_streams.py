"""The family and the number of a stream as columns, which the database derives from its name.

    entry          `family`, and `stream_number`: NULL for a name that this program does not give

No entry is changed and no guard is switched off: both columns are derived from `stream`. An index
of both columns replaces the index of the names.

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
    # To a table, SQLite can add a virtual derived column only, and PostgreSQL 15 a stored one only.
    kept = "VIRTUAL" if op.get_bind().dialect.name == "sqlite" else "STORED"
    for column, derived in COLUMNS.items():
        op.execute(f"ALTER TABLE entry ADD COLUMN {column} GENERATED ALWAYS AS ({derived}) {kept}")
    op.drop_index("ix_entry_stream", "entry")
    op.create_index("ix_entry_number", "entry", ["family", "stream_number", "seq"])
    # Created last, because SQLite uses the newer one of two indexes that serve equally well.
    later = sa.text("kind <> 'session recorded'")
    op.create_index(
        "ix_entry_later",
        "entry",
        ["family", "stream_number"],
        sqlite_where=later,
        postgresql_where=later,
    )
