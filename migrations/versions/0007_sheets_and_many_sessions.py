"""Replayed score sheets, and columns and indexes that find a session among a million.

    result         `sheet`, the sheet of a seat from the replay; NULL until it is derived
    session_log    `number` of the stream; `digest` of the record of a session outside a campaign
    entry          an index of all entries that do not begin a session: campaigns, corrections

A sheet follows from a replay, which a migration cannot make. `campaign db rebuild` derives the
sheets of earlier records, and every new entry of a campaign or session derives its sheets. The
other two columns follow from the journal and are filled here.

Revision 0007 follows 0006.
"""

import hashlib
import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

TOGETHER = 1000
"""The number of rows that one statement changes."""


def upgrade() -> None:
    op.add_column("result", sa.Column("sheet", sa.Text(), nullable=True))
    for column in (
        sa.Column("number", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("digest", sa.Text(), nullable=True),
    ):
        op.add_column("session_log", column)
    rows = changes(op.get_bind())
    while batch := list(islice(rows, TOGETHER)):
        op.get_bind().execute(
            sa.text(
                "UPDATE session_log SET number = :number, digest = :digest "
                "WHERE stream = :of_stream AND episode = :of_episode"
            ),
            batch,
        )
    op.create_index("ix_session_log_episode", "session_log", ["episode", "number"])
    op.create_index("ix_session_log_digest", "session_log", ["digest"])
    later = sa.text("kind <> 'session recorded'")
    op.create_index(
        "ix_entry_stream", "entry", ["stream"], sqlite_where=later, postgresql_where=later
    )


def changes(connection: sa.Connection) -> Iterator[dict[str, Any]]:
    """Yield the numbers and digests of all rows, which are read before the first row is changed."""
    query = sa.text(
        "SELECT log.stream, log.episode, entry.payload FROM session_log AS log "
        "JOIN entry ON entry.stream = log.stream AND entry.seq = log.entry"
    )
    rows = connection.execute(query.execution_options(yield_per=TOGETHER))
    known = [(stream, episode, digest(payload)) for stream, episode, payload in rows]
    for stream, episode, of_record in known:
        yield {
            "of_stream": stream,
            "of_episode": episode,
            "number": int(stream.partition("/")[2]),
            "digest": of_record if episode == 0 else None,
        }


def digest(payload: str) -> str:
    """The beginning of the SHA-256 of a record; "" for an entry without a record."""
    try:
        record = json.loads(payload)["record"]
        return hashlib.sha256(record.encode()).hexdigest()[:32]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return ""
