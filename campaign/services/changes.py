"""Changes to a campaign: previewed on the history as read, kept in one transaction.

    entries ── preview(history) ──> HistoryChange ── shown, agreed ──> keep(session) ──> History

A preview is kept as it is unless somebody has written in between. Then its entries are folded
again on the current history, and may be refused.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sqlmodel import Session

from campaign.services import campaigns, folding
from campaign.services.projections.campaigns import update_campaign
from campaign.services.seals import SECRET, salt_of
from campaign.services.values import Author, History
from campaign.services.words import time
from campaign.shell import command_with
from campaign.store import decisions, journal, settings
from engine.kernel.errors import NotAllowed, wording_of
from engine.kernel.phrases import phrase
from engine.my_city.campaign import envelopes, fold
from engine.my_city.campaign.entries import Entry, EnvelopeOpened, payload_of
from engine.my_city.campaign.episodes import AlreadyRecorded
from engine.my_city.campaign.model import Campaign
from engine.my_city.campaign.reasons import reason_in_words


class HistoryChange(NamedTuple):
    """The next entries of a history, and the campaign after them."""

    before: History
    entries: tuple[Entry, ...]
    after: Campaign


def preview(history: History, *entries: Entry) -> HistoryChange:
    """The campaign that entries would give, without writing them; raises `NotAllowed`."""
    check_open(history)
    added = tuple(map(folding.as_stored, entries))
    try:
        after = fold.campaign_after(folding.entries_of(history.entries), history.campaign, added)
    except AlreadyRecorded as error:
        first = history.entries[error.entry - 1]
        raise NotAllowed(
            phrase(
                "{what}, by {author} at {time}",
                what=wording_of(error),
                author=first.author,
                time=time(first.recorded_at),
            ),
            error.remedy,
        ) from None
    for entry in added:
        folding.check_form(entry)
    return HistoryChange(history, added, after)


def keep(
    session: Session,
    change: HistoryChange,
    by: Author,
    again: Callable[[History], HistoryChange] | None = None,
) -> History:
    """Write the entries of a change and return the history; an error leaves nothing written.

    Raises `NotAllowed`; if somebody else recorded first, the message says who. If somebody has
    written in between, `again` previews the change on the current history; without it the same
    entries are kept.
    """
    current = folding.current(session, change.before)
    if current is not change.before:
        later = len(current.entries) - len(change.before.entries)
        change = (
            again(current)
            if again
            else preview(current, *(_later(entry, later) for entry in change.entries))
        )
    return write(session, change, by)


def _later(entry: Entry, by: int) -> Entry:
    """The entry with `by` added to the number of its step; unchanged if it has none."""
    step = getattr(entry, "step", 0)
    return entry._replace(step=step + by) if step else entry  # type: ignore[call-arg]  # it has one


def add(session: Session, history: History, entry: Entry, by: Author) -> History:
    """Preview and keep one entry, and return the history; raises `NotAllowed`."""
    return keep(session, preview(history, entry), by)


def write(session: Session, change: HistoryChange, by: Author) -> History:
    """Write the entries of a change into the journal and update the projections.

    The change must have been previewed on the history that is in the database now.
    """
    history = change.before
    if change.after.name != history.campaign.name:
        campaigns.update_choices(session, history.stream, history.campaign.name, change.after.name)
    for entry in change.entries:
        history = append(session, history, entry, change.after, by)
    update_campaign(session, history)
    return history


def append(
    session: Session, history: History, entry: Entry, after: Campaign, by: Author
) -> History:
    """Append an entry whose fold is known, and return the history; raises `NotAllowed`.

    The caller updates the projections (`update_campaign`) after the last entry.
    """
    check_open(history)
    kind, payload = payload_of(entry)
    appended = journal.append(
        session,
        history.stream,
        kind,
        payload,
        author=by.author,
        now=by.now,
        sealed_as=history.origin.sealed_as,
    )
    return history._replace(entries=(*history.entries, appended), campaign=after)


def opening_entry(session: Session, history: History, number: int) -> EnvelopeOpened:
    """The entry that opens an envelope now; raises `PackError` for a broken seal.

    Raises `NotAllowed` for an envelope that is not due, and while an owed sticker would have no
    place after the opening.
    """
    secret = settings.read(session, history.stream, SECRET)
    campaign = history.campaign
    entry = envelopes.opening_entry(campaign, number, salt_of(secret, number) if secret else "")
    after = envelopes.with_open_envelope(campaign, entry)
    for right in campaign.owed:
        if right in after.city(right.seat).lost:
            raise NotAllowed(
                phrase(
                    "{seat} still owes its board {sticker} ({reason}): it is placed before "
                    "envelope {number} is opened",
                    seat=right.seat,
                    sticker=phrase("a {kind} sticker", kind=phrase(right.kind)),
                    reason=reason_in_words(right.reason),
                    number=number,
                ),
                f"campaign sticker place {right.seat} {right.kind} {right.place_argument}",
            )
    return entry


def check_open(history: History) -> None:
    """Raise `NotAllowed` for a history that is set aside, or that has rules this program lacks."""
    if history.origin.aside:
        raise NotAllowed(
            phrase(
                "{called} can only be read: {aside}",
                called=history.called,
                aside=history.origin.aside,
            ),
            command_with(
                # `use` finds the history that goes on; of a withdrawn campaign there is none.
                "campaign unarchive"
                if history.origin.aside.startswith(decisions.WITHDRAWN_BY)
                else "campaign use",
                history.campaign.name,
            ),
        )
    if episode := history.campaign.without_rules:
        raise NotAllowed(
            phrase(
                "{called} can be read here, not continued; episode {number}: {reason}",
                called=history.called,
                number=episode.number,
                reason=episode.verdict.reason,
            ),
            phrase("go on with a release of campaign that has this edition"),
        )
