"""What-ifs: another record, or commands on a copy of a campaign in memory.

Nothing is written: the copy is a database of its own that ends with the command.
"""

from __future__ import annotations

import re

import sqlalchemy as sa
from sqlmodel import Session

from campaign.services import campaigns, episodes
from campaign.services.corrections import amending
from campaign.services.corrections.decisions import KEEP, FixedDecisions
from campaign.services.projections.campaigns import update_campaign
from campaign.services.records import read_record
from campaign.services.seals import SECRET
from campaign.services.values import Author, History
from campaign.store import journal, origins, schema, settings
from campaign.store.database import reading, writing
from campaign.store.decisions import FOUND, OriginFound
from engine.kernel.errors import NotAllowed
from engine.kernel.phrases import phrase

STREAM = "campaign/1"
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
        if secret := settings.read(session, history.stream, SECRET):
            settings.write(copy, STREAM, SECRET, secret)
        update_campaign(copy, history._replace(stream=STREAM, origin=origin))
    return memory


def result(memory: sa.Engine) -> History:
    """The campaign in a database that `copy_in_memory` returned."""
    with reading(memory) as session:
        (stream,) = journal.campaign_streams(session)
        return campaigns.read(session, stream)
