"""What would be different: a copy of a campaign in memory, changed and compared.

Nothing of it is ever written: the copy is a database of its own that ends with the command.
"""

from __future__ import annotations

import re

import sqlalchemy as sa
from sqlmodel import Session

from campaign.services import campaigns, corrections, episodes
from campaign.services.campaigns import By
from campaign.services.seals import SECRET
from campaign.services.values import History
from campaign.store import journal, origins, schema, settings
from campaign.store.database import reading, writing
from campaign.store.origins import Origin
from engine.kernel.errors import Refused
from engine.kernel.record import parse_record

STREAM = "campaign/1"
REASON = "what if"


def is_record(text: str) -> bool:
    """Whether a text is a record, and not a list of commands."""
    first = next((line for line in text.splitlines() if line.strip()[:1] not in ("", "#")), "")
    return re.match(r"\s*\w+\s*=", first) is not None


def copied(session: Session, history: History) -> sa.Engine:
    """A database in memory that holds one campaign and the secret of its seals."""
    memory = schema.in_memory()
    with writing(memory) as copy:
        origins.mark(copy, STREAM, Origin(history.origin.sealed_as))
        origins.adopt(copy, STREAM, history.entries, history.origin.sealed_as)
        if secret := settings.read(session, history.stream, SECRET):
            settings.write(copy, STREAM, SECRET, secret)
        campaigns.update_projections(copy, campaigns.read(copy, STREAM))
    return memory


def tell(memory: sa.Engine, text: str, by: By) -> None:
    """Record an episode in the copy, or in the place of the record that is there."""
    record = parse_record(text)
    with writing(memory) as session:
        history = campaigns.read(session, STREAM)
        number = record.header.get("episode")
        if number in {played.number for played in history.campaign.played}:
            cascade = corrections.amend(
                history, int(str(number)), text, reason=REASON, as_played=True, and_later=True
            )
            corrections.keep(session, history, cascade, by)
            return
        preview = episodes.preview(history, text, as_played=True)
        if preview.after is None:
            raise preview.refusal or Refused(preview.verdict.reason)
        campaigns.add(session, history, preview.entry, by)


def result(memory: sa.Engine) -> History:
    """The campaign as it would be."""
    with reading(memory) as session:
        (stream,) = journal.streams(session, campaigns.FAMILY)
        return campaigns.read(session, stream)
