"""What a database decides about its own content: a stream of its own, in the same chain.

    campaign archived     lists, and commands that name no campaign, leave the campaign out
    campaign unarchived   they include the campaign again
    campaign withdrawn    only an audit still sees the campaign; its name is free
    sessions imported     these sessions came together, and can be taken back together
    history adopted       entries from elsewhere were added to the history in a stream
    history set aside     the history in a stream is only kept to be read
    history carried over  the same, because the followed history has all that it has
    history followed      the history in a stream is followed from now on
    import taken back     it is followed again, because the import of the other was taken back
    origin found          how the upgrade to schema 0011 found a stream: it does not say who decided
    players merged        two names are one person
    players parted        a merged name is a person of its own again

These entries are no part of a history: a history is handed over without them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Annotated, Any, NamedTuple

from sqlmodel import Session

from campaign.store import journal
from campaign.store.journal import Entry
from engine.kernel.texts import Note, Uid, Word, name

STREAM = "database/1"
ARCHIVED, UNARCHIVED, WITHDRAWN = "campaign archived", "campaign unarchived", "campaign withdrawn"
IMPORTED = "sessions imported"
ADOPTED, FOLLOWED = "history adopted", "history followed"
TAKEN_BACK = "import taken back"
SET_ASIDE, CARRIED_OVER = "history set aside", "history carried over"
FOUND = "origin found"
MERGED, PARTED = "players merged", "players parted"


class Decision(NamedTuple):
    """The campaign that is meant, by its uid, and why."""

    campaign: Uid
    reason: Note = ""


class ImportDecision(NamedTuple):
    """The first and the last of the sessions that came together, and from where."""

    first: int
    last: int
    source: Note = ""


class AdoptionDecision(NamedTuple):
    """The first and the last of the entries that came to a stream, and from whom.

    `sealed_as` is what their chain calls the stream.
    """

    stream: Word
    sealed_as: Word
    first: int
    last: int
    source: Note = ""


class PlaceDecision(NamedTuple):
    """Whether the history in a stream is followed: `reason` says why not, or why it is again.

    `instead` is the stream that was followed until then.
    """

    stream: Word
    reason: Note = ""
    instead: Word = ""


class OriginFound(NamedTuple):
    """What the chain of a stream called it, and why it was not followed ("" when it was)."""

    stream: Word
    sealed_as: Word
    aside: Note = ""


Person = Annotated[str, name(60)]
"""A name as records have it: campaigns take shorter ones alone."""


class MergeDecision(NamedTuple):
    """A name, the name of the person whose it is, and why."""

    player: Person
    into: Person
    reason: Note = ""


class PartingDecision(NamedTuple):
    """A name that is no other person's any more, and why."""

    player: Person
    reason: Note = ""


Persons = Mapping[str, str]
"""For each merged name the name of its person."""

KINDS: Mapping[str, type[Any]] = {
    **dict.fromkeys((ARCHIVED, UNARCHIVED, WITHDRAWN), Decision),
    **dict.fromkeys((SET_ASIDE, CARRIED_OVER, FOLLOWED, TAKEN_BACK), PlaceDecision),
    IMPORTED: ImportDecision,
    ADOPTED: AdoptionDecision,
    FOUND: OriginFound,
    MERGED: MergeDecision,
    PARTED: PartingDecision,
}
"""What can be decided, and what its entry holds."""


def latest(session: Session) -> Mapping[str, Entry]:
    """The last decision about each campaign, by the campaign's uid."""
    return latest_of(journal.read(session, STREAM))


def latest_of(entries: Iterable[Entry]) -> Mapping[str, Entry]:
    """The last of some decisions about each campaign, by the campaign's uid."""
    return {str(e.payload["campaign"]): e for e in entries if "campaign" in e.payload}


def persons(session: Session) -> Persons:
    """For each merged name the name of its person; other names have no key."""
    meant: dict[str, str] = {}
    for entry in journal.read(session, STREAM):
        if entry.kind == MERGED:
            player, into = str(entry.payload.get("player")), str(entry.payload.get("into"))
            meant.pop(into, None)  # a name that others are merged into is its own
            if player != into:  # only a hand can have written that: it would lead nowhere
                meant[player] = into
        elif entry.kind == PARTED:
            meant.pop(str(entry.payload.get("player")), None)
    return {name: _end(meant, name) for name in meant}


def _end(meant: Mapping[str, str], name: str) -> str:
    """The last name of a chain of merges that begins with a name."""
    while name in meant:
        name = meant[name]
    return name


def is_archived(decision: Entry | None) -> bool:
    """Whether a campaign is archived, by the last decision about it."""
    return decision is not None and decision.kind == ARCHIVED


def is_withdrawn(decision: Entry | None) -> bool:
    """Whether a campaign is withdrawn, by the last decision about it."""
    return decision is not None and decision.kind == WITHDRAWN


def aside_of(withdrawal: Entry) -> str:
    """Why a withdrawn history is not followed, as its origin says it."""
    return f"withdrawn by {withdrawal.author} on {withdrawal.day}"


def decide(
    session: Session, kind: str, decision: NamedTuple, *, author: str, now: datetime
) -> Entry:
    """Add a decision; what it leaves empty is not in its entry."""
    payload = {key: value for key, value in decision._asdict().items() if value != ""}
    return journal.append(session, STREAM, kind, payload, author=author, now=now)
