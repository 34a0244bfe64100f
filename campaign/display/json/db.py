"""The database and its copies as JSON documents."""

from __future__ import annotations

from pydantic import Field

from campaign.display.json.parts import Document, Head, OrNull
from campaign.store import continuity, revision


class Database(Document, kind="database"):
    """Where the database is."""

    path: str = Field(description="a file, or the address of a server without its password")


class Contents(Document, kind="contents"):
    """What the database holds; what was withdrawn counts too."""

    path: str = Field(description="a file, or the address of a server without its password")
    schema_revision: str = Field(description="the revision of its schema")
    campaigns: int
    sessions: int
    entries: int
    head: OrNull[Head] = Field(
        description="the head over all entries of the database, in its short form"
    )


class Backup(Document, kind="backup"):
    """The copy of the database that was made; of `db restore`, that of the one before."""

    path: str = Field(description="the file")


class Rebuild(Document, kind="rebuild"):
    """How many campaigns and sessions now have the rows that follow from their journals."""

    count: int


def status(path: str, contents: continuity.Contents) -> Contents:
    """What the database holds, and its head."""
    return Contents.of(contents, path=path, schema_revision=revision.HEAD)
