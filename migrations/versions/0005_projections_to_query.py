"""Projections that can be queried: with players, with NULL for a missing value, with foreign keys.

    campaign       a column for the time of its last entry
    city           NULL if nobody holds it; its shafts are rows of a table of their own
    session_log    `episode` in place of `number`; the record itself is only in the journal
    result         a column for the player on the seat
    player, pack   removed: tenures name the players, the journal's first entry has the digests

Every row is carried over. Only the copy that was made before leads back.

Revision 0005 follows 0004.
"""

import tomllib
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

OLD = (
    "campaign",
    "city",
    "tenure",
    "sticker",
    "progress_mark",
    "envelope",
    "session_log",
    "result",
)
"""The tables that are created again, parents first."""

ROWS = (
    """
    INSERT INTO campaign
    SELECT stream, uid, name, pack, next_episode, entries, created_at, coalesce(
        (SELECT recorded_at FROM entry WHERE entry.stream = old_campaign.stream
         AND entry.seq = old_campaign.entries), created_at)
    FROM old_campaign
    """,
    """
    INSERT INTO city
    SELECT stream, seat, name, nullif(player, ''), marks, nuggets FROM old_city
    """,
    """
    INSERT INTO tenure
    SELECT stream, seat, since, player, nullif(until, 0) FROM old_tenure
    """,
    """
    INSERT INTO sticker
    SELECT stream, entry, seat, kind, square, reason FROM old_sticker
    """,
    """
    INSERT INTO progress_mark
    SELECT stream, seat, episode, reason, amount FROM old_progress_mark
    """,
    """
    INSERT INTO envelope
    SELECT stream, number, nullif(opened, 0) FROM old_envelope
    """,
    """
    INSERT INTO session_log
    SELECT stream, number, game, edition, nullif(played, ''), recorded_at, verdict,
        as_played <> 0, entry
    FROM old_session_log
    """,
    """
    INSERT INTO result
    SELECT stream, number, seat,
        (SELECT tenure.player FROM session_log JOIN tenure ON tenure.stream = session_log.stream
         WHERE session_log.stream = old_result.stream AND session_log.episode = old_result.number
         AND tenure.seat = old_result.seat AND tenure.since < session_log.entry
         AND (tenure.until IS NULL OR session_log.entry < tenure.until)),
        score, replayed, rank
    FROM old_result
    """,
)


def upgrade() -> None:
    granted = list(grants())
    for table in OLD:
        op.execute(f"CREATE TEMPORARY TABLE old_{table} AS SELECT * FROM {table}")
    for table in ("pack", "player", *reversed(OLD)):
        op.drop_table(table)
    create_tables()
    for statement in ROWS:
        op.execute(statement)
    fill("shaft", list(shafts()))
    name_players(list(players()))
    for table in OLD:
        op.execute(f"DROP TABLE old_{table}")
    op.execute("ALTER TABLE draft RENAME COLUMN told TO content")
    for statement in granted:
        op.execute(statement)


def grants() -> Iterator[str]:
    """Yield the statements that give other roles on a server their rights to the new tables.

    Without them, only its owner may use a new table.
    """
    connection = op.get_bind()
    if connection.dialect.name != "postgresql":
        return
    query = sa.text(
        "SELECT table_name, privilege_type, grantee FROM information_schema.role_table_grants "
        "WHERE table_schema = current_schema() AND grantee <> current_user"
    )
    quoted = connection.dialect.identifier_preparer.quote
    for table, privilege, grantee in connection.execute(query):
        to = "PUBLIC" if grantee == "PUBLIC" else quoted(grantee)
        if table in OLD:
            yield f"GRANT {privilege} ON {table} TO {to}"
        if table == "city":
            yield f"GRANT {privilege} ON shaft TO {to}"


