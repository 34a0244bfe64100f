"""Every play that counts, read one after the other: episodes of campaigns, and other sessions.

    campaign ── CampaignExport ──> its episodes ── CountedPlay
    session ──────────────────────────────────────── CountedPlay

Each campaign is read by itself, and sessions in batches, so memory stays flat. Withdrawn plays and
campaigns that are set aside are left out. Only recorded plays are read, never a closed envelope or
a secret.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple
from uuid import UUID, uuid5

from sqlmodel import Session

from campaign.games.kit import kit_of
from campaign.services import campaigns, filters, folding, games, sessions
from campaign.services.corrections.amending import played_of
from campaign.services.errors import UnknownName
from campaign.services.filters import EVERY, PlayFilter, session_facts
from campaign.services.projections.sessions import counting_sheets
from campaign.services.values import History, SessionHistory
from campaign.services.versions import BGSTATS, PHOTO_ADDED, PHOTO_REMOVED
from campaign.store import decisions, journal, origins, stamps
from campaign.store.decisions import Persons
from engine.kernel.details import NOTHING, Details
from engine.kernel.game import CHANCE, Setup
from engine.kernel.phrases import phrase
from engine.kernel.record import Record
from engine.kernel.replay import Verdict, VerdictKind
from engine.kernel.score import SeatScore
from engine.my_city.campaign.entries import (
    EntriesRestored,
    EntriesWithdrawn,
    EpisodeAmended,
    EpisodeNoted,
    EpisodeRecorded,
    PackApplied,
    episode_in,
)
from engine.my_city.campaign.model import PlayedEpisode
from engine.my_city.pack.start import SUBSTITUTES

NAMESPACE = UUID("b52e3c5e-35a5-5b0b-9a0e-5d7a3f1d9c11")
"""The namespace of all exported ids. It never changes, or another export would give doubles."""
SOUND = (VerdictKind.VERIFIED, VerdictKind.POSSIBLE, VerdictKind.DIFFERS)
"""Verdicts on plays whose moves are all legal up to the end of the game."""


class CountedPlay(NamedTuple):
    """A play with the scores that count; `number` is that of a session outside a campaign.

    `players` has the player of each seat that played; `away` has the holder of each city that
    nobody played. `recorded_at` and `changed_at` are stamps, `board` comes from another program.
    `starts` is the seat that had the first turn, "" if the game has none or nobody noted it.
    """

    id: str
    campaign: str | None
    number: int | None
    episode: int | None
    title: str
    record: Record
    setup: Setup
    verdict: Verdict
    as_played: bool
    sheets: tuple[SeatScore, ...]
    players: Mapping[str, str | None]
    away: Mapping[str, str | None]
    substitutes: tuple[str, ...]
    recorded_at: str
    changed_at: str
    overlay: str = ""
    details: Details = NOTHING
    board: str = ""
    simulated: bool = False
    starts: str = ""

    @property
    def day(self) -> str:
        """The noted day, ISO 8601; without one, the day of recording in local time."""
        played = self.record.played
        return played.isoformat() if played else stamps.day(self.recorded_at)

    @property
    def variant(self) -> str:
        """The word for the variant that was played; "" if the game has only one."""
        variants, header = kit_of(self.record.game).variants, self.record.header
        return next((word for word, keys in variants.items() if keys.items() <= header.items()), "")

    @property
    def can_replay(self) -> bool:
        """Whether its moves can be replayed one by one."""
        return self.record.moves is not None and self.verdict.kind in SOUND


class CampaignExport(NamedTuple):
    """A campaign as a whole, with its number here and the name for the export."""

    number: int
    name: str
    history: History
    players: Mapping[str, str | None]

    @property
    def simulated(self) -> bool:
        """Whether simple players played it."""
        return self.history.campaign.simulated


class PlaySelection(NamedTuple):
    """A choice of plays: all, those of one campaign, one episode of it, or one session.

    `filtered` narrows this choice.
    """

    campaign: str | None = None
    episode: int | None = None
    session: int | None = None
    anonymous: bool = False
    filtered: PlayFilter = EVERY


def selected_items(
    session: Session, wanted: PlaySelection, author: str
) -> Iterator[CampaignExport | CountedPlay]:
    """Yield the wanted items: each campaign before its episodes, then other sessions by number.

    Raises `UnknownName` for a campaign, an episode or a session that does not exist.
    """
    if wanted.session is not None:
        outside = sessions.read(session, wanted.session)
        if outside.withdrawn:
            raise UnknownName(
                phrase("session {session} is withdrawn", session=wanted.session),
                "campaign session list",
            )
        if not wanted.filtered.lets(session_facts(outside)):
            raise _not_matching(wanted)
        yield _outside(outside, wanted)
        return
    for stream in streams(session, wanted, author):
        yield from items_of_campaign(session, wanted, stream)
    if wanted.campaign is None and wanted.episode is None:
        yield from plays_of_sessions(session, wanted)


def items_of_campaign(
    session: Session, wanted: PlaySelection, stream: str
) -> Iterator[CampaignExport | CountedPlay]:
    """Yield a campaign and its wanted episodes."""
    history = folding.read(session, stream)
    persons = decisions.persons(session)
    yield from _of_campaign(history, journal.number_of(stream), wanted, persons)


def plays_of_sessions(
    session: Session, wanted: PlaySelection, numbers: range | None = None, *, moves: bool = False
) -> Iterator[CountedPlay]:
    """Yield the wanted sessions outside a campaign, of all numbers or of `numbers`.

    Without `moves` sessions are not replayed, because their sheets are stored.
    """
    read = sessions.every if moves else sessions.every_as_stored
    for outside in read(session, numbers):
        if wanted.filtered.lets(session_facts(outside)):
            yield _outside(outside, wanted)


def play_of_episode(history: History, number: int, persons: Persons) -> CountedPlay:
    """An episode of a campaign, with the scores that count."""
    played = history.campaign.episode(number)
    return _episode(history, played, history.called, PlaySelection(), persons)


def play_of_session(outside: SessionHistory) -> CountedPlay:
    """A session outside a campaign, with the scores that count."""
    return _outside(outside, PlaySelection())


def count(session: Session, wanted: PlaySelection) -> int:
    """The number of campaigns and sessions to read, for progress; 0 if they are few."""
    if wanted != PlaySelection(anonymous=wanted.anonymous, filtered=wanted.filtered):
        return 0
    return len(journal.campaign_streams(session)) + len(
        journal.numbers_of(session, sessions.FAMILY)
    )


@lru_cache(maxsize=4096)
def id_of(*words: str) -> str:
    """The exported id of something: the same words always give the same id."""
    return str(uuid5(NAMESPACE, "/".join(words)))


def streams(session: Session, wanted: PlaySelection, author: str) -> Iterator[str]:
    """The streams of the campaigns that are wanted."""
    if wanted.campaign is not None or wanted.episode is not None:
        yield campaigns.stream_of(session, wanted.campaign, author)
        return
    for stream in journal.campaign_streams(session):
        if not origins.origin_of(session, stream).aside:
            yield stream


def _of_campaign(
    history: History, number: int, wanted: PlaySelection, persons: Persons
) -> Iterator[CampaignExport | CountedPlay]:
    campaign = history.campaign
    name = f"campaign {number}" if wanted.anonymous else history.called
    holders = {city.seat: persons.get(city.player, city.player) or None for city in campaign.cities}
    if wanted.anonymous:
        holders = {seat: player and seat for seat, player in holders.items()}
    if wanted.episode is None:
        yield CampaignExport(number, name, history, holders)
    else:
        played_of(history, wanted.episode)
    chosen = [
        played
        for played in filters.episodes(history, wanted.filtered, persons)
        if wanted.episode in (None, played.number)
    ]
    if wanted.episode is not None and not chosen:
        raise _not_matching(wanted)
    for played in chosen:
        yield _episode(history, played, name, wanted, persons)


def _not_matching(wanted: PlaySelection) -> UnknownName:
    """The error for one named play that the filter leaves out."""
    options = wanted.filtered.options.strip()
    return UnknownName(phrase("the play that was named does not match {options}", options=options))


def _episode(
    history: History, played: PlayedEpisode, name: str, wanted: PlaySelection, persons: Persons
) -> CountedPlay:
    campaign, record = history.campaign, played.record
    anonymous = wanted.anonymous

    def who(seat: str) -> str | None:
        name = played.player(seat)
        return (seat if anonymous else persons.get(name, name)) if name else None

    return CountedPlay(
        id=id_of("campaign", campaign.uid, "episode", str(played.number)),
        campaign=name,
        number=None,
        episode=played.number,
        title=games.title(record.game),
        record=record,
        setup=played.setup,
        verdict=played.verdict,
        as_played=played.as_played,
        sheets=played.sheets,
        players={seat: who(seat) for seat in record.seats},
        away={seat: who(seat) for seat in played.absent},
        substitutes=tuple(played.substitutes),
        recorded_at=history.recorded_at(played.entry),
        changed_at=_changed(history, played),
        details=_unnamed(played.details) if anonymous else played.details,
        simulated=campaign.simulated,
    )


def _changed(history: History, played: PlayedEpisode) -> str:
    """The stamp of the last entry that changed a play: its record, a note, or their withdrawal."""
    number, changing = played.number, {played.entry}
    for at, entry in enumerate(folding.entries_of(history.entries), 1):
        match entry:
            case EpisodeRecorded(record) | EpisodeAmended(_, record):
                changes = episode_in(record) == number
            case EpisodeNoted(episode):
                changes = episode == number
            case PackApplied(again=again):
                changes = number in again
            case EntriesWithdrawn(entries):
                changes = not changing.isdisjoint(entries)
            case EntriesRestored(withdrawal):
                changes = withdrawal in changing
            case _:
                changes = False
        if changes:
            changing.add(at)
    return history.recorded_at(max(changing))


def unnamed(record: Record) -> Record:
    """The record with seats in place of players."""
    substitutes = record.header.get(SUBSTITUTES, ())
    names = {seat: f"{seat} substitute" if seat in substitutes else seat for seat in record.names}
    return record._replace(names=names)


def _unnamed(details: Details) -> Details:
    """The details without those that may name somebody."""
    return Details(minutes=details.minutes)


def _id_of(outside: SessionHistory) -> str:
    """The id of a session; if it came from BG Stats, the id of the play there."""
    first = outside.stream.entries[0]
    imported = first.payload.get("imported")
    if isinstance(imported, Mapping) and imported.get("app") == BGSTATS:
        return str(imported["id"])
    return id_of("session", first.hash)


def _outside(outside: SessionHistory, wanted: PlaySelection) -> CountedPlay:
    record, names, imported = outside.record, outside.names, outside.imported
    details = outside.stream.details
    if wanted.anonymous:
        record = unnamed(record)
    episode: int | None = record.header.get("episode")
    return CountedPlay(
        id=_id_of(outside),
        campaign=None,
        number=outside.number,
        episode=episode,
        title=games.title(record.game),
        record=record,
        setup=outside.setup,
        verdict=outside.verdict,
        as_played=outside.as_played,
        sheets=counting_sheets(outside),
        players={
            seat: seat if wanted.anonymous and seat in names else names.get(seat)
            for seat in record.seats
        },
        away={},
        substitutes=(),
        recorded_at=outside.recorded_at,
        changed_at=next(
            entry.recorded_at
            for entry in reversed(outside.stream.entries)
            if entry.kind not in (PHOTO_ADDED, PHOTO_REMOVED)
        ),
        overlay=outside.overlay,
        details=_unnamed(details) if wanted.anonymous else details,
        board=str(imported.get("board", "")),
        simulated=outside.simulated,
        starts=_starts(outside),
    )


def _starts(outside: SessionHistory) -> str:
    """The seat with the first turn: the first that moves; without moves only an import tells it."""
    if kit_of(outside.record.game).roles:
        return ""
    moves = outside.record.moves or ()
    first = next((move.seat for move in moves if move.seat != CHANCE), "")
    return first or str(outside.imported.get("starts", ""))
