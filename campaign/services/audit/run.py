"""The audit: everything derived once more from the journal, check by check, and compared.

A campaign goes through its checks (`checks`); sessions outside one, which can be many, are read
in batches. Each check names what differs: entry, field, stored and derived value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice, takewhile
from time import perf_counter

from sqlmodel import Session

from campaign.services import campaigns, forms, sessions
from campaign.services.audit import checks
from campaign.services.audit.checks import FORM, REBUILD, RESTORE
from campaign.services.audit.database import streams
from campaign.services.campaigns import FAMILY
from campaign.services.cycles import without_cycle_collection
from campaign.services.errors import NotFound
from campaign.services.progress import Progress, counted, unwatched
from campaign.services.projections.campaigns import update_campaign
from campaign.services.projections.sessions import project_session
from campaign.services.seals import SECRET
from campaign.services.values import Audit, Check, History, Outside
from campaign.services.versions import KINDS
from campaign.services.words import many
from campaign.store import continuity, journal, origins, projections, settings
from campaign.store.models.every import OF_CAMPAIGNS, PROJECTIONS
from campaign.store.models.sessions import OF_SESSIONS
from engine.kernel.errors import EngineError
from engine.kernel.replay import Kind

REPLAY = "campaign session show ID   has the record and its verdict"
BATCH = 500
"""Sessions whose stored rows are fetched together."""


def audit_campaign(
    session: Session, stream: str, head: str | None = None, *, since: int = 1
) -> Audit:
    """One campaign; `head` is a short head that somebody kept, to be found among its entries.

    `since` is the first entry whose links and payload are checked; all else follows from the
    whole history and is checked as a whole.
    """
    return audit_with_history(session, stream, head, since=since)[0]


def audit_with_history(
    session: Session, stream: str, head: str | None = None, *, since: int = 1
) -> tuple[Audit, History | None]:
    """As `audit_campaign`, and the history that the audit folded; None if it could not."""
    try:
        entries = journal.read(session, stream)
    except Exception as error:  # a damaged database may hold anything, and an audit goes on
        return not_read(stream, error), None
    if not 1 <= since <= len(entries):
        raise NotFound(f"there is no entry {since}: the history has {len(entries)}")
    try:
        origin = origins.origin_of(session, stream)
        secret = settings.read(session, stream, SECRET)
    except Exception as error:
        return not_read(stream, error), None
    stored = checks.StoredHistory(stream, entries, origin, secret)
    results = checks.of_journal(stored, head, since)
    if head is not None and not results[0].ok and (words := _elsewhere(session, stored, head)):
        results = (results[0]._replace(problems=(*results[0].problems, words)), *results[1:])
    campaign, of_campaign = checks.of_campaign(stored)
    results += of_campaign
    if campaign is None:
        return Audit(stream, results), None
    history = History(stream, entries, campaign, origin)
    audit = Audit(history.called, (*results, checks.of_projections(session, history)))
    return audit, history


def audit_campaigns(session: Session, progress: Progress = unwatched) -> list[Audit]:
    """Every campaign, also those that are set aside."""
    try:
        streams = journal.streams(session, FAMILY)
    except Exception as error:  # a damaged database may hold anything, and an audit goes on
        return [not_read("campaigns", error)]
    watched = counted(streams, len(streams), progress)
    return [audit_campaign(session, stream) for stream in watched]


def not_read(subject: str, error: Exception) -> Audit:
    """The audit of something that could not even be read."""
    problem = checks.cannot_be_checked(error)
    return Audit(subject, (Check("journal", "", 0.0, (problem,), RESTORE),))


@without_cycle_collection()
def audit_sessions(session: Session, progress: Progress = unwatched) -> Audit:
    """All sessions outside a campaign; memory stays flat however many there are."""
    problems: dict[str, list[str]] = {
        "hash chain": [],
        "values": [],
        "replay": [],
        "stored views": [],
    }
    spent = dict.fromkeys(problems, 0.0)
    counts = Counter[str](dict.fromkeys(Kind, 0))
    total = skipped = 0
    try:
        strays = projections.strays(session, sessions.FAMILY, OF_CAMPAIGNS)
        problems["stored views"] += map(str, strays)
        count = journal.count(session, sessions.FAMILY)
        families = journal.read_family(session, sessions.FAMILY)
        while batch := tuple(islice(families, BATCH)):
            names = [entries[0].stream for entries in batch]
            stored = projections.stored(session, names, OF_SESSIONS)
            began = perf_counter()
            for entries in batch:
                problems["hash chain"] += _broken(entries)
            spent["hash chain"] += perf_counter() - began
            began = perf_counter()
            for entries in batch:
                problems["values"] += (
                    f"{entries[0].stream}, {why}" for why in forms.problems(entries, KINDS)
                )
            spent["values"] += perf_counter() - began
            for entries in batch:
                stream, began = entries[0].stream, perf_counter()
                outside, unproved = _replayed(entries)
                problems["replay"] += unproved
                replayed = perf_counter()
                if outside:
                    counts[_counted_as(outside)] += 1
                    if outside.verdict.without_rules:
                        skipped += 1
                    else:
                        rows = project_session(stream, outside)
                        differing = projections.differences(stored[stream], rows, OF_SESSIONS)
                        problems["stored views"] += map(str, differing)
                spent["replay"] += replayed - began
                spent["stored views"] += perf_counter() - replayed
            total += len(batch)
            progress(total, count)
    except Exception as error:  # a damaged database may hold anything, and an audit goes on
        problems["stored views"].append(checks.cannot_be_checked(error))
    tally = ", ".join(f"{count} {kind}" for kind, count in counts.items() if count)
    notes = {
        "hash chain": many(total, "session"),
        "values": many(total, "session"),
        "replay": tally,
        "stored views": f"as derived, {skipped} not compared" if skipped else "as derived",
    }
    remedies = {"hash chain": RESTORE, "values": FORM, "replay": REPLAY, "stored views": REBUILD}
    results = tuple(
        Check(name, notes[name], spent[name], tuple(some), remedies[name] * bool(some))
        for name, some in problems.items()
    )
    return Audit("sessions outside a campaign", results)


def rebuild(session: Session, progress: Progress = unwatched) -> int:
    """Derive every projection from the journal again; gives the number of streams."""
    count = 0
    total = sum(journal.count(session, family) for family in (FAMILY, sessions.FAMILY))
    for stream in journal.streams(session, FAMILY):
        update_campaign(session, campaigns.read(session, stream))
        count += 1
        progress(count, total)
    for entries in journal.read_family(session, sessions.FAMILY):
        stream = entries[0].stream
        rows = project_session(stream, sessions.outside_of(entries))
        projections.sync(session, stream, rows, PROJECTIONS)
        count += 1
        progress(count, total)
    for orphan in projections.orphans(session, streams(session), PROJECTIONS):
        projections.sync(session, orphan.key, {}, PROJECTIONS)
    return count


def _elsewhere(session: Session, history: checks.StoredHistory, head: str) -> str:
    """Where a head belongs that is not in a history: one that diverges from it, if it is here."""
    wanted = journal.read_short_head(head)
    try:
        for stream, name in campaigns.names(session).items():
            other = journal.read(session, stream)
            if any(journal.short_head(entry.hash) == wanted for entry in other):
                if stream == history.stream:
                    return ""
                if shared := _shared(history.entries, other):
                    there = f"which diverges from this history after entry {shared}"
                    return f"{wanted} is of {name}, {there}"
                return f"{wanted} is of {name}, another campaign"
        if continuity.examine(session, wanted).noted:
            return f"{wanted} is a head of the whole database: campaign audit --all --head {wanted}"
    except Exception:  # other checks name what is damaged
        return ""
    return ""


def _shared(one: Sequence[journal.Entry], other: Sequence[journal.Entry]) -> int:
    """How many entries two histories have in common from the beginning."""
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0].hash == pair[1].hash, pairs))


def _counted_as(outside: Outside) -> str:
    """Under which words the note of the audit counts a session."""
    if outside.withdrawn:
        return "withdrawn"
    verdict = outside.verdict
    return f"{verdict.kind} ({verdict.reason})" if verdict.without_rules else verdict.kind


def _broken(entries: tuple[journal.Entry, ...]) -> list[str]:
    """Where the entries of a session are no chain."""
    try:
        return list(map(str, journal.verify(entries)))
    except Exception as error:  # a damaged entry may hold anything
        return [f"{entries[0].stream}: {checks.cannot_be_checked(error)}"]


def _replayed(
    entries: tuple[journal.Entry, ...],
) -> tuple[Outside | None, tuple[str, ...]]:
    """A session as its entries give it, if they do, and what is not proved in it."""
    stream = entries[0].stream
    try:
        outside = sessions.outside_of(entries)
    except EngineError as error:
        return None, (f"{stream}: {error}",)
    except Exception as error:  # a damaged entry may hold anything
        return None, (f"{stream}: {checks.cannot_be_checked(error)}",)
    kind = outside.verdict.kind
    if kind in (Kind.ILLEGAL, Kind.INCOMPLETE) or (kind is Kind.DIFFERS and not outside.as_played):
        return outside, (f"{stream}: {kind}: {outside.verdict.reason}",)
    return outside, ()
