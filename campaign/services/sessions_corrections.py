"""Corrections of sessions outside a campaign: each appends an entry and removes nothing.

    session, SessionPreview ── amendment ──┐
    session ── withdrawal ─────────────────┼──> NextEntry ── shown, agreed ──> correct
    session ── restoration ────────────────┘

Every version of a record stays readable, and every correction has a way back.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from sqlmodel import Session

from campaign.services import forms
from campaign.services.errors import UnknownName
from campaign.services.projections.sessions import counting_sheets, update_session
from campaign.services.record_comparison import compare_keys, difference_in_words
from campaign.services.sessions import (
    FAMILY,
    SessionPreview,
    check_people,
    counted_sheets,
    details_payload,
    payload_of,
    read,
)
from campaign.services.values import Author, SessionHistory
from campaign.services.versions import (
    AMENDED,
    KINDS,
    NOTED,
    RESTORED,
    WITHDRAWN,
    SessionRecordVersion,
)
from campaign.store import journal
from engine.kernel.details import Details
from engine.kernel.errors import NotAllowed
from engine.kernel.phrases import Wording, joined, many, phrase


class NextEntry(NamedTuple):
    """The next entry of a session: its kind and its payload."""

    before: SessionHistory
    kind: str
    payload: dict[str, Any]


def amendment(before: SessionHistory, preview: SessionPreview, reason: str) -> NextEntry:
    """The entry that gives a session another record; raises `NotAllowed`."""
    if preview.refusal:
        raise preview.refusal
    _check_counts(before)
    if preview.record.game != before.record.game:
        raise NotAllowed(
            phrase(
                "session {number} is a game of {game}, this record is one of {other}",
                number=before.number,
                game=before.record.game,
                other=preview.record.game,
            ),
            phrase(
                "{command}   and record the other one",
                command=f"campaign session withdraw {before.number}",
            ),
        )
    payload = payload_of(preview)
    current = before.stream.version.entry.payload
    if payload == {key: value for key, value in current.items() if key != "reason"}:
        raise NotAllowed(
            phrase("this is already the record of session {number}", number=before.number)
        )
    return correction(before, AMENDED, {**payload, "reason": _reason(reason)})


def withdrawal(before: SessionHistory, reason: str) -> NextEntry:
    """The entry that withdraws a session; raises `NotAllowed`."""
    _check_counts(before)
    return correction(before, WITHDRAWN, {"reason": _reason(reason)})


def restoration(before: SessionHistory, version: int | None, reason: str) -> NextEntry:
    """The entry that makes a session or an older version of it count; raises `NotAllowed`.

    Raises `UnknownName` for a version that does not exist.
    """
    wanted = before.stream.version if version is None else version_of(before, version)
    if wanted == before.stream.version and not before.withdrawn:
        raise NotAllowed(
            phrase(
                "session {number} counts, with version {version} of its record",
                number=before.number,
                version=wanted.number,
            ),
            f"campaign session show {before.number}",
        )
    payload: dict[str, Any] = {"version": wanted.number}
    return correction(before, RESTORED, {**payload, "reason": reason} if reason else payload)


def note(before: SessionHistory, details: Details) -> NextEntry:
    """The entry that replaces the details of a session; raises `NotAllowed`."""
    _check_counts(before)
    if before.stream.details == details:
        raise NotAllowed(phrase("session {number} has these details already", number=before.number))
    return correction(before, NOTED, details_payload(details))


def correct(session: Session, correction: NextEntry, by: Author) -> SessionHistory:
    """Keep a correction; raises `NotAllowed` if somebody has corrected the session since."""
    before, kind, payload = correction
    stream = f"{FAMILY}/{before.number}"
    if journal.head_hash(session, stream) != before.stream.entries[-1].hash:
        raise NotAllowed(
            phrase(
                "session {number} was corrected by somebody else meanwhile", number=before.number
            ),
            f"campaign session show {before.number}",
        )
    journal.append(session, stream, kind, payload, author=by.author, now=by.now)
    history = read(session, before.number)
    if not history.withdrawn:
        check_people(history.record.names.values(), history.persons)
    update_session(session, stream, history)
    return history


def version_of(outside: SessionHistory, number: int) -> SessionRecordVersion:
    """A version of a session's record by its number, from 1; raises `UnknownName`."""
    versions = outside.stream.versions
    if not 1 <= number <= len(versions):
        raise UnknownName(
            phrase(
                "session {session} has no version {version}: it has 1 to {last}",
                session=outside.number,
                version=number,
                last=len(versions),
            ),
            f"campaign session show {outside.number}",
        )
    return versions[number - 1]


def changes(before: SessionHistory, preview: SessionPreview) -> Iterator[Wording]:
    """The changes that another record makes in a session, in words."""
    old = {sheet.seat: sheet for sheet in counting_sheets(before)}
    new = {sheet.seat: sheet for sheet in counted_sheets(preview, before)}
    for seat in dict.fromkeys((*old, *new)):
        old_sheet, new_sheet = old.get(seat), new.get(seat)
        if old_sheet is None or new_sheet is None:
            presence = phrase("is there now" if new_sheet else "is not there any more")
            yield joined(": ", (seat, presence))
        elif (old_sheet.total, old_sheet.rank) != (new_sheet.total, new_sheet.rank):
            yield phrase(
                "{seat}: {old} -> {new}, rank {old_rank} -> {new_rank}",
                seat=seat,
                old=old_sheet.total,
                new=many(new_sheet.total, "point"),
                old_rank=old_sheet.rank,
                new_rank=new_sheet.rank,
            )
    record, other_record = before.record, preview.record
    if record.played != other_record.played:
        yield phrase(
            "played: {old} -> {new}", old=record.played or "-", new=other_record.played or "-"
        )
    if record.names != other_record.names:
        yield phrase("the players' names")
    if record.moves != other_record.moves:
        yield phrase("the moves")
    yield from map(difference_in_words, compare_keys(record, other_record))


def correction(before: SessionHistory, kind: str, payload: dict[str, Any]) -> NextEntry:
    """The next entry of a session; raises `NotAllowed` if the payload does not have its form."""
    if why := forms.form_problem(payload, KINDS[kind]):
        raise NotAllowed(phrase("the entry cannot be kept: {why}", why=why))
    return NextEntry(before, kind, payload)


def _check_counts(history: SessionHistory) -> None:
    """Raise `NotAllowed` for a withdrawn session."""
    if history.withdrawn:
        raise NotAllowed(
            phrase("session {number} is withdrawn", number=history.number),
            f"campaign session reinstate {history.number}",
        )


def _reason(text: str) -> str:
    """The reason of a correction; raises `NotAllowed` for an empty one."""
    if not text.strip():
        raise NotAllowed(phrase("a correction needs a reason"), '--reason "..."')
    return text
