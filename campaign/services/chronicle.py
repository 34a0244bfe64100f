"""The boards of a campaign over time, for a chronicle.

    SessionTimeline   a session move by move: what lay on each board, and from which move on
    Life              a city over all episodes: what lay there, from which episode to which

The rules compute everything here, so that a page decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from typing import NamedTuple

from campaign.services import games
from campaign.services.cities import buildings_after, land_before
from campaign.services.corrections.amending import played_of
from campaign.services.errors import UnknownName
from campaign.services.values import History
from engine.kernel.details import NOTHING
from engine.kernel.errors import shortened_text
from engine.kernel.game import Setup
from engine.kernel.grid import bits
from engine.kernel.phrases import phrase
from engine.kernel.record import Record
from engine.kernel.replay import ReplayStep, Verdict, replay_steps
from engine.kernel.texts import number_in
from engine.my_city.campaign.model import Campaign, City
from engine.my_city.campaign.stickers import highest
from engine.my_city.pack.model import rules_of
from engine.my_city.play.boards import SHAFT
from engine.my_city.play.boxes import RowReach, reach_during
from engine.my_city.play.land import Land
from engine.my_city.play.placements import Placement
from engine.my_city.play.ruleset import EpisodeRules, ShaftRule, Strip
from engine.my_city.play.state import MyCityState


class BoardItem(NamedTuple):
    """Something that lies on a cell: its layer, the cell, the first and the last time.

    A time is the number of a move in a session, or the number of played episodes in a life.
    `until` is -1 for something that lies there to the end.
    """

    layer: int
    bit: int
    since: int
    until: int = -1


class BuildingPeriod(NamedTuple):
    """A building, and the first and last time at which it stands.

    `until` is -1 for a building that stands to the end.
    """

    placement: Placement
    since: int
    until: int = -1


class BoxTimeline(NamedTuple):
    """A row of boxes off the board, the time since which it is there, and when boxes are reached.

    `reached` has a time for each reached box, the first box first. `taken` is the time since which
    the marks at the triangle box of a shaft are taken; -1 while they are not.
    """

    row: Strip | ShaftRule
    since: int
    reached: tuple[int, ...]
    taken: int = -1

    @property
    def at_last(self) -> RowReach:
        """The reach of the row at the last time."""
        return RowReach(len(self.reached), self.taken >= 0)


class BoardTimeline(NamedTuple):
    """A board over time: its ground, what lies on it, its buildings, its rows of boxes."""

    seat: str
    rules: EpisodeRules
    grounds: tuple[tuple[Land, int, int], ...]
    """Ground and small squares, each with its first and last time."""
    things: tuple[BoardItem, ...]
    buildings: tuple[BuildingPeriod, ...]
    rows: tuple[BoxTimeline, ...]


class SessionTimeline(NamedTuple):
    """A session of My City move by move, with the boards of its seats; empty without moves."""

    steps: tuple[ReplayStep, ...]
    boards: tuple[BoardTimeline, ...]


class Life(NamedTuple):
    """A city over all episodes: time 0 is the beginning, each episode adds one."""

    seat: str
    episodes: tuple[int, ...]
    board: BoardTimeline


def evening(record: Record, setup: Setup, verdict: Verdict) -> SessionTimeline:
    """A session of My City move by move."""
    if not record.moves or verdict.without_rules:
        return SessionTimeline((), ())
    steps = tuple(replay_steps(games.game_of_record(record), record, setup))
    return SessionTimeline(steps, tuple(_growing(steps, i) for i in range(len(record.seats))))


def _growing(steps: Sequence[ReplayStep], i: int) -> BoardTimeline:
    """The board of a seat as it grows over the moves."""
    first: MyCityState = steps[0].before
    town = first.towns[i]
    buildings = [BuildingPeriod(placement, 0) for placement in town.standing]
    lands, rules = [(town.land, 0)], first.rules
    reaches = [(reach_during(rules, town, first.towns), 0)]
    for step in steps:
        before, after = step.before.towns[i], step.after.towns[i]
        buildings += [BuildingPeriod(new, step.number) for new in after.built[len(before.built) :]]
        if after.land is not before.land:
            lands.append((after.land, step.number))
        if after.built is not before.built or after.gained is not before.gained:
            reaches.append((reach_during(rules, after, first.towns), step.number))
    rows = [
        _boxes(row, [(reach[row.label], time) for reach, time in reaches]) for row in rules.rows
    ]
    return _board(first.seats[i], rules, lands, buildings, rows)


def _boxes(
    row: Strip | ShaftRule, times: Sequence[tuple[RowReach, int]], since: int = 0
) -> BoxTimeline:
    """A row of boxes from its reach at some times, the earliest first."""
    reached = tuple(
        next(time for reached, time in times if reached.boxes >= box)
        for box in range(1, times[-1][0].boxes + 1)
    )
    return BoxTimeline(
        row, since, reached, next((time for reached, time in times if reached.taken), -1)
    )


def life(history: History, seat: str) -> Life:
    """A city over the episodes."""
    campaign = history.campaign
    city = campaign.city(seat)
    rules = campaign.rules  # an opened envelope has laid out more than the last episode had
    lands = [land_before(played, seat, rules) for played in campaign.played] + [city.land]
    buildings = [
        BuildingPeriod(placement, time, time)
        for time, played in enumerate(campaign.played, 1)
        for placement in buildings_after(city, played)
    ]
    episodes = tuple(played.number for played in campaign.played)
    rules_by_time = [*(rules_of(campaign.pack, number) for number in episodes), rules]
    timed = [(land, time) for time, land in enumerate(lands)]
    rows = [
        BoxTimeline(strip, _since(strip, rules_by_time), _came(city, strip, rules, episodes))
        for strip in rules.strips
    ]
    rows += [
        _boxes(shaft, list(_depths(campaign, seat, shaft)), _since(shaft, rules_by_time))
        for shaft in rules.shafts
    ]
    return Life(seat, episodes, _board(seat, rules, timed, buildings, rows))


def _since(row: Strip | ShaftRule, rules_by_time: Sequence[EpisodeRules]) -> int:
    """The time at which the boards are ready for the first episode that has a row of boxes."""
    return next(
        i for i, rules in enumerate(rules_by_time) if row.label in [r.label for r in rules.rows]
    )


def _depths(campaign: Campaign, seat: str, shaft: ShaftRule) -> Iterator[tuple[RowReach, int]]:
    """The depth of a city's shaft at each time, and whether its triangle marks are taken then."""
    declared = campaign.declared.get("claimed", ())
    boards = [played.boards for played in campaign.played]
    boards.append({city.seat: city.board for city in campaign.cities})
    for time, words in enumerate(boards):
        depths = {
            city_seat: highest(lies, f"{SHAFT} {shaft.colour}") for city_seat, lies in words.items()
        }
        taken = shaft.colour in declared or max(depths.values()) >= shaft.triangle
        yield RowReach(depths[seat], taken), time


