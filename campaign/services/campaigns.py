"""Campaigns: find one by its name, list them, choose one.

Nothing here changes a campaign: one begins in `founding` and goes on through `changes`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from enum import StrEnum
from typing import NamedTuple
from unicodedata import normalize

import sqlalchemy as sa
from sqlmodel import Session, col, select

from campaign.services import folding
from campaign.services.ancestry import CARRIED_OVER, came_at
from campaign.services.errors import SeveralCampaigns, UnknownName
from campaign.services.values import History, is_name_of_history, name_of
from campaign.shell import command_with, quoted
from campaign.store import decisions, journal, origins, settings
from campaign.store.journal import ENTRY
from campaign.store.models import campaigns as models
from engine.kernel.errors import EngineError, NotAllowed
from engine.kernel.names import comparable_name
from engine.kernel.phrases import Phrase, joined, phrase
from engine.my_city.campaign.corrections import UnsoundEntry, effective_entries
from engine.my_city.campaign.entries import CampaignRenamed
from engine.my_city.pack.languages import OwnWords, own_words
from engine.my_city.play.state import SEATS

Find = Callable[[Session, str | None, str], History]
"""Find a campaign by its name, "" or None for the one in use, for an author."""
FAMILY = "campaign"
IN_USE = "campaign in use"


class CampaignListing(NamedTuple):
    """A campaign in a list; `players` by seat in table order, "" for a city without holder."""

    called: str
    name: str
    players: Mapping[str, str]
    next_episode: int | None
    entries: int
    last_entry: str
    simulated: bool = False
    archived: bool = False
    aside: str = ""
    """The reason why it is not followed; "" for a followed one."""


class ListPlace(StrEnum):
    """The one list in which a campaign stands; histories of an archived campaign stand with it."""

    FOLLOWED = "followed"
    ARCHIVED = "archived"
    ASIDE = "aside"


class KnownCampaign(NamedTuple):
    """A campaign of the database: its name, whether it is archived or simulated.

    If `aside`, it is another history of a campaign, which is kept only to be read.
    """

    name: str
    archived: bool
    simulated: bool
    aside: bool = False

    @property
    def place(self) -> ListPlace:
        """The list in which the campaign stands."""
        if self.archived:
            return ListPlace.ARCHIVED
        return ListPlace.ASIDE if self.aside else ListPlace.FOLLOWED


def own_words_of(history: History) -> OwnWords:
    """The names of a campaign's pack in other languages, without those in closed envelopes."""
    return own_words(history.campaign.pack, history.campaign.opened)


def find(session: Session, name: str | None, author: str) -> History:
    """The campaign of that name; without a name the campaign in use, or the only one there is.

    Raises `NotAllowed`, `UnknownName`, `SeveralCampaigns`.
    """
    return folding.read(session, stream_of(session, name, author))


def find_to_undo(session: Session, name: str | None, author: str) -> History:
    """As `find`, but with an unsound entry the campaign is the one before that entry.

    The campaign then has fewer `entries` than the history. Nothing but an undo can use it.
    """
    stream = stream_of(session, name, author)
    try:
        return folding.read(session, stream)
    except UnsoundEntry as fault:
        before = fault.before._replace(entries=fault.entry - 1)
        stored = journal.read(session, stream)
        return History(stream, stored, before, origins.origin_of(session, stream))


def stream_of(session: Session, name: str | None, author: str) -> str:
    """The stream of the campaign that `find` returns, without replaying it; raises as `find`."""
    by_stream = known(session)
    shown = {
        stream: campaign.name
        for stream, campaign in by_stream.items()
        if campaign.place is ListPlace.FOLLOWED
    }
    named = ", ".join(shown.values())
    if name:
        if stream := _stream_meant(name, by_stream):
            return stream
        raise UnknownName(
            phrase("there is no campaign {name}", name=name),
            phrase("there are: {campaigns}", campaigns=named) if named else _NEW,
        )
    chosen = settings.read(session, author, IN_USE)
    for stream, campaign in by_stream.items():
        if chosen == campaign.name:
            if campaign.archived:
                raise _archived_error(campaign)
            return stream
    if not by_stream:
        raise UnknownName(phrase("there is no campaign yet"), _NEW)
    if not shown:
        raise _none_followed_error(list(by_stream.values()))
    if len(shown) == 1:
        return next(iter(shown))
    raise SeveralCampaigns(
        phrase("which campaign? There are {count}: {listed}", count=len(shown), listed=named),
        phrase(
            "name one with --campaign, or once for all with {command}",
            command="campaign use NAME",
        ),
    )


def _stream_meant(name: str, by_stream: Mapping[str, KnownCampaign]) -> str:
    """As `stream_called`, but parts of names are first looked for in histories not set aside."""
    names = {stream: campaign.name for stream, campaign in by_stream.items()}
    composed = normalize("NFC", name)
    if exact := next((stream for stream, called in names.items() if called == composed), ""):
        return exact
    followed = {stream: called for stream, called in names.items() if not by_stream[stream].aside}
    return _by_part(name, followed) or _by_part(name, names)


