"""The database and its copies as JSON documents."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from campaign.display.json.parts import Document, Head, OrNull
from campaign.store import continuity, revision


class Database(Document):
    """Where the database is."""

    kind: Literal["database"] = "database"
    path: str = Field(description="a file, or the address of a server without its password")


class Contents(Document):
    """What the database holds; what was withdrawn counts too."""

    kind: Literal["contents"] = "contents"
    path: str = Field(description="a file, or the address of a server without its password")
    schema_revision: str = Field(description="the revision of its schema")
    campaigns: int
    sessions: int
    entries: int
    head: OrNull[Head] = Field(
        description="the head over all entries of the database, in its short form"
    )


class Backup(Document):
    """The copy of the database that was made; of `db restore`, that of the one before."""

    kind: Literal["backup"] = "backup"
    path: str = Field(description="the file")


class Rebuild(Document):
    """How many campaigns and sessions now have the rows that follow from their journals."""

    kind: Literal["rebuild"] = "rebuild"
    count: int


def status(path: str, contents: continuity.Contents) -> Contents:
    """What the database holds, and its head."""
    return Contents.of(contents, path=path, schema_revision=revision.HEAD)
