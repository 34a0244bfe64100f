"""What is permanent, as values: cities, their marks and stickers, the campaign as a whole.

    Campaign ─┬─ cities ── City ── land, stickers, shafts, nuggets, marks
              ├─ played ── PlayedEpisode   an episode with the sheets that count
              └─ owed, opened, tenures

Nothing here is typed in: `fold` derives all of it from the entries.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from engine.kernel.details import NOTHING, Details
from engine.kernel.errors import NotAllowed
from engine.kernel.game import Setup
from engine.kernel.photos import Photo
from engine.kernel.phrases import Wording, listed, phrase
from engine.kernel.record import Record
from engine.kernel.replay import Verdict
from engine.kernel.score import SeatScore, ranks
from engine.my_city.campaign.deviations import Deviation
from engine.my_city.campaign.entries import EpisodeRecorded, PackUpdated, StickerPlaced
from engine.my_city.campaign.reasons import GainReason
from engine.my_city.pack.model import Pack, rules_of
from engine.my_city.pack.phrases import target_in_words
from engine.my_city.pack.start import ABSENT
from engine.my_city.play.boards import SHAFT, BoardStart
from engine.my_city.play.land import OR, PIECE, STRIP, Land
from engine.my_city.play.ruleset import EpisodeRules

DECLARED = 1
"""The entry of what was there before this program came: the entry that creates a campaign."""


class StickerRight(NamedTuple):
    """A sticker that a seat must still place, before the episode `before` may be recorded.

    `target` is where it goes: see `ruleset.Gift`. The player chooses one of its `kinds`.
    """

    seat: str
    kind: str
    reason: GainReason
    before: int
    target: str = "square"

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds between which the player chooses, mostly one."""
        return tuple(self.kind.split(OR))

    @property
    def kinds_in_words(self) -> Wording:
        """The kinds of the sticker as a phrase."""
        return listed(map(phrase, self.kinds), OR)

    @property
    def targets_in_words(self) -> Wording:
        """The targets of the sticker as a phrase."""
        return target_in_words(self.target)

    @property
    def kind_argument(self) -> str:
        """The kind as an argument of a command; `tree|rock` if the player chooses between kinds."""
        return "|".join(self.kinds)

    @property
    def place_argument(self) -> str:
        """The place as an argument of a command: a square, or a building."""
        return "BUILDING" if self.target.startswith(f"{PIECE} ") else "SQUARE"


class Sticker(NamedTuple):
    """A sticker on a board or building, and why it is there; `entry` counts from 1."""

    kind: str
    square: str
    reason: GainReason
    entry: int
    chosen: bool = True
    """Whether a player chose where it goes; others follow from the rules."""


class Mark(NamedTuple):
    """Progress marks that one episode brought a city."""

    amount: int
    reason: GainReason

    @property
    def episode(self) -> int:
        """The episode that brought them."""
        return self.reason.episode


class City(NamedTuple):
    """The permanent board of a seat; `player` is "" while nobody holds it."""

    seat: str
    player: str
    land: Land
    name: str = ""
    stickers: tuple[Sticker, ...] = ()
    marks: tuple[Mark, ...] = ()
    nuggets: int = 0
    shafts: Mapping[str, int] = MappingProxyType({})
    """How deep the shaft of each colour is."""
    lost: tuple[StickerRight, ...] = ()
    """Stickers for which there was no place left."""

    @property
    def progress(self) -> int:
        """The number of all progress marks of the city."""
        return sum(mark.amount for mark in self.marks)

    @property
    def board(self) -> tuple[str, ...]:
        """What lies on the board, in the words of a record's `boards`."""
        return (
            *(f"{sticker.kind} {sticker.square}" for sticker in self.stickers),
            *(f"{SHAFT} {colour} {depth}" for colour, depth in self.shafts.items() if depth),
        )

    def brought(self, rules: EpisodeRules) -> BoardStart:
        """What the city brings to an episode."""
        marked: dict[str, frozenset[str]] = {}
        variants: dict[str, str] = {}
        strips: dict[str, int] = {}
        for sticker in self.stickers:
            layer = rules.layer(sticker.kind)
            if layer < 0:
                variants[sticker.kind] = sticker.square
            elif rules.contents[layer].on == PIECE:
                kind = rules.contents[layer].kind
                marked[kind] = marked.get(kind, frozenset()) | {sticker.square}
            elif rules.contents[layer].on == STRIP:
                kind = rules.contents[layer].kind
                strips[kind] = max(strips.get(kind, 0), int(sticker.square))
        return BoardStart(self.land, marked, variants, self.shafts, strips)


class EpisodeInk(NamedTuple):
    """What the boards show after an episode although its moves do not give it: see `ink`."""

    differs: tuple[Deviation, ...] = ()
    """The differences from the rules."""
    marks: Mapping[str, int] = MappingProxyType({})
    """The progress marks of the episode by seat, for seats whose ink states them."""
    removed: tuple[tuple[str, str], ...] = ()
    """Seat and kind of each sticker that a player placed and that is missing on the real board."""