def _none_followed_error(campaigns: Sequence[KnownCampaign]) -> NotAllowed:
    """The error where every campaign is archived, or only kept to be read."""
    archived = [one.name for one in campaigns if one.archived and not one.aside]
    if archived:
        return NotAllowed(
            phrase("every campaign here is archived: {listed}", listed=", ".join(archived)),
            _archived_remedy(archived[0] if len(archived) == 1 else "NAME"),
        )
    name = campaigns[-1].name
    return NotAllowed(
        phrase("no campaign goes on here; {name} is only kept to be read", name=name),
        _aside_remedy(name),
    )


def _aside_remedy(name: str) -> Phrase:
    """The remedy for a history that is only kept to be read, of a campaign that goes on nowhere."""
    return phrase(
        "{command}   makes a file of it, {other}   lets it go on",
        command=f"campaign handover export --all -o FILE --campaign {quoted(name)}",
        other="campaign handover take FILE",
    )


def _archived_error(campaign: KnownCampaign) -> NotAllowed:
    """The error for a command that would use an archived campaign."""
    return NotAllowed(
        phrase("{campaign} is archived", campaign=campaign.name), _archived_remedy(campaign.name)
    )


def _archived_remedy(name: str) -> Phrase:
    """The remedy for an archived campaign: what to type."""
    return phrase(
        "--campaign {name} reads it as it is; {command} brings it back",
        name=name if name == "NAME" else quoted(name),
        command="campaign unarchive NAME"
        if name == "NAME"
        else command_with("campaign unarchive", name),
    )


def stream_called(name: str, names: Mapping[str, str]) -> str:
    """The stream with this name, or with these words in its name; "" for none.

    Raises `SeveralCampaigns`.
    """
    composed = normalize("NFC", name)
    exact = (stream for stream, called in names.items() if called == composed)
    return next(exact, "") or _by_part(name, names)


def _by_part(words: str, known: Mapping[str, str]) -> str:
    """The stream with this name, else with these words in its name; "" for none.

    Case and accents do not count. Raises `SeveralCampaigns` with the names that match.
    """
    typed = comparable_name(words)
    same = [stream for stream, called in known.items() if comparable_name(called) == typed]
    within = [
        stream for stream, called in known.items() if typed and typed in comparable_name(called)
    ]
    matches = same or within
    if len(matches) > 1:
        names = joined(" or ", [known[stream] for stream in matches])
        raise SeveralCampaigns(
            phrase("{words} can be {names}", words=words, names=names),
            phrase("write it exactly as it is spelled")
            if same
            else phrase("write more of the name"),
        )
    return matches[0] if matches else ""


def names(session: Session) -> dict[str, str]:
    """The names of all campaigns by stream, oldest first."""
    return {stream: campaign.name for stream, campaign in known(session).items()}


def known(session: Session) -> dict[str, KnownCampaign]:
    """All campaigns of the journal by stream, oldest first, without the withdrawn ones."""
    return _known(session, _rows(session))


def _rows(session: Session) -> dict[str, models.CampaignRow]:
    """The rows of the campaigns that are followed, by stream."""
    return {row.stream: row for row in session.exec(select(models.CampaignRow))}


def _known(session: Session, rows: Mapping[str, models.CampaignRow]) -> dict[str, KnownCampaign]:
    """All campaigns, as `known` returns them, from rows that were read already."""
    decided = decisions.latest_decisions(session)
    by_stream = {}
    for stream in journal.campaign_streams(session):
        if row := rows.get(stream):
            name, uid, simulated = row.name, row.uid, row.simulated
        else:
            name, uid, simulated = _in_journal(session, stream)
        if not decisions.is_withdrawn(decided.get(uid)):
            name = name or name_in_journal(session, stream)
            aside = row is None and bool(origins.origin_of(session, stream).aside)
            archived = decisions.is_archived(decided.get(uid))
            by_stream[stream] = KnownCampaign(name, archived, simulated, aside)
    return by_stream


def listed(session: Session, place: ListPlace = ListPlace.FOLLOWED) -> tuple[CampaignListing, ...]:
    """The campaigns of a list, oldest first; replays only histories set aside."""
    campaigns, carried = _rows(session), _carried_last(session)
    players: dict[str, dict[str, str]] = {}
    for city in session.exec(select(models.CityRow)):
        players.setdefault(city.stream, {})[city.seat] = city.player or ""
    return tuple(
        (
            _from_row(campaigns[stream], players.get(stream, {}), carried.get(stream))
            if stream in campaigns
            else _from_history(folding.read(session, stream))
        )._replace(archived=campaign.archived)
        for stream, campaign in _known(session, campaigns).items()
        if campaign.place is place
    )


