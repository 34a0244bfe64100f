"""Read a campaign from the entries of its journal, and bring a new entry into their form.

journal ──> entries ──fold──> campaign        together: the history
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TypeVar, cast

from sqlmodel import Session

from campaign.services import forms
from campaign.services.errors import UnknownName
from campaign.services.values import History
from campaign.store import journal, origins, payloads
from engine.kernel.errors import NotAllowed
from engine.kernel.phrases import phrase
from engine.my_city.campaign import fold
from engine.my_city.campaign.corrections import UnsoundEntry
from engine.my_city.campaign.entries import KINDS, Entry, entry_of, payload_of
from engine.my_city.campaign.model import Campaign

AnyEntry = TypeVar("AnyEntry", bound=Entry)


def read(session: Session, stream: str) -> History:
    """Read a campaign from its journal; every record in it is replayed."""
    entries = journal.read(session, stream)
    journal.check_numbers(entries)
    try:
        campaign = campaign_of(entries)
    except UnsoundEntry as fault:
        fault.remedy = phrase(
            "{command}   takes this entry back; {other}   says whether the file is damaged",
            command="campaign undo",
            other="campaign audit",
        )
        raise
    return History(stream, entries, campaign, origins.origin_of(session, stream))


def current(session: Session, history: History) -> History:
    """The campaign as it is now: the same value unless somebody has written to it since.

    Raises `UnknownName` if another campaign has its stream.
    """
    head, origin = history.entries[-1].hash, history.origin
    stream = history.stream
    if journal.head_hash(session, stream) == head and origins.origin_of(session, stream) == origin:
        return history
    latest = read(session, stream)
    if latest.campaign.uid != history.campaign.uid:
        raise UnknownName(
            phrase("{called} is not in this database any more", called=history.called),
            "campaign list",
        )
    return latest


def campaign_of(entries: Iterable[journal.Entry]) -> Campaign:
    """The campaign that a journal gives; raises `NotAllowed` for entries that give none."""
    stored = tuple(entries)
    try:
        return fold.campaign_of(entries_of(stored))
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        # Entries stored by releases that did not check the form may hold anything.
        if why := next(forms.problems(stored, KINDS), ""):
            raise NotAllowed(
                phrase("{why}: it cannot be read", why=why), "campaign audit"
            ) from None
        raise


def entries_of(entries: Iterable[journal.Entry]) -> tuple[Entry, ...]:
    """The entries of a journal as the fold takes them; raises `NotAllowed` for an unknown kind."""
    return tuple(entry_of(entry.kind, entry.payload) for entry in entries)


def as_stored(entry: AnyEntry) -> AnyEntry:
    """The entry as it will be read again, with its texts in Unicode's composed form."""
    kind, payload = payload_of(entry)
    return cast(AnyEntry, entry_of(kind, json.loads(payloads.canonical_json(payload))))


def check_form(entry: Entry) -> None:
    """Raise `NotAllowed` for an entry that does not have the form of its kind."""
    kind, payload = payload_of(entry)
    if why := forms.form_problem(payload, KINDS[kind]):
        raise NotAllowed(phrase("the entry cannot be kept: {why}", why=why))
