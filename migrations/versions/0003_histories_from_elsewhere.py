"""The table of histories that came from another database, or that are kept only to be read.

Revision 0003 follows 0002.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "origin",
        sa.Column("stream", sa.Text(), nullable=False),
        sa.Column("sealed_as", sa.Text(), nullable=False),
        sa.Column("aside", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("stream", name="pk_origin"),
    )
