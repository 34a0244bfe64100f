"""Decisions of a database about its own content, in a stream of their own in the same chain.

    campaign archived     lists, and commands without the name of a campaign, leave it out
    campaign unarchived   lists and such commands include it again
    campaign withdrawn    only an audit still sees the campaign; its name is free
    sessions imported     these sessions came together, and can be taken back together
    history adopted       entries from elsewhere were added to the history in a stream
    history set aside     the history in a stream is only kept to be read
    history carried over  the same, because the followed history has all of its entries
    history followed      the history in a stream is followed from now on
    import taken back     it is followed again, because the import of the other one was taken back
    origin found          the state of a stream before schema 0011; nobody knows who decided it
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
    """A decision about a campaign: the campaign's uid and the reason."""

    campaign: Uid
    reason: Note = ""


class ImportDecision(NamedTuple):
    """An import of sessions: the numbers of the first and the last one, and the source."""

    first: int
    last: int
    source: Note = ""


class AdoptionDecision(NamedTuple):
    """Entries that were added to a stream: the first and the last number, and the source.

    `sealed_as` is the name of the stream in their chain.
    """

    stream: Word
    sealed_as: Word
    first: int
    last: int
    source: Note = ""


class PlaceDecision(NamedTuple):
    """A decision to follow the history in a stream, or not to follow it, with the reason.

    `instead` is the stream that was followed until then.
    """

    stream: Word
    reason: Note = ""
    instead: Word = ""


class OriginFound(NamedTuple):
    """The name of a stream in its chain, and why it was not followed ("" if it was)."""

    stream: Word
    sealed_as: Word
    aside: Note = ""


Person = Annotated[str, name(60)]
"""The name of a player in a record; names in campaigns are shorter."""


class MergeDecision(NamedTuple):
    """A player's name, the main name of the same person, and the reason."""

    player: Person
    into: Person
    reason: Note = ""


class PartingDecision(NamedTuple):
    """A merged name that stands for its own person again, and the reason."""

    player: Person
    reason: Note = ""


Persons = Mapping[str, str]
"""The name of the person, by each merged name."""

KINDS: Mapping[str, type[Any]] = {
    **dict.fromkeys((ARCHIVED, UNARCHIVED, WITHDRAWN), Decision),
    **dict.fromkeys((SET_ASIDE, CARRIED_OVER, FOLLOWED, TAKEN_BACK), PlaceDecision),
    IMPORTED: ImportDecision,
    ADOPTED: AdoptionDecision,
    FOUND: OriginFound,
    MERGED: MergeDecision,
    PARTED: PartingDecision,
}
"""The kinds of decisions, each with the type of its entry."""


def latest_decisions(session: Session) -> Mapping[str, Entry]:
    """The last decision about each campaign, by the campaign's uid."""
    return latest_by_campaign(journal.read(session, STREAM))


def latest_by_campaign(entries: Iterable[Entry]) -> Mapping[str, Entry]:
    """The last decision about each campaign among `entries`, by the campaign's uid."""
    return {str(e.payload["campaign"]): e for e in entries if "campaign" in e.payload}


def persons(session: Session) -> Persons:
    """The name of the person, by each merged name; other names have no key."""
    person_of: dict[str, str] = {}
    for entry in journal.read(session, STREAM):
        if entry.kind == MERGED:
            player, into = str(entry.payload.get("player")), str(entry.payload.get("into"))
            person_of.pop(into, None)  # a main name stands for its own person
            if player != into:  # equal names, which only a hand can write, would make a loop
                person_of[player] = into
        elif entry.kind == PARTED:
            person_of.pop(str(entry.payload.get("player")), None)
    return {name: _end(person_of, name) for name in person_of}


def _end(person_of: Mapping[str, str], name: str) -> str:
    """The main name at the end of a chain of merges; `name` begins the chain."""
    while name in person_of:
        name = person_of[name]
    return name


def is_archived(decision: Entry | None) -> bool:
    """Whether a campaign is archived, by the last decision about it."""
    return decision is not None and decision.kind == ARCHIVED


def is_withdrawn(decision: Entry | None) -> bool:
    """Whether a campaign is withdrawn, by the last decision about it."""
    return decision is not None and decision.kind == WITHDRAWN


WITHDRAWN_BY = "withdrawn by "
"""How the reason begins for which a withdrawn history is set aside."""


def aside_of(withdrawal: Entry) -> str:
    """The reason, for its origin, why a withdrawn history is not followed."""
    return f"{WITHDRAWN_BY}{withdrawal.author} on {withdrawal.day}"


def decide(
    session: Session, kind: str, decision: NamedTuple, *, author: str, now: datetime
) -> Entry:
    """Append a decision to its stream; empty fields are left out of the entry."""
    payload = {key: value for key, value in decision._asdict().items() if value != ""}
    return journal.append(session, STREAM, kind, payload, author=author, now=now)
