"""What can happen to a campaign: the entries of its journal, and their stored form.

    CampaignCreated                once, first
    EnvelopeOpened, EpisodeRecorded, StickerPlaced
    EpisodeNoted                   where an evening was, how long it took, a remark
    PhotoAdded, PhotoRemoved       a photo of an evening, by its hash
    PackApplied                    the owner's own values, from here on
    CampaignRenamed                the campaign has another name
    PackUpdated                    a newer edition of the pack, from the next envelope on
    CityNamed, PlayerJoined, PlayerLeft, PlayerRenamed
    CityAccepted                   a player takes over a city whose history came from elsewhere
    BoardChecked                   a real board was compared with the checklist
    EntriesWithdrawn               entries no longer count
    EntriesRestored                a withdrawal no longer counts
    EpisodeAmended                 an episode has another record
    HistoryCarriedOver             the next entries come from another copy of the history

An entry says what was done and nothing that follows from it; `fold` says what follows. The entries
of one step (a correction, or entries that are carried over) have the number of its first entry as
`step`: they are undone and redone together. The type of a field is its form: every entry is checked
against it when it is appended, imported or audited.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from engine.kernel.errors import NotAllowed
from engine.kernel.phrases import phrase
from engine.kernel.texts import (
    Digest,
    Document,
    Fingerprint,
    Lines,
    Name,
    Note,
    Salt,
    Table,
    Uid,
    Word,
)


class CampaignCreated(NamedTuple):
    """A campaign begins: its players by seat, its pack, and the seals of the pack's parts.

    `declared` is empty, or the state of a campaign that was begun without this program:
    the next `episode`, `cities` by seat (board, marks, nuggets, name) and `claimed` shafts.
    If the program does not have the pack, the entry carries it (`carried_pack`): its `box`, the
    `episodes` of its envelopes, what they hold, `hidden`, and the `salts` of those that are open
    from the start. `simulated` says that simple players play the campaign.
    """

    name: Name
    uid: Uid
    pack: Word
    seals: Mapping[Word, Digest]
    seats: Mapping[Word, Name]
    declared: Table = MappingProxyType({})
    box: Document = ""
    episodes: Mapping[Word, tuple[int, ...]] = MappingProxyType({})
    hidden: Mapping[Word, Document] = MappingProxyType({})
    salts: Mapping[Word, Salt] = MappingProxyType({})
    simulated: bool = False


class EnvelopeOpened(NamedTuple):
    """An envelope is opened: the digest of what was in it, and the salt of its seal."""

    envelope: int
    digest: Digest
    salt: Salt = ""
    step: int = 0


class EpisodeRecorded(NamedTuple):
    """An episode was played: its record, and the rules it was played under.

    With `as_played` the stated result counts, even if the replay gives another. `layout` is the
    text of a record that had boards before these were turned into moves, else "".
    """

    record: Document
    edition: Word
    pack: Digest
    as_played: bool = False
    layout: Document = ""
    step: int = 0


class EpisodeNoted(NamedTuple):
    """The notes of the table on an evening; they replace all earlier notes on it."""

    episode: int
    place: Note = ""
    minutes: int = 0
    note: Lines = ""
    step: int = 0


class PhotoAdded(NamedTuple):
    """A photo of an evening: the hash, size in bytes and kind of its file, the seat it shows."""

    episode: int
    photo: Digest
    size: int
    kind: Word
    seat: Word = ""
    step: int = 0


class PhotoRemoved(NamedTuple):
    """A photo no longer belongs to an evening, and its file was deleted."""

    episode: int
    photo: Digest
    reason: Note = ""
    step: int = 0


class PackApplied(NamedTuple):
    """The owner of a box corrects the pack, for the episodes to come and for those in `again`.

    `boards` says that the correction also lays out the boards anew, with what lies there already;
    it is false in entries of earlier releases. `apart` are the envelopes that were closed then: the
    name of a thing in them does not mean what the same name in the overlay means.
    """

    overlay: Document
    reason: Note
    again: tuple[int, ...] = ()
    boards: bool = False
    apart: tuple[int, ...] = ()
    step: int = 0


class PackUpdated(NamedTuple):
    """The closed envelopes come from a newer edition of the pack; `seals` are their seals."""

    pack: Word
    seals: Mapping[Word, Digest]
    reason: Note = ""
    step: int = 0


class StickerPlaced(NamedTuple):
    """A sticker that was owed is on a board; for a mark on a building, `square` is the building.

    `before` is the entry before which a correction places it; 0 if it counts at its own number.
    """

    seat: Word
    kind: Word
    square: Word
    before: int = 0
    step: int = 0


class EntriesWithdrawn(NamedTuple):
    """Earlier entries, by their numbers, that no longer count; they stay readable."""

    entries: tuple[int, ...]
    reason: Note
    step: int = 0


class EntriesRestored(NamedTuple):
    """A withdrawal, by its number, no longer counts: the entries that it withdrew count again."""

    entry: int
    step: int = 0


class EpisodeAmended(NamedTuple):
    """Another record in place of the one that an earlier entry holds; both stay readable."""

    entry: int
    record: Document
    edition: Word
    pack: Digest
    reason: Note
    as_played: bool = False
    layout: Document = ""
    step: int = 0


class HistoryCarriedOver(NamedTuple):
    """The first entry of a step that adds what only another copy of the history has.

    The copies share the entries up to `after`. `hashes` are the hashes of the later entries of the
    other copy: a copy with no further hashes has nothing that this history lacks. The entries of
    the step keep the author and the time of the other copy. `beside` has the records of evenings
    that only the other copy has, in any form; those that count there come last. `changed` are the
    episodes that the step has in another form than the other copy.
    """

    whose: Name
    after: int
    hashes: tuple[Digest, ...]
    beside: tuple[Document, ...] = ()
    changed: tuple[int, ...] = ()


class CampaignRenamed(NamedTuple):
    """The campaign goes by another name from here on."""

    name: Name
    step: int = 0


class CityNamed(NamedTuple):
    """A city gets a name."""

    seat: Word
    name: Name
    step: int = 0


class PlayerJoined(NamedTuple):
    """A player takes over a city that nobody holds.

    `before` is the entry before which a correction dates it; 0 if it counts at its own number.
    """

    seat: Word
    player: Name
    note: Note = ""
    before: int = 0
    step: int = 0


class BoardChecked(NamedTuple):
    """Somebody has compared the real board of a seat with the checklist.

    `differs` says in words what differs; "" if nothing does. `other_board` says that it came with a
    copy of the history whose record showed another board then. With `unless_after` it came with a
    copy, too, and counts only if nobody has compared the board after that entry: that was later.
    """

    seat: Word
    by: Name
    differs: Note = ""
    step: int = 0
    other_board: bool = False
    unless_after: int = 0


class CityAccepted(NamedTuple):
    """A player takes over a city after having seen its history up to a head.

    `key` is the fingerprint of the key that signs the receipt; "" in entries of earlier releases.
    `bundle_for` names the seats for which the history was handed over; "" if this seat is among
    them.
    """

    seat: Word
    player: Name
    head: Digest
    key: Fingerprint = ""
    bundle_for: Note = ""
    step: int = 0


class PlayerRenamed(NamedTuple):
    """A player goes by another name; it is the same person."""

    player: Name
    name: Name
    step: int = 0


class PlayerLeft(NamedTuple):
    """A player leaves; the city stays as it is. `before` is as in `PlayerJoined`."""

    seat: Word
    before: int = 0
    step: int = 0


Entry = (
    CampaignCreated
    | EnvelopeOpened
    | EpisodeRecorded
    | EpisodeNoted
    | PhotoAdded
    | PhotoRemoved
    | StickerPlaced
    | PackApplied
    | PackUpdated
    | EntriesWithdrawn
    | EntriesRestored
    | EpisodeAmended
    | HistoryCarriedOver
    | CampaignRenamed
    | CityNamed
    | PlayerJoined
    | PlayerLeft
    | PlayerRenamed
    | BoardChecked
    | CityAccepted
)

KINDS: Mapping[str, type[Entry]] = {
    "created": CampaignCreated,
    "envelope opened": EnvelopeOpened,
    "episode recorded": EpisodeRecorded,
    "episode noted": EpisodeNoted,
    "photo added": PhotoAdded,
    "photo removed": PhotoRemoved,
    "sticker placed": StickerPlaced,
    "pack applied": PackApplied,
    "pack updated": PackUpdated,
    "withdrawn": EntriesWithdrawn,
    "restored": EntriesRestored,
    "amended": EpisodeAmended,
    "carried over": HistoryCarriedOver,
    "campaign renamed": CampaignRenamed,
    "city named": CityNamed,
    "player joined": PlayerJoined,
    "player left": PlayerLeft,
    "player renamed": PlayerRenamed,
    "board checked": BoardChecked,
    "city accepted": CityAccepted,
}


def entry_of(kind: str, payload: Mapping[str, Any]) -> Entry:
    """The entry of a stored form; raises `NotAllowed` for an unknown one. Twin of `payload_of`."""
    if kind not in KINDS:
        raise NotAllowed(
            phrase("an entry of kind {kind!r} is not known: a newer program wrote it", kind=kind)
        )
    try:
        return KINDS[kind](**payload)
    except TypeError:
        raise NotAllowed(
            phrase("an entry of kind {kind!r} has unknown fields or lacks some", kind=kind)
        ) from None


def episode_in(record: str) -> int:
    """The episode that a record states, 0 for none; its text is canonical and is not parsed."""
    match = _EPISODE.search(record)
    return int(match[1]) if match else 0


_EPISODE = re.compile(r"^episode = (\d+)$", re.MULTILINE)


def payload_of(entry: Entry) -> tuple[str, dict[str, Any]]:
    """The stored form of an entry: its kind, and its values by name."""
    kind = next(name for name, kind in KINDS.items() if type(entry) is kind)
    values, defaults = entry._asdict(), entry._field_defaults
    return kind, {k: v for k, v in values.items() if k not in defaults or v != defaults[k]}
