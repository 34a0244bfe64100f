"""What can happen to a campaign: the entries of its journal, and their stored form.

    Created                        once, first
    EnvelopeOpened, EpisodeRecorded, StickerPlaced
    EpisodeNoted                   where an evening was, how long it took, a remark
    PhotoAdded, PhotoRemoved       a photo of an evening, by its hash
    PackApplied                    the owner's own values, from here on
    CampaignRenamed                the campaign has another name
    PackUpdated                    a newer edition of the pack, from the next envelope on
    CityNamed, PlayerJoined, PlayerLeft, PlayerRenamed
    CityAccepted                   a player takes over a city whose history came from elsewhere
    BoardChecked                   a real board held against the checklist
    EntriesWithdrawn, EntriesRestored, EpisodeAmended
                               what they name counts no more, again, otherwise
    CarriedOver                    what another copy of the history has besides comes next

An entry says what was done and nothing that follows from it; `fold` says what follows. Entries of
one step, a correction or what is carried over, have the number of its first one as `step`: they
are undone and redone together.
The type of a value is its form: what is appended, imported or audited is compared with it.
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
    A pack that the program does not have is carried (`pack.carried`): its `box`, the `episodes` of
    its envelopes, what they hold, `hidden`, and the `salts` of those that are open from the start.
    A campaign is `simulated` where nobody plays it.
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

    `as_played` keeps a record whose stated result the replay does not give; `layout` is the
    text of the record before its boards became moves, where it had boards.
    """

    record: Document
    edition: Word
    pack: Digest
    as_played: bool = False
    layout: Document = ""
    step: int = 0


class EpisodeNoted(NamedTuple):
    """What the table notes of an evening: all that is noted of it from here on."""

    episode: int
    place: Note = ""
    minutes: int = 0
    note: Lines = ""
    step: int = 0


class PhotoAdded(NamedTuple):
    """A photo of an evening: the hash of its file, its bytes, its kind, the seat it is about."""

    episode: int
    photo: Digest
    size: int
    kind: Word
    seat: Word = ""
    step: int = 0


class PhotoRemoved(NamedTuple):
    """A photo of an evening is no longer one, and its file was deleted."""

    episode: int
    photo: Digest
    reason: Note = ""
    step: int = 0


class PackApplied(NamedTuple):
    """The owner of a box corrects the pack, for the episodes to come and for those named again.

    `boards`: what these episodes bring to the boards is laid out by it, too, also where it lies
    there already. Entries of earlier releases do not. `apart` are envelopes that were closed, whose
    words for things are not those of the overlay.
    """

    overlay: Document
    reason: Note
    again: tuple[int, ...] = ()
    boards: bool = False
    apart: tuple[int, ...] = ()
    step: int = 0


class PackUpdated(NamedTuple):
    """What is closed comes from a newer edition of the pack: the seals of these envelopes."""

    pack: Word
    seals: Mapping[Word, Digest]
    reason: Note = ""


class StickerPlaced(NamedTuple):
    """A sticker that was owed is on a board; a mark on a building has its name as `square`.

    `before` is the entry before which a correction places it; 0 where it has its own place.
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
    """A withdrawal, by its number, that no longer counts: what it withdrew does again."""

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

    The copies share the entries up to `after`. `hashes` are those of the later entries that only
    the other copy has: a copy with no other hashes has nothing that this history lacks. The entries
    of the step keep the author and the time of the other copy. `beside` has the other copy's
    records of evenings that both copies have recorded and that count as they are here.
    """

    whose: Name
    after: int
    hashes: tuple[Digest, ...]
    beside: tuple[Document, ...] = ()


class CampaignRenamed(NamedTuple):
    """The campaign goes by another name from here on."""

    name: Name
    step: int = 0


class CityNamed(NamedTuple):
    """A city has a name."""

    seat: Word
    name: Name
    step: int = 0


class PlayerJoined(NamedTuple):
    """A player takes over a city that nobody holds.

    `before` is the entry before which a correction dates it; 0 where it has its own place.
    """

    seat: Word
    player: Name
    note: Note = ""
    before: int = 0
    step: int = 0


class BoardChecked(NamedTuple):
    """Somebody has held the real board of a seat against the checklist; `differs` in words."""

    seat: Word
    by: Name
    differs: Note = ""
    step: int = 0


class CityAccepted(NamedTuple):
    """A player takes over a city after having seen its history up to a head.

    `key` is the fingerprint of the key that signs the receipt; "" in entries of earlier releases.
    `bundle_for` are the seats that the history was handed over for, where this one is not of them.
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
    """A player leaves; the city stays as it is. `before` is that of `PlayerJoined`."""

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
    """An entry from its stored form; the twin of `payload_of`; raises `NotAllowed`."""
    if kind not in KINDS:
        raise NotAllowed(
            phrase("an entry of kind {kind!r} is not known: a newer program wrote it", kind=kind)
        )
    try:
        return KINDS[kind](**payload)
    except TypeError:
        raise NotAllowed(
            phrase("the entry {kind!r} does not hold what such an entry holds", kind=kind)
        ) from None


def episode_in(record: str) -> int:
    """The episode that a record of the journal is of: its text is canonical, nothing is parsed."""
    match = _EPISODE.search(record)
    return int(match[1]) if match else 0


_EPISODE = re.compile(r"^episode = (\d+)$", re.MULTILINE)


def payload_of(entry: Entry) -> tuple[str, dict[str, Any]]:
    """The stored form of an entry: its kind, and its values by name."""
    kind = next(name for name, kind in KINDS.items() if type(entry) is kind)
    values, defaults = entry._asdict(), entry._field_defaults
    return kind, {k: v for k, v in values.items() if k not in defaults or v != defaults[k]}
