"""Players and their time at a city, and one player's page, as JSON documents."""

from __future__ import annotations

from pydantic import Field

from campaign.display.json.parts import Day, Document, Items, OrNull, Part, Time
from campaign.services.statistics.player import PlayerPage


class CityTenurePart(Part):
    """A player's time at a city, and what it gained in that time."""

    player: str
    seat: str
    since: Time = Field(description="when this was recorded")
    until: OrNull[Time] = Field(description="null while the player holds the city")
    first_day: Day = Field(description="the day of the first evening, if that was before `since`")
    last_day: OrNull[Day] = Field(description="null while the player holds the city")
    episodes: Items[int]
    marks: int
    won: int
    substitute: bool = Field(
        description="true for a substitute, who played that episode and did not hold the city"
    )


class SessionTotalsPart(Part):
    """A player in the sessions outside a campaign."""

    player: str
    played: int
    won: int
    last: Day = Field(description="the day of the last one")


class PlayersDocument(Document, kind="players"):
    """Who holds which city, and what it gained in that time; who was in other sessions."""

    players: Items[CityTenurePart]
    in_sessions: Items[SessionTotalsPart] = Field(
        default=(),
        description="the players of sessions outside a campaign; empty if only a campaign changed",
    )


class PlayedGames(Part):
    """The results of a player in one game."""

    game: str
    campaign: OrNull[str] = Field(description="null outside a campaign")
    played: int
    won: int
    mean: float = Field(description="points a game")
    best: int
    last: str = Field(description="the day of the last one")


class HeldCityPart(Part):
    """A city that a player holds or held."""

    campaign: str
    seat: str
    name: OrNull[str]
    now: bool = Field(description="true if the player still holds it")
    marks: int = Field(description="those of the city today")


class LastGame(Part):
    """A game that a player was in."""

    day: str
    game: str
    campaign: OrNull[str]
    episode: OrNull[int]
    score: int
    rank: int
    seats: int = Field(description="how many played")


class PlayerDocument(Document, kind="player"):
    """Everything that somebody has played in this database."""

    player: str
    also: Items[str] = Field(description="names that were merged into this one")
    games: Items[PlayedGames]
    cities: Items[HeldCityPart]
    latest: Items[LastGame] = Field(description="the last games")


def page(page: PlayerPage) -> PlayerDocument:
    """The document of a player's games and cities."""
    cities = [HeldCityPart.from_value(city, name=city.city) for city in page.cities]
    return PlayerDocument.from_value(page, games=page.standings, cities=cities)
