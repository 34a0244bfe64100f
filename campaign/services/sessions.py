"""Sessions outside a campaign: one stream each, a record that is proved when it is kept."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple
from unicodedata import normalize

from sqlmodel import Session, col, func, select

from campaign.services import forms, games
from campaign.services.deadline import DEADLINE, Deadline
from campaign.services.errors import NotFound
from campaign.services.projections.sessions import update_session
from campaign.services.records import read_record, with_moves
from campaign.services.values import By, Outside
from campaign.store import journal
from campaign.store.models.sessions import OUTSIDE, Result, SessionLog
from engine.kernel.errors import Refused, SetupError
from engine.kernel.overlays import digest
from engine.kernel.parts import gives
from engine.kernel.record import Record, format_record, parse_record
from engine.kernel.replay import Kind, Verdict, canonical
from engine.kernel.texts import Document, Word

FAMILY = "session"
RECORDED = "session recorded"


class SessionRecorded(NamedTuple):
    """A session was played: its record, and the tables that it was played under.

    `layout` is the text of the record before its boards became moves, where it had boards.
    """

    record: Document
    edition: Word
    as_played: bool = False
    overlay: Document = ""
    layout: Document = ""


KINDS = {RECORDED: SessionRecorded}
"""What can happen to a session, and what its entry holds."""


class Preview(NamedTuple):
    """A record in the game's own words, its verdict, and why it may not be kept, if it may not.

    `overlay` are the owner's corrections of the game's tables under which it was played; `layout`
    is the text of a record that had boards in place of moves.
    """

    record: Record
    verdict: Verdict
    refusal: Refused | None = None
    overlay: str = ""
    layout: str = ""
    as_played: bool = False


class Listed(NamedTuple):
    """A session as a list shows it: its row, and its results by rank."""

    log: SessionLog
    results: tuple[Result, ...]

    @property
    def number(self) -> int:
        """Its id at the command line."""
        return journal.number_of(self.log.stream)


def preview(
    text: str, *, as_played: bool = False, overlay: str = "", deadline: Deadline = DEADLINE
) -> Preview:
    """What the replay says of a record; writes nothing.

    A record that does not name the overlay it is given with names it from now on.
    """
    written = read_record(text)
    return preview_record(written, as_played=as_played, overlay=overlay, deadline=deadline)


def preview_record(
    written: Record, *, as_played: bool = False, overlay: str = "", deadline: Deadline = DEADLINE
) -> Preview:
    """What the replay says of a record that need not be read from its text."""
    written = games.with_provider(written)
    record = with_moves(written, written.setup, deadline)
    layout = "" if record is written else format_record(written)
    overlay = normalize("NFC", overlay)
    if overlay:
        record = _naming(record, overlay)
    verdict = games.verify(record, record.setup._replace(overlay=overlay))
    if verdict.kind is not Kind.ILLEGAL:
        record = canonical(games.of(record), record)
    refusal = _refusal(record, verdict, as_played)
    return Preview(record, verdict, refusal, overlay, layout, as_played)


def keep(session: Session, preview: Preview, by: By) -> Outside:
    """Keep a session as it was previewed; raises `Refused` when its record does not stand."""
    if preview.refusal:
        raise preview.refusal
    record, verdict = preview.record, preview.verdict
    as_played = preview.as_played and verdict.kind is Kind.DIFFERS
    payload = {
        "record": format_record(record),
        "edition": record.edition,
        "as_played": as_played,
    }
    if preview.overlay:
        payload["overlay"] = preview.overlay
    if preview.layout:
        payload["layout"] = preview.layout
    if why := forms.of_values(payload, SessionRecorded):
        raise Refused(why)
    stream = journal.new_stream(session, FAMILY)
    entry = journal.append(session, stream, RECORDED, payload, author=by.author, now=by.now)
    outside = _outside(entry, record, verdict)
    update_session(session, stream, outside)
    return outside


def read(session: Session, number: int) -> Outside:
    """A kept session, replayed; raises `NotFound`."""
    entries = tuple(journal.read(session, f"{FAMILY}/{number}"))
    if not entries:
        raise NotFound(f"there is no session {number}", "campaign session list")
    return outside_of(entries)


def listed(session: Session) -> tuple[Listed, ...]:
    """All sessions as a list shows them, newest last: no record is read."""
    results: dict[str, list[Result]] = {}
    for result in session.exec(
        select(Result).where(Result.episode == OUTSIDE).order_by(col(Result.rank), col(Result.seat))
    ):
        results.setdefault(result.stream, []).append(result)
    logs = session.exec(
        select(SessionLog)
        .where(SessionLog.episode == OUTSIDE)
        .order_by(func.length(SessionLog.stream), col(SessionLog.stream))
    )
    return tuple(Listed(log, tuple(results.get(log.stream, ()))) for log in logs)


def every(session: Session) -> Iterator[Outside]:
    """All kept sessions, replayed one after the other; memory stays flat."""
    return map(outside_of, journal.read_family(session, FAMILY))


def outside_of(entries: tuple[journal.Entry, ...]) -> Outside:
    """The session that a journal holds, replayed; raises `Refused` when it holds none."""
    entry = entries[0]
    if entry.kind != RECORDED or not isinstance(entry.payload.get("record"), str):
        raise Refused(f"entry 1 of {entry.stream} is no recorded session")
    record = parse_record(entry.payload["record"])
    overlay = str(entry.payload.get("overlay", ""))
    setup = record.setup._replace(overlay=overlay) if overlay else record.setup
    verdict = games.verify(record, setup)
    layout = str(entry.payload.get("layout", ""))
    if layout and not verdict.without_rules:
        _check_layout(entry.stream, parse_record(layout), record)
    return _outside(entry, record, verdict)


def _check_layout(stream: str, layout: Record, record: Record) -> None:
    """Refuse moves that the boards of an entry do not give."""
    if not gives(games.of(record), layout, record, record.setup):
        raise Refused(f"the moves of {stream} are not those that its boards give")


def _outside(entry: journal.Entry, record: Record, verdict: Verdict) -> Outside:
    """A session from its entry, the record in it, and what the replay says of that."""
    return Outside(
        journal.number_of(entry.stream),
        record,
        entry.payload["record"],
        verdict,
        bool(entry.payload.get("as_played")),
        entry.author,
        entry.recorded_at,
        str(entry.payload.get("overlay", "")),
    )


def _naming(record: Record, overlay: str) -> Record:
    """The record with the hash of its overlay in the header; raises `SetupError`."""
    game = games.of(record)
    if not game.OVERLAY:
        raise SetupError(f"{game.TITLE} takes no corrections of its tables")
    return record._replace(header={game.OVERLAY: digest(overlay), **record.header})


def _refusal(record: Record, verdict: Verdict, as_played: bool) -> Refused | None:
    if verdict.kind in (Kind.ILLEGAL, Kind.INCOMPLETE):
        return Refused(f"the record is {verdict.kind}: {verdict.reason}")
    if verdict.kind is Kind.DIFFERS and not as_played:
        return Refused(
            f"the stated result is not what the moves give: {verdict.reason}",
            "correct the record, or keep what the table noted: --as-played",
        )
    if verdict.kind is Kind.UNVERIFIABLE and set(record.result) != set(record.seats):
        return Refused("a record without moves needs a result for every seat")
    return None
