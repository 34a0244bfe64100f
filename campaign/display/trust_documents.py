"""The JSON documents about audits in words, other rules, and histories that change hands."""

from __future__ import annotations

from campaign.display.pack_documents import Document, document
from campaign.services.editions import Under


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
