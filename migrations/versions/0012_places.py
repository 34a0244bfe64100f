"""The place where a recorded game was played, so that a list can select by place.

    session_log    `place`, for an imported session the place that the other program knew; else NULL

Revision 0012 follows 0011.
"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

PLACE = {
    "sqlite": "json_extract(payload, '$.imported.place')",
    "postgresql": "CAST(payload AS jsonb) -> 'imported' ->> 'place'",
}
"""By dialect: the place in the first entry of a session."""


def upgrade() -> None:
    op.add_column("session_log", sa.Column("place", sa.Text(), nullable=True))
    place = PLACE[op.get_bind().dialect.name]
    first = "FROM entry WHERE entry.stream = session_log.stream AND entry.seq = 1"
    op.execute(
        f"UPDATE session_log SET place = (SELECT {place} {first}) "
        f"WHERE episode = 0 AND EXISTS (SELECT 1 {first} AND payload LIKE '%\"imported\"%')"
    )
    op.create_index(
        "ix_session_log_place",
        "session_log",
        ["place"],
        sqlite_where=sa.text("place IS NOT NULL"),
        postgresql_where=sa.text("place IS NOT NULL"),
    )
