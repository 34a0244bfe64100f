"""Simulated campaigns and sessions are marked, so that queries can leave them out.

    campaign, session_log    `simulated`; false for all earlier rows

The mark follows from the first entry of a stream, and no earlier entry has it. An index finds the
few marked streams among a million.

Revision 0010 follows 0009.
"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table in ("campaign", "session_log"):
        op.add_column(
            table,
            sa.Column("simulated", sa.Boolean(), server_default=sa.false(), nullable=False),
        )
    marked = sa.text("simulated")
    op.create_index(
        "ix_session_log_simulated",
        "session_log",
        ["stream"],
        sqlite_where=marked,
        postgresql_where=marked,
    )
