"""What is otherwise than before, in a campaign or in the replay of a record: parts of documents.

The form of `before` and `after` goes by the kind.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, RootModel

from campaign.display.json.campaign_parts import Deviation
from campaign.display.json.parts import Items, OrNull, Part, Verdict
from campaign.services.record_differences import RecordDifferenceKind


class Placing(Part):
    """How a city ended an episode."""

    score: int
    rank: int


class DueSticker(Part):
    """A sticker that is due."""

    seat: str
    kind: str


class _Change(Part):
    kind: str
    episode: OrNull[int]
    seat: OrNull[str]


class NumbersChange(_Change):
    """Which episodes count, or which envelopes are open."""

    kind: Literal["episodes", "envelopes"]
    before: Items[int] = Field(description="those only before")
    after: Items[int] = Field(description="those only after")


class VerdictChange(_Change):
    """The verdict of an episode."""

    kind: Literal["verdict"]
    before: Verdict
    after: Verdict


class AsPlayedChange(_Change):
    """Whether an episode is kept as played."""

    kind: Literal["as_played"]
    before: bool
    after: bool


class InkedChange(_Change):
    """What counts as inked in an episode only after."""

    kind: Literal["inked"]
    before: None
    after: Deviation


class ResultChange(_Change):
    """The result of a seat in an episode."""

    kind: Literal["result"]
    before: Placing | None = Field(description="null if nobody played the city")
    after: Placing | None = Field(description="null if nobody played the city")


class CountChange(_Change):
    """The progress marks of a seat, or what was found in its episodes."""

    kind: Literal["marks", "finds"]
    before: int
    after: int


class BoardChange(_Change):
    """What is on the board of a seat."""

    kind: Literal["board"]
    before: Items[str] = Field(description='what was on it only before, such as `"tree G1"`')
    after: Items[str] = Field(description="what is on it only after")


class NameChange(_Change):
    """The name of a city, or of its player."""

    kind: Literal["name", "player"]
    before: OrNull[str]
    after: OrNull[str]


class OwedChange(_Change):
    """The stickers that are owed."""

    kind: Literal["owed"]
    before: Items[DueSticker]
    after: Items[DueSticker]


class NextEpisodeChange(_Change):
    """The next episode; null after the last one."""

    kind: Literal["next_episode"]
    before: int | None
    after: int | None


AnyChange = (
    NumbersChange
    | VerdictChange
    | AsPlayedChange
    | InkedChange
    | ResultChange
    | CountChange
    | BoardChange
    | NameChange
    | OwedChange
    | NextEpisodeChange
)


class Change(RootModel[Annotated[AnyChange, Field(discriminator="kind")]]):
    """One thing that is other in a campaign than before; its form goes by its `kind`."""


Side = Verdict | int | Placing | Items[DueSticker] | None


class RecordChange(Part):
    """One thing that a record gives otherwise under other rules."""

    kind: RecordDifferenceKind = Field(
        description="`verdict`: texts; `result`: what a seat made in an episode; `score`: its "
        "points in a session, `before` null if none are stored; `marks`: its progress marks by "
        "its rank; `stickers`: what the episode gives; `missing`, `unplayable`: null"
    )
    seat: OrNull[str]
    before: Side
    after: Side
    move: OrNull[int] = Field(description="the one that does not hold")
    why: OrNull[str] = Field(description="the reason of the verdict after, or what is missing")
