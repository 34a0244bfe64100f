"""The journal with its guards, the projections derived from it, and the settings.

Revision 0001 follows nothing.
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

SQLITE_GUARDS = (
    """
    CREATE TRIGGER entry_no_update BEFORE UPDATE ON entry
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END
    """,
    """
    CREATE TRIGGER entry_no_delete BEFORE DELETE ON entry
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END
    """,
    """
    CREATE TRIGGER entry_follows BEFORE INSERT ON entry
    WHEN new.seq <> 1 + coalesce((SELECT max(seq) FROM entry WHERE stream = new.stream), 0)
      OR new.previous_hash <> coalesce(
           (SELECT hash FROM entry WHERE stream = new.stream ORDER BY seq DESC LIMIT 1), '')
    BEGIN SELECT RAISE(ABORT, 'an entry follows the last one of its stream'); END
    """,
)

POSTGRESQL_GUARDS = (
    """
    CREATE FUNCTION entry_stays() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'the journal is append-only'; END $$
    """,
    """
    CREATE FUNCTION entry_comes_next() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF new.seq <> 1 + coalesce((SELECT max(seq) FROM entry WHERE stream = new.stream), 0)
         OR new.previous_hash <> coalesce(
              (SELECT hash FROM entry WHERE stream = new.stream ORDER BY seq DESC LIMIT 1), '')
      THEN RAISE EXCEPTION 'an entry follows the last one of its stream'; END IF;
      RETURN new;
    END $$
    """,
    """
    CREATE TRIGGER entry_no_update BEFORE UPDATE ON entry
    FOR EACH ROW EXECUTE FUNCTION entry_stays()
    """,
    """
    CREATE TRIGGER entry_no_delete BEFORE DELETE OR TRUNCATE ON entry
    FOR EACH STATEMENT EXECUTE FUNCTION entry_stays()
    """,
    """
    CREATE TRIGGER entry_follows BEFORE INSERT ON entry
    FOR EACH ROW EXECUTE FUNCTION entry_comes_next()
    """,
)


def text(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.Text(), nullable=False)


def number(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.Integer(), nullable=False, autoincrement=False)


def upgrade() -> None:
    op.create_table(
        "entry",
        text("stream"),
        number("seq"),
        text("kind"),
        text("payload"),
        text("author"),
        text("recorded_at"),
        text("previous_hash"),
        text("hash"),
        sa.CheckConstraint("seq > 0", name="seq_from_one"),
        sa.PrimaryKeyConstraint("stream", "seq", name="pk_entry"),
        sqlite_strict=True,
    )
    dialect = op.get_bind().dialect.name
    for statement in SQLITE_GUARDS if dialect == "sqlite" else POSTGRESQL_GUARDS:
        op.execute(statement)
    op.create_table(
        "campaign",
        text("stream"),
        text("uid"),
        text("name"),
        text("pack"),
        text("created_at"),
        sa.Column("next_episode", sa.Integer(), nullable=True),
        number("entries"),
        sa.PrimaryKeyConstraint("stream", name="pk_campaign"),
        sa.UniqueConstraint("name", name="uq_campaign_name"),
    )
    op.create_table("player", text("stream"), text("name"), *of_campaign("player", "name"))
    op.create_table(
        "city",
        text("stream"),
        text("seat"),
        text("name"),
        text("player"),
        number("marks"),
        *of_campaign("city", "seat"),
    )
    op.create_table(
        "tenure",
        text("stream"),
        text("seat"),
        number("since"),
        text("player"),
        number("until"),
        *of_campaign("tenure", "seat", "since"),
    )
    op.create_table(
        "session_log",
        text("stream"),
        number("number"),
        text("game"),
        text("edition"),
        text("pack"),
        text("played"),
        text("recorded_at"),
        text("verdict"),
        number("as_played"),
        number("entry"),
        text("record"),
        sa.PrimaryKeyConstraint("stream", "number", name="pk_session_log"),
    )
    op.create_table(
        "result",
        text("stream"),
        number("number"),
        text("seat"),
        number("score"),
        sa.Column("replayed", sa.Integer(), nullable=True),
        number("rank"),
        sa.ForeignKeyConstraint(
            ["stream", "number"],
            ["session_log.stream", "session_log.number"],
            name="fk_result_stream_number_session_log",
        ),
        sa.PrimaryKeyConstraint("stream", "number", "seat", name="pk_result"),
    )
    op.create_table(
        "sticker",
        text("stream"),
        number("entry"),
        text("seat"),
        text("kind"),
        text("square"),
        text("reason"),
        *of_campaign("sticker", "entry"),
    )
    op.create_table(
        "progress_mark",
        text("stream"),
        text("seat"),
        number("episode"),
        text("reason"),
        number("amount"),
        *of_campaign("progress_mark", "seat", "episode", "reason"),
    )
    op.create_table(
        "envelope",
        text("stream"),
        number("number"),
        text("digest"),
        number("opened"),
        *of_campaign("envelope", "number"),
    )
    op.create_table(
        "pack",
        text("stream"),
        text("part"),
        text("name"),
        text("digest"),
        *of_campaign("pack", "part"),
    )
    op.create_table(
        "setting",
        text("author"),
        text("key"),
        text("value"),
        sa.PrimaryKeyConstraint("author", "key", name="pk_setting"),
    )


def of_campaign(table: str, *key: str) -> tuple[sa.Constraint, ...]:
    return (
        sa.PrimaryKeyConstraint("stream", *key, name=f"pk_{table}"),
        sa.ForeignKeyConstraint(
            ["stream"], ["campaign.stream"], name=f"fk_{table}_stream_campaign"
        ),
    )
