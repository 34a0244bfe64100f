"""Taking an import back: the earlier history is followed again, the imported one is set aside.

    the import                      the history that is followed then
    continued the one here          the earlier entries, in a stream of their own
    took the place of another       the history that was set aside for it
    was new                         none

Nothing is removed, and the same bundle can be imported again. A carry-over is no import but a step
of the history itself (`corrections.undoing`).
"""

from __future__ import annotations

from typing import NamedTuple

from sqlmodel import Session

from campaign.services import campaigns, folding
from campaign.services.ancestry import entry_by_hash
from campaign.services.differences import CampaignDifference, differences
from campaign.services.errors import not_as_shown
from campaign.services.handover import histories
from campaign.services.handover.packing import BundledHistory
from campaign.services.seals import SECRET
from campaign.services.values import Author, History
from campaign.store import chain, decisions, drafts, journal, origins, settings
from campaign.store.decisions import (
    ADOPTED,
    FOLLOWED,
    SET_ASIDE,
    TAKEN_BACK,
    AdoptionDecision,
    PlaceDecision,
)
from campaign.store.origins import Origin
from engine.kernel.errors import NotAllowed
from engine.kernel.phrases import phrase

BEGINS, BY = "import", ", taken back by "
"""What the reason of a history begins with, and has in it, if its import was undone.

The name of a giver may hold any words, but no other reason begins so.
"""


class Import(NamedTuple):
    """An import that can be taken back, because nothing was written after it.

    `before` is the history with the import. `after` is the history that is followed once the import
    is taken back, or None; its stream is "" until it has one of its own. `decision` is the
    entry about the import, `giver` the name of its giver, "" if unknown.
    """

    before: History
    after: History | None
    decision: journal.Entry
    giver: str

    @property
    def withdrawn(self) -> tuple[int, ...]:
        """The numbers of the entries that the import brought."""
        known = {entry.hash for entry in self.after.entries} if self.after else set()
        return tuple(entry.seq for entry in self.before.entries if entry.hash not in known)

    @property
    def changes(self) -> tuple[CampaignDifference, ...]:
        """The differences that taking it back makes; none without an earlier history."""
        if self.after is None:
            return ()
        return tuple(differences(self.before.campaign, self.after.campaign))


def last_import(session: Session, history: History) -> Import | None:
    """The import that brought the last entry of a history; None if entries came after it."""
    about = [
        entry
        for entry in journal.read(session, decisions.STREAM)
        if entry.payload.get("stream") == history.stream
    ]
    if history.origin.aside or not about or about[-1].kind not in (ADOPTED, FOLLOWED):
        return None
    decision, last = about[-1], history.entries[-1]
    imported_at = chain.link_number(session, decision.stream, decision.seq)
    if imported_at < chain.link_number(session, last.stream, last.seq):
        return None
    givers = [
        str(adoption.payload.get("source", "")) for adoption in about if adoption.kind == ADOPTED
    ]
    before = _before(session, history, decision)
    return Import(history, before, decision, givers[-1] if givers else "")


def _before(session: Session, history: History, decision: journal.Entry) -> History | None:
    """The history that was followed before an import; None if there was none."""
    if replaced := str(decision.payload.get("instead", "")):
        return folding.read(session, replaced)
    entries = history.entries[: decision.payload.get("first", 1) - 1]
    if not entries:
        return None
    origin = Origin(history.origin.sealed_as)
    return History("", entries, folding.campaign_of(entries), origin)


class TakenBack(NamedTuple):
    """The decision that took back here what a bundle adds, and how much of it is new all the same.

    `new` counts the entries that were in nothing that was taken back here.
    """

    decision: journal.Entry
    new: int


def taken_back(session: Session, handed: BundledHistory, here: History | None) -> TakenBack | None:
    """What took back here what a bundle adds; None if nothing of it was taken back."""
    ours = entry_by_hash(here.entries).keys() if here else frozenset()
    news = entry_by_hash(handed.entries).keys() - ours
    about = {
        str(entry.payload["stream"]): entry
        for entry in journal.read(session, decisions.STREAM)
        if "stream" in entry.payload
    }
    first: journal.Entry | None = None
    new = news
    for stream, decision in about.items():
        reason = str(decision.payload.get("reason"))
        if decision.kind == SET_ASIDE and reason.startswith(BEGINS) and BY in reason:
            gone = entry_by_hash(journal.read(session, stream)).keys() & news
            first = first or (decision if gone else None)
            new -= gone
    return TakenBack(first, len(new)) if first else None


def check_author(came: Import, author: str, *, and_later: bool) -> None:
    """Raise `NotAllowed` for an import by another author, unless `and_later` is given."""
    if came.decision.author != author and not and_later:
        raise NotAllowed(
            phrase("the import is by {who}", who=came.decision.author),
            phrase("add --and-later to withdraw the work of others too"),
        )


def take_back(session: Session, came: Import, by: Author) -> tuple[History, History | None]:
    """Take an import back; return its history, set aside, and the followed history or None.

    Raises `NotAllowed` if somebody has written since it was shown.
    """
    current = folding.current(session, came.before)
    if current is not came.before:
        raise not_as_shown()
    whose = f"{BEGINS} from {came.giver}" if came.giver else BEGINS
    why = f"{whose}{BY}{by.author} on {by.now.date().isoformat()}"
    former = histories.set_aside(session, came.before, why, by)
    if came.after is None:
        campaigns.forget_choices(session, former.campaign.name)
        return former, None
    stream = came.after.stream or _in_a_stream(session, came.before.stream, came.after, by)
    if came.after.campaign.name != former.campaign.name:
        campaigns.update_choices(session, stream, former.campaign.name, came.after.campaign.name)
    histories.decide(session, TAKEN_BACK, PlaceDecision(stream, instead=former.stream), by)
    drafts.move(session, former.stream, stream)
    return former, histories.update_projections(session, stream, came.after.campaign)


def _in_a_stream(session: Session, whole: str, before: History, by: Author) -> str:
    """Store the beginning of a history in a new stream, with the secret of its seals.

    Returns the new stream; `whole` is the stream of the whole history.
    """
    stream = journal.new_stream(session, campaigns.FAMILY)
    sealed_as = before.origin.sealed_as
    origins.adopt(session, stream, before.entries, sealed_as)
    histories.decide(
        session, ADOPTED, AdoptionDecision(stream, sealed_as, 1, len(before.entries)), by
    )
    if secret := settings.read(session, whole, SECRET):
        settings.write(session, stream, SECRET, secret)
    return stream
