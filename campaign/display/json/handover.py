"""Histories that change hands, as JSON documents: bundles, receipts, keys."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from campaign.display.json.changes import Change
from campaign.display.json.parts import Document, Head, Items, Key, OfCampaign, one_of
from campaign.services.handover import receipts
from campaign.services.handover.histories import Compared, How
from campaign.services.handover.packing import Handed


class Exported(Document):
    """The bundle that was written."""

    kind: Literal["exported"] = "exported"
    path: str = Field(description="the file")


class Bundle(OfCampaign):
    """A bundle compared with the history that is here."""

    kind: Literal["bundle"] = "bundle"
    by: str = Field(description="who packed it, as they state it")
    key: Key = Field(description="the short name of the key that signed it")
    entries: int = Field(description="entries in the bundle")
    head: Head = Field(description="of the bundle")
    how: Annotated[str, one_of(*How)] = Field(description="`behind`: the history here is shorter")
    shared: int = Field(description="entries that are the same")
    changes: Items[Change] = Field(description="what differs in the campaign")
    taken: bool = Field(description="whether it was added to the database")


class Accepted(Document):
    """The receipt that was written."""

    kind: Literal["accepted"] = "accepted"
    path: str = Field(description="the file")


class Receipt(OfCampaign):
    """What a player has accepted."""

    kind: Literal["receipt"] = "receipt"
    seat: str
    player: str
    key: Key = Field(description="the short name of the key that signed it")
    accepted: int = Field(description="the last entry that the player had seen")
    here: bool = Field(description="whether the acceptance is in the history here")
    taken: bool = Field(description="whether it was added now")


class OwnKey(Document):
    """Your own key."""

    kind: Literal["key"] = "key"
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
