"""Entries decide which history counts: `origin` is derived from the stream of the database.

A row that no entry explains gets an entry of the kind `origin found`. The entry says what the row
held, and that nobody knows who decided it. The row of a withdrawn campaign has an entry already. A
row whose stream has no entries belongs to no history and gets none. A database whose stream already
has entries about histories had this revision before: its rows get no further entries.

Revision 0011 follows 0010.
"""

import hashlib
import json
import unicodedata
from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

STREAM, KIND, AUTHOR = "database/1", "origin found", "upgrade to schema 0011"
ABOUT_CAMPAIGNS = ("campaign archived", "campaign unarchived", "campaign withdrawn")
ENTRY = sa.table(
    "entry",
    *map(
        sa.column,
        ("stream", "seq", "kind", "payload", "author", "recorded_at", "previous_hash", "hash"),
    ),
)
CHAIN = sa.table("chain", *map(sa.column, ("number", "stream", "seq", "hash")))


def upgrade() -> None:
    connection = op.get_bind()
    decided = sa.text(
        "SELECT 1 FROM entry WHERE stream = :stream "
        "AND (kind LIKE 'history %' OR kind IN ('origin found', 'import taken back'))"
    )
    if connection.execute(decided, {"stream": STREAM}).first():
        return
    withdrawn_uids = withdrawn(connection)
    rows = connection.execute(
        sa.text(
            "SELECT origin.stream, sealed_as, aside, payload FROM origin "
            "JOIN entry ON entry.stream = origin.stream AND entry.seq = 1 "
            "ORDER BY length(origin.stream), origin.stream"
        )
    ).all()
    for stream, sealed_as, aside, payload in rows:
        if aside.startswith("withdrawn by ") and said(payload).get("uid") in withdrawn_uids:
            aside = ""
        if (sealed_as, aside) != (stream, ""):
            values = {"sealed_as": sealed_as, "stream": stream}
            append(connection, {"aside": aside, **values} if aside else values)


def withdrawn(connection: sa.Connection) -> set[str | None]:
    """The uids of the campaigns whose last decision is that they are withdrawn."""
    query = sa.text("SELECT kind, payload FROM entry WHERE stream = :stream ORDER BY seq")
    latest = {
        said(payload).get("campaign"): kind
        for kind, payload in connection.execute(query, {"stream": STREAM})
        if kind in ABOUT_CAMPAIGNS
    }
    return {uid for uid, kind in latest.items() if kind == ABOUT_CAMPAIGNS[-1]}


def said(payload: str) -> dict[str, str]:
    """The values of a payload; empty for a damaged one."""
    try:
        values = json.loads(payload)
    except (ValueError, RecursionError):
        return {}
    return values if isinstance(values, dict) else {}


def append(connection: sa.Connection, values: dict[str, str]) -> None:
    """Add an entry to the stream of the database, and a link for it to the chain."""
    text = unicodedata.normalize(
        "NFC", json.dumps(values, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    )
    query = "SELECT seq, hash FROM entry WHERE stream = :stream ORDER BY seq DESC LIMIT 1"
    seq, before = connection.execute(sa.text(query), {"stream": STREAM}).one_or_none() or (0, "")
    at = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ[+00:00]")
    digest = sealed("campaign journal 1", before, STREAM, str(seq + 1), KIND, AUTHOR, at, text)
    entry = {
        "stream": STREAM,
        "seq": seq + 1,
        "kind": KIND,
        "payload": text,
        "author": AUTHOR,
        "recorded_at": at,
        "previous_hash": before,
        "hash": digest,
    }
    connection.execute(sa.insert(ENTRY), entry)
    query = "SELECT number, hash FROM chain ORDER BY number DESC LIMIT 1"
    number, before = connection.execute(sa.text(query)).one_or_none() or (0, "")
    number += 1
    link = sealed("campaign database 1", before, str(number), STREAM, str(seq + 1), digest)
    values_of_link = {"number": number, "stream": STREAM, "seq": seq + 1, "hash": link}
    connection.execute(sa.insert(CHAIN), values_of_link)


def sealed(domain: str, *parts: str) -> str:
    """SHA-256 over a domain and over texts, each preceded by its length."""
    content = hashlib.sha256(domain.encode())
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        content.update(len(data).to_bytes(8, "big") + data)
    return content.hexdigest()
