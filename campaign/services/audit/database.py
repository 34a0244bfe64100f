"""The checks of an audit that look at the whole database, whichever campaign is audited.

    file and schema   the file can be read, its tables and guards are as this program makes them
    database chain    no entry of any campaign or session is gone, rewritten, moved or unknown
    decisions         what is archived and withdrawn was so decided, where there are decisions
    stored rows       each row of the stored views belongs to a campaign or session

None of them looks at what an entry says.
"""

from __future__ import annotations

import sqlalchemy as sa
from sqlmodel import Session

from campaign.services import campaigns_life, forms
from campaign.services.audit.checks import REBUILD, RESTORE, Result, timed
from campaign.services.values import Check
from campaign.services.words import many
from campaign.store import continuity, decisions, integrity, journal, projections
from campaign.store.models.every import PROJECTIONS


def audit_file(database: sa.Engine) -> Check:
    """The file and its schema."""
    return timed("file and schema", lambda: (integrity.check(database), "sound"), RESTORE)


def audit_chain(session: Session, head: str | None = None) -> Check:
    """The chain over all entries; `head` is a short head of the database that somebody kept."""
    wanted = journal.read_short_head(head) if head is not None else ""

    def chain() -> Result:
        problems, end, noted = continuity.examine(session, wanted)
        note = f"{many(end.number, 'entry')!s}, head {end.head}" if end else "no entries"
        if noted:
            note += f", continues {wanted} of {many(noted.number, 'entry')!s}"
        elif wanted:
            problems = (*problems, _not_noted(session, wanted))
        return problems, note

    return timed("database chain", chain, RESTORE)


def audit_decisions(session: Session) -> tuple[Check, ...]:
    """What the database has decided about its campaigns; nothing where it has decided nothing."""

    def decided() -> Result:
        entries = journal.read(session, decisions.STREAM)
        problems = [*map(str, journal.verify(entries)), *forms.problems(entries, decisions.KINDS)]
        problems += [
            f"entry {e.seq}: {e.kind} is not known"
            for e in entries
            if e.kind not in decisions.KINDS
        ]
        for stream, right in campaigns_life.misstated_origins(session):
            state = right.aside or "not withdrawn"
            problems.append(f"{stream} is {state} by the journal, and is shown otherwise")
        return (
            problems,
            f"{many(len(entries), 'entry')!s}: {campaigns_life.decided_in_words(session)}",
        )

    if not journal.head(session, decisions.STREAM):
        return ()
    return (timed("decisions", decided, REBUILD),)


def audit_orphans(session: Session) -> Check:
    """Stored rows that no journal knows of."""

    def orphans() -> Result:
        problems = projections.orphans(session, PROJECTIONS)
        return map(str, problems), "none without a journal"

    return timed("stored rows", orphans, REBUILD)


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