def create_tables() -> None:
    op.create_table(
        "campaign",
        text("stream"),
        text("uid"),
        text("name"),
        text("pack"),
        number("next_episode", nullable=True),
        number("entries"),
        text("created_at"),
        text("changed_at"),
        sa.PrimaryKeyConstraint("stream", name="pk_campaign"),
        sa.UniqueConstraint("name", name="uq_campaign_name"),
    )
    op.create_table(
        "city",
        text("stream"),
        text("seat"),
        text("name"),
        text("player", nullable=True),
        number("marks"),
        number("nuggets"),
        *of_campaign("city", "seat"),
    )
    op.create_table(
        "tenure",
        text("stream"),
        text("seat"),
        number("since"),
        text("player"),
        number("until", nullable=True),
        *of_city("tenure", "since"),
    )
    op.create_table(
        "sticker",
        text("stream"),
        number("entry"),
        text("seat"),
        text("kind"),
        text("square"),
        text("reason"),
        sa.PrimaryKeyConstraint("stream", "entry", "seat", "kind", "square", name="pk_sticker"),
        to_city("sticker"),
    )
    op.create_table(
        "progress_mark",
        text("stream"),
        text("seat"),
        number("episode"),
        text("reason"),
        number("amount"),
        *of_city("progress_mark", "episode", "reason"),
    )
    op.create_table(
        "shaft",
        text("stream"),
        text("seat"),
        text("colour"),
        number("depth"),
        *of_city("shaft", "colour"),
    )
    op.create_table(
        "envelope",
        text("stream"),
        number("number"),
        number("opened", nullable=True),
        *of_campaign("envelope", "number"),
    )
    op.create_table(
        "session_log",
        text("stream"),
        number("episode"),
        text("game"),
        text("edition"),
        text("played", nullable=True),
        text("recorded_at"),
        text("verdict"),
        sa.Column("as_played", sa.Boolean(), nullable=False),
        number("entry"),
        sa.PrimaryKeyConstraint("stream", "episode", name="pk_session_log"),
    )
    op.create_table(
        "result",
        text("stream"),
        number("episode"),
        text("seat"),
        text("player", nullable=True),
        number("score"),
        number("replayed", nullable=True),
        number("rank"),
        sa.PrimaryKeyConstraint("stream", "episode", "seat", name="pk_result"),
        sa.ForeignKeyConstraint(
            ["stream", "episode"],
            ["session_log.stream", "session_log.episode"],
            name="fk_result_stream_episode_session_log",
        ),
    )


def shafts() -> Iterator[dict[str, Any]]:
    """Yield the shafts of each city, which were one text such as "B 3 R 5"."""
    query = sa.text("SELECT stream, seat, shafts FROM old_city WHERE shafts <> ''")
    for stream, seat, words in op.get_bind().execute(query):
        parts = words.split()
        for colour, depth in zip(parts[::2], parts[1::2], strict=True):
            yield {"stream": stream, "seat": seat, "colour": colour, "depth": int(depth)}


def players() -> Iterator[dict[str, Any]]:
    """Yield the players by seat of the sessions outside a campaign, from their records."""
    query = sa.text("SELECT stream, record FROM old_session_log WHERE number = 0")
    for stream, record in op.get_bind().execute(query.execution_options(yield_per=500)):
        _, heading, names_text = record.partition("\n[names]\n")
        if heading:
            for seat, player in tomllib.loads(f"[names]\n{names_text}")["names"].items():
                yield {"of_stream": stream, "of_seat": seat, "player": player}


def name_players(rows: list[dict[str, Any]]) -> None:
    statement = sa.text(
        "UPDATE result SET player = :player WHERE stream = :of_stream AND seat = :of_seat"
    )
    if rows:
        op.get_bind().execute(statement, rows)


def fill(table: str, rows: list[dict[str, Any]]) -> None:
    if rows:
        columns: list[sa.ColumnClause[Any]] = [sa.column(name) for name in rows[0]]
        op.bulk_insert(sa.table(table, *columns), rows)


def text(name: str, *, nullable: bool = False) -> sa.Column[Any]:
    return sa.Column(name, sa.Text(), nullable=nullable)


def number(name: str, *, nullable: bool = False) -> sa.Column[Any]:
    return sa.Column(name, sa.Integer(), nullable=nullable, autoincrement=False)


def of_campaign(table: str, *key: str) -> tuple[sa.Constraint, ...]:
    return (
        sa.PrimaryKeyConstraint("stream", *key, name=f"pk_{table}"),
        sa.ForeignKeyConstraint(
            ["stream"], ["campaign.stream"], name=f"fk_{table}_stream_campaign"
        ),
    )


def of_city(table: str, *key: str) -> tuple[sa.Constraint, ...]:
    return sa.PrimaryKeyConstraint("stream", "seat", *key, name=f"pk_{table}"), to_city(table)


def to_city(table: str) -> sa.Constraint:
    return sa.ForeignKeyConstraint(
        ["stream", "seat"], ["city.stream", "city.seat"], name=f"fk_{table}_stream_seat_city"
    )
