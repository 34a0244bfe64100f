"""The journal of a session outside a campaign: its record, later changes, and their reasons.

    session recorded   the first version of the record
    amended            another version takes the place of the one that counted
    withdrawn          the session counts no more; it stays readable
    restored           the session counts again, with the version that the entry names
    session noted      the place, the minutes, a remark
    photo added        a photo, by its hash; `photo removed` removes it

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
from engine.kernel.photos import Photo, with_photo, without_photo
from engine.kernel.phrases import phrase
from engine.kernel.texts import Digest, Document, Lines, Note, Word

BGSTATS = "BG Stats"
"""The name of the app whose ids imported plays keep in exports."""
RECORDED, AMENDED, WITHDRAWN, RESTORED = "session recorded", "amended", "withdrawn", "restored"
NOTED, PHOTO_ADDED, PHOTO_REMOVED = "session noted", "photo added", "photo removed"


class SheetLine(NamedTuple):
    """A line of a score sheet from another program."""

    label: Word
    points: int


class ImportedFacts(NamedTuple):
    """Facts of a session from another program, besides its scores; none of them is proved.

    `id` is the id of the play there, `winners` are the stated winners if the scores give others,
    `lines` has the score sheet by seat, `starts` is the seat that had the first turn, "" if nobody
    noted it.
    """

    app: Word
    id: Word
    board: Note = ""
    place: Note = ""
    minutes: int = 0
    note: Lines = ""
    winners: tuple[Word, ...] = ()
    lines: Mapping[Word, tuple[SheetLine, ...]] = MappingProxyType({})
    starts: Word = ""


class SessionRecorded(NamedTuple):
    """A session was played: its record, and the tables with which it was played.

    `layout` is the text of a record with boards before they became moves. A `simulated` session was
    played by the program.
    """

    record: Document
    edition: Word
    as_played: bool = False
    overlay: Document = ""
    layout: Document = ""
    imported: ImportedFacts | None = None
    simulated: bool = False


class SessionAmended(NamedTuple):
    """Another record took the place of the record that counted, for a reason."""

    record: Document
    edition: Word
    reason: Note
    as_played: bool = False
    overlay: Document = ""
    layout: Document = ""


class SessionWithdrawn(NamedTuple):
    """A session counts no more, for a reason."""

    reason: Note


class SessionRestored(NamedTuple):
    """A session counts again, with a version of its record."""

    version: int
    reason: Note = ""


class SessionPhotoRemoved(NamedTuple):
    """A photo was removed from a session, and its file was deleted."""

    photo: Digest
    reason: Note = ""


class SessionNoted(NamedTuple):
    """The table noted details of a session; they replace all earlier ones."""

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
"""The kinds of entries of a session, each with the form of its payload."""


class SessionRecordVersion(NamedTuple):
    """A record that a session has or had, with its number from 1 and the entry that brought it."""

    number: int
    entry: Entry

    @property
    def text(self) -> str:
        """The text of the record."""
        return str(self.entry.payload["record"])

    @property
    def overlay(self) -> str:
        """The owner's corrections of the game's tables with which it was played; "" for none."""
        return str(self.entry.payload.get("overlay", ""))

    @property
    def imported(self) -> Mapping[str, Any]:
        """The facts from another program, in the form of `ImportedFacts`; empty for none."""
        return _imported(self.entry)

    @property
    def reason(self) -> str:
        """The reason why it replaced an earlier version; "" for the first one."""
        return reason_of(self.entry)


class Stream(NamedTuple):
    """A session by its entries: all versions, the version that counts, the entry that withdrew it.

    `details` are the last details that the table noted, or else the details of an import.
    """

    entries: tuple[Entry, ...]
    versions: tuple[SessionRecordVersion, ...]
    version: SessionRecordVersion
    withdrawn: Entry | None = None
    details: Details = NOTHING
    photos: tuple[Photo, ...] = ()

    @property
    def simulated(self) -> bool:
        """Whether the program played it, and no people."""
        return bool(self.entries[0].payload.get("simulated"))

    @property
    def head(self) -> str:
        """The short head of the session's own chain."""
        return short_head(self.entries[-1].hash)


def stream_of(entries: Sequence[Entry]) -> Stream:
    """The session that entries give; raises `NotAllowed` for an entry that is not allowed there."""
    first = entries[0]
    if first.kind != RECORDED:
        raise NotAllowed(phrase("entry 1 of {stream} is no recorded session", stream=first.stream))
    version = _version(1, first)
    stream = Stream((first,), (version,), version, details=details_in(version.imported))
    for entry in entries[1:]:
        stream = _after(stream, entry)
    return stream


def details_in(values: Mapping[str, Any]) -> Details:
    """The details among the values of an entry, without values of another form."""
    place, minutes, note = (values.get(name) for name in Details._fields)
    return Details(
        place if isinstance(place, str) else "",
        minutes if type(minutes) is int else 0,
        note if isinstance(note, str) else "",
    )


def _imported(entry: Entry) -> Mapping[str, Any]:
    facts = entry.payload.get("imported")
    return facts if isinstance(facts, Mapping) else {}


def reason_of(entry: Entry) -> str:
    """The reason that an entry states; "" for none."""
    return str(entry.payload.get("reason", ""))


def _after(stream: Stream, entry: Entry) -> Stream:
    """The session after one more entry; raises `NotAllowed` if the entry is not allowed there."""
    withdrawal = stream.withdrawn
    longer = stream._replace(entries=(*stream.entries, entry))
    match entry.kind:
        case "amended" if not withdrawal:
            version = _version(len(stream.versions) + 1, entry)
            return longer._replace(versions=(*stream.versions, version), version=version)
        case "session noted" if not withdrawal:
            return longer._replace(details=details_in(entry.payload))
        case "photo added" if not withdrawal and not forms.form_problem(entry.payload, Photo):
            return longer._replace(photos=with_photo(stream.photos, Photo(**entry.payload)))
        case "photo removed" if not withdrawal:
            photo = str(entry.payload.get("photo", ""))
            return longer._replace(photos=without_photo(stream.photos, photo))
        case "withdrawn" if not withdrawal:
            return longer._replace(withdrawn=entry)
        case "restored":
            number: Any = entry.payload.get("version")
            if type(number) is int and 1 <= number <= len(stream.versions):
                version = stream.versions[number - 1]
                if withdrawal or version != stream.version:
                    return longer._replace(version=version, withdrawn=None)
    raise NotAllowed(
        phrase(
            "entry {seq} of {stream} ({kind}) is not allowed after the entries before it",
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
