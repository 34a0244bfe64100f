"""The JSON documents about audits in words, other rules, and histories that change hands."""

from __future__ import annotations

from campaign.display.json.pack_documents import Document, document
from campaign.services.audit.other_rules import Under
from campaign.services.corrections import differences
from campaign.services.handover.histories import Compared, Handed
from campaign.services.handover.receipts import Receipt
from campaign.services.values import History


def report_document(text: str) -> Document:
    """A report of an audit."""
    return document("report", report=text)


def under_document(found: Under) -> Document:
    """What stored records would say under other rules."""
    return document(
        "under",
        rules=found.rules,
        records=[{"record": c.which, "changes": list(c.changes)} for c in found.cases],
    )


def bundle_document(handed: Handed, found: Compared, *, taken: bool) -> Document:
    """A bundle beside the history that is here."""
    return document(
        "bundle",
        campaign=handed.name,
        by=handed.giver,
        key=handed.bundle.by.fingerprint,
        entries=len(handed.entries),
        head=handed.head,
        how=str(found.how),
        shared=found.shared,
        changes=list(found.changes),
        taken=taken,
    )


def receipt_document(found: Receipt, *, taken: bool) -> Document:
    """A receipt beside the history that is here."""
    return document(
        "receipt",
        campaign=found.history.campaign.name,
        seat=found.seat,
        player=found.player,
        key=found.fingerprint,
        accepted=found.shared,
        here=found.here,
        taken=taken,
    )


def key_document(fingerprint: str, path: str) -> Document:
    """The key of this user."""
    return document("key", fingerprint=fingerprint, path=path)


def what_if_document(before: History, after: History) -> Document:
    """What would be different."""
    return document(
        "what_if",
        campaign=before.campaign.name,
        kept=False,
        changes=list(differences(before.campaign, after.campaign)),
        marks={city.seat: city.progress for city in after.campaign.cities},
    )
