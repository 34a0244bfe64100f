"""Takes an import back: the earlier history is followed again, the imported one is set aside.

    it continued what was here      the entries from before, in a stream of their own
    it took the place of another    the history that was set aside for it
    it was new                      none

Nothing is removed, and whoever imports the same again has it again. What was carried over after
what is here is a step of the history itself (`corrections.undoing`).
"""

from __future__ import annotations

from typing import NamedTuple

from sqlmodel import Session

from campaign.services import campaigns
from campaign.services.differences import CampaignDifference, differences
from campaign.services.handover import histories
from campaign.services.seals import SECRET
from campaign.services.values import Author, History
from campaign.store import chain, decisions, drafts, journal, origins, settings
from campaign.store.decisions import ADOPTED, FOLLOWED, TAKEN_BACK, AdoptionDecision, PlaceDecision
from campaign.store.origins import Origin
from engine.kernel.errors import NotAllowed
from engine.kernel.phrases import phrase


class Import(NamedTuple):
    """An import after which nothing was written: the history with it, and the one before it.

    `after` is what is followed when it is taken back, None where there was none; its stream is ""
    where it has none of its own yet. `decision` is the entry that says that it came, `giver` from
    whom, "" where that is not known.
    """

    before: History
    after: History | None
    decision: journal.Entry
    giver: str

    @property
    def withdrawn(self) -> tuple[int, ...]:
        """The entries that it has brought, by number."""
        known = {entry.hash for entry in self.after.entries} if self.after else set()
        return tuple(entry.seq for entry in self.before.entries if entry.hash not in known)

    @property
    def changes(self) -> tuple[CampaignDifference, ...]:
        """What is different without it, where there was something before."""
        if self.after is None:
            return ()
        return tuple(differences(self.before.campaign, self.after.campaign))


def last_import(session: Session, history: History) -> Import | None:
    """The import that brought the last entry of a history; None where something came after it."""
    about = [
        entry
        for entry in journal.read(session, decisions.STREAM)
        if entry.payload.get("stream") == history.stream
    ]
    if history.origin.aside or not about or about[-1].kind not in (ADOPTED, FOLLOWED):
        return None
    decision, last = about[-1], history.entries[-1]
    came = chain.number_of(session, decision.stream, decision.seq)
    if came < chain.number_of(session, last.stream, last.seq):
        return None
    givers = [str(one.payload.get("source", "")) for one in about if one.kind == ADOPTED]
    before = _before(session, history, decision)
    return Import(history, before, decision, givers[-1] if givers else "")


def _before(session: Session, history: History, decision: journal.Entry) -> History | None:
    """The history that was followed before an import."""
    if instead := str(decision.payload.get("instead", "")):
        return campaigns.read(session, instead)
    entries = history.entries[: decision.payload.get("first", 1) - 1]
    if not entries:
        return None
    origin = Origin(history.origin.sealed_as)
    return History("", entries, campaigns.campaign_of(entries), origin)


def check_author(came: Import, author: str, *, and_later: bool) -> None:
    """Refuse to take back what somebody else has imported, unless that is wanted."""
    if came.decision.author != author and not and_later:
        raise NotAllowed(
            phrase("the import is by {who}", who=came.decision.author),
            phrase("add --and-later to withdraw the work of others too"),
        )


def take_back(session: Session, came: Import, by: Author) -> tuple[History, History | None]:
    """Take an import back; gives what it brought, set aside, and what is followed now.

    Raises `NotAllowed` where somebody has written since it was shown.
    """
    now = campaigns.current(session, came.before)
    if now is not came.before:
        raise NotAllowed(
            phrase("somebody has written here meanwhile: what was shown does not hold any more"),
            phrase("give the command again"),
        )
    whose = f"import from {came.giver}" if came.giver else "import"
    why = f"{whose}, taken back by {by.author} on {by.now.date().isoformat()}"
    left = histories.set_aside(session, came.before, why, by)
    if came.after is None:
        return left, None
    stream = came.after.stream or _in_a_stream(session, came.before.stream, came.after, by)
    if came.after.campaign.name != left.campaign.name:
        campaigns.rename(session, left.stream, left.campaign.name, came.after.campaign.name)
    histories.decide(session, TAKEN_BACK, PlaceDecision(stream, instead=left.stream), by)
    drafts.move(session, left.stream, stream)
    return left, histories.projected(session, stream, came.after.campaign)


def _in_a_stream(session: Session, whole: str, before: History, by: Author) -> str:
    """Store the beginning of a history in a stream of its own, with the secret of its seals."""
    stream = journal.new_stream(session, campaigns.FAMILY)
    sealed_as = before.origin.sealed_as
    origins.adopt(session, stream, before.entries, sealed_as)
    histories.decide(
        session, ADOPTED, AdoptionDecision(stream, sealed_as, 1, len(before.entries)), by
    )
    if secret := settings.read(session, whole, SECRET):
        settings.write(session, stream, SECRET, secret)
    return stream
