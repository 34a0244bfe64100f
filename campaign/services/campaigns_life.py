"""Renaming, archiving, unarchiving and withdrawing campaigns.

A new name is an entry of the campaign's history. Archiving, unarchiving and withdrawing are
decisions of this database (`decisions`): entries of a separate stream, which is not handed over
with the history.
"""

from __future__ import annotations

from collections.abc import Iterator

from sqlmodel import Session

from campaign.services import campaigns, changes, folding, forms
from campaign.services.changes import HistoryChange
from campaign.services.entering import drafts
from campaign.services.errors import UnknownName
from campaign.services.projections.campaigns import update_campaign
from campaign.services.values import Author, History
from campaign.services.words import day, many
from campaign.shell import command_with, quoted
from campaign.store import decisions, journal, origins
from campaign.store.keys import looks_like_a_fingerprint
from campaign.store.origins import Origin
from engine.kernel.errors import NotAllowed
from engine.kernel.phrases import Wording, joined, phrase
from engine.my_city.campaign.entries import CampaignRenamed


def rename(history: History, name: str) -> HistoryChange:
    """Preview another name for a campaign; raises `NotAllowed`."""
    if looks_like_a_fingerprint(name):
        raise NotAllowed(
            phrase("{name} looks like the name of a key", name=name), phrase("choose another name")
        )
    change = changes.preview(history, CampaignRenamed(name))
    if change.after.name == history.campaign.name:
        raise NotAllowed(phrase("the campaign is called {name} already", name=change.after.name))
    return change


def archive(session: Session, name: str | None, reason: str, by: Author) -> str:
    """Archive a campaign and return its name.

    Raises `NotAllowed`, `UnknownName`, `SeveralCampaigns`.
    """
    stream = campaigns.stream_of(session, name, by.author)
    campaign = campaigns.known(session)[stream]
    if campaign.archived:
        raise NotAllowed(phrase("{campaign} is archived already", campaign=campaign.name))
    _refuse_aside(campaign.name, origins.origin_of(session, stream))
    _decide(session, decisions.ARCHIVED, campaigns.uid_in_journal(session, stream), reason, by)
    return campaign.name


def archive_simulated(session: Session, reason: str, by: Author) -> tuple[str, ...]:
    """Archive every simulated campaign and return their names."""
    archived_names = []
    for stream, campaign in campaigns.known(session).items():
        if (
            campaign.simulated
            and not campaign.archived
            and not origins.origin_of(session, stream).aside
        ):
            uid = campaigns.uid_in_journal(session, stream)
            _decide(session, decisions.ARCHIVED, uid, reason, by)
            archived_names.append(campaign.name)
    return tuple(archived_names)


def unarchive(session: Session, name: str, by: Author) -> str:
    """Bring back an archived or withdrawn campaign and return its name.

    `name` may be that of a history of it that is only kept to be read. Raises `UnknownName`,
    `SeveralCampaigns`, and `NotAllowed` if another campaign has its name.
    """
    known = campaigns.known(session)
    archived = {stream: campaign.name for stream, campaign in known.items() if campaign.archived}
    if stream := campaigns.stream_called(name, archived):
        uid = campaigns.uid_in_journal(session, stream)
        _decide(session, decisions.UNARCHIVED, uid, "", by)
        return archived[campaigns.followed_stream(session, uid) or stream]
    gone = dict(withdrawn(session))
    if stream := campaigns.stream_called(name, gone):
        called = gone[stream]
        if called in (campaign.name for campaign in known.values()):
            raise NotAllowed(
                phrase("there is another campaign {campaign} here already", campaign=called),
                f"campaign rename NAME --campaign {quoted(called)}",
            )
        _decide(session, decisions.UNARCHIVED, campaigns.uid_in_journal(session, stream), "", by)
        origins.store_decided(session, stream)
        update_campaign(session, folding.read(session, stream))
        return called
    if campaigns.stream_called(name, {stream: campaign.name for stream, campaign in known.items()}):
        raise NotAllowed(phrase("{campaign} is not archived", campaign=name))
    raise UnknownName(
        phrase("no campaign {campaign} is archived", campaign=name), "campaign list --archived"
    )


