"""Campaigns: find one, list them, read one from its journal.

Nothing here changes a campaign: one begins in `founding` and goes on through `changes`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from enum import StrEnum
from typing import NamedTuple, TypeVar, cast
from unicodedata import normalize

from sqlmodel import Session, select

from campaign.services import forms
from campaign.services.errors import SeveralCampaigns, UnknownName
from campaign.services.values import History, name_of
from campaign.store import decisions, journal, origins, payloads, settings
from campaign.store.models import campaigns as models
from engine.kernel.errors import EngineError, NotAllowed
from engine.kernel.names import plain
from engine.kernel.phrases import Phrase, phrase
from engine.my_city.campaign import fold
from engine.my_city.campaign.corrections import effective
from engine.my_city.campaign.entries import (
    KINDS,
    CampaignRenamed,
    Entry,
    entry_of,
    payload_of,
)
from engine.my_city.campaign.model import Campaign
from engine.my_city.pack.languages import OwnWords, own_words
from engine.my_city.play.state import SEATS

AnyEntry = TypeVar("AnyEntry", bound=Entry)
FAMILY = "campaign"
IN_USE = "campaign in use"


class CampaignListing(NamedTuple):
    """A campaign as a list shows it; `players` by seat in table order, "" where nobody is."""

    called: str
    name: str
    players: Mapping[str, str]
    next_episode: int | None
    entries: int
    last_entry: str
    simulated: bool = False
    archived: bool = False
    aside: str = ""
    """Why it is not followed, "" where it is."""


class ListPlace(StrEnum):
    """A list in which a campaign stands: one only, and one that is archived with its histories."""

    FOLLOWED = "followed"
    ARCHIVED = "archived"
    ASIDE = "aside"


class KnownCampaign(NamedTuple):
    """A campaign of the database: what it is called, whether it is archived or simulated.

    One that is `aside` is another history of a campaign, only kept to be read.
    """

    name: str
    archived: bool
    simulated: bool
    aside: bool = False

    @property
    def place(self) -> ListPlace:
        """In which list it stands."""
        if self.archived:
            return ListPlace.ARCHIVED
        return ListPlace.ASIDE if self.aside else ListPlace.FOLLOWED


def own_words_of(history: History) -> OwnWords:
    """What the pack of a campaign calls its own in other languages."""
    return own_words(history.campaign.pack, history.campaign.opened)


def find(session: Session, name: str | None, author: str) -> History:
    """The campaign of that name; without one the campaign in use, or the only one there is."""
    return read(session, stream_of(session, name, author))


def stream_of(session: Session, name: str | None, author: str) -> str:
    """The stream of the campaign that `find` means; reads no more than its name."""
    every = known(session)
    shown = {s: one.name for s, one in every.items() if one.place is ListPlace.FOLLOWED}
    listed = ", ".join(shown.values())
    if name:
        if stream := _stream_meant(name, every):
            return stream
        raise UnknownName(
            phrase("there is no campaign {name}", name=name),
            f"there are: {listed}" if listed else _NEW,
        )
    chosen = settings.read(session, author, IN_USE)
    for stream, one in every.items():
        if chosen == one.name:
            if one.archived:
                raise _is_archived(one)
            return stream
    if not every:
        raise UnknownName(phrase("there is no campaign yet"), _NEW)
    if not shown:
        raise NotAllowed(
            phrase(
                "every campaign here is archived: {listed}",
                listed=", ".join(one.name for one in every.values()),
            ),
            _reads_archived(next(iter(every.values())).name if len(every) == 1 else "NAME"),
        )
    if len(shown) == 1:
        return next(iter(shown))
    raise SeveralCampaigns(
        phrase("which campaign? There are {count}: {listed}", count=len(shown), listed=listed),
        "name one with --campaign, or once for all with campaign use NAME",
    )


def _stream_meant(name: str, every: Mapping[str, KnownCampaign]) -> str:
    """As `stream_called`; part of a name means a campaign before one of its histories aside."""
    names = {stream: one.name for stream, one in every.items()}
    composed = normalize("NFC", name)
    if exact := next((stream for stream, called in names.items() if called == composed), ""):
        return exact
    followed = {stream: called for stream, called in names.items() if not every[stream].aside}
    return _by_part(name, followed) or _by_part(name, names)


def _is_archived(one: KnownCampaign) -> NotAllowed:
    """The error for a command that names no campaign and would mean an archived one."""
    return NotAllowed(
        phrase("{campaign} is archived", campaign=one.name), _reads_archived(one.name)
    )


def _reads_archived(name: str) -> Phrase:
    """What to type for a campaign that is archived."""
    quoted = name if name == "NAME" else f'"{name}"'
    return phrase(
        "--campaign {name} reads it as it is; campaign unarchive {name} brings it back",
        name=quoted,
    )


def stream_called(name: str, names: Mapping[str, str]) -> str:
    """The stream with this name, or with it in its name; "" for none. Raises `SeveralCampaigns`."""
    composed = normalize("NFC", name)
    exact = (stream for stream, called in names.items() if called == composed)
    return next(exact, "") or _by_part(name, names)


def _by_part(words: str, known: Mapping[str, str]) -> str:
    """The stream with this name but for case and accents, else with these words in it; "" for none.

    Raises `SeveralCampaigns` with those that could be meant.
    """
    typed = plain(words)
    same = [stream for stream, called in known.items() if plain(called) == typed]
    within = [stream for stream, called in known.items() if typed and typed in plain(called)]
    meant = same or within
    if len(meant) > 1:
        names = " or ".join(known[stream] for stream in meant)
        raise SeveralCampaigns(
            phrase("{words} can be {names}", words=words, names=names), "write more of the name"
        )
    return meant[0] if meant else ""


def names(session: Session) -> dict[str, str]:
    """The names of all campaigns by stream, oldest first."""
    return {stream: one.name for stream, one in known(session).items()}


def known(session: Session) -> dict[str, KnownCampaign]:
    """All campaigns by stream, oldest first, but those withdrawn; the journal says which are."""
    return _known(session, _rows(session))


def _rows(session: Session) -> dict[str, models.CampaignRow]:
    """The rows of the campaigns that are followed, by stream."""
    return {row.stream: row for row in session.exec(select(models.CampaignRow))}


def _known(session: Session, rows: Mapping[str, models.CampaignRow]) -> dict[str, KnownCampaign]:
    """As `known`, by rows that are read already."""
    decided = decisions.latest(session)
    every = {}
    for stream in journal.campaigns(session):
        if row := rows.get(stream):
            name, uid, simulated = row.name, row.uid, row.simulated
        else:
            name, uid, simulated = _in_journal(session, stream)
        if not decisions.is_withdrawn(decided.get(uid)):
            name = name or name_in_journal(session, stream)
            aside = row is None and bool(origins.origin_of(session, stream).aside)
            archived = decisions.is_archived(decided.get(uid))
            every[stream] = KnownCampaign(name, archived, simulated, aside)
    return every


def listed(session: Session, place: ListPlace = ListPlace.FOLLOWED) -> tuple[CampaignListing, ...]:
    """The campaigns of a list, oldest first; only what is set aside is replayed."""
    campaigns = _rows(session)
    players: dict[str, dict[str, str]] = {}
    for city in session.exec(select(models.CityRow)):
        players.setdefault(city.stream, {})[city.seat] = city.player or ""
    return tuple(
        (
            _from_row(campaigns[stream], players.get(stream, {}))
            if stream in campaigns
            else _from_history(read(session, stream))
        )._replace(archived=one.archived)
        for stream, one in _known(session, campaigns).items()
        if one.place is place
    )


def use(session: Session, name: str, author: str) -> History:
    """Choose the campaign that this user's commands mean from now on."""
    stream = stream_of(session, name, author)
    one = known(session)[stream]
    if one.archived:
        raise _is_archived(one)
    history = read(session, stream)
    settings.write(session, author, IN_USE, history.campaign.name)
    return history


