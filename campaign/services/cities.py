"""Cities at present, or at the end of an episode."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from campaign.services import changes, folding
from campaign.services.changes import HistoryChange
from campaign.services.corrections.amending import played_of
from campaign.services.values import History
from engine.kernel.errors import NotAllowed
from engine.kernel.phrases import Phrase, Wording, phrase
from engine.my_city.campaign import fold
from engine.my_city.campaign.entries import CityNamed
from engine.my_city.campaign.episodes import judge_with
from engine.my_city.campaign.model import City, Mark, PlayedEpisode, Sticker
from engine.my_city.campaign.stickers import stickers_without
from engine.my_city.pack.model import rules_of
from engine.my_city.play.boxes import Reach, reach_between
from engine.my_city.play.land import FOREST, MOUNTAIN, SQUARE, Land
from engine.my_city.play.placements import Placement
from engine.my_city.play.ruleset import EpisodeRules
from engine.my_city.play.state import MyCityState, Town


class CityView(NamedTuple):
    """A city at a moment, the rules then in force, and the episode last played there."""

    city: City
    rules: EpisodeRules
    played: PlayedEpisode | None
    claimed: frozenset[str]
    """The shafts whose triangle box somebody has reached, by colour."""

    @property
    def reach(self) -> Reach:
        """The number of reached boxes of each row."""
        return reach_between(self.rules, self.city.brought(self.rules), self.claimed)


def city_view(history: History, seat: str, at: int | None = None) -> CityView:
    """A city now, or at the end of episode `at`; raises `UnknownName`, `NotAllowed`."""
    campaign = history.campaign
    if at is None:
        played = campaign.played[-1] if campaign.played else None
        city = campaign.city(seat)
    else:
        played = played_of(history, at)
        entries = folding.entries_of(history.entries)
        campaign = fold.campaign_of(entries, played.entry, judge_with(campaign.played, {}))
        holder = history.campaign.held_at(played.entry).city(seat).player  # by the present name
        city = campaign.city(seat)._replace(player=holder)
    return CityView(city, campaign.rules, played, campaign.claimed)


def rename(history: History, seat: str, name: str) -> HistoryChange:
    """Preview a name for a city; raises `NotAllowed`, also if the city has it."""
    change = changes.preview(history, CityNamed(seat, name))
    if change.after.city(seat).name == history.campaign.city(seat).name:
        raise NotAllowed(
            phrase("the city of {seat} is called {name} already", seat=seat, name=name)
        )
    return change


class ChangedCell(NamedTuple):
    """A cell that changed: its name, what lay there before, what lies there now."""

    cell: str
    before: Wording
    after: Wording


class ShaftGain(NamedTuple):
    """A shaft that got deeper, in boxes; `name` is the word of the pack for its colour."""

    colour: str
    name: str
    before: int
    after: int


class CityDifference(NamedTuple):
    """What a city got between the ends of two episodes; episode 0 is the beginning.

    `cells` look different, `stickers` and `marks` are in the order in which they
    came, `gone` are stickers that lie there no more, `nuggets` are the numbers before and after.
    """

    seat: str
    first: int
    last: int
    cells: tuple[ChangedCell, ...]
    stickers: tuple[Sticker, ...]
    gone: tuple[Sticker, ...]
    shafts: tuple[ShaftGain, ...]
    nuggets: tuple[int, int]
    marks: tuple[Mark, ...]


def difference(history: History, seat: str, first: int, last: int) -> CityDifference:
    """The changes of a city between the ends of two episodes.

    Raises `UnknownName`, `NotAllowed`.
    """
    if first > last:
        first, last = last, first
    earlier, later = city_view_after(history, seat, first), city_view(history, seat, last)
    old, new, rules = earlier.city, later.city, later.rules
    cells = [
        ChangedCell(name, before, after)
        for name in rules.grid.names(rules.grid.all)
        for before, after in [
            (cell_content(earlier.rules, old, name), cell_content(rules, new, name))
        ]
        if before != after
    ]
    shafts = tuple(
        ShaftGain(colour, rules.colours[colour], before, depth)
        for colour, depth in new.shafts.items()
        if depth != (before := old.shafts.get(colour, 0))
    )
    return CityDifference(
        seat,
        first,
        last,
        tuple(cells),
        tuple(stickers_without(new.stickers, old.stickers)),
        tuple(stickers_without(old.stickers, new.stickers)),
        shafts,
        (old.nuggets, new.nuggets),
        new.marks[len(old.marks) :],
    )


def cell_content(rules: EpisodeRules, city: City, name: str) -> Phrase:
    """The name of what lies on a cell; for an empty cell the name of its ground."""
    land, bit = city.land, rules.grid.bit(name)
    if content := rules.content_at(land, bit):
        return phrase(content.id)
    ground = land.ground_at(bit)
    if ground in (MOUNTAIN, FOREST):
        return phrase(ground)
    return phrase("small square" if ground == SQUARE else "plain")


def buildings_after(city: City, played: PlayedEpisode | None) -> Sequence[Placement]:
    """The buildings that a city had at the end of an episode; none if nobody played it."""
    town = _town(city, played)
    return town.built if town else ()


def new_sticker_cells(city: City, played: PlayedEpisode | None, rules: EpisodeRules) -> int:
    """The mask of cells with stickers that came after an episode and so lie over its buildings.

    `rules` are those of the city's board.
    """
    if played is None or not _town(city, played):
        return 0
    before = land_before(played, city.seat, rules)
    return sum(mask & ~old for mask, old in zip(city.land.layers, before.layers, strict=False))


def land_before(played: PlayedEpisode, seat: str, rules: EpisodeRules) -> Land:
    """A board before an episode, with its layers in the order of the contents of `rules`."""
    land = played.lands[seat]
    then = played.rules.contents
    layers = {content.id: mask for content, mask in zip(then, land.layers, strict=False)}
    return land._replace(layers=tuple(layers.get(content.id, 0) for content in rules.contents))


def _town(city: City, played: PlayedEpisode | None) -> Town | None:
    """The town that a city built in an episode; None without a player or replayed moves."""
    if not played or not played.verdict.sheets or city.seat in played.absent:
        return None
    state: MyCityState = played.verdict.state
    return state.town(city.seat)


def city_view_after(history: History, seat: str, number: int) -> CityView:
    """A city at the end of an episode; 0 is the beginning. Raises `UnknownName`, `NotAllowed`."""
    if number:
        return city_view(history, seat, number)
    campaign = folding.campaign_of(history.entries[:1])
    rules = rules_of(campaign.pack, campaign.begins)
    return CityView(campaign.city(seat), rules, None, campaign.claimed)
