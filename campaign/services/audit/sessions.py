"""The audit of sessions outside a campaign, in parts that can be audited separately.

    numbers ──audit_part──> SessionsAudit ──join_parts──> SessionsAudit ──audit_of──> AuditResult

Parts are joined in the order of their numbers, and give the result of one audit of all sessions.
Memory does not grow with the number of sessions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import starmap
from time import perf_counter
from typing import NamedTuple

from sqlmodel import Session

from campaign.services import forms, sessions
from campaign.services.audit import checks
from campaign.services.audit.checks import FORM, REBUILD, RESTORE
from campaign.services.cycles import without_cycle_collection
from campaign.services.progress import Progress, unwatched
from campaign.services.projections.sessions import project_session
from campaign.services.projections.sheets import note_on_unstored_sheets, without_unstored_sheets
from campaign.services.spreading.reading import ChunkReader, batches, serial_reader
from campaign.services.values import AuditCheck, AuditResult, SessionHistory
from campaign.services.versions import KINDS
from campaign.services.words import many
from campaign.store import decisions, journal, projections
from campaign.store.decisions import Persons
from campaign.store.models.every import OF_CAMPAIGNS
from campaign.store.models.sessions import OF_SESSIONS
from engine.kernel.errors import EngineError
from engine.kernel.phrases import Wording, phrase
from engine.kernel.phrases import joined as put_together
from engine.kernel.replay import Verdict, VerdictKind

REPLAY = "campaign session show ID   has the record and its verdict"
CHAIN, VALUES, PROOF, VIEWS = "hash chain", "values", "replay", "stored views"
REMEDIES: Mapping[str, str] = {CHAIN: RESTORE, VALUES: FORM, PROOF: REPLAY, VIEWS: REBUILD}
"""The checks in their order, each with what helps against its problems."""

BATCH = 500
"""The number of sessions that are read and audited together."""


class SessionsAudit(NamedTuple):
    """The result of an audit of some sessions: the problems and the seconds of each check.

    `verdicts` counts the sessions by verdict or "withdrawn". `skipped` sessions have rows that were
    not compared; `unstored_sheets` counts the sheets that are not stored.
    """

    problems: Mapping[str, tuple[str, ...]] = {}
    seconds: Mapping[str, float] = {}
    verdicts: Mapping[str, int] = {}
    sessions: int = 0
    skipped: int = 0
    unstored_sheets: int = 0

    @property
    def unverifiable(self) -> int:
        """The number of sessions that no replay has proved: without moves, or without rules."""
        kind = str(VerdictKind.UNVERIFIABLE)
        return sum(count for verdict, count in self.verdicts.items() if verdict.startswith(kind))


def audit_sessions(
    session: Session, progress: Progress = unwatched, reads: ChunkReader | None = None
) -> AuditResult:
    """Audit all sessions outside a campaign, read in parts by this transaction or by workers."""
    return audit_of(examine_sessions(session, progress, reads))


def examine_sessions(
    session: Session, progress: Progress = unwatched, reads: ChunkReader | None = None
) -> SessionsAudit:
    """The audit of `audit_sessions` as a part."""
    try:
        numbers = journal.numbers_of(session, sessions.FAMILY)
        strays = projections.stray_rows(session, sessions.FAMILY, OF_CAMPAIGNS)
    except Exception as error:  # a damaged database may hold anything, and an audit goes on
        return _broken_off(error)
    whole, done = SessionsAudit({VIEWS: tuple(map(str, strays))}), 0
    for part in (reads or serial_reader(session))(audit_part, batches(numbers, BATCH)):
        whole = join_parts((whole, part))
        done = min(done + BATCH, len(numbers))
        progress(done, len(numbers))
    return join_parts([whole])


def count(session: Session) -> int:
    """The number of sessions that an audit will read; 0 if that cannot be read."""
    try:
        return len(journal.numbers_of(session, sessions.FAMILY))
    except Exception:  # a damaged database may hold anything, and an audit says so
        return 0


@without_cycle_collection()
def audit_part(session: Session, numbers: range) -> SessionsAudit:
    """Audit the sessions with these numbers; holds all their entries and derived rows in memory."""
    try:
        streams = list(journal.read_family(session, sessions.FAMILY, numbers))
        persons = decisions.persons(session)
    except Exception as error:  # a damaged database may hold anything, and an audit goes on
        return _broken_off(error)
    problems: dict[str, tuple[str, ...]] = {}
    seconds: dict[str, float] = {}
    began = perf_counter()
    for name, problems_of in ((CHAIN, _broken), (VALUES, _malformed)):
        problems[name] = tuple(why for entries in streams for why in problems_of(entries))
        seconds[name], began = perf_counter() - began, perf_counter()
    unproved, played = dict[str, tuple[str, ...]](), dict[str, SessionHistory]()
    verdicts, skipped = Counter[str](), 0
    # Sessions of one game follow one another, so the caches still hold what its rules need.
    for entries in sorted(streams, key=lambda entries: entries[0].text):
        stream = entries[0].stream
        history, unproved[stream] = _replayed(entries, persons)
        if not history:
            continue
        verdicts[_counted_as(history)] += 1
        if history.verdict.without_rules:
            skipped += 1
            continue
        played[stream] = _without_moves(history)
        del history  # so the next replay gets its memory, which the caches still hold
    seconds[PROOF], began = perf_counter() - began, perf_counter()
    differing, unstored = _compared(session, played)
    seconds[VIEWS] = perf_counter() - began
    proof = tuple(why for entries in streams for why in unproved[entries[0].stream])
    problems |= {PROOF: proof, VIEWS: differing}
    return SessionsAudit(problems, seconds, verdicts, len(streams), skipped, unstored)


def _compared(
    session: Session, played: Mapping[str, SessionHistory]
) -> tuple[tuple[str, ...], int]:
    """The differences of stored from derived rows, and the number of sheets that are not stored."""
    differing, unstored = list[str](), 0
    try:
        derived = starmap(project_session, played.items())
        if projections.are_rows_current(session, played, derived, OF_SESSIONS):
            return (), 0
        stored = projections.stored_rows(session, list(played), OF_SESSIONS)
    except Exception as error:  # a damaged database may hold anything, and an audit goes on
        return (checks.failure_in_words(error),), 0
    for stream in sorted(played, key=journal.number_of):
        known_rows, unstored_here = without_unstored_sheets(
            project_session(stream, played[stream]), stored[stream]
        )
        differing += map(str, projections.differences(stored[stream], known_rows, OF_SESSIONS))
        unstored += unstored_here
    return tuple(differing), unstored


def join_parts(parts: Iterable[SessionsAudit]) -> SessionsAudit:
    """Join parts to one, in their order."""
    problems: dict[str, list[str]] = {name: [] for name in REMEDIES}
    seconds = dict.fromkeys(REMEDIES, 0.0)
    verdicts = Counter[str]()
    count = skipped = unstored = 0
    for part in parts:
        for name in REMEDIES:
            problems[name] += part.problems.get(name, ())
            seconds[name] += part.seconds.get(name, 0.0)
        verdicts.update(part.verdicts)
        count, skipped, unstored = (
            count + part.sessions,
            skipped + part.skipped,
            unstored + part.unstored_sheets,
        )
    return SessionsAudit(
        {name: tuple(reasons) for name, reasons in problems.items()},
        seconds,
        verdicts,
        count,
        skipped,
        unstored,
    )


def audit_of(part: SessionsAudit) -> AuditResult:
    """The audit result of a part."""
    whole = join_parts([part])
    kinds = [*VerdictKind, *sorted(whole.verdicts.keys() - set(VerdictKind))]
    tally = ((kind, whole.verdicts.get(kind, 0)) for kind in kinds)
    notes: dict[str, Wording] = {
        CHAIN: many(whole.sessions, "session"),
        VALUES: many(whole.sessions, "session"),
        PROOF: put_together(
            ", ",
            [put_together(" ", (str(count), phrase(str(kind)))) for kind, count in tally if count],
        ),
        VIEWS: put_together(
            "",
            (
                phrase("as derived"),
                phrase(", {count} not compared", count=whole.skipped) if whole.skipped else "",
                note_on_unstored_sheets(whole.unstored_sheets),
            ),
        ),
    }
    results = tuple(
        AuditCheck(name, notes[name], whole.seconds[name], reasons, REMEDIES[name] * bool(reasons))
        for name, reasons in whole.problems.items()
    )
    return AuditResult(phrase("sessions outside a campaign"), results)


def _broken_off(error: Exception) -> SessionsAudit:
    """The audit of sessions that cannot be read."""
    return SessionsAudit({VIEWS: (checks.failure_in_words(error),)})


def _counted_as(history: SessionHistory) -> str:
    """The words under which the note of the audit counts a session."""
    if history.withdrawn:
        return "withdrawn"
    verdict = history.verdict
    return f"{verdict.kind} ({verdict.reason!s})" if verdict.without_rules else str(verdict.kind)


def _broken(entries: tuple[journal.Entry, ...]) -> list[str]:
    """The problems of the chain of a session's entries."""
    try:
        return list(map(str, journal.chain_problems(entries)))
    except Exception as error:  # a damaged entry may hold anything
        return [f"{entries[0].stream}: {checks.failure_in_words(error)}"]