def rename(session: Session, stream: str, old: str, new: str) -> None:
    """Let everybody whose commands mean a campaign go on with its new name.

    Raises `NotAllowed` where another campaign has that name.
    """
    others = {name for other, name in names(session).items() if other != stream}
    if new in others:
        raise NotAllowed(
            phrase("there is a campaign {name} already", name=new), phrase("choose another name")
        )
    settings.replace(session, IN_USE, old, new)


def in_use(session: Session, author: str) -> str | None:
    """The name of the campaign that this user has chosen."""
    return settings.read(session, author, IN_USE)


def read(session: Session, stream: str) -> History:
    """A campaign from its journal: every record in it is replayed."""
    entries = journal.read(session, stream)
    journal.check_numbers(entries)
    return History(stream, entries, campaign_of(entries), origins.origin_of(session, stream))


def current(session: Session, history: History) -> History:
    """The campaign as it is now: the same value as long as nobody has written to it since.

    Raises `UnknownName` when another campaign has its stream.
    """
    head, origin = history.entries[-1].hash, history.origin
    stream = history.stream
    if journal.head(session, stream) == head and origins.origin_of(session, stream) == origin:
        return history
    now = read(session, stream)
    if now.campaign.uid != history.campaign.uid:
        raise UnknownName(
            phrase("{called} is not in this database any more", called=history.called),
            "campaign list",
        )
    return now


