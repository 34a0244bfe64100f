"""Photos of evenings: attached to an episode or a session, found again, removed.

    file ──cleaned──> CleanPhoto ──kept by its hash (store.photos)──> an entry that names the hash

The entry is in the chain, the file is not. Files are checked only on request; a history is valid
without the files of its photos.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa
from sqlmodel import Session

from campaign.services import changes, filters, folding, sessions
from campaign.services.changes import HistoryChange
from campaign.services.errors import SeveralCampaigns, UnknownName
from campaign.services.photos_cleaning import CleanPhoto
from campaign.services.sessions_corrections import NextEntry, correct, correction
from campaign.services.values import Author, History, SessionHistory
from campaign.services.versions import PHOTO_ADDED, PHOTO_REMOVED
from campaign.store import journal, origins, photos
from campaign.store.journal import ENTRY
from campaign.store.photos import State
from engine.kernel.errors import NotAllowed
from engine.kernel.photos import Photo
from engine.kernel.phrases import Wording, phrase
from engine.my_city.campaign.entries import PhotoAdded, PhotoRemoved

SHORT = 12
"""The number of characters of a hash that are shown."""


class EveningPhoto(NamedTuple):
    """A photo with its evening and its file.

    The evening is an episode of a campaign, or a session outside campaigns if `session` is not 0.
    """

    photo: Photo
    campaign: str
    stream: str
    episode: int
    session: int
    day: str
    """The day of the evening, ISO 8601."""
    state: State
    path: str

    @property
    def evening(self) -> Wording:
        """The evening in words."""
        if self.session:
            return phrase("session {number}", number=self.session)
        return phrase("episode {number} of {campaign}", number=self.episode, campaign=self.campaign)


def add(history: History, number: int, clean: CleanPhoto, photo: str, seat: str) -> HistoryChange:
    """Preview adding a photo to an episode; raises `NotAllowed`."""
    entry = PhotoAdded(number, photo, len(clean.data), clean.kind, seat)
    return changes.preview(history, entry)


def add_to_session(before: SessionHistory, clean: CleanPhoto, photo: str, seat: str) -> NextEntry:
    """The entry that adds a photo to a session; raises `NotAllowed`."""
    if before.withdrawn:
        raise NotAllowed(phrase("session {number} is withdrawn", number=before.number))
    seat = sessions.seat_in(before, seat) if seat else ""
    added = Photo(photo, len(clean.data), clean.kind, seat)
    values = {name: value for name, value in added._asdict().items() if value}
    return correction(before, PHOTO_ADDED, values)


def removal(history: History, attached: EveningPhoto, reason: str) -> HistoryChange:
    """Preview removing a photo from an episode; raises `NotAllowed`."""
    return changes.preview(history, PhotoRemoved(attached.episode, attached.photo.photo, reason))


def removal_from_session(before: SessionHistory, attached: EveningPhoto, reason: str) -> NextEntry:
    """The entry that removes a photo from a session; raises `NotAllowed`."""
    values = {"photo": attached.photo.photo, **({"reason": reason} if reason else {})}
    return correction(before, PHOTO_REMOVED, values)


def remove(session: Session, every: Iterable[EveningPhoto], reason: str, by: Author) -> None:
    """Remove photos from their evenings; raises `NotAllowed`."""
    for attached in every:
        if attached.session:
            before = sessions.read(session, attached.session)
            correct(session, removal_from_session(before, attached, reason), by)
        else:
            history = folding.read(session, attached.stream)
            changes.keep(session, removal(history, attached, reason), by)


def every(session: Session, folder: Path | None, only: str = "") -> Iterator[EveningPhoto]:
    """All photos of evenings that count, campaign by campaign, then session by session.

    `only` is the stream of the campaign whose photos are wanted; "" means all.
    """
    if only:
        yield from of_history(folding.read(session, only), folder)
        return
    for stream in _streams(session, "campaign"):
        if not origins.origin_of(session, stream).aside:
            yield from of_history(folding.read(session, stream), folder)
    for stream in _streams(session, sessions.FAMILY):
        history = sessions.read(session, journal.number_of(stream))
        if not history.withdrawn:
            yield from of_session(history, folder)


def of_history(history: History, folder: Path | None) -> Iterator[EveningPhoto]:
    """The photos of the episodes of a campaign."""
    for played in history.campaign.played:
        for photo in played.photos:
            day = filters.day_of_episode(history, played)
            where = history.called, history.stream, played.number, 0, day
            yield EveningPhoto(photo, *where, *_file(folder, photo))


def of_episode(history: History, number: int, folder: Path | None) -> Iterator[EveningPhoto]:
    """The photos of an episode of a campaign."""
    return (one for one in of_history(history, folder) if one.episode == number)


def of_session(outside: SessionHistory, folder: Path | None) -> Iterator[EveningPhoto]:
    """The photos of a session."""
    for photo in outside.stream.photos:
        day = filters.day_of_session(outside)
        where = "", outside.stream.entries[0].stream, 0, outside.number, day
        yield EveningPhoto(photo, *where, *_file(folder, photo))


def photos_by_hash(
    session: Session, folder: Path | None, beginning: str, only: str = ""
) -> tuple[EveningPhoto, ...]:
    """The photo whose hash has this beginning, once for each of its evenings.

    `only` is the stream of the campaign to whose evenings the photo must belong, among others.
    Raises `UnknownName`, and `SeveralCampaigns` if several hashes begin so.
    """
    matches = [
        attached
        for attached in every(session, folder)
        if attached.photo.photo.startswith(beginning)
    ]
    matching = {one.photo.photo for one in matches if only in ("", one.stream)}
    if not matching:
        raise UnknownName(
            phrase("there is no photo {photo}", photo=beginning[:SHORT]), "campaign photo list"
        )
    if len(matching) > 1:
        raise SeveralCampaigns(
            phrase("several photos begin with {photo}", photo=beginning[:SHORT]),
            phrase("write more of it: {command}", command="campaign photo list"),
        )
    return tuple(one for one in matches if one.photo.photo in matching)


def are_attached(session: Session) -> bool:
    """Whether a photo was ever added to an evening."""
    return any(_streams(session, family) for family in ("campaign", sessions.FAMILY))


def _file(folder: Path | None, photo: Photo) -> tuple[State, str]:
    path = str(photos.path_of(folder, photo.photo)) if folder else ""
    return photos.file_state(folder, photo.photo), path


def _streams(session: Session, family: str) -> list[str]:
    """The streams of a family in which a photo was added, by number."""
    query = (
        sa.select(ENTRY.c.stream)
        .where(ENTRY.c.family == family, ENTRY.c.kind == PHOTO_ADDED)
        .group_by(ENTRY.c.stream, ENTRY.c.stream_number)
        .order_by(ENTRY.c.stream_number)
    )
    return [str(stream) for stream in session.execute(query).scalars()]
