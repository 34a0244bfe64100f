"""The checks of an audit that look at the whole database, whichever campaign is audited.

    file and schema   the file can be read, its tables and guards are as this program makes them
    database chain    no entry of any campaign or session is gone, rewritten, moved or unknown
    decisions         what was archived, withdrawn or set aside is written down without a flaw
    origins           which histories are followed is stored as it was decided
    stored rows       each row of the stored views belongs to a campaign or session

None of them looks at what an entry says.
"""

from __future__ import annotations

import sqlalchemy as sa
from sqlmodel import Session

from campaign.services import campaigns_life, forms
from campaign.services.audit.checks import REBUILD, RESTORE, Result, timed
from campaign.services.values import AuditCheck
from campaign.services.words import many
from campaign.store import continuity, decisions, integrity, journal, origins, projections
from campaign.store.journal import one_line
from campaign.store.models.every import PROJECTIONS
from campaign.store.origins import Origin, OriginMismatch
from engine.kernel.phrases import joined, phrase


def audit_file(database: sa.Engine) -> AuditCheck:
    """The file and its schema."""
    return timed("file and schema", lambda: (integrity.check(database), phrase("sound")), RESTORE)


def audit_chain(session: Session, head: str | None = None) -> AuditCheck:
    """The chain over all entries; `head` is a short head of the database that somebody kept."""
    wanted = journal.read_short_head(head) if head is not None else ""

    def chain() -> Result:
        problems, end, noted = continuity.examine(session, wanted)
        note = phrase("no entries")
        if end:
            note = phrase(
                "{entries}, head {head}", entries=many(end.number, "entry"), head=end.head
            )
        if noted:
            before = many(noted.number, "entry")
            more = phrase(", continues {head} of {entries}", head=wanted, entries=before)
            note = joined("", (note, more))
        elif wanted:
            problems = (*problems, _not_noted(session, wanted))
        return problems, note

    return timed("database chain", chain, RESTORE)


def audit_decisions(session: Session) -> tuple[AuditCheck, ...]:
    """What the database has decided about its campaigns, and what is stored of it.

    Nothing where it has decided nothing.
    """

    def decided() -> Result:
        entries = journal.read(session, decisions.STREAM)
        problems = [*map(str, journal.verify(entries)), *forms.problems(entries, decisions.KINDS)]
        problems += [
            f"entry {e.seq}: {e.kind} is not known"
            for e in entries
            if e.kind not in decisions.KINDS
        ]
        return (
            problems,
            phrase(
                "{entries}: {decided}",
                entries=many(len(entries), "entry"),
                decided=campaigns_life.decided_in_words(session),
            ),
        )

    def followed() -> Result:
        return map(misstated_in_words, origins.misstated(session)), "as decided"

    if not journal.head(session, decisions.STREAM) and not origins.is_any_stored(session):
        return ()
    return timed("decisions", decided, RESTORE), timed("origins", followed, REBUILD)


def audit_orphans(session: Session) -> AuditCheck:
    """Stored rows that no journal knows of."""

    def orphans() -> Result:
        problems = projections.orphans(session, PROJECTIONS)
        return map(str, problems), phrase("none without a journal")

    return timed("stored rows", orphans, REBUILD)


def misstated_in_words(one: OriginMismatch) -> str:
    """What is stored of a history, and what was decided about it."""
    stored, decided = (
        _in_words(one.stream, origin or Origin(one.stream)) for origin in (one.stored, one.decided)
    )
    return f"{one_line(one.stream, 40)} is stored as {stored}; by the entries it is {decided}"


def _in_words(stream: str, origin: Origin) -> str:
    """Whether a history is followed, and what its chain calls it where that is another name."""
    words = f"set aside ({one_line(origin.aside, 120)})" if origin.aside else "followed"
    if origin.sealed_as == stream:
        return words
    return f"{words}, called {one_line(origin.sealed_as, 40)} in its chain"


def _not_noted(session: Session, head: str) -> str:
    """Why a head that somebody kept is not one of this database."""
    if owner := continuity.owner_of(session, head):
        stream, seq = owner
        return (
            f"{head} is the head of entry {seq} of {stream} alone, which is here; "
            "it says nothing about the whole database"
        )
    return (
        f"this database never had the head {head}: something was removed or rewritten since, "
        "or it is another database"
    )
