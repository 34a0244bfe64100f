"""What can happen to a campaign: the entries of its journal, and their stored form.

    Created                        once, first
    EnvelopeOpened, EpisodeRecorded, StickerPlaced
    CityNamed, PlayerJoined, PlayerLeft

An entry says what was done and nothing that follows from it; `legacy` says what follows.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.kernel.errors import Refused


class Created(NamedTuple):
    """A campaign begins: its players by seat, its pack, and the digests that seal the pack."""

    name: str
    uid: str
    pack: str
    seals: Mapping[str, str]
    seats: Mapping[str, str]


class EnvelopeOpened(NamedTuple):
    """An envelope is opened; the digest is that of what was in it."""

    envelope: int
    digest: str


class EpisodeRecorded(NamedTuple):
    """An episode was played: its record, and the rules it was played under.

    `as_played` keeps a record whose stated result the replay does not give.
    """

    record: str
    edition: str
    pack: str
    as_played: bool = False


class StickerPlaced(NamedTuple):
    """A sticker that was owed is on a board."""

    seat: str
    kind: str
    square: str


class CityNamed(NamedTuple):
    """A city has a name."""

    seat: str
    name: str


class PlayerJoined(NamedTuple):
    """A player takes over a city that nobody holds."""

    seat: str
    player: str


class PlayerLeft(NamedTuple):
    """A player leaves; the city stays as it is."""

    seat: str


Entry = (
    Created
    | EnvelopeOpened
    | EpisodeRecorded
    | StickerPlaced
    | CityNamed
    | PlayerJoined
    | PlayerLeft
)

KINDS: Mapping[str, type[Entry]] = {
    "created": Created,
    "envelope opened": EnvelopeOpened,
    "episode recorded": EpisodeRecorded,
    "sticker placed": StickerPlaced,
    "city named": CityNamed,
    "player joined": PlayerJoined,
    "player left": PlayerLeft,
}


def entry_of(kind: str, payload: Mapping[str, Any]) -> Entry:
    """An entry from its stored form; the twin of `payload_of`; raises `Refused`."""
    if kind not in KINDS:
        raise Refused(f"an entry of kind {kind!r} is not known: a newer program wrote it")
    try:
        return KINDS[kind](**payload)
    except TypeError:
        raise Refused(f"the entry {kind!r} does not hold what such an entry holds") from None


def payload_of(entry: Entry) -> tuple[str, dict[str, Any]]:
    """The stored form of an entry: its kind, and its values by name."""
    kind = next(kind for kind, each in KINDS.items() if type(entry) is each)
    return kind, entry._asdict()
