"""The database and its copies as JSON documents."""

from __future__ import annotations

from campaign.display.json.parts import Document, document


def place(path: str) -> Document:
    """Where the database is."""
    return document("database", path=path)


def backup(path: str) -> Document:
    """Where a copy of the database lies."""
    return document("backup", path=path)


def rebuilt(count: int) -> Document:
    """How many campaigns and sessions were derived again."""
    return document("rebuild", count=count)
