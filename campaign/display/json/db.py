"""The database and its copies as JSON documents."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import Field

from campaign.display.json.parts import Document, Head, Items, OrNull, Part, Time
from campaign.store import continuity, revision
from campaign.store.copies import CopySummary


class DatabaseDocument(Document, kind="database"):
    """Where the database is."""

    path: str = Field(description="a file, or the address of a server without its password")


class ContentsDocument(Document, kind="contents"):
    """What the database holds, including what was withdrawn."""

    path: str = Field(description="a file, or the address of a server without its password")
    schema_revision: str = Field(description="the revision of its schema")
    campaigns: int
    sessions: int
    entries: int
    last: OrNull[Time] = Field(description="when its last entry was recorded")
    bytes: int = Field(
        description="its size in bytes; on a server, the size of the whole database there"
    )
    copied: OrNull[Time] = Field(
        description="when its newest copy was made, of those in the folder of its copies"
    )
    head: OrNull[Head] = Field(
        description="the head over all entries of the database, in its short form"
    )


class BackupDocument(Document, kind="backup"):
    """The file that was made: a copy of the database.

    `db restore` names the copy of the database that it replaced. If there was no database, it names
    the database itself.
    """

    path: str = Field(description="the file")


class CopiedCampaign(Part):
    """A campaign in a copy."""

    name: str
    episode: OrNull[int] = Field(description="its last one; null before the first")


class CopyOfDatabase(Part):
    """A copy of the database."""

    path: str
    last: OrNull[Time] = Field(description="its last entry; null where it cannot be read")
    campaigns: Items[CopiedCampaign]
    sessions: int


class CopiesDocument(Document, kind="copies"):
    """The copies of the database that were not given a name, the newest first."""

    copies: Items[CopyOfDatabase]


def copies(there: Sequence[CopySummary]) -> CopiesDocument:
    """The document of a database's copies."""
    return CopiesDocument.from_value(
        copies=[
            CopyOfDatabase.from_value(
                summary,
                path=str(summary.path),
                campaigns=[
                    CopiedCampaign(name=name, episode=episode)
                    for name, episode in summary.campaigns
                ],
            )
            for summary in there
        ]
    )


class RebuildDocument(Document, kind="rebuild"):
    """The number of campaigns and sessions whose rows were derived again from the journal."""

    count: int


def status(
    path: str, contents: continuity.DatabaseContents, size: int, copied: str
) -> ContentsDocument:
    """The document of what the database holds, its size, its newest copy and its head."""
    return ContentsDocument.from_value(
        contents, path=path, schema_revision=revision.HEAD, bytes=size, copied=copied
    )
