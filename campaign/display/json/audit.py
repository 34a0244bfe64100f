"""Audits as JSON documents: their checks, their report, and records under other rules."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import Field

from campaign.display.json.changes import RecordChange
from campaign.display.json.parts import Document, Items, Part
from campaign.services import values
from campaign.services.audit import other_rules


class Check(Part):
    """One check of an audit."""

    name: str
    ok: bool
    note: str
    milliseconds: int
    problems: Items[str]
    remedy: str = Field(description="what helps if something was found, or empty")


class Audit(Part):
    """The checks of a campaign, or of what else was checked."""

    subject: str
    ok: bool
    checks: Items[Check]


class Audits(Document, kind="audit"):
    """What audits found. The exit code is 3 if `ok` is false."""

    ok: bool = Field(description="true if nothing was found")
    audits: Items[Audit]


class Report(Document, kind="report"):
    """The whole history in words."""

    report: str = Field(description="Markdown")


class OfRecord(Part):
    """What a stored record would give."""

    record: str = Field(description="such as `episode 3`")
    changes: Items[RecordChange] = Field(description="empty if nothing differs")


class Under(Document, kind="under"):
    """What stored records would give under other rules. The exit code is 3 if any differs."""

    rules: str = Field(description="the pack, overlay or edition that was asked for")
    records: Items[OfRecord]


def audits(audits: Sequence[values.Audit]) -> Audits:
    """What several audits found, check by check."""
    return Audits.of(ok=all(audit.ok for audit in audits), audits=audits)


def under(under: other_rules.Under) -> Under:
    """What stored records would say under other rules."""
    return Under.of(under, records=[OfRecord.of(case, record=case.which) for case in under.cases])
