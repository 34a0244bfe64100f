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
    """What the database holds; what was withdrawn counts too."""

    path: str = Field(description="a file, or the address of a server without its password")
    schema_revision: str = Field(description="the revision of its schema")
    campaigns: int
    sessions: int
    entries: int
    last: OrNull[Time] = Field(description="when its last entry was recorded")
    bytes: int = Field(description="the room that it takes, on a server that of the database there")
    copied: OrNull[Time] = Field(
        description="when its newest copy was made, of those in the folder of its copies"
    )
    head: OrNull[Head] = Field(
        description="the head over all entries of the database, in its short form"
    )


class Backup(Document, kind="backup"):
    """The copy of the database that was made; of `db restore`, that of the one before."""

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


class Copies(Document, kind="copies"):
    """The copies of the database that were made by themselves, the newest first."""

    copies: Items[CopyOfDatabase]


def copies(there: Sequence[CopySummary]) -> Copies:
    """The copies of a database."""
    return Copies.from_value(
        copies=[
            CopyOfDatabase.from_value(
                one,
                path=str(one.path),
                campaigns=[
                    CopiedCampaign(name=name, episode=episode) for name, episode in one.campaigns
                ],
            )
            for one in there
        ]
    )


class RebuildDocument(Document, kind="rebuild"):
    """How many campaigns and sessions now have the rows that follow from their journals."""

    count: int


def status(
    path: str, contents: continuity.DatabaseContents, size: int, copied: str
) -> ContentsDocument:
    """What the database holds and takes, when it was copied, and its head."""
    return ContentsDocument.from_value(
        contents, path=path, schema_revision=revision.HEAD, bytes=size, copied=copied
    )
