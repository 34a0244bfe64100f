"""The copies of a campaign in a shared folder as a JSON document."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from pydantic import Field

from campaign.display.json.parts import CampaignDocument, Head, Items, Key, OrNull, Part, one_of
from campaign.services.handover.comparing import Relation
from campaign.services.sync import SyncedCopy
from campaign.services.values import History
from engine.kernel.phrases import Wording


class FolderCopy(Part):
    """A file in the shared folder, and what the sync did with it."""

    file: str
    by: OrNull[str] = Field(description="who wrote it, as they state it; null if it is no copy")
    key: OrNull[Key] = Field(description="the short name of the key that signed it")
    how: OrNull[Annotated[str, one_of(*Relation)]] = Field(
        description="its relation to the history here; null if it was not compared"
    )
    news: int = Field(description="how many entries it had that were not here")
    lacks: int = Field(description="how many entries of the history here it did not have")
    taken: bool
    problem: OrNull[str] = Field(description="why nothing was taken from it")


class SyncDocument(CampaignDocument, kind="synced"):
    """A campaign and its copies in a shared folder."""

    folder: str
    copies: Items[FolderCopy]
    written: bool = Field(description="whether the file of this copy was written")
    unwritten: OrNull[str] = Field(description="why it could not be written")
    head: Head = Field(description="of the history here, after the sync")


def synced(
    history: History,
    folder: Path,
    copies: Sequence[SyncedCopy],
    *,
    written: bool,
    unwritten: Wording = "",
) -> SyncDocument:
    """The document of a campaign and its copies in a shared folder."""
    return SyncDocument.from_value(
        campaign=history.campaign.name,
        folder=str(folder),
        copies=[
            FolderCopy.from_value(
                synced_copy,
                file=synced_copy.copy.file,
                by=synced_copy.copy.handed.giver if synced_copy.copy.handed else "",
                key=synced_copy.copy.handed.fingerprint if synced_copy.copy.handed else "",
                how=str(synced_copy.stand.how) if synced_copy.stand else "",
                news=len(synced_copy.stand.news) if synced_copy.stand else 0,
                lacks=len(synced_copy.stand.lacks) if synced_copy.stand else 0,
                problem=str(synced_copy.problem),
            )
            for synced_copy in copies
        ],
        written=written,
        unwritten=str(unwritten),
        head=history.head,
    )
