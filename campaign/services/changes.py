"""Changes to a campaign: previewed on the history that was read, kept in one transaction.

    entries ── preview(history) ──> Change ── shown, agreed ──> keep(session) ──> History

What was previewed is kept as it is, as long as nobody has written in between. Where somebody has,
its entries are folded again, on the history as it is then, and may be refused.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlmodel import Session

from campaign.services import campaigns
from campaign.services.campaigns import By
from campaign.services.projections import update_campaign
from campaign.services.values import History
from engine.kernel.errors import Refused
from engine.my_city.campaign import fold
from engine.my_city.campaign.entries import Entry
from engine.my_city.campaign.episodes import AlreadyRecorded
from engine.my_city.campaign.model import Campaign


class Change(NamedTuple):
    """Entries that a history is to have next, and the campaign after them."""

    before: History
    entries: tuple[Entry, ...]
    after: Campaign


def preview(history: History, *entries: Entry) -> Change:
    """What entries would make of a campaign; raises `Refused`, writes nothing."""
    campaigns.check_open(history)
    added = tuple(map(campaigns.as_stored, entries))
    try:
        after = fold.continued(campaigns.entries_of(history.entries), history.campaign, added)
    except AlreadyRecorded as error:
        first = history.entries[error.entry - 1]
        raise Refused(f"{error}, by {first.author} at {first.recorded_at}", error.remedy) from None
    return Change(history, added, after)


def keep(session: Session, change: Change, by: By) -> History:
    """The campaign with the entries of a change; raises `Refused` and has then written nothing.

    Whoever loses a race learns who was first.
    """
    now = campaigns.current(session, change.before)
    if now is not change.before:
        change = preview(now, *change.entries)
    return write(session, change, by)


def add(session: Session, history: History, entry: Entry, by: By) -> History:
    """The campaign with one entry more, previewed and kept; raises `Refused`."""
    return keep(session, preview(history, entry), by)


def write(session: Session, change: Change, by: By) -> History:
    """The entries of a change in the journal, and the projections after them.

    The history that it was previewed on must be the one in the database.
    """
    history = change.before
    for entry in change.entries:
        history = campaigns.append(session, history, entry, change.after, by)
    update_campaign(session, history)
    return history
