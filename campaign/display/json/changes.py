"""Parts of documents: differences in a campaign, or in the replay of a record."""

from __future__ import annotations

from typing import Annotated

from pydantic import BeforeValidator, Field

from campaign.display.json.parts import Items, OrNull, Part, Row
from campaign.services.differences import DifferenceKind, DueSticker, EpisodePlacing, PlayerTally
from campaign.services.record_differences import RecordDifferenceKind
from engine.my_city.campaign.deviations import Deviation

Side = Annotated[
    Row[EpisodePlacing]
    | Row[PlayerTally]
    | Row[Deviation]
    | Items[Row[DueSticker]]
    | Items[int]
    | Items[str]
    | bool
    | int
    | str
    | None,
    Field(union_mode="left_to_right"),
    BeforeValidator(lambda side: None if side == "" else side),
]
"""A value before or after a change; null for an empty name."""


class ChangePart(Part):
    """One thing that is other in a campaign than before."""

    kind: DifferenceKind = Field(
        description="its `before` and `after` are, of `episodes` and `envelopes`, the numbers that "
        "count or are open only before, or only after; of `verdict` texts; of `as_played` whether "
        "an episode is kept as played; of `inked` null, and what counts as inked only after; of "
        "`result` what a seat made in an episode, null if nobody played its city; of `marks` and "
        "`finds` how many progress marks, or things that were found, a seat has; of `board` what "
        "is on its board only before, or only after; of `name` and `player` texts or null; of "
        "`owed` the stickers that are owed; of `next_episode` its number, null after the last; of "
        "`played_by` who played a city in an episode; of `tally` what a player got and won in all"
    )
    episode: OrNull[int]
    seat: OrNull[str]
    before: Side
    after: Side


class OutcomeChangePart(Part):
    """One thing that a record gives otherwise under other rules."""

    kind: RecordDifferenceKind = Field(
        description="its `before` and `after` are, of `verdict`, texts; of `result` what a seat "
        "made in an episode; of `score` its points in a session, null if none are stored; of "
        "`marks` its progress marks by its rank; of `stickers` what the episode gives; of "
        "`missing` and `unplayable` null"
    )
    seat: OrNull[str]
    before: Side
    after: Side
    move: OrNull[int] = Field(description="the one that does not hold")
    why: OrNull[str] = Field(description="the reason of the verdict after, or what is missing")
