"""The database and its copies as JSON documents."""

from __future__ import annotations

from campaign.display.json.parts import Document, document
from campaign.store import revision
from campaign.store.continuity import Contents


def place(path: str) -> Document:
    """Where the database is."""
    return document("database", path=path)


def status(path: str, contents: Contents) -> Document:
    """What the database holds, and its head."""
    return document(
        "contents",
        path=path,
        schema_revision=revision.HEAD,
        **{**contents._asdict(), "head": contents.head or None},
    )


def backup(path: str) -> Document:
    """Where a copy of the database lies."""
    return document("backup", path=path)


def rebuilt(count: int) -> Document:
    """How many campaigns and sessions were derived again."""
    return document("rebuild", count=count)
