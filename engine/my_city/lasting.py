"""What is for good, as values: cities, their marks and stickers, the campaign as a whole.

    Campaign ─┬─ cities ── City ── land, stickers, marks
              ├─ played ── Played   an episode with the sheets that count
              └─ owed, opened, tenures

Nothing here is typed in: `legacy` derives all of it from the entries.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.kernel.errors import Refused
from engine.kernel.game import Setup
from engine.kernel.record import Record
from engine.kernel.replay import Verdict
from engine.kernel.score import Sheet
from engine.my_city.components import Land
from engine.my_city.pack import Pack


class Right(NamedTuple):
    """A sticker that a seat still owes its board, before an episode may be recorded."""

    seat: str
    kind: str
    reason: str
    before: int


class Sticker(NamedTuple):
    """A sticker on a board, and why it is there; `entry` counts from 1."""

    kind: str
    square: str
    reason: str
    entry: int


class Mark(NamedTuple):
    """Progress marks that one episode brought a city."""

    episode: int
    amount: int
    reason: str


class City(NamedTuple):
    """A seat's board for good; `player` is "" while nobody holds it."""

    seat: str
    player: str
    land: Land
    name: str = ""
    stickers: tuple[Sticker, ...] = ()
    marks: tuple[Mark, ...] = ()

    @property
    def progress(self) -> int:
        """All its progress marks."""
        return sum(mark.amount for mark in self.marks)

    @property
    def board(self) -> tuple[str, ...]:
        """Its stickers as a record's `boards` writes them."""
        return tuple(f"{sticker.kind} {sticker.square}" for sticker in self.stickers)


class Played(NamedTuple):
    """An episode as the campaign counts it: `sheets` have the totals and ranks that hold."""

    number: int
    record: Record
    verdict: Verdict
    sheets: tuple[Sheet, ...]
    as_played: bool
    lands: Mapping[str, Land]
    setup: Setup
    entry: int

    def sheet(self, seat: str) -> Sheet:
        """The sheet of one seat."""
        return next(sheet for sheet in self.sheets if sheet.seat == seat)


class Tenure(NamedTuple):
    """The time a player holds a city, in entries; `until` is 0 while it lasts."""

    seat: str
    player: str
    since: int
    until: int = 0


class Campaign(NamedTuple):
    """Everything that is for good, after `entries` entries."""

    name: str
    uid: str
    pack: Pack
    cities: tuple[City, ...]
    seals: Mapping[str, str]
    opened: Mapping[int, int]
    """By envelope the entry that opened it."""
    played: tuple[Played, ...] = ()
    owed: tuple[Right, ...] = ()
    tenures: tuple[Tenure, ...] = ()
    entries: int = 1

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats in play, in table order."""
        return tuple(city.seat for city in self.cities)

    @property
    def next_episode(self) -> int | None:
        """The episode to be played next; None when the pack has no more."""
        done = {played.number for played in self.played}
        return next((n for n in sorted(self.pack.episodes) if n not in done), None)

    @property
    def sealed_next(self) -> int | None:
        """The envelope to be opened before the next episode, if there is one."""
        envelope = self.pack.envelope_of(self.next_episode or 0)
        return envelope.number if envelope and envelope.number not in self.opened else None

    def city(self, seat: str) -> City:
        """The city of a seat; raises `Refused` when it is not in play."""
        for city in self.cities:
            if city.seat == seat:
                return city
        raise Refused(f"{seat} is not a seat of {self.name}: {', '.join(self.seats)}")

    def episode(self, number: int) -> Played:
        """A recorded episode; raises `Refused` when it has not been played."""
        for played in self.played:
            if played.number == number:
                return played
        raise Refused(f"episode {number} of {self.name} has not been recorded")
