"""The results of the search for better lines of play, by a digest of the question and by seat.

Revision 0008 follows 0007.
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "hindsight",
        sa.Column("evening", sa.Text(), nullable=False),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.Column("played", sa.Integer(), nullable=False),
        sa.Column("best", sa.Integer(), nullable=False),
        sa.Column("bound", sa.Integer(), nullable=False),
        sa.Column("parted", sa.Integer(), nullable=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.Column("solver", sa.Text(), nullable=False),
        sa.Column("program", sa.Text(), nullable=False),
        sa.Column("seed", sa.Integer(), nullable=False),
        sa.Column("seconds", sa.Integer(), nullable=False),
        sa.Column("author", sa.Text(), nullable=False),
        sa.Column("searched_at", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("evening", "seat", name="pk_hindsight"),
    )
    connection = op.get_bind()
    if connection.dialect.name == "postgresql":
        grant(connection)


def grant(connection: sa.Connection) -> None:
    """Let the roles that may keep drafts keep results: only its owner may use a new table."""
    query = sa.text(
        "SELECT DISTINCT grantee FROM information_schema.role_table_grants "
        "WHERE table_schema = current_schema() AND table_name = 'draft' "
        "AND privilege_type = 'INSERT' AND grantee <> current_user"
    )
    quoted = connection.dialect.identifier_preparer.quote
    for (grantee,) in connection.execute(query).all():
        to = "PUBLIC" if grantee == "PUBLIC" else quoted(grantee)
        op.execute(f"GRANT SELECT, INSERT, UPDATE, DELETE ON hindsight TO {to}")