def _came(
    city: City, strip: Strip, rules: EpisodeRules, episodes: Sequence[int]
) -> tuple[int, ...]:
    """The times at which the stickers on a strip came, in the order of boxes."""
    times = {number: time for time, number in enumerate(episodes, 1)}
    ids = {content.id for content in rules.contents if content.kind == strip.kind}
    came = sorted(
        (int(sticker.square), times.get(sticker.reason.episode, 0))
        for sticker in city.stickers
        if sticker.kind in ids
    )
    return tuple(time for _, time in came)


def _board(
    seat: str,
    rules: EpisodeRules,
    lands: Sequence[tuple[Land, int]],
    buildings: Sequence[BuildingPeriod],
    rows: Sequence[BoxTimeline],
) -> BoardTimeline:
    """A board over time; `lands` has each land with the time from which on it holds."""
    grounds: list[tuple[Land, int, int]] = []
    for land, time in lands:
        if grounds and _ground_of(rules, grounds[-1][0]) == _ground_of(rules, land):
            continue
        if grounds:
            grounds[-1] = (*grounds[-1][:2], time - 1)
        grounds.append((land, time, -1))
    things = tuple(_things(lands))
    return BoardTimeline(seat, rules, tuple(grounds), things, tuple(buildings), tuple(rows))


def _ground_of(rules: EpisodeRules, land: Land) -> tuple[int, ...]:
    """The masks of a board's ground, without what lies on it."""
    closed = (land.layers[layer] for layer in rules.spared)
    return (land.forest, land.mountain, land.squares, *closed)


def _things(lands: Sequence[tuple[Land, int]]) -> Iterator[BoardItem]:
    """Everything that lies on a cell at any time, with its first and last time."""
    open_since: dict[tuple[int, int], int] = {}
    for land, time in lands:
        lying = {(layer, bit) for layer, mask in enumerate(land.layers) for bit in bits(mask)}
        for (layer, bit), since in list(open_since.items()):
            if (layer, bit) not in lying:
                yield BoardItem(layer, bit, since, time - 1)
                del open_since[layer, bit]
        for key in sorted(lying - open_since.keys()):
            open_since[key] = time
    for (layer, bit), since in open_since.items():
        yield BoardItem(layer, bit, since)


def episode_since(history: History, words: str, read_day: Callable[[str], date]) -> int:
    """The first episode after a day, or the numbered episode; raises `UnknownName`.

    `read_day` raises `ValueError` for a text that names no day.
    """
    if words.isdecimal():
        if (number := number_in(words)) >= 0:
            return played_of(history, number).number
        raise UnknownName(
            phrase("episode {number} has not been recorded", number=shortened_text(words)),
            "campaign episode list",
        )
    try:
        day = read_day(words)
    except ValueError:
        raise UnknownName(
            phrase(
                "{words} is neither the number of an episode nor a day such as 2026-11-20",
                words=words,
            )
        ) from None
    after = [p.number for p in history.campaign.played if p.record.played and p.record.played > day]
    if not after:
        raise UnknownName(
            phrase("no episode was played after {words}", words=words), "campaign episode list"
        )
    return after[0]


def anonymous(history: History) -> History:
    """The same history without the names of players and cities."""
    campaign = history.campaign
    cities = tuple(city._replace(player="", name="") for city in campaign.cities)
    tenures = tuple(tenure._replace(player="") for tenure in campaign.tenures)
    played = tuple(
        episode._replace(
            record=episode.record._replace(names={}),
            participants=tuple(
                participant._replace(player="", holder="", city="")
                for participant in episode.participants
            ),
            details=NOTHING,
        )
        for episode in campaign.played
    )
    return history._replace(
        campaign=campaign._replace(name="", cities=cities, tenures=tenures, played=played)
    )
