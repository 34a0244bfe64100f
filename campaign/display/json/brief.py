"""The page on the next evening as a JSON document."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from campaign.display.json import campaign_parts
from campaign.display.json.parts import ByName, Document, Items, OrNull, Part, one_of
from campaign.display.text.brief import offers
from campaign.services import brief as service


class BriefRulePart(Part):
    """A rule of the next episode."""

    name: str
    words: str = Field(description="in few words")
    part: Annotated[str, one_of("table", "at once", "counts", "after")]
    new: bool
    made_up: bool


class LastResultPart(Part):
    """The result of a seat in the last episode."""

    score: int
    rank: int
    points: ByName[Items[int]] = Field(description="rule to its points, line by line")
    most_lost: OrNull[str] = Field(
        description="the rule that cost most points; null also if it has ended"
    )


class SeatBriefPart(Part):
    """What a seat needs to know."""

    city: campaign_parts.CityPart
    last: LastResultPart | None
    behind: int = Field(description="how many progress marks it is behind")
    ahead: Items[str] = Field(description="the seats with most marks")
    owed: Items[campaign_parts.OwedStickerPart]
    offers: Items[str] = Field(description="what lies on the board and what it can earn")


class BriefDocument(Document, kind="brief"):
    """What players need to know before an evening.

    While an envelope is due, `rules`, `ended` and what the boards offer are empty.
    """

    episode: int | None = Field(description="the next one; null after the last")
    envelope_to_open: int | None
    last_episode: int | None = Field(description="the one that was played last")
    cards: int = Field(description="in the deck")
    rules: Items[BriefRulePart]
    ended: Items[str] = Field(description="the rules of the last episode that hold no longer")
    boards: Items[SeatBriefPart] = Field(description="by seat")
    next: str = Field(description="the command that is most likely next")


def brief(brief: service.EpisodeBrief) -> BriefDocument:
    """The document of the rules in force, their changes, and the offers of each board."""
    return BriefDocument.from_value(
        brief,
        envelope_to_open=brief.sealed,
        last_episode=brief.last.number if brief.last else None,
        ended=[rule.name for rule in brief.ended],
        boards=[_board(brief, board) for board in brief.boards],
        next=brief.command,
    )


def _board(brief: service.EpisodeBrief, board: service.SeatBrief) -> SeatBriefPart:
    return SeatBriefPart.from_value(
        board,
        city=campaign_parts.city(board.city),
        last=board.last and LastResultPart.from_value(board.last, score=board.last.total),
        owed=[campaign_parts.owed(brief.campaign, right) for right in board.owed],
        offers=offers(board),
    )
