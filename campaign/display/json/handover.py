"""Histories that change hands, as JSON documents: bundles, receipts, keys."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from campaign.display.json.changes import Change
from campaign.display.json.parts import Document, Head, Items, Key, OfCampaign, one_of
from campaign.services.handover import receipts
from campaign.services.handover.histories import Compared, How
from campaign.services.handover.packing import Handed


class Exported(Document, kind="exported"):
    """The bundle that was written."""

    path: str = Field(description="the file")


class Bundle(OfCampaign, kind="bundle"):
    """A bundle compared with the history that is here."""

    by: str = Field(description="who packed it, as they state it")
    key: Key = Field(description="the short name of the key that signed it")
    entries: int = Field(description="entries in the bundle")
    head: Head = Field(description="of the bundle")
    how: Annotated[str, one_of(*How)] = Field(description="`behind`: the history here is shorter")
    shared: int = Field(description="entries that are the same")
    changes: Items[Change] = Field(description="what differs in the campaign")
    taken: bool = Field(description="whether it was added to the database")


class Accepted(Document, kind="accepted"):
    """The receipt that was written."""

    path: str = Field(description="the file")


class Receipt(OfCampaign, kind="receipt"):
    """What a player has accepted."""

    seat: str
    player: str
    key: Key = Field(description="the short name of the key that signed it")
    accepted: int = Field(description="the last entry that the player had seen")
    here: bool = Field(description="whether the acceptance is in the history here")
    taken: bool = Field(description="whether it was added now")


class OwnKey(Document, kind="key"):
    """Your own key."""

    fingerprint: Key = Field(description="its short name")
    path: str = Field(description="its file")


def bundle(handed: Handed, compared: Compared, *, taken: bool) -> Bundle:
    """A bundle compared with the history that is here."""
    return Bundle.of(
        compared,
        campaign=handed.name,
        by=handed.giver,
        key=handed.fingerprint,
        entries=len(handed.entries),
        head=handed.head,
        taken=taken,
    )


def receipt(receipt: receipts.Receipt, *, taken: bool) -> Receipt:
    """A receipt compared with the history that is here."""
    return Receipt.of(
        receipt,
        campaign=receipt.history.campaign.name,
        key=receipt.fingerprint,
        accepted=receipt.shared,
        taken=taken,
    )
