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
    """One thing in a campaign that is different from before."""

    kind: DifferenceKind = Field(
        description="says what `before` and `after` hold; for `episodes` and `envelopes`: the "
        "numbers that count or are open only before, or only after; `verdict`: "
        "texts; `as_played`: whether an episode is kept as played; `inked`: null, "
        "and what counts as inked only after; `result`: the result of a seat in an "
        "episode, null if nobody played its city; `marks` and `finds`: how many "
        "progress marks, or things that were found, a seat has; `board`: what is on "
        "its board only before, or only after; `name` and `player`: texts or null; "
        "`owed`: the stickers that are owed; `next_episode`: its number, null after "
        "the last; `played_by`: who played a city in an episode; `tally`: what a "
        "player got and won in all; `played`: the day of an episode, or null; `place`, "
        "`minutes` and `note`: what is noted of an episode, null or 0 for nothing; `pack`: its "
        "name, and the reason of each correction of it"
    )
    episode: OrNull[int]
    seat: OrNull[str]
    before: Side
    after: Side


class OutcomeChangePart(Part):
    """One thing in which a record gives another result under other rules."""

    kind: RecordDifferenceKind = Field(
        description="says what `before` and `after` hold; for `verdict`: texts; `result`: the "
        "result of a seat in an episode; `score`: its points in a session, null if "
        "none are stored; `by replay`: those that the moves of an evening give which is kept "
        "as played; `marks`: its progress marks by its rank; `stickers`: what "
        "the episode gives; `missing` and `unplayable`: null"
    )
    seat: OrNull[str]
    before: Side
    after: Side
    move: OrNull[int] = Field(description="the number of the move that does not hold")
    why: OrNull[str] = Field(description="the reason of the verdict after, or what is missing")