def use(session: Session, name: str, author: str) -> History:
    """Choose the campaign that this user's commands use from now on; raises as `find`.

    The name of a history that is only kept to be read means the one that goes on.
    """
    history = folding.read(session, stream_of(session, name, author))
    if aside := history.origin.aside:
        stream = followed_stream(session, history.campaign.uid)
        if stream is None:
            raise NotAllowed(
                phrase("{called} can only be read: {aside}", called=history.called, aside=aside),
                _aside_remedy(history.called),
            )
        history = folding.read(session, stream)
    campaign = known(session)[history.stream]
    if campaign.archived:
        raise _archived_error(campaign)
    settings.write(session, author, IN_USE, history.campaign.name)
    return history


def check_name_of_campaign(name: str) -> None:
    """Raise `NotAllowed` for a name that a history has, or may get, that is only kept to be read.

    Commands would mean the one for the other.
    """
    if is_name_of_history(name):
        raise NotAllowed(
            phrase("{name} is the name of a history that is only kept to be read", name=name),
            phrase("choose another name"),
        )


def update_choices(session: Session, stream: str, old: str, new: str) -> None:
    """Write the new name of a campaign into the choice of every user who chose it.

    Raises `NotAllowed` if another campaign has that name, or as `check_name_of_campaign`.
    """
    check_name_of_campaign(new)
    others = {name for other_stream, name in names(session).items() if other_stream != stream}
    if new in others:
        raise NotAllowed(
            phrase("there is a campaign {name} already", name=new),
            phrase(
                "{command}   gives that campaign another name",
                command=f"campaign rename NAME --campaign {quoted(new)}",
            ),
        )
    settings.replace(session, IN_USE, old, new)


def forget_choices(session: Session, name: str) -> None:
    """Let no user mean a campaign that is gone: another one may get its name."""
    settings.drop(session, IN_USE, name)


def in_use(session: Session, author: str) -> str | None:
    """The name of the campaign that this user has chosen; None for no choice."""
    return settings.read(session, author, IN_USE)


def followed_stream(session: Session, uid: str) -> str | None:
    """The stream in which a campaign goes on here; None if none does."""
    return session.exec(
        select(models.CampaignRow.stream).where(models.CampaignRow.uid == uid)
    ).first()


def _in_journal(session: Session, stream: str) -> tuple[str, str, bool]:
    """An empty name, the uid of a campaign without a row, and whether it is simulated."""
    payload = journal.first(session, stream).payload
    return "", str(payload.get("uid")), bool(payload.get("simulated"))


def uid_in_journal(session: Session, stream: str) -> str:
    """The uid of a campaign, also of one without a row."""
    return str(journal.first(session, stream).payload.get("uid"))


def name_in_journal(session: Session, stream: str, *, aside: bool = True) -> str:
    """The name of a campaign without a row; `aside` adds the number of a history set aside."""
    entries = journal.read(session, stream)
    name = entries[0].payload.get("name")
    with suppress(EngineError, LookupError, TypeError, ValueError):  # an audit names what is wrong
        for _, entry in effective_entries(folding.entries_of(entries)):
            name = entry.name if isinstance(entry, CampaignRenamed) else name
    return name_of(stream, str(name), origins.origin_of(session, stream)) if aside else str(name)


def _carried_last(session: Session) -> dict[str, str]:
    """When the last entry of a campaign came, by stream, where it was carried over."""
    row, last, step = models.CampaignRow, ENTRY.alias(), ENTRY.alias()
    begun = sa.literal('"step":') + sa.cast(step.c.seq, sa.Text)  # canonical JSON has no blanks
    found = session.execute(
        sa.select(step.c.stream, step.c.recorded_at)
        .select_from(row)
        .join(last, (last.c.stream == col(row.stream)) & (last.c.seq == col(row.entries)))
        .join(step, (step.c.stream == last.c.stream) & (step.c.kind == CARRIED_OVER))
        .where(last.c.payload.contains(begun + ",") | last.c.payload.contains(begun + "}"))
    )
    return {row.stream: row.recorded_at for row in found}


def _from_row(
    campaign: models.CampaignRow, players: Mapping[str, str], carried: str | None
) -> CampaignListing:
    return CampaignListing(
        campaign.name,
        campaign.name,
        {seat: players[seat] for seat in SEATS if seat in players},
        campaign.next_episode,
        campaign.entries,
        carried or campaign.changed_at,
        campaign.simulated,
    )


def _from_history(history: History) -> CampaignListing:
    campaign = history.campaign
    return CampaignListing(
        history.called,
        campaign.name,
        {city.seat: city.player for city in campaign.cities},
        campaign.next_episode,
        len(history.entries),
        came_at(history.entries[-1], history.entries),
        campaign.simulated,
        aside=history.origin.aside,
    )


_NEW = "campaign new NAME --seat eagle=NAME --seat bear=NAME"
