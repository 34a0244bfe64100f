"""Histories that change hands, as JSON documents: bundles, receipts, keys."""

from __future__ import annotations

from campaign.display.json import campaign_parts
from campaign.display.json.parts import Document, document
from campaign.services.handover.histories import Compared
from campaign.services.handover.packing import Handed
from campaign.services.handover.receipts import Receipt


def exported(path: str) -> Document:
    """Where a bundle was written."""
    return document("exported", path=path)


def bundle(handed: Handed, compared: Compared, *, taken: bool) -> Document:
    """A bundle compared with the history that is here."""
    return document(
        "bundle",
        campaign=handed.name,
        by=handed.giver,
        key=handed.fingerprint,
        entries=len(handed.entries),
        head=handed.head,
        how=str(compared.how),
        shared=compared.shared,
        changes=list(map(campaign_parts.change, compared.changes)),
        taken=taken,
    )


def accepted(path: str) -> Document:
    """Where the receipt of an acceptance was written."""
    return document("accepted", path=path)


def receipt(receipt: Receipt, *, taken: bool) -> Document:
    """A receipt compared with the history that is here."""
    return document(
        "receipt",
        campaign=receipt.history.campaign.name,
        seat=receipt.seat,
        player=receipt.player,
        key=receipt.fingerprint,
        accepted=receipt.shared,
        here=receipt.here,
        taken=taken,
    )


def key(fingerprint: str, path: str) -> Document:
    """The key of this user."""
    return document("key", fingerprint=fingerprint, path=path)
