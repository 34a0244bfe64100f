"""The journal of a session outside a campaign: its record, what became of it, and why.

    session recorded   the first version of the record
    amended            another version takes its place
    withdrawn          the session counts no more; it stays readable
    restored           it counts again, with the version that the entry names
    session noted      where it was, how long it took, a remark
    photo added        a photo of it, by its hash; `photo removed` takes it away

Pure: entries in, values out. No record is read or replayed here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from campaign.services import forms
from campaign.store.journal import Entry, short_head
from engine.kernel.details import NOTHING, Details
from engine.kernel.errors import NotAllowed
from engine.kernel.photos import Photo, added, removed
from engine.kernel.phrases import phrase
from engine.kernel.texts import Digest, Document, Lines, Note, Word

BGSTATS = "BG Stats"
"""The app of an imported play whose id its exports keep."""
RECORDED, AMENDED, WITHDRAWN, RESTORED = "session recorded", "amended", "withdrawn", "restored"
NOTED, PHOTO_ADDED, PHOTO_REMOVED = "session noted", "photo added", "photo removed"


class SheetLine(NamedTuple):
    """A line of a score sheet that another program kept."""

    label: Word
    points: int


class ImportedFacts(NamedTuple):
    """What another program knew of a session besides its scores: nothing of it is proved.

    `id` is the play's there, `winners` the seats that the table named where scores name others,
    `lines` the score sheet by seat.
    """

    app: Word
    id: Word
    board: Note = ""
    place: Note = ""
    minutes: int = 0
    note: Lines = ""
    winners: tuple[Word, ...] = ()
    lines: Mapping[Word, tuple[SheetLine, ...]] = MappingProxyType({})


class SessionRecorded(NamedTuple):
    """A session was played: its record, and the tables that it was played under.

    `layout` is the text of the record before its boards became moves, where it had boards. A
    session is `simulated` where nobody played it.
    """

    record: Document
    edition: Word
    as_played: bool = False
    overlay: Document = ""
    layout: Document = ""
    imported: ImportedFacts | None = None
    simulated: bool = False


class SessionAmended(NamedTuple):
    """Another record took the place of the one that counted, and why."""

    record: Document
    edition: Word
    reason: Note
    as_played: bool = False
    overlay: Document = ""
    layout: Document = ""


class SessionWithdrawn(NamedTuple):
    """A session counts no more, and why."""

    reason: Note


class SessionRestored(NamedTuple):
    """A session counts again, with a version of its record."""

    version: int
    reason: Note = ""


class SessionPhotoRemoved(NamedTuple):
    """A photo of a session is no longer one, and its file was deleted."""

    photo: Digest
    reason: Note = ""


class SessionNoted(NamedTuple):
    """What the table notes of a session: all that is noted of it from here on."""

    place: Note = ""
    minutes: int = 0
    note: Lines = ""


KINDS = {
    RECORDED: SessionRecorded,
    AMENDED: SessionAmended,
    WITHDRAWN: SessionWithdrawn,
    RESTORED: SessionRestored,
    NOTED: SessionNoted,
    PHOTO_ADDED: Photo,
    PHOTO_REMOVED: SessionPhotoRemoved,
}
"""What can happen to a session, and what its entry holds."""


class SessionRecordVersion(NamedTuple):
    """A record that a session has or had: its number from 1, and the entry that brought it."""

    number: int
    entry: Entry

    @property
    def text(self) -> str:
        """The record, word for word."""
        return str(self.entry.payload["record"])

    @property
    def overlay(self) -> str:
        """The owner's corrections of the game's tables, under which it was played."""
        return str(self.entry.payload.get("overlay", ""))

    @property
    def imported(self) -> Mapping[str, Any]:
        """What another program knew of it, as `ImportedFacts` says; empty where none did."""
        return _imported(self.entry)

    @property
    def reason(self) -> str:
        """Why it took the place of another one; "" of the first."""
        return reason_of(self.entry)


class Stream(NamedTuple):
    """A session by its entries: all versions, the version that counts, and what withdrew it.

    `details` are what the table noted last, or what the program that it came from knew.
    """

    entries: tuple[Entry, ...]
    versions: tuple[SessionRecordVersion, ...]
    version: SessionRecordVersion
    withdrawn: Entry | None = None
    details: Details = NOTHING
    photos: tuple[Photo, ...] = ()

    @property
    def simulated(self) -> bool:
        """Whether nobody played it."""
        return bool(self.entries[0].payload.get("simulated"))

    @property
    def head(self) -> str:
        """The head of the session's own chain, in its short form."""
        return short_head(self.entries[-1].hash)


def stream_of(entries: Sequence[Entry]) -> Stream:
    """The session that entries give; raises `NotAllowed` for entries that do not follow."""
    first = entries[0]
    if first.kind != RECORDED:
        raise NotAllowed(phrase("entry 1 of {stream} is no recorded session", stream=first.stream))
    version = _version(1, first)
    stream = Stream((first,), (version,), version, details=details_in(version.imported))
    for entry in entries[1:]:
        stream = _after(stream, entry)
    return stream


def details_in(values: Mapping[str, Any]) -> Details:
    """The details among the values of an entry; what is none of its form is left out."""
    place, minutes, note = (values.get(name) for name in Details._fields)
    return Details(
        place if isinstance(place, str) else "",
        minutes if type(minutes) is int else 0,
        note if isinstance(note, str) else "",
    )


def _imported(entry: Entry) -> Mapping[str, Any]:
    known = entry.payload.get("imported")
    return known if isinstance(known, Mapping) else {}


def reason_of(entry: Entry) -> str:
    """Why an entry was made; "" where it gives no reason."""
    return str(entry.payload.get("reason", ""))


def _after(stream: Stream, entry: Entry) -> Stream:
    """A session after one entry more."""
    gone = stream.withdrawn
    longer = stream._replace(entries=(*stream.entries, entry))
    match entry.kind:
        case "amended" if not gone:
            version = _version(len(stream.versions) + 1, entry)
            return longer._replace(versions=(*stream.versions, version), version=version)
        case "session noted" if not gone:
            return longer._replace(details=details_in(entry.payload))
        case "photo added" if not gone and not forms.of_values(entry.payload, Photo):
            return longer._replace(photos=added(stream.photos, Photo(**entry.payload)))
        case "photo removed" if not gone:
            photo = str(entry.payload.get("photo", ""))
            return longer._replace(photos=removed(stream.photos, photo))
        case "withdrawn" if not gone:
            return longer._replace(withdrawn=entry)
        case "restored":
            number: Any = entry.payload.get("version")
            if type(number) is int and 1 <= number <= len(stream.versions):
                version = stream.versions[number - 1]
                if gone or version != stream.version:
                    return longer._replace(version=version, withdrawn=None)
    raise NotAllowed(
        phrase(
            "entry {seq} of {stream} ({kind}) does not follow",
            seq=entry.seq,
            stream=entry.stream,
            kind=entry.kind,
        )
    )


def _version(number: int, entry: Entry) -> SessionRecordVersion:
    if not isinstance(entry.payload.get("record"), str):
        raise NotAllowed(
            phrase("entry {seq} of {stream} holds no record", seq=entry.seq, stream=entry.stream)
        )
    return SessionRecordVersion(number, entry)