def campaign_of(entries: Iterable[journal.Entry]) -> Campaign:
    """The campaign that a journal gives; raises `NotAllowed` where it does not hold together."""
    stored = tuple(entries)
    try:
        return fold.campaign_of(entries_of(stored))
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        # What was stored before its form was checked may hold anything.
        if why := next(forms.problems(stored, KINDS), ""):
            raise NotAllowed(
                phrase("{why}: it cannot be read", why=why), "campaign audit"
            ) from None
        raise


def entries_of(entries: Iterable[journal.Entry]) -> tuple[Entry, ...]:
    """The entries of a journal as the fold takes them; raises `NotAllowed` for an unknown kind."""
    return tuple(entry_of(entry.kind, entry.payload) for entry in entries)


def _in_journal(session: Session, stream: str) -> tuple[str, str, bool]:
    """What the first entry says of a campaign without a row: no name, its uid, if simulated."""
    payload = journal.first(session, stream).payload
    return "", str(payload.get("uid")), bool(payload.get("simulated"))


def uid_in_journal(session: Session, stream: str) -> str:
    """The uid of a campaign, also of one without a row."""
    return str(journal.first(session, stream).payload.get("uid"))


def name_in_journal(session: Session, stream: str, *, aside: bool = True) -> str:
    """What a campaign without a row is called; one set `aside` has its number beside the name."""
    entries = journal.read(session, stream)
    name = entries[0].payload.get("name")
    with suppress(EngineError, LookupError, TypeError, ValueError):  # an audit names what is wrong
        for _, entry in effective(entries_of(entries)):
            name = entry.name if isinstance(entry, CampaignRenamed) else name
    return name_of(stream, str(name), origins.origin_of(session, stream)) if aside else str(name)


def _from_row(campaign: models.CampaignRow, players: Mapping[str, str]) -> CampaignListing:
    return CampaignListing(
        campaign.name,
        campaign.name,
        {seat: players[seat] for seat in SEATS if seat in players},
        campaign.next_episode,
        campaign.entries,
        campaign.changed_at,
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
        history.entries[-1].recorded_at,
        campaign.simulated,
        aside=history.origin.aside,
    )


def as_stored(entry: AnyEntry) -> AnyEntry:
    """The entry as it will be read again: its texts in Unicode's composed form."""
    kind, payload = payload_of(entry)
    return cast(AnyEntry, entry_of(kind, json.loads(payloads.canonical(payload))))


def check_form(entry: Entry) -> None:
    """Refuse an entry that has not the form of its kind."""
    kind, payload = payload_of(entry)
    if why := forms.of_values(payload, KINDS[kind]):
        raise NotAllowed(phrase("the entry cannot be kept: {why}", why=why))


_NEW = "campaign new NAME --seat eagle=NAME --seat bear=NAME"