def check_withdrawable(history: History) -> None:
    """Raise `NotAllowed` for a campaign with a recorded episode, or one that is set aside."""
    _refuse_aside(history.called, history.origin)
    if any(entry.kind == "episode recorded" for entry in history.entries):
        raise NotAllowed(
            phrase(
                "an episode of {campaign} was recorded: its history stays", campaign=history.called
            ),
            command_with("campaign archive", history.campaign.name),
        )


def withdraw(session: Session, history: History, reason: str, by: Author) -> None:
    """Withdraw a campaign without an episode; raises `NotAllowed`, `UnknownName`."""
    history = folding.current(session, history)
    check_withdrawable(history)
    uid = history.campaign.uid
    for stream in journal.campaign_streams(session):
        if stream != history.stream and campaigns.uid_in_journal(session, stream) == uid:
            raise NotAllowed(
                phrase(
                    "another history of {campaign} is kept here, so the campaign cannot be "
                    "withdrawn",
                    campaign=history.called,
                ),
                command_with("campaign archive", history.campaign.name),
            )
    for draft in drafts.every(session):
        if draft.stored.stream == history.stream:
            number = draft.stored.number
            raise NotAllowed(
                phrase(
                    "draft {number} belongs to {campaign}", number=number, campaign=history.called
                ),
                f"campaign draft discard {number}",
            )
    _decide(session, decisions.WITHDRAWN, uid, reason, by)
    campaigns.forget_choices(session, history.campaign.name)
    origin = origins.store_decided(session, history.stream)
    update_campaign(session, history._replace(origin=origin))


def decided_in_words(session: Session) -> Wording:
    """What is archived, set aside and withdrawn, and by whom: `2 archived, Ulm withdrawn`."""
    decided = decisions.latest_decisions(session)
    known = {
        campaigns.uid_in_journal(session, stream): campaign
        for stream, campaign in campaigns.known(session).items()
    }
    archived = sum(decisions.is_archived(entry) and uid in known for uid, entry in decided.items())
    words = [phrase("{count} archived", count=archived)] if archived else []
    gone = dict(withdrawn(session))
    aside = sum(bool(origin.aside) for origin in origins.decided_origins(session).values()) - len(
        gone
    )
    if aside:
        words.append(phrase("{histories} only to be read", histories=many(aside, "history")))
    found_by_upgrade = sum(
        entry.kind == decisions.FOUND for entry in journal.read(session, decisions.STREAM)
    )
    if found_by_upgrade:
        words.append(phrase("{count} found by an upgrade of the database", count=found_by_upgrade))
    for stream, name in gone.items():
        entry = decided[campaigns.uid_in_journal(session, stream)]
        by, when = entry.author, day(entry.recorded_at)
        words.append(phrase("{name} withdrawn by {by} on {day}", name=name, by=by, day=when))
    if merged := len(decisions.persons(session)):
        words.append(phrase("{names} merged", names=many(merged, "name")))
    if not words:
        return phrase("nothing is archived, only to be read, withdrawn or merged now")
    return joined(", ", words)


def withdrawn(session: Session) -> Iterator[tuple[str, str]]:
    """The streams and names of the campaigns that are withdrawn, the newest first."""
    decided = decisions.latest_decisions(session)
    for stream in reversed(journal.campaign_streams(session)):
        if decisions.is_withdrawn(decided.get(campaigns.uid_in_journal(session, stream))):
            yield stream, campaigns.name_in_journal(session, stream, aside=False)


def _refuse_aside(called: str, origin: Origin) -> None:
    """Raise `NotAllowed` for a history that is set aside: only followed ones are decided about."""
    if origin.aside:
        raise NotAllowed(
            phrase("{campaign} can only be read: {why}", campaign=called, why=origin.aside)
        )


def _decide(session: Session, kind: str, uid: str, reason: str, by: Author) -> journal.Entry:
    """Keep a decision; raises `NotAllowed` if its values do not have the form of decisions."""
    if why := forms.form_problem({"campaign": uid, "reason": reason}, decisions.Decision):
        raise NotAllowed(phrase("the entry cannot be kept: {why}", why=why))
    return decisions.decide(
        session, kind, decisions.Decision(uid, reason), author=by.author, now=by.now
    )