class Participant(NamedTuple):
    """Who played a city in an episode, who held it, and the name of the city then.

    `holder` is "" for nobody. If the city was `absent`, `player` is the holder.
    """

    seat: str
    player: str
    holder: str
    city: str = ""
    absent: bool = False

    @property
    def substitute(self) -> bool:
        """Whether somebody else played the city; nobody is a substitute in the own city."""
        return self.player != self.holder


class PlayedEpisode(NamedTuple):
    """An episode as the campaign counts it: `sheets` have the totals and ranks that count."""

    number: int
    record: Record
    verdict: Verdict
    sheets: tuple[SeatScore, ...]
    as_played: bool
    lands: Mapping[str, Land]
    boards: Mapping[str, tuple[str, ...]]
    """What lay on each board before it, in words."""
    setup: Setup
    entry: int
    recorded: EpisodeRecorded
    """The entry that recorded the episode, in the version that counts."""
    inked: EpisodeInk = EpisodeInk()
    participants: tuple[Participant, ...] = ()
    """Who played each city, in table order."""
    details: Details = NOTHING
    """Where the evening was, how long it took, a remark."""
    photos: tuple[Photo, ...] = ()

    @property
    def rules(self) -> EpisodeRules:
        """The rules under which it counts: the pack can have been corrected since."""
        return rules_of(self.setup.header["pack"], self.number)

    @property
    def verified(self) -> bool:
        """Whether what counts is what the replay of its moves gives."""
        return self.verdict.proved and not self.as_played

    def sheet(self, seat: str) -> SeatScore | None:
        """The sheet of one seat; None where nobody played its city."""
        return next((sheet for sheet in self.sheets if sheet.seat == seat), None)

    def won(self, seat: str) -> bool:
        """Whether a seat is first, alone or with others."""
        return any(sheet.seat == seat for sheet in self.first)

    @property
    def first(self) -> tuple[SeatScore, ...]:
        """The sheets of those who won; empty if the ink makes nobody first."""
        return tuple(sheet for sheet in self.sheets if sheet.rank == 1)

    @property
    def deviations(self) -> tuple[Deviation, ...]:
        """What counts as the table inked it although the replay or the rules give other values."""
        replayed = {sheet.seat: sheet.total for sheet in self.verdict.sheets}
        scores = (
            Deviation(sheet.seat, "points", sheet.total, replayed[sheet.seat])
            for sheet in self.sheets
            if self.as_played and sheet.total != replayed.get(sheet.seat, sheet.total)
        )
        return (*scores, *self.inked.differs)

    @property
    def absent(self) -> tuple[str, ...]:
        """The seats whose cities nobody played."""
        return absent_in(self.record)

    @property
    def substitutes(self) -> Mapping[str, str]:
        """Who played a city for this episode alone, by seat."""
        return {person.seat: person.player for person in self.participants if person.substitute}

    def participant(self, seat: str) -> Participant:
        """The participant at a seat."""
        return next(person for person in self.participants if person.seat == seat)

    @property
    def names(self) -> Mapping[str, str]:
        """The names of those who played, by seat."""
        return {
            person.seat: person.player
            for person in self.participants
            if person.player and not person.absent
        }

    def player(self, seat: str) -> str | None:
        """The name of the player of a city; None if nobody held it."""
        return self.participant(seat).player or None


def absent_in(record: Record) -> tuple[str, ...]:
    """The seats that a checked record names as absent."""
    return tuple(record.header.get(ABSENT, ()))


class Tenure(NamedTuple):
    """The time for which a player holds a city: after entry `since`, up to entry `until`.

    `until` is 0 while it lasts.
    """

    seat: str
    player: str
    since: int
    until: int = 0


class BoardCheck(NamedTuple):
    """The last check of the real board of a city; `differs` says in words what differed.

    `other_board` says that it was compared with another record of the board than this history has.
    """

    by: str
    differs: str
    entry: int
    other_board: bool = False


class PackCorrection(NamedTuple):
    """A correction of the pack by the owner of a box."""

    reason: str
    again: tuple[int, ...]
    entry: int


class CitiesBefore(NamedTuple):
    """The cities and the owed stickers before the boards were prepared for the next episode.

    `placed` are the stickers that players have placed since, each with the number of its entry.
    With these values the boards can be prepared anew by a corrected pack.
    """

    cities: tuple[City, ...]
    owed: tuple[StickerRight, ...]
    placed: tuple[tuple[int, StickerPlaced], ...] = ()


