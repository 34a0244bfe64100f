"""JSON documents of audits: checks, heads, reports, and records under other rules."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import Field

from campaign.display.json.changes import OutcomeChangePart
from campaign.display.json.parts import CampaignDocument, Document, Head, Items, Part, Row
from campaign.display.text.audit_statement import fact_in_words
from campaign.services import statement as of_statements
from campaign.services import values
from campaign.services.audit import heads, other_rules


class CheckPart(Part):
    """One check of an audit."""

    name: str
    ok: bool
    note: str
    milliseconds: int
    problems: Items[str]
    remedy: str = Field(description="what helps if something was found, or empty")


class ScoreChange(Part):
    """A score that was changed later; null where the city did not play."""

    seat: str
    before: int | None
    after: int | None


class FactPart(Part):
    """One thing that an audit states, and what it is about."""

    kind: str = Field(description="such as `moves`, `no head` or `scores changed`")
    words: str = Field(description="a sentence for readers")
    episodes: Items[int]
    entries: Items[int]
    names: Items[str] = Field(description="players, seats, envelopes or the check, by kind")
    amount: int = Field(description="values, lines, days, minutes or problems, by kind; else 0")
    day: str = Field(description="or empty")
    head: str = Field(description="or empty")
    note: str = Field(description="the reason that somebody gave, or empty")
    scores: Items[ScoreChange]


class StatementPart(Part):
    """What is proved of a history, and where the proof ends."""

    found: Items[FactPart] = Field(description="a fact for each check that failed")
    proved: Items[FactPart]
    not_proved: Items[FactPart]
    notable: Items[FactPart] = Field(description="what a reader may want to ask about")


class AuditPart(Part):
    """The checks of one subject, such as a campaign."""

    subject: str
    ok: bool
    checks: Items[CheckPart]
    statement: StatementPart | None = Field(description="null unless a campaign was checked")


class AuditsDocument(Document, kind="audit"):
    """What audits found. The exit code is 3 if `ok` is false."""

    ok: bool = Field(description="true if nothing was found")
    audits: Items[AuditPart]


class HeadsDocument(CampaignDocument, kind="heads"):
    """The head of a history at the end of each evening."""

    head: Head = Field(description="the newest one, to be written down")
    heads: Items[Row[heads.EveningHead]]


class ReportDocument(Document, kind="report"):
    """The whole history in words."""

    report: str = Field(description="Markdown")


class RecordOutcome(Part):
    """What one stored record would give under other rules."""

    record: str = Field(description="such as `episode 3`")
    changes: Items[OutcomeChangePart] = Field(description="empty if nothing differs")


class RulesDocument(Document, kind="under"):
    """What stored records would give under other rules. The exit code is 3 if any differs."""

    rules: str = Field(description="the pack, overlay or edition that was asked for")
    records: Items[RecordOutcome]


def audits(audits: Sequence[values.AuditResult]) -> AuditsDocument:
    """The document of several audits, check by check."""
    return AuditsDocument.from_value(
        ok=all(audit.ok for audit in audits),
        audits=[
            AuditPart.from_value(audit, statement=_statement(audit.statement)) for audit in audits
        ],
    )


def _statement(statement: of_statements.AuditStatement | None) -> StatementPart | None:
    """The statement of an audit with its sentences, or None."""
    if statement is None:
        return None
    return StatementPart.from_value(
        **{name: tuple(map(_fact, facts)) for name, facts in statement._asdict().items()}
    )


def _fact(fact: of_statements.AuditFact) -> FactPart:
    """A fact with its sentence."""
    scores = [ScoreChange.from_value(change) for change in fact.scores]
    return FactPart.from_value(fact, words=str(fact_in_words(fact)), scores=scores)


def rules_comparison(under: other_rules.RulesComparison) -> RulesDocument:
    """The document that compares stored records with their replay under other rules."""
    return RulesDocument.from_value(
        under, records=[RecordOutcome.from_value(case, record=case.which) for case in under.cases]
    )


def evening_heads(history: values.History) -> HeadsDocument:
    """The document of the heads of a campaign, evening by evening."""
    return HeadsDocument(
        campaign=history.called, head=history.head, heads=heads.heads_of_evenings(history)
    )
