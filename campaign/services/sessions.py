"""Sessions outside a campaign: one stream each, a record that is proved when it is kept."""

from __future__ import annotations

from collections.abc import Iterator

from sqlmodel import Session

from campaign.services.campaigns import By
from campaign.services.derived import session_rows
from campaign.services.errors import NotFound
from campaign.services.values import Outside
from campaign.store import journal, views
from campaign.store.listing import Listed, listed_sessions
from engine.catalogue import find, verify
from engine.kernel.errors import Refused
from engine.kernel.record import Record, format_record, parse_record
from engine.kernel.replay import Kind, Verdict, canonical

FAMILY = "session"
RECORDED = "session recorded"


def weigh(text: str, *, as_played: bool = False) -> tuple[Record, Verdict, Refused | None]:
    """A record in the game's own words, its verdict, and why it may not be kept; writes nothing."""
    record = parse_record(text)
    verdict = verify(record)
    if verdict.kind is not Kind.ILLEGAL:
        record = canonical(find(record.game), record)
    return record, verdict, _refusal(record, verdict, as_played)


def keep(session: Session, text: str, *, as_played: bool = False, by: By) -> Outside:
    """Keep a session; raises `Refused` when its record does not stand."""
    record, verdict, refusal = weigh(text, as_played=as_played)
    if refusal:
        raise refusal
    return keep_proved(session, record, verdict, as_played=as_played, by=by)


def keep_proved(
    session: Session, record: Record, verdict: Verdict, *, as_played: bool = False, by: By
) -> Outside:
    """Keep a session whose verdict is known."""
    payload = {
        "record": format_record(record),
        "edition": record.edition,
        "as_played": as_played and verdict.kind is Kind.DIFFERS,
    }
    stream = journal.new_stream(session, FAMILY)
    entry = journal.append(session, stream, RECORDED, payload, author=by.author, now=by.now)
    outside = outside_of((entry,), verdict)
    views.sync(session, stream, session_rows(stream, outside))
    return outside


def read(session: Session, number: int) -> Outside:
    """A kept session, replayed; raises `NotFound`."""
    entries = tuple(journal.read(session, f"{FAMILY}/{number}"))
    if not entries:
        raise NotFound(f"there is no session {number}", "campaign session list")
    return outside_of(entries)


def listed(session: Session) -> tuple[Listed, ...]:
    """All sessions as a list shows them, from the stored views: no record is read."""
    return listed_sessions(session, FAMILY)


def every(session: Session) -> Iterator[Outside]:
    """All kept sessions, replayed one after the other; memory stays flat."""
    return map(outside_of, journal.read_family(session, FAMILY))


def outside_of(entries: tuple[journal.Entry, ...], verdict: Verdict | None = None) -> Outside:
    """What a session's journal tells; raises `Refused` when it tells nothing sound."""
    entry = entries[0]
    if entry.kind != RECORDED or not isinstance(entry.payload.get("record"), str):
        raise Refused(f"entry 1 of {entry.stream} is no recorded session")
    text = entry.payload["record"]
    record = parse_record(text)
    return Outside(
        journal.number_of(entry.stream),
        record,
        text,
        verdict or verify(record),
        bool(entry.payload.get("as_played")),
        entry.author,
        entry.recorded_at,
    )


def _refusal(record: Record, verdict: Verdict, as_played: bool) -> Refused | None:
    if verdict.kind in (Kind.ILLEGAL, Kind.INCOMPLETE):
        return Refused(f"the record is {verdict.kind}: {verdict.reason}")
    if verdict.kind is Kind.DIFFERS and not as_played:
        return Refused(
            f"the stated result is not what the moves give: {verdict.reason}",
            "correct the record, or keep what the table noted with --as-played",
        )
    if verdict.kind is Kind.UNVERIFIABLE and set(record.result) != set(record.seats):
        return Refused("a record without moves needs a result for every seat")
    return None
