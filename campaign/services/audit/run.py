"""The audit: everything is derived from the journal again and compared, check by check.

`checks` has the checks of a campaign, `sessions` those of sessions outside campaigns. Each check
names what differs: entry, field, stored and derived value.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from sqlmodel import Session

from campaign.services import campaigns, folding, sessions
from campaign.services.audit import checks
from campaign.services.audit.checks import RESTORE
from campaign.services.audit.heads import KeptHead, known_heads
from campaign.services.audit.sessions import BATCH
from campaign.services.audit.testimony import ExaminedHistory, statement_of
from campaign.services.cycles import without_cycle_collection
from campaign.services.errors import UnknownName
from campaign.services.progress import Progress, counted, unwatched
from campaign.services.projections.campaigns import project_campaign
from campaign.services.projections.sessions import project_session
from campaign.services.seals import SECRET
from campaign.services.spreading.reading import ChunkReader, batches, serial_reader
from campaign.services.statement import AuditStatement
from campaign.services.values import AuditCheck, AuditResult, History
from campaign.store import continuity, decisions, journal, origins, projections, settings
from campaign.store.models.every import OF_CAMPAIGNS, PROJECTIONS
from campaign.store.models.sessions import OF_SESSIONS
from campaign.store.origins import Origin, OriginMismatch
from campaign.store.projections import Rows
from engine.kernel.phrases import phrase


def audit_campaign(
    session: Session, stream: str, heads: Sequence[KeptHead] = (), *, since: int = 1
) -> AuditResult:
    """Audit one campaign; `heads` are kept heads that its entries should have.

    `since` is the first entry whose link, payload and values are checked; the other checks need the
    whole history. Raises `UnknownName` for a `since` outside the history.
    """
    return audit_with_history(session, stream, heads, since=since)[0]


def audit_with_history(
    session: Session, stream: str, heads: Sequence[KeptHead] = (), *, since: int = 1
) -> tuple[AuditResult, History | None]:
    """The audit of `audit_campaign`, and the history; None if the entries cannot be folded."""
    try:
        entries = journal.read(session, stream)
    except Exception as error:  # a damaged database may hold anything, and an audit goes on
        return unreadable_audit(stream, error), None
    if not 1 <= since <= len(entries):
        raise UnknownName(
            phrase(
                "there is no entry {since}: the history has {count}",
                since=since,
                count=len(entries),
            )
        )
    try:
        origin = origins.origin_of(session, stream)
        secret = settings.read(session, stream, SECRET)
    except Exception as error:
        return unreadable_audit(stream, error), None
    stored = checks.StoredHistory(stream, entries, origin, secret)
    results = checks.journal_checks(stored, heads, since)
    if not results[0].ok:
        missing = [
            kept
            for kept in heads
            if kept not in {known_head.kept for known_head in known_heads(entries, heads)}
        ]
        words = tuple(filter(None, (_elsewhere(session, stored, kept) for kept in missing)))
        chained = results[0]._replace(problems=(*results[0].problems, *words))
        if chained.remedy == checks.ANOTHER and len(words) == len(missing):
            chained = chained._replace(remedy="")  # the words say where each head is
        results = (chained, *results[1:])
    campaign, campaign_checks = checks.campaign_and_checks(stored)
    results += campaign_checks
    history = History(stream, entries, campaign, origin) if campaign else None
    if history:
        results = (*results, checks.projections_check(session, history))
        if not all(check.ok for check in results) and _is_one_of_several(session):
            results = tuple(checks.of_campaign(check, history.called) for check in results)
    statement = statement_of(ExaminedHistory(entries, history, results, heads, since))
    return AuditResult(history.called if history else stream, results, statement), history


def statement_of_history(history: History) -> AuditStatement:
    """The statement about a history that was read, without database, kept heads and secret."""
    stored = checks.StoredHistory(
        history.stream, history.entries, history.origin, without_secret=True
    )
    results = (
        *checks.journal_checks(stored),
        *checks.folded_campaign_checks(history.entries, history.campaign),
    )
    return statement_of(ExaminedHistory(history.entries, history, results))


def audit_campaigns(
    session: Session, progress: Progress = unwatched, reads: ChunkReader | None = None
) -> list[AuditResult]:
    """Audit every campaign, also histories that are set aside."""
    try:
        streams = journal.campaign_streams(session)
    except Exception as error:  # a damaged database may hold anything, and an audit goes on
        return [unreadable_audit("campaigns", error)]
    audits = (reads or serial_reader(session))(audit_campaign, streams)
    return list(counted(audits, len(streams), progress))


def count(session: Session) -> int:
    """The number of campaigns that an audit will read; 0 if that cannot be read."""
    try:
        return len(journal.campaign_streams(session))
    except Exception:  # a damaged database may hold anything, and an audit says so
        return 0


def unreadable_audit(subject: str, error: Exception) -> AuditResult:
    """The audit of a subject that could not be read."""
    problem = checks.failure_in_words(error)
    return AuditResult(subject, (AuditCheck("journal", "", 0.0, (problem,), RESTORE),))


@without_cycle_collection()
def derived_session_rows(session: Session, numbers: range) -> dict[str, Rows]:
    """The rows that the journal gives for sessions with these numbers, by stream."""
    persons = decisions.persons(session)
    return {
        entries[0].stream: project_session(
            entries[0].stream, sessions.session_history(entries, persons)
        )
        for entries in journal.read_family(session, sessions.FAMILY, numbers)
    }


def derived_campaign_rows(session: Session, stream: str) -> dict[str, Rows]:
    """The rows that the journal of a campaign gives, by its stream."""
    history, persons = folding.read(session, stream), decisions.persons(session)
    # A worker of a rebuild may still see the origins that were stored before it.
    origin = origins.decided_origins(session).get(stream) or Origin(stream)
    return {stream: project_campaign(history._replace(origin=origin), persons)}


class RebuildCount(NamedTuple):
    """The number of streams that were derived again, and the origins that were not as decided."""

    streams: int
    misstated: tuple[OriginMismatch, ...]


def rebuild_origins(session: Session) -> tuple[OriginMismatch, ...]:
    """Derive the stored origins again; return those that were not as decided."""
    misstated = tuple(origins.origin_mismatches(session))
    for mismatch in misstated:
        origins.store_decided(session, mismatch.stream)
    return misstated


def rebuild(
    session: Session, progress: Progress = unwatched, reads: ChunkReader | None = None
) -> RebuildCount:
    """Derive every projection from the journal again."""
    reads = reads or serial_reader(session)
    misstated = rebuild_origins(session)
    streams, numbers = (
        journal.campaign_streams(session),
        journal.numbers_of(session, sessions.FAMILY),
    )
    count, total = 0, len(streams) + len(numbers)
    for models, derived in (
        (PROJECTIONS, reads(derived_campaign_rows, streams)),
        (OF_SESSIONS, reads(derived_session_rows, batches(numbers, BATCH))),
    ):
        for rows in derived:
            projections.sync_all(session, rows, models)
            count += len(rows)
            progress(count, total)
    for stray in projections.stray_rows(session, sessions.FAMILY, OF_CAMPAIGNS):
        projections.sync(session, stray.key, {}, OF_CAMPAIGNS)
    for orphan in projections.orphaned_rows(session, PROJECTIONS):
        projections.sync(session, orphan.key, {}, PROJECTIONS)
    return RebuildCount(count, misstated)


def _is_one_of_several(session: Session) -> bool:
    """Whether a command without --campaign may mean another campaign."""
    try:
        return len(campaigns.names(session)) > 1
    except Exception:  # other checks name what is damaged
        return False


def _elsewhere(session: Session, history: checks.StoredHistory, kept: KeptHead) -> str:
    """The campaign here with a kept head that `history` lacks, in words; "" if none is found."""
    wanted = kept.head
    try:
        for stream, name in campaigns.names(session).items():
            other_entries = journal.read(session, stream)
            if any(kept.is_of(entry.hash) for entry in other_entries):
                if stream == history.stream:
                    return ""
                if shared := _shared(history.entries, other_entries):
                    relation = f"which diverges from this history after entry {shared}"
                    return f"{wanted} is of {name}, {relation}"
                return f"{wanted} is of {name}, another campaign"
        if not kept.digest and continuity.examine(session, wanted).noted:
            return f"{wanted} is a head of the whole database: campaign audit --all --head {wanted}"
    except Exception:  # other checks name what is damaged
        return ""
    return ""


def _shared(left: Sequence[journal.Entry], right: Sequence[journal.Entry]) -> int:
    """The number of entries that two histories have in common from the beginning."""
    pairs = zip(left, right, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0].hash == pair[1].hash, pairs))
