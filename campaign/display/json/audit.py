"""JSON documents of audits: checks, heads, reports, and records under other rules."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import Field

from campaign.display.json.changes import RecordChange
from campaign.display.json.parts import Document, Head, Items, OfCampaign, Part, Row
from campaign.display.text.audit_statement import fact_in_words
from campaign.services import statement as of_statements
from campaign.services import values
from campaign.services.audit import heads, other_rules


class Check(Part):
    """One check of an audit."""

    name: str
    ok: bool
    note: str
    milliseconds: int
    problems: Items[str]
    remedy: str = Field(description="what helps if something was found, or empty")


class ScoreChange(Part):
    """A score that was changed later."""

    seat: str
    before: int
    after: int


class Fact(Part):
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


class Statement(Part):
    """What is proved of a history, and where the proof ends."""

    found: Items[Fact] = Field(description="a fact for each check that failed")
    proved: Items[Fact]
    not_proved: Items[Fact]
    notable: Items[Fact] = Field(description="what a reader may want to ask about")


class Audit(Part):
    """The checks of one subject, such as a campaign."""

    subject: str
    ok: bool
    checks: Items[Check]
    statement: Statement | None = Field(description="null unless a campaign was checked")


class Audits(Document, kind="audit"):
    """What audits found. The exit code is 3 if `ok` is false."""

    ok: bool = Field(description="true if nothing was found")
    audits: Items[Audit]


class Heads(OfCampaign, kind="heads"):
    """The head of a history at the end of each evening."""

    head: Head = Field(description="the newest one, to be written down")
    heads: Items[Row[heads.EveningHead]]


class Report(Document, kind="report"):
    """The whole history in words."""

    report: str = Field(description="Markdown")


class OfRecord(Part):
    """What one stored record would give under other rules."""

    record: str = Field(description="such as `episode 3`")
    changes: Items[RecordChange] = Field(description="empty if nothing differs")


class Under(Document, kind="under"):
    """What stored records would give under other rules. The exit code is 3 if any differs."""

    rules: str = Field(description="the pack, overlay or edition that was asked for")
    records: Items[OfRecord]


def audits(audits: Sequence[values.Audit]) -> Audits:
    """The document of what several audits found, check by check."""
    return Audits.of(
        ok=all(audit.ok for audit in audits),
        audits=[Audit.of(audit, statement=_statement(audit.statement)) for audit in audits],
    )


def _statement(statement: of_statements.Statement | None) -> Statement | None:
    """The statement of an audit with its sentences, None if there is no statement."""
    if statement is None:
        return None
    return Statement.of(
        **{name: tuple(map(_fact, facts)) for name, facts in statement._asdict().items()}
    )


def _fact(fact: of_statements.Fact) -> Fact:
    """A fact with its sentence."""
    scores = [ScoreChange(seat=s, before=b, after=a) for s, b, a in fact.scores]
    return Fact.of(fact, words=str(fact_in_words(fact)), scores=scores)


def under(under: other_rules.Under) -> Under:
    """The document of what stored records would give under other rules."""
    return Under.of(under, records=[OfRecord.of(case, record=case.which) for case in under.cases])


def evening_heads(history: values.History) -> Heads:
    """The document of the heads of a campaign, evening by evening."""
    return Heads(campaign=history.called, head=history.head, heads=heads.heads_of_evenings(history))
