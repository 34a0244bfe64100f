"""Cities as JSON documents: all cities, one with its board, and the changes of a board."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import Field

from campaign.display.json import campaign_parts
from campaign.display.json.campaign_parts import MarkPart, ReasonPart
from campaign.display.json.parts import CampaignDocument, Cell, Document, Items, Part, Row
from campaign.services import cities as service
from campaign.services.values import History
from engine.my_city.campaign import model
from engine.my_city.pack.build import NUGGET
from engine.my_city.play.boards import SHAFT
from engine.my_city.play.ruleset import EpisodeRules


class CitiesDocument(CampaignDocument, kind="cities"):
    """All cities."""

    cities: Items[campaign_parts.CityPart] = Field(description="in table order")


class BuildingPart(Part):
    """A building on a board."""

    piece: str
    cells: Items[Cell]


class CityDocument(campaign_parts.CityPart, Document, kind="city"):
    """One city with its board."""

    after_episode: int | None = Field(description="the episode whose buildings it shows")
    board: Items[Items[str]] = Field(
        description="row by row, what is on each cell under the buildings: `plain`, `square` (a "
        "small square, a place for a sticker), `mountain`, `forest`, or what is printed or placed "
        "there: `tree`, `trees`, `rock`, `rocks`, `well`, `vein`"
    )
    buildings: Items[BuildingPart] = Field(description="in the order in which they were built")


class GainPart(Part):
    """A gain of a board: a sticker with its square and reason, or what is counted."""

    kind: str
    square: str | None = None
    reason: ReasonPart | None = None
    before: int | None = None
    after: int | None = None


class CityDifferenceDocument(Document, kind="difference"):
    """What changed on a board between the ends of two episodes."""

    seat: str
    after_episode: Items[int] = Field(description="both episodes; 0 is the beginning")
    cells: Items[Row[service.ChangedCell]]
    came: Items[GainPart]
    gone: Items[GainPart] = Field(description="stickers that lie there no more")
    marks: Items[MarkPart]


def city_list(history: History) -> CitiesDocument:
    """The document of all cities of a campaign."""
    campaign = history.campaign
    return CitiesDocument.from_value(
        campaign=campaign.name, cities=map(campaign_parts.city, campaign.cities)
    )


def city(city: model.City, rules: EpisodeRules, played: model.PlayedEpisode | None) -> CityDocument:
    """The document of one city with its board, row by row."""
    return CityDocument.from_value(
        campaign_parts.city(city),
        after_episode=played.number if played else None,
        board=_board(city, rules),
        buildings=_buildings(city, rules, played),
    )


def difference(difference: service.CityDifference) -> CityDifferenceDocument:
    """The document of the changes of a city between two episodes."""
    return CityDifferenceDocument.from_value(
        difference,
        after_episode=(difference.first, difference.last),
        came=_came(difference),
        gone=map(_sticker, difference.gone),
    )


def _sticker(sticker: model.Sticker) -> GainPart:
    return GainPart.from_value(sticker, square=sticker.square, reason=sticker.reason)


def _came(difference: service.CityDifference) -> Iterator[GainPart]:
    """Yield stickers, deeper shafts and nuggets, in words that reveal no closed envelope."""
    yield from map(_sticker, difference.stickers)
    for shaft in difference.shafts:
        yield GainPart(kind=f"{SHAFT} {shaft.colour}", before=shaft.before, after=shaft.after)
    before, after = difference.nuggets
    if before != after:
        yield GainPart(kind=NUGGET, before=before, after=after)


def _board(city: model.City, rules: EpisodeRules) -> list[list[str]]:
    """The terrain or the content of each cell, row by row."""
    grid = rules.grid
    return [
        [_ground(city, rules, 1 << row * grid.columns + column) for column in range(grid.columns)]
        for row in range(grid.rows)
    ]


def _ground(city: model.City, rules: EpisodeRules, cell: int) -> str:
    """The terrain or the content of a cell, which is given as a mask."""
    land = city.land
    content = rules.content_at(land, cell)
    return content.id if content else land.ground_at(cell)


def _buildings(
    city: model.City, rules: EpisodeRules, played: model.PlayedEpisode | None
) -> list[BuildingPart]:
    """The buildings of the episode last played, in the order in which they were built."""
    if not played or not played.verdict.sheets or city.seat in played.absent:
        return []
    town = played.verdict.state.town(city.seat)
    return [BuildingPart(piece=p.piece, cells=rules.grid.names(p.mask)) for p in town.built]
