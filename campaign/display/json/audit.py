"""Audits as JSON documents: their checks, their report, and records under other rules."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.display.json import campaign_parts
from campaign.display.json.parts import Document, document
from campaign.services.audit.other_rules import Under
from campaign.services.values import Audit, Check


def audits(audits: Sequence[Audit]) -> Document:
    """What several audits found, check by check."""
    return document(
        "audit",
        ok=all(audit.ok for audit in audits),
        audits=[
            {
                "subject": audit.subject,
                "ok": audit.ok,
                "checks": [_check(check) for check in audit.checks],
            }
            for audit in audits
        ],
    )


def report(text: str) -> Document:
    """The report of an audit."""
    return document("report", report=text)


def under(under: Under) -> Document:
    """What stored records would say under other rules."""
    return document(
        "under",
        rules=under.rules,
        records=[
            {"record": case.which, "changes": list(map(campaign_parts.record_change, case.changes))}
            for case in under.cases
        ],
    )


def _check(check: Check) -> Document:
    return {
        "name": check.name,
        "ok": check.ok,
        "note": check.note,
        "milliseconds": round(check.seconds * 1000),
        "problems": list(check.problems),
        "remedy": check.remedy,
    }
