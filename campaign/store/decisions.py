"""What a database decides about what is in it: a stream of its own, in the same chain.

    campaign archived     no list and no command without a name means it any more
    campaign unarchived   it is there again, as before
    campaign withdrawn    it is gone from everything but the audit; its name is free
    sessions imported     these came together, and can be taken back together

A history itself says nothing of this: it is handed over without it.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from sqlmodel import Session

from campaign.store import journal
from campaign.store.journal import Entry
from engine.kernel.texts import Note, Uid

STREAM = "database/1"
ARCHIVED, UNARCHIVED, WITHDRAWN = "campaign archived", "campaign unarchived", "campaign withdrawn"
IMPORTED = "sessions imported"


class Decision(NamedTuple):
    """The campaign that is meant, by its uid, and why."""

    campaign: Uid
    reason: Note = ""


class Imported(NamedTuple):
    """The first and the last of the sessions that came together, and from where."""

    first: int
    last: int
    source: Note = ""


KINDS = {ARCHIVED: Decision, UNARCHIVED: Decision, WITHDRAWN: Decision, IMPORTED: Imported}
"""What can be decided, and what its entry holds."""


def latest(session: Session) -> Mapping[str, Entry]:
    """By uid the last decision about each campaign of which there is one."""
    entries = journal.read(session, STREAM)
    return {str(e.payload["campaign"]): e for e in entries if "campaign" in e.payload}


def is_archived(decision: Entry | None) -> bool:
    """Whether a campaign is archived, by the last decision about it."""
    return decision is not None and decision.kind == ARCHIVED


def is_withdrawn(decision: Entry | None) -> bool:
    """Whether a campaign is withdrawn, by the last decision about it."""
    return decision is not None and decision.kind == WITHDRAWN


def decide(
    session: Session, kind: str, campaign: str, reason: str, *, author: str, now: datetime
) -> Entry:
    """Add a decision about the campaign of a uid."""
    payload = {"campaign": campaign, "reason": reason} if reason else {"campaign": campaign}
    return journal.append(session, STREAM, kind, payload, author=author, now=now)
