"""Keeping many sessions together, with a few statements for several hundred sessions.

    SessionPreview ──new──> NewSession ──keep──> an entry, and its rows

A `NewSession` has plain values, so that it can wait in a file until the user has agreed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlmodel import Session, col, select

from campaign.services import forms
from campaign.services.cycles import without_cycle_collection
from campaign.services.projections.sessions import (
    counted_of,
    digest_of,
    log_row,
    result_rows,
)
from campaign.services.reasons import IMPORT_TAKEN_BACK
from campaign.services.sessions import FAMILY, SessionPreview, check_people, payload_of
from campaign.services.values import Author
from campaign.services.versions import (
    AMENDED,
    RECORDED,
    RESTORED,
    WITHDRAWN,
    SessionRecorded,
    details_in,
    reason_of,
)
from campaign.store import decisions, journal
from campaign.store.decisions import Persons
from campaign.store.journal import TOGETHER
from campaign.store.models.sessions import OUTSIDE, Result, SessionLog
from campaign.store.projections import Row, table_of
from engine.kernel.errors import NotAllowed
from engine.kernel.phrases import phrase

ANY = f"{FAMILY}/1"
"""The placeholder stream in the rows of a session without stream."""


def reason_taken_back(number: int | str) -> str:
    """The reason in the withdrawals of the sessions of an import, by which they are found again."""
    return IMPORT_TAKEN_BACK.format(number=number)


_TAKEN_BACK = re.compile(reason_taken_back(r"\d+"), re.ASCII)


class NewSession(NamedTuple):
    """A session to keep: the payload of its entry, and its rows without stream, number and time.

    The rows have the names of the record; the persons are looked up when it is kept.
    """

    payload: Mapping[str, Any]
    log: Row
    results: Sequence[Row]

    @property
    def digest(self) -> str:
        """The digest of its record."""
        return str(self.log["digest"])


def new(preview: SessionPreview, **more: Any) -> NewSession:
    """A session to keep; raises `NotAllowed` if its entry does not have the right form.

    `more` are further values of the payload.
    """
    record, verdict = preview.record, preview.verdict
    payload = {**payload_of(preview), **more}
    if why := forms.form_problem(payload, SessionRecorded):
        raise NotAllowed(phrase("the entry cannot be kept: {why}", why=why))
    as_played = bool(payload["as_played"])
    imported = payload.get("imported", {})
    log = {
        **log_row(ANY, OUTSIDE, record, details_in(imported).place),
        "digest": digest_of(payload["record"]),
        "simulated": bool(payload.get("simulated")),
        "recorded_at": "",
        "verdict": str(verdict.kind),
        "as_played": as_played,
        "entry": 1,
    }
    counted = counted_of(record, verdict, imported.get("winners", ()), as_played=as_played)
    rows = result_rows(ANY, OUTSIDE, counted, verdict.sheets, record.names.get)
    return NewSession(payload, log, list(rows))


def keep(session: Session, some: Iterable[NewSession], by: Author) -> range:
    """Keep sessions and return their numbers, in their order; memory does not grow with them."""
    remaining, first, count = iter(some), 1, 0
    persons = decisions.persons(session)
    while batch := list(islice(remaining, TOGETHER)):
        with without_cycle_collection():  # statements make cycles
            numbers = _keep(session, batch, persons, by)
        first, count = numbers[0] - count, count + len(batch)
    return range(first, first + count)


def _keep(session: Session, batch: Sequence[NewSession], persons: Persons, by: Author) -> list[int]:
    """Keep some sessions with a few statements; return their numbers."""
    payloads = (new_session.payload for new_session in batch)
    entries = journal.begin_streams(
        session, FAMILY, RECORDED, payloads, author=by.author, now=by.now
    )
    numbers = [journal.number_of(entry.stream) for entry in entries]
    logs, results = [], []
    for new_session, entry, number in zip(batch, entries, numbers, strict=True):
        check_people((row["player"] for row in new_session.results), persons)
        of_stream = {"stream": entry.stream}
        logs.append(
            {**new_session.log, **of_stream, "number": number, "recorded_at": entry.recorded_at}
        )
        results += [
            {**row, **of_stream, "player": persons.get(row["player"], row["player"])}
            for row in new_session.results
        ]
    session.execute(sa.insert(table_of(SessionLog)), logs)
    session.execute(sa.insert(table_of(Result)), results)
    return numbers


def streams_of(session: Session, digests: Iterable[str]) -> dict[str, str]:
    """The streams of sessions that count and have these records, by the digests of the records."""
    query = select(SessionLog.digest, SessionLog.stream).where(
        col(SessionLog.digest).in_(list(digests))
    )
    return {str(digest): stream for digest, stream in session.exec(query)}


def streams_before(session: Session) -> dict[str, str]:
    """The streams of corrected and withdrawn sessions, by the digests of all their records.

    Those of an import that was taken back are left out: it can be given again.
    """
    streams = (
        journal.read(session, stream) for stream in journal.corrected_streams(session, FAMILY)
    )
    return {
        digest_of(str(entry.payload.get("record", ""))): entry.stream
        for entries in streams
        if not is_taken_back(entries)
        for entry in entries
        if entry.kind in (RECORDED, AMENDED)
    }


def is_taken_back(entries: Sequence[journal.Entry]) -> bool:
    """Whether a session is withdrawn with its import."""
    changes = (entry for entry in reversed(entries) if entry.kind in (WITHDRAWN, RESTORED))
    last = next(changes, None)
    return (
        last is not None
        and last.kind == WITHDRAWN
        and _TAKEN_BACK.fullmatch(reason_of(last)) is not None
    )
