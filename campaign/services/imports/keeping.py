"""Many sessions kept in one go: one insert a table, where single ones would need several each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlmodel import Session

from campaign.services import forms
from campaign.services.projections.sessions import project_session
from campaign.services.sessions import FAMILY, Preview, outside_from, payload_of
from campaign.services.values import By
from campaign.services.versions import AMENDED, RECORDED, SessionRecorded, stream_of
from campaign.store import journal
from campaign.store.models.sessions import OF_SESSIONS
from campaign.store.projections import table_of
from engine.kernel.errors import Refused


class New(NamedTuple):
    """A session to keep: its record as it was previewed, and what else its entry holds."""

    preview: Preview
    payload: Mapping[str, Any]


def light(preview: Preview) -> Preview:
    """A preview without the state at its end, of which thousands would fill the memory."""
    verdict = preview.verdict
    state = None if verdict.without_rules else ()
    return preview._replace(verdict=verdict._replace(state=state))


def new(preview: Preview, **more: Any) -> New:
    """A session to keep; raises `Refused` where its entry would not have the form of one."""
    payload = {**payload_of(preview), **more}
    if why := forms.of_values(payload, SessionRecorded):
        raise Refused(why)
    return New(light(preview), payload)


def keep(session: Session, some: Sequence[New], by: By) -> range:
    """Keep sessions with the numbers that this gives, in their order."""
    payloads = (one.payload for one in some)
    entries = journal.begin(session, FAMILY, RECORDED, payloads, author=by.author, now=by.now)
    rows: dict[Any, list[dict[str, Any]]] = {model: [] for model in OF_SESSIONS}
    for one, entry in zip(some, entries, strict=True):
        outside = outside_from(stream_of((entry,)), one.preview.record, one.preview.verdict)
        for model, derived in project_session(entry.stream, outside).items():
            rows[model] += derived
    for model, derived in rows.items():
        if derived:
            session.execute(sa.insert(table_of(model)), derived)
    first = journal.number_of(entries[0].stream) if entries else 1
    return range(first, first + len(entries))


def streams_by_record(session: Session) -> dict[bytes, str]:
    """The streams of all sessions by the records that they have or had; also of withdrawn ones."""
    return {
        digest_of(str(entry.payload.get("record", ""))): entry.stream
        for entries in journal.read_family(session, FAMILY)
        for entry in entries
        if entry.kind in (RECORDED, AMENDED)
    }


def digest_of(text: str) -> bytes:
    """What a record is known by, from its canonical text."""
    return sha256(text.encode()).digest()
