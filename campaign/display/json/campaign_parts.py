"""Parts of several JSON documents of a campaign: cities, owed stickers, recorded episodes."""

from __future__ import annotations

from pydantic import Field

from campaign.display.json import parts
from campaign.display.json.parts import ByName, Day, Items, OrNull, Part, Row, Verdict
from engine.my_city.campaign import model
from engine.my_city.campaign.deviations import Deviation
from engine.my_city.campaign.reasons import ReasonKind
from engine.my_city.campaign.stickers import targets


class CityPart(Part):
    """A city as it stands."""

    seat: str
    name: OrNull[str]
    player: OrNull[str]
    marks: int = Field(description="its progress marks")
    stickers: Items[str] = Field(
        description='such as `"tree G1"`, in the order in which they were placed'
    )


class ReasonPart(Part):
    """Why a city has a sticker or progress marks."""

    kind: ReasonKind = Field(
        description="`rank`: the rank in the episode; `absent`: nobody played the city in it; "
        "`token`: its token reached the end of the track; `moves`: its moves; `feat`: something "
        "built in it; `by hand`: a line by hand in its record; `box`: a box with marks, reached "
        "in it; `bonus`: a count of something after it; `preparation`: what every board gets "
        "before it; `change`: a change of all boards before it; `inked`: the real board after "
        "it, as its record states it; `declared`: the boards with which a campaign began here, "
        "after it; `entry`: an entry that is taken at its word, after an episode without rules"
    )
    episode: OrNull[int] = Field(description="null for `entry`")
    rule: OrNull[str] = Field(
        description="what the rank counts as: `first`, `second`, `third`, `last` or `other`; what "
        "a box belongs to; the name of a rule, of a bonus or of a change"
    )
    amount: int | None = Field(
        description="the points at the end of the track, the number of a box, what was counted "
        "for a bonus"
    )


class MarkPart(Part):
    """Progress marks for one reason."""

    episode: int
    amount: int
    reason: ReasonPart


class OwedStickerPart(Part):
    """A sticker that is owed."""

    seat: str
    kind: str
    reason: ReasonPart
    before_episode: int = Field(
        description="the episode that cannot be recorded until it is placed"
    )
    squares: Items[str] = Field(description="where it may go: cells, or names of buildings")


class Participant(Part):
    """Who played a city in an episode, and the name of the city then.

    If the city was `absent`, `player` is the player who held it, or "" for nobody.
    """

    seat: str
    player: str
    city: str
    substitute: bool
    absent: bool


class EpisodePart(Part):
    """A recorded episode."""

    episode: int
    played: Day | None
    verdict: Verdict
    as_played: bool = Field(
        description="true if it was kept although its result or its boards differ"
    )
    by_hand: int = Field(description="how many lines the table gave that no rule proves")
    inked: Items[Row[Deviation]]
    sheets: Items[parts.SheetPart]
    details: parts.EveningNotes
    photos: Items[parts.PhotoPart]
    participants: Items[Participant] = Field(
        description="by seat: who played the city, or its holder if nobody played it, and the "
        "name of the city then"
    )
    absent: Items[str] = Field(description="the seats whose cities nobody played")
    substitutes: ByName[str] = Field(
        description="seat to the player who played it in that episode only"
    )


class BestScorePart(Part):
    """What the cards of an evening allowed a seat, as far as `campaign hindsight` found it."""

    best: int = Field(description="score of the best line that was found")
    bound: int = Field(description="no line exceeds it")
    proved: bool = Field(description="whether `best` and `bound` are equal")


def city(city: model.City) -> CityPart:
    """The part on a city as it is now."""
    return CityPart.from_value(city, marks=city.progress, stickers=city.board)


def owed(campaign: model.Campaign, right: model.StickerRight) -> OwedStickerPart:
    """The part on an owed sticker, with the squares on which it may be placed."""
    return OwedStickerPart.from_value(
        right, before_episode=right.before, squares=targets(campaign, right)
    )


def played(played: model.PlayedEpisode) -> EpisodePart:
    """The part on a recorded episode."""
    return EpisodePart.from_value(
        played,
        episode=played.number,
        played=parts.day(played.record.played),
        verdict=played.verdict.kind,
        by_hand=played.verdict.by_hand,
        inked=played.deviations,
        sheets=map(parts.sheet, played.sheets),
        photos=map(parts.PhotoPart.from_value, played.photos),
        participants=map(Participant.from_value, played.participants),
    )
