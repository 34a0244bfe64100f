"""What-ifs: another record, or commands on a copy of a campaign in memory.

Nothing is written: the copy is a database of its own that ends with the command.
"""

from __future__ import annotations

import re

import sqlalchemy as sa
from sqlmodel import Session

from campaign.services import campaigns, episodes, folding
from campaign.services.corrections import amending
from campaign.services.corrections.decisions import KEEP, FixedDecisions
from campaign.services.handover import taking_back
from campaign.services.handover.taking_back import Import
from campaign.services.projections.campaigns import update_campaign
from campaign.services.records import read_record
from campaign.services.seals import SECRET
from campaign.services.values import Author, History
from campaign.store import journal, origins, schema, settings
from campaign.store.database import reading, writing
from campaign.store.decisions import (
    ADOPTED,
    FOUND,
    AdoptionDecision,
    OriginFound,
    PlaceDecision,
)
from engine.kernel.errors import NotAllowed
from engine.kernel.phrases import phrase

STREAM, EARLIER = "campaign/1", "campaign/2"
"""The streams of the copy, and of the history that an import took the place of."""
REASON = "what if"


def is_record(text: str) -> bool:
    """Whether a text is a record and not a list of commands."""
    first = next((line for line in text.splitlines() if line.strip()[:1] not in ("", "#")), "")
    return re.match(r"\s*\w+\s*=", first) is not None


def with_record(history: History, text: str) -> History:
    """The campaign with a further record, or with another record for a recorded episode.

    Raises what `episodes.preview` and `amending.amend` raise.
    """
    record = read_record(text)
    number = record.header.get("episode")
    if number in {played.number for played in history.campaign.played}:
        cascade = amending.amend_record(
            history,
            int(str(number)),
            record,
            reason=REASON,
            as_played=True,
            decide=FixedDecisions(KEEP),
        )
        return history._replace(campaign=cascade.after)
    preview = episodes.preview_record(history, record, as_played=True)
    if preview.after is None:
        raise preview.refusal or NotAllowed(phrase("{why}", why=preview.verdict.reason))
    return history._replace(campaign=preview.after)


def copy_in_memory(session: Session, history: History, by: Author) -> sa.Engine:
    """Copy a campaign and the secret of its seals into a new database in memory."""
    memory = schema.memory_database()
    sealed_as = history.origin.sealed_as
    with writing(memory) as copy:
        origins.adopt(copy, STREAM, history.entries, sealed_as)
        # The origin is not ADOPTED: that would be an import, which an undo takes back.
        found = OriginFound(STREAM, sealed_as)
        origin = origins.decide(copy, FOUND, found, author=by.author, now=by.now)
        if imported := taking_back.last_import(session, history):
            _import(copy, imported, by)
        if secret := settings.read(session, history.stream, SECRET):
            for stream in journal.campaign_streams(copy):  # both histories have the same seals
                settings.write(copy, stream, SECRET, secret)
        update_campaign(copy, history._replace(stream=STREAM, origin=origin))
    return memory


def _import(copy: Session, imported: Import, by: Author) -> None:
    """Decide about the history in the copy as an import did, which an undo then takes back."""
    decision: AdoptionDecision | PlaceDecision
    if imported.decision.kind == ADOPTED:
        first, last = (imported.decision.payload[key] for key in ("first", "last"))
        sealed_as = imported.before.origin.sealed_as
        decision = AdoptionDecision(STREAM, sealed_as, first, last, imported.giver)
    else:
        decision = PlaceDecision(STREAM)
        if earlier := imported.after:
            origins.adopt(copy, EARLIER, earlier.entries, earlier.origin.sealed_as)
            aside = OriginFound(EARLIER, earlier.origin.sealed_as, earlier.origin.aside)
            origins.decide(copy, FOUND, aside, author=by.author, now=by.now)
            decision = PlaceDecision(STREAM, instead=EARLIER)
    author = imported.decision.author
    origins.decide(copy, imported.decision.kind, decision, author=author, now=by.now)


def result(memory: sa.Engine) -> History:
    """The campaign in a database that `copy_in_memory` returned.

    Raises `NotAllowed` if it was taken back with the import that had brought it.
    """
    with reading(memory) as session:
        uid = campaigns.uid_in_journal(session, STREAM)
        stream = campaigns.followed_stream(session, uid)
        if stream is None:
            raise NotAllowed(
                phrase("the campaign would be taken back with its import: nothing is left of it"),
                "campaign undo --dry-run",
            )
        return folding.read(session, stream)