class Campaign(NamedTuple):
    """Everything permanent of a campaign after `entries` entries."""

    name: str
    uid: str
    pack: Pack
    cities: tuple[City, ...]
    seals: Mapping[str, str]
    opened: Mapping[int, int]
    """The entry that opened each envelope."""
    begins: int
    """The first episode that is recorded here."""
    declared: Mapping[str, Any] = MappingProxyType({})
    played: tuple[PlayedEpisode, ...] = ()
    owed: tuple[StickerRight, ...] = ()
    tenures: tuple[Tenure, ...] = ()
    claimed: frozenset[str] = frozenset()
    """Colours of the shafts whose triangle box somebody has reached."""
    applied: tuple[PackCorrection, ...] = ()
    updates: tuple[PackUpdated, ...] = ()
    """The newer editions of the pack from which envelopes come, the latest last."""
    checked: Mapping[str, BoardCheck] = MappingProxyType({})
    """The last check of the real board of each seat."""
    again: Mapping[int, Pack] = MappingProxyType({})
    """By episode, the pack that judges it in place of the pack with which it was played."""
    laid: Mapping[int, Pack] = MappingProxyType({})
    """The part of `again` whose packs lay out the boards, too."""
    hidden: Mapping[str, str] | None = None
    """What the envelopes of a carried pack hold, by number; None for a pack of the program."""
    simulated: bool = False
    """Whether simple players play it, and no people."""
    unprepared: CitiesBefore | None = None
    """The cities before the next episode was prepared; None while its envelope is closed."""
    entries: int = 1

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats in play, in table order."""
        return tuple(city.seat for city in self.cities)

    @property
    def is_whole(self) -> bool:
        """Whether all its episodes are recorded here, and the state of none is only declared."""
        return self.begins == self.pack.first

    @property
    def next_episode(self) -> int | None:
        """The episode to be played next; None when the pack has no more."""
        after = self.played[-1].number if self.played else self.begins - 1
        return min((number for number in self.pack.episodes if number > after), default=None)

    @property
    def sealed_next(self) -> int | None:
        """The envelope to be opened before the next episode, if there is one."""
        envelope = self.pack.envelope_of(self.next_episode or 0)
        return envelope.number if envelope and envelope.number not in self.opened else None

    @property
    def boards_pack(self) -> Pack:
        """The pack by which the boards are laid out: that of the next episode."""
        return self.laid.get(self.next_episode or 0, self.pack)

    @property
    def rules(self) -> EpisodeRules:
        """The rules that say what lies on the boards now, and where an owed sticker may go.

        They are those of the next episode; while its envelope is closed, of the one before.
        """
        number = self.next_episode or self.pack.last
        if self.sealed_next:
            number = max((n for n in self.pack.episodes if n < number), default=number)
        return rules_of(self.boards_pack, number)

    @property
    def known(self) -> int:
        """The last episode whose envelope is open; nothing shown may come from a later one."""
        opened = [e for e in self.pack.envelopes if e.number in self.opened]
        return max((n for e in opened for n in e.episodes), default=self.pack.first)

    @property
    def standings(self) -> tuple[tuple[int, City], ...]:
        """The cities with their ranks by progress marks, best first; equal marks share a rank."""
        ordered = sorted(self.cities, key=lambda city: -city.progress)
        return tuple(zip(ranks([-city.progress for city in ordered]), ordered, strict=True))

    @property
    def without_rules(self) -> PlayedEpisode | None:
        """The first episode whose rules this program does not have, if there is one.

        Only its stated result is known, not what it left on the boards. So a later entry that does
        not follow from the known boards is taken at its word.
        """
        return next((played for played in self.played if played.verdict.without_rules), None)

    @property
    def winners(self) -> tuple[City, ...]:
        """The cities with most progress marks after the last episode; empty before its end.

        Their players are those who held them then: who takes a city later has not won.
        """
        if self.next_episode is not None:
            return ()
        cities = self.held_at(self.played[-1].entry).cities if self.played else self.cities
        most = max(city.progress for city in cities)
        return tuple(city for city in cities if city.progress == most)

    @property
    def people(self) -> tuple[str, ...]:
        """The names of all who have held a city, then of substitutes, as they came."""
        held = [tenure.player for tenure in self.tenures]
        played = [name for episode in self.played for name in episode.names.values()]
        return tuple(dict.fromkeys((*held, *played)))

    def held_at(self, entry: int) -> Campaign:
        """The campaign with the holders that its cities had at an entry."""
        holders = {
            tenure.seat: tenure.player
            for tenure in self.tenures
            if tenure.since < entry and (not tenure.until or entry <= tenure.until)
        }
        cities = tuple(city._replace(player=holders.get(city.seat, "")) for city in self.cities)
        return self._replace(cities=cities)

    def city(self, seat: str) -> City:
        """The city of a seat; raises `NotAllowed` when it is not in play."""
        for city in self.cities:
            if city.seat == seat:
                return city
        raise NotAllowed(
            phrase(
                "{seat} is not a seat of {campaign}: {seats}",
                seat=seat,
                campaign=self.name,
                seats=", ".join(self.seats),
            )
        )

    def with_city(self, city: City) -> Campaign:
        """The campaign with another state of one city."""
        cities = tuple(city if known.seat == city.seat else known for known in self.cities)
        return self._replace(cities=cities)

    def episode(self, number: int) -> PlayedEpisode:
        """A recorded episode; raises `NotAllowed` if none counts."""
        for played in self.played:
            if played.number == number:
                return played
        raise NotAllowed(
            phrase(
                "no record of episode {number} of {campaign} counts",
                number=number,
                campaign=self.name,
            )
        )
