"""One chain over all streams: a link for each entry, in the order of appending.

Stored entries get their links stream by stream, because the order in which entries of different
streams were made is not known.

Revision 0006 follows 0005.
"""

import hashlib
from collections.abc import Iterator

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

SQLITE_GUARDS = (
    """
    CREATE TRIGGER chain_no_update BEFORE UPDATE ON chain
    BEGIN SELECT RAISE(ABORT, 'the chain is append-only'); END
    """,
    """
    CREATE TRIGGER chain_no_delete BEFORE DELETE ON chain
    BEGIN SELECT RAISE(ABORT, 'the chain is append-only'); END
    """,
    """
    CREATE TRIGGER chain_follows BEFORE INSERT ON chain
    WHEN new.number <> 1 + coalesce((SELECT max(number) FROM chain), 0)
    BEGIN SELECT RAISE(ABORT, 'a link follows the last one of the chain'); END
    """,
)

POSTGRESQL_GUARDS = (
    """
    CREATE FUNCTION chain_stays() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'the chain is append-only'; END $$
    """,
    """
    CREATE FUNCTION chain_comes_next() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF new.number <> 1 + coalesce((SELECT max(number) FROM chain), 0)
      THEN RAISE EXCEPTION 'a link follows the last one of the chain'; END IF;
      RETURN new;
    END $$
    """,
    """
    CREATE TRIGGER chain_no_update BEFORE UPDATE ON chain
    FOR EACH ROW EXECUTE FUNCTION chain_stays()
    """,
    """
    CREATE TRIGGER chain_no_delete BEFORE DELETE OR TRUNCATE ON chain
    FOR EACH STATEMENT EXECUTE FUNCTION chain_stays()
    """,
    """
    CREATE TRIGGER chain_follows BEFORE INSERT ON chain
    FOR EACH ROW EXECUTE FUNCTION chain_comes_next()
    """,
)

TOGETHER = 1000
"""The number of links that one statement inserts."""


def upgrade() -> None:
    chain = op.create_table(
        "chain",
        sa.Column("number", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("stream", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_chain"),
        sa.UniqueConstraint("stream", "seq", name="uq_chain_stream_seq"),
        sqlite_strict=True,
    )
    connection = op.get_bind()
    batch: list[dict[str, object]] = []
    for link in links(connection):
        batch.append(link)
        if len(batch) == TOGETHER:
            connection.execute(sa.insert(chain), batch)
            batch = []
    if batch:
        connection.execute(sa.insert(chain), batch)
    dialect = connection.dialect.name
    for statement in SQLITE_GUARDS if dialect == "sqlite" else POSTGRESQL_GUARDS:
        op.execute(statement)
    if dialect == "postgresql":
        grant(connection)


def links(connection: sa.Connection) -> Iterator[dict[str, object]]:
    """Yield a link for each stored entry, stream by stream."""
    digest = ""
    query = "SELECT stream, seq, hash FROM entry ORDER BY length(stream), stream, seq"
    for number, (stream, seq, entry) in enumerate(connection.execute(sa.text(query)), 1):
        content = [b"campaign database 1"]
        for part in (digest, str(number), stream, str(seq), entry):
            data = part.encode("utf-8", "surrogatepass")
            content += (len(data).to_bytes(8, "big"), data)
        digest = hashlib.sha256(b"".join(content)).hexdigest()
        yield {"number": number, "stream": stream, "seq": seq, "hash": digest}


def grant(connection: sa.Connection) -> None:
    """Let the roles that may add entries add links: only its owner may use a new table."""
    query = sa.text(
        "SELECT DISTINCT grantee FROM information_schema.role_table_grants "
        "WHERE table_schema = current_schema() AND table_name = 'entry' "
        "AND privilege_type = 'INSERT' AND grantee <> current_user"
    )
    quoted = connection.dialect.identifier_preparer.quote
    for (grantee,) in connection.execute(query).all():
        to = "PUBLIC" if grantee == "PUBLIC" else quoted(grantee)
        op.execute(f"GRANT SELECT, INSERT ON chain TO {to}")
