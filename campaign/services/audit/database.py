"""The checks of an audit that examine the whole database, whichever campaign is audited.

    file and schema   the file can be read, its tables and guards are as this program makes them
    database chain    no entry of any campaign or session is gone, rewritten, moved or unknown
    decisions         the entries that archive, withdraw or set aside something are sound
    origins           what is stored about which histories are followed agrees with the decisions
    stored rows       each row of the stored views belongs to a campaign or session
    photos            no file of a photo was altered

None of them examines the content of a campaign's entry.
"""

from __future__ import annotations

import sqlalchemy as sa
from sqlmodel import Session

from campaign.services import campaigns, campaigns_life, forms
from campaign.services.audit import photos as of_photos
from campaign.services.audit.checks import REBUILD, RESTORE, Result, timed_check
from campaign.services.values import AuditCheck, AuditResult
from campaign.services.words import many
from campaign.shell import quoted
from campaign.store import continuity, decisions, integrity, journal, origins, projections
from campaign.store import photos as photo_files
from campaign.store.journal import one_line
from campaign.store.models.every import PROJECTIONS
from campaign.store.origins import Origin, OriginMismatch
from engine.kernel.phrases import joined, phrase


def audit_database(database: sa.Engine, session: Session, head: str | None = None) -> AuditResult:
    """The audit of the database itself; `head` is a kept short head of the whole database."""
    return AuditResult(
        phrase("database"),
        (
            audit_file(database),
            audit_chain(session, head),
            *audit_decisions(session),
            audit_orphans(session),
            *of_photos.check(session, photo_files.folder_of(database.url)),
        ),
    )


def audit_file(database: sa.Engine) -> AuditCheck:
    """The check of the file and its schema."""
    return timed_check(
        "file and schema", lambda: (integrity.file_problems(database), phrase("sound")), RESTORE
    )


def audit_chain(session: Session, head: str | None = None) -> AuditCheck:
    """The check of the chain over all entries; `head` is a kept short head of the database.

    If all but the head is sound, the check is one of the head alone.
    """
    wanted = journal.read_short_head(head) if head is not None else ""
    missing = ""

    def chain() -> Result:
        nonlocal missing
        problems, end, noted = continuity.examine(session, wanted)
        note = phrase("no entries")
        if end:
            note = phrase(
                "{entries}, head {head}", entries=many(end.number, "entry"), head=end.head
            )
        if noted:
            before = many(noted.number, "entry")
            continued = phrase(
                ", continues the head {head} after {entries}", head=wanted, entries=before
            )
            note = joined("", (note, continued))
        elif wanted:
            missing = "" if problems else wanted
            problems = (*problems, _not_noted(session, wanted))
        return problems, note

    chained = timed_check("database chain", chain, RESTORE)
    if missing:
        remedy = _remedy_for_head(session, missing)
        chained = chained._replace(name="database head", remedy=remedy)
    return chained


def audit_decisions(session: Session) -> tuple[AuditCheck, ...]:
    """The checks of the database's decisions about its campaigns, and of the stored origins.

    Returns no checks for a database without decisions and origins.
    """

    def decided() -> Result:
        entries = journal.read(session, decisions.STREAM)
        problems = [
            *map(str, journal.chain_problems(entries)),
            *forms.problems(entries, decisions.KINDS),
        ]
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
        return map(misstated_in_words, origins.origin_mismatches(session)), "as decided"

    if not journal.head_hash(session, decisions.STREAM) and not origins.is_any_stored(session):
        return ()
    return timed_check("decisions", decided, RESTORE), timed_check("origins", followed, REBUILD)


def audit_orphans(session: Session) -> AuditCheck:
    """The check that every stored row belongs to a journal."""

    def orphans() -> Result:
        problems = projections.orphaned_rows(session, PROJECTIONS)
        return map(str, problems), phrase("none without a journal")

    return timed_check("stored rows", orphans, REBUILD)


def misstated_in_words(one: OriginMismatch) -> str:
    """The stored origin of a history and the decided one, in words."""
    stored, decided = (
        _in_words(one.stream, origin or Origin(one.stream)) for origin in (one.stored, one.decided)
    )
    return f"{one_line(one.stream, 40)} is stored as {stored}; by the entries it is {decided}"


def _in_words(stream: str, origin: Origin) -> str:
    """Whether a history is followed, and the name in its chain if it differs from `stream`."""
    words = f"set aside ({one_line(origin.aside, 120)})" if origin.aside else "followed"
    if origin.sealed_as == stream:
        return words
    return f"{words}, called {one_line(origin.sealed_as, 40)} in its chain"


def _not_noted(session: Session, head: str) -> str:
    """Why a kept head is no head of this database."""
    if owner := continuity.entry_with_head(session, head):
        stream, seq = owner
        return (
            f"{head} is not a head of the whole database; it is the head of entry {seq} of "
            f"{stream}, and this entry is here"
        )
    return (
        f"nothing in this database has the head {head}: something was removed or rewritten "
        f"since, or it is another database"
    )


def _remedy_for_head(session: Session, head: str) -> str:
    """What helps with a kept head that is no head of this database."""
    if owner := continuity.entry_with_head(session, head):
        name = campaigns.names(session).get(owner[0])
        return f"campaign audit --head {head} --campaign {quoted(name)}" if name else ""
    return "is it the head of another database? if it is not: campaign db restore FILE"
