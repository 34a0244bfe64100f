"""Sessions outside a campaign: each has a stream of its own and a record that is replayed.

`sessions_corrections` corrects and withdraws them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlmodel import Session, col, select

from campaign.services import forms, games, packs_eternal
from campaign.services.deadline import DEADLINE, Deadline
from campaign.services.errors import UnknownName, not_as_shown
from campaign.services.projections import sheets as stored_sheets
from campaign.services.projections.sessions import counted_of, digest_of, update_session
from campaign.services.records import check_new_names, read_record, with_moves
from campaign.services.values import Author, SessionHistory
from campaign.services.versions import NOTED, RECORDED, SessionRecorded, Stream, stream_of
from campaign.shell import command_with
from campaign.store import chain, decisions, journal, projections
from campaign.store.decisions import Persons
from campaign.store.journal import ENTRY
from campaign.store.models.sessions import OF_SESSIONS, OUTSIDE, Result, SessionLog
from campaign.store.projections import table_of
from engine.kernel.details import NOTHING, Details, check_details
from engine.kernel.errors import NotAllowed
from engine.kernel.game import Seat, Setup
from engine.kernel.names import matching_names, unshadowed_names
from engine.kernel.overlays import digest
from engine.kernel.parts import follows_from_boards
from engine.kernel.phrases import phrase
from engine.kernel.record import Record, format_record, parse_record
from engine.kernel.replay import Verdict, VerdictKind, canonical_record
from engine.kernel.score import SeatScore
from engine.my_city.campaign.ink import INKED

FAMILY = "session"
TOGETHER = 500
"""The number of sessions whose stored rows are read together."""
BY_HAND = " by hand "
"""The words in every move that the table decided by hand, in place of the rules."""


class SessionPreview(NamedTuple):
    """A record in its canonical form before it is kept, and its verdict.

    `refusal` is the error if it may not be kept. `overlay` has the owner's corrections of the
    game's tables with which it was played; `layout` is the text of a record that had boards in
    place of moves.
    """

    record: Record
    verdict: Verdict
    refusal: NotAllowed | None = None
    overlay: str = ""
    layout: str = ""
    as_played: bool = False
    simulated: bool = False


def preview(
    text: str,
    *,
    as_played: bool = False,
    overlay: str = "",
    is_new: bool = True,
    usual: str = "",
    deadline: Deadline = DEADLINE,
) -> SessionPreview:
    """Preview a record as a session.

    The record names its overlay from now on. Without `is_new` the overlay is already kept with a
    session and is not checked. `usual` has the corrections of the eternal mode for a game of this
    mode that comes without an overlay. Raises `RecordError`, `NotAllowed`, `SetupError`,
    `PackError`.
    """
    written = read_record(text)
    check_new_names(written)
    if not overlay and usual and packs_eternal.goes_with(written, usual):
        overlay, is_new = usual, False
    if overlay and is_new:
        overlay = games.checked_overlay(games.game_of_record(written), overlay)
    return preview_record(written, as_played=as_played, overlay=overlay, deadline=deadline)


def preview_record(
    written: Record, *, as_played: bool = False, overlay: str = "", deadline: Deadline = DEADLINE
) -> SessionPreview:
    """Preview a record that was read already; raises as `preview`."""
    if INKED in written.header:
        raise NotAllowed(
            phrase(
                "[{inked}] states what the boards of a campaign show; a session is in no campaign",
                inked=INKED,
            ),
            phrase("leave it out; --as-played keeps scores that differ from the replay"),
        )
    written = with_overlay_hash(games.with_provider(written), overlay)
    record = with_moves(written, written.setup._replace(overlay=overlay), deadline)
    layout = "" if record is written else format_record(written)
    verdict = games.verify(record, record.setup._replace(overlay=overlay))
    if verdict.kind is not VerdictKind.ILLEGAL:
        record = canonical_record(games.game_of_record(record), record)
    refusal = _refusal(record, verdict, as_played)
    return SessionPreview(record, verdict, refusal, overlay, layout, as_played)


def keep(
    session: Session, preview: SessionPreview, by: Author, details: Details = NOTHING
) -> SessionHistory:
    """Keep a session as it was previewed, with details.

    Raises `NotAllowed` if the preview has a refusal.
    """
    if preview.refusal:
        raise preview.refusal
    stream = journal.new_stream(session, FAMILY)
    payload = payload_of(preview)
    if why := forms.form_problem(payload, SessionRecorded):
        raise NotAllowed(phrase("the entry cannot be kept: {why}", why=why))
    entries = [journal.append(session, stream, RECORDED, payload, author=by.author, now=by.now)]
    if details != NOTHING:
        noted = details_payload(details)
        entries.append(journal.append(session, stream, NOTED, noted, author=by.author, now=by.now))
    persons = decisions.persons(session)
    check_people(preview.record.names.values(), persons)
    history = SessionHistory(preview.record, preview.verdict, stream_of(entries), persons)
    update_session(session, stream, history)
    return history


def check_people(names: Iterable[str | None], persons: Persons) -> None:
    """Raise `NotAllowed` if a game names one person twice, by a merged name and another one."""
    called: dict[str, str] = {}
    for name in filter(None, names if persons else ()):
        other = called.setdefault(persons.get(name, name), name)
        if other != name:
            merged = name if name in persons else other
            raise NotAllowed(
                phrase(
                    "{name} and {other} are two names of one person here, but both are in one game",
                    name=name,
                    other=other,
                ),
                phrase(
                    "if they are two: {command}",
                    command=command_with("campaign player unmerge", merged),
                ),
            )


def details_payload(details: Details) -> dict[str, Any]:
    """The payload of an entry that notes details of a session; raises `NotAllowed`."""
    return {name: value for name, value in check_details(details)._asdict().items() if value}


def counted_sheets(
    preview: SessionPreview, before: SessionHistory | None = None
) -> tuple[SeatScore, ...]:
    """The sheets of a previewed record that would count, in place of the one `before`."""
    winners = before.imported_with(preview.record).get("winners", ()) if before else ()
    as_played = payload_of(preview)["as_played"]
    return counted_of(preview.record, preview.verdict, winners, as_played=as_played)


def session_with_record(session: Session, record: str) -> Stream | None:
    """A session that counts and has this text of a record already; None if there is none."""
    query = select(SessionLog.stream).where(SessionLog.digest == digest_of(record))
    stream = session.exec(query.order_by(col(SessionLog.number)).limit(1)).first()
    return stream_of(journal.read(session, stream)) if stream else None


def check_still_new(session: Session, preview: SessionPreview, same: Stream | None) -> None:
    """Raise `NotAllowed` if somebody has kept a record since it was shown as new.

    `same` is the session that was shown to have the record already, None for none.
    """
    if same is None and session_with_record(session, format_record(preview.record)):
        raise not_as_shown()


def read(session: Session, number: int | None) -> SessionHistory:
    """Read and replay a session, also a withdrawn one, without a number the last that counts.

    Raises `UnknownName`.
    """
    if number is None and not (number := last_number(session)):
        raise UnknownName(phrase("there is no session that counts"), "campaign session list")
    entries = journal.read(session, f"{FAMILY}/{number}")
    if not entries:
        raise UnknownName(
            phrase("there is no session {number}", number=number), "campaign session list"
        )
    journal.check_numbers(entries)
    return session_history(entries, decisions.persons(session))


def seat_in(outside: SessionHistory, words: str) -> Seat:
    """The seat of a session with this name: its own word, or its player; raises `NotAllowed`."""
    seats = outside.record.seats
    called = [
        (names[seat], seat)
        for names in (outside.names, outside.record.names)
        for seat in seats
        if seat in names
    ]
    names = unshadowed_names([(seat, seat) for seat in seats], called)
    meant = {seat for _, seat in matching_names(words, names)}
    if len(meant) != 1:
        raise NotAllowed(
            phrase(
                "{seat} is not a seat of session {number}: {seats}",
                seat=words,
                number=outside.number,
                seats=", ".join(seats),
            )
        )
    return meant.pop()


def last_number(session: Session) -> int:
    """The number of the last session that counts, 0 without one."""
    log = table_of(SessionLog)
    return session.scalar(sa.select(sa.func.max(log.c.number)).where(log.c.episode == OUTSIDE)) or 0


def played(session: Session) -> int:
    """How many sessions count that were not simulated."""
    log = table_of(SessionLog)
    outside = sa.select(sa.func.count()).where(log.c.episode == OUTSIDE, ~log.c.simulated)
    return session.scalar(outside) or 0


def kept_last(session: Session) -> int:
    """The number of the session that was written last of all; 0 if it was something else."""
    end = chain.last_link(session)
    if end and end.seq == 1 and end.stream.startswith(f"{FAMILY}/"):
        return journal.number_of(end.stream)
    return 0


def withdrawn_sessions(session: Session) -> tuple[SessionHistory, ...]:
    """The withdrawn sessions, by number."""
    persons = decisions.persons(session)
    return tuple(
        session_history(journal.read(session, stream), persons)
        for stream in streams_withdrawn(session)
    )


def streams_withdrawn(session: Session) -> tuple[str, ...]:
    """The streams of the withdrawn sessions, by number.

    They are the corrected streams without a stored row.
    """
    log = table_of(SessionLog)
    listed = sa.exists().where(log.c.episode == OUTSIDE, log.c.number == ENTRY.c.stream_number)
    return journal.corrected_streams(session, FAMILY, ~listed)


def every(
    session: Session, numbers: range | None = None, game: str = "", *, simulated: bool = True
) -> Iterator[SessionHistory]:
    """The sessions that count, with these numbers and of this game, replayed one by one.

    Without `numbers` all numbers are meant, without `game` all games. `simulated` includes
    simulated sessions. Memory does not grow with the number of sessions.
    """
    line, persons = f'game = "{game}"' if game else "", decisions.persons(session)
    for entries in journal.read_family(session, FAMILY, numbers):
        stream = stream_of(entries)
        if stream.simulated and not simulated:
            continue
        if not stream.withdrawn and line in stream.version.text:
            yield _replayed(stream, persons)


def every_as_stored(session: Session, numbers: range | None = None) -> Iterator[SessionHistory]:
    """The sessions of `every`, with stored verdicts and sheets in place of replays.

    An audit proves the stored values. The verdicts have an empty state. A session whose rows are
    not complete is replayed.
    """
    return as_stored(session, journal.read_family(session, FAMILY, numbers))


def as_stored(
    session: Session, families: Iterable[tuple[journal.Entry, ...]]
) -> Iterator[SessionHistory]:
    """The sessions of these entries as `every_as_stored` returns them."""
    remaining, persons = iter(families), decisions.persons(session)
    while batch := tuple(islice(remaining, TOGETHER)):
        stored = projections.stored_rows(
            session, [entries[0].stream for entries in batch], OF_SESSIONS
        )
        for stream in map(stream_of, batch):
            if not stream.withdrawn:
                rows = stored[stream.entries[0].stream]
                yield _as_stored(stream, rows, persons) or _replayed(stream, persons)


def _as_stored(stream: Stream, rows: projections.Keyed, persons: Persons) -> SessionHistory | None:
    """A session with verdict and sheets from its rows; None if these are not complete or damaged.

    Rows lack the ranks by replay if other ranks count, the number of lines by hand, and whether
    missing rules are installed now. Older programs stored no sheets.
    """
    results = rows.get(Result, {})
    if not results or any(row["sheet"] is None for row in results.values()):
        return None
    record = parse_record(stream.version.text)
    try:
        (log,) = rows[SessionLog].values()
        if log["as_played"] or BY_HAND in stream.version.text:
            return None
        name = log["stream"]
        sheets = tuple(
            stored_sheets.sheet_of_row(results[name, OUTSIDE, seat]) for seat in record.seats
        )
        verdict = Verdict(VerdictKind(log["verdict"]), (), sheets)
    except (AttributeError, LookupError, TypeError, ValueError):  # an audit names the damaged row
        return None
    return SessionHistory(record, verdict, stream, persons)


def session_history(entries: tuple[journal.Entry, ...], persons: Persons) -> SessionHistory:
    """The session that a journal holds, replayed; raises `NotAllowed` if it holds none."""
    return _replayed(stream_of(entries), persons)


def _replayed(stream: Stream, persons: Persons) -> SessionHistory:
    """The version of a session that counts, replayed."""
    version = stream.version
    record = parse_record(version.text)
    setup = record.setup._replace(overlay=version.overlay) if version.overlay else record.setup
    verdict = games.verify(record, setup)
    layout = str(version.entry.payload.get("layout", ""))
    if layout and not verdict.without_rules:
        _check_layout(version.entry.stream, parse_record(layout), record, setup)
    return SessionHistory(record, verdict, stream, persons)


def _check_layout(stream: str, layout: Record, record: Record, setup: Setup) -> None:
    """Raise `NotAllowed` for moves that the boards of an entry do not give."""
    if not follows_from_boards(games.game_of_record(record), layout, record, setup):
        raise NotAllowed(
            phrase("the moves of {stream} are not those that its boards give", stream=stream)
        )


def payload_of(preview: SessionPreview) -> dict[str, Any]:
    """The payload of the entry that records a session."""
    record, verdict = preview.record, preview.verdict
    payload: dict[str, Any] = {
        "record": format_record(record),
        "edition": record.edition,
        "as_played": preview.as_played and verdict.kind is VerdictKind.DIFFERS,
    }
    if preview.overlay:
        payload["overlay"] = preview.overlay
    if preview.layout:
        payload["layout"] = preview.layout
    if preview.simulated:
        payload["simulated"] = True
    return payload


def with_overlay_hash(record: Record, overlay: str) -> Record:
    """The record with the hash of its overlay in the header; unchanged without an overlay."""
    if not overlay:
        return record
    game = games.game_of_record(record)
    return record._replace(header={game.OVERLAY: digest(overlay), **record.header})


def _refusal(record: Record, verdict: Verdict, as_played: bool) -> NotAllowed | None:
    if verdict.kind in (VerdictKind.ILLEGAL, VerdictKind.INCOMPLETE):
        return NotAllowed(
            phrase("the record is {kind}: {reason}", kind=verdict.kind, reason=verdict.reason)
        )
    if verdict.kind is VerdictKind.DIFFERS and not as_played:
        return NotAllowed(
            phrase("the stated result is not what the moves give: {reason}", reason=verdict.reason),
            phrase("correct the record, or keep what the table noted: --as-played"),
        )
    if verdict.kind is VerdictKind.UNVERIFIABLE and set(record.result) != set(record.seats):
        return NotAllowed(phrase("a record without moves needs a result for every seat"))
    return None