def _malformed(entries: tuple[journal.Entry, ...]) -> list[str]:
    """The problems of a session's entries that do not have the form of their kind."""
    return [f"{entries[0].stream}, {why}" for why in forms.problems(entries, KINDS)]


def _without_moves(history: SessionHistory) -> SessionHistory:
    """A session without moves and final state: rows need neither, and both take much memory."""
    record = history.record
    if record.moves is not None:  # an import's winner holds for a result alone, not for moves
        record = record._replace(moves=())
    verdict = Verdict(history.verdict.kind, None, history.verdict.sheets)
    return SessionHistory(record, verdict, history.stream, history.persons)


def _replayed(
    entries: tuple[journal.Entry, ...], persons: Persons
) -> tuple[SessionHistory | None, tuple[str, ...]]:
    """The session that the entries give (None if they give none), and why it is not proved."""
    stream = entries[0].stream
    try:
        history = sessions.session_history(entries, persons)
    except EngineError as error:
        return None, (f"{stream}: {error}",)
    except Exception as error:  # a damaged entry may hold anything
        return None, (f"{stream}: {checks.failure_in_words(error)}",)
    kind = history.verdict.kind
    if kind in (VerdictKind.ILLEGAL, VerdictKind.INCOMPLETE) or (
        kind is VerdictKind.DIFFERS and not history.as_played
    ):
        return history, (f"{stream}: {kind}: {history.verdict.reason!s}",)
    return history, ()
