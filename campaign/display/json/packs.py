"""The pack as JSON documents: rules in force, made-up values, overlays, corrections."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from campaign.display.json.changes import RecordChange
from campaign.display.json.parts import Document, Items, Part, Source
from campaign.services import packs_sharing


class Rule(Part):
    """A rule in force."""

    name: str
    words: str
    since: int = Field(description="the episode that brought it")
    source: Source
    note: str


class Rules(Document):
    """The rules in force in an episode."""

    kind: Literal["rules"] = "rules"
    episode: int
    rules: Items[Rule]


class MadeUp(Part):
    """A made-up value."""

    where: str = Field(description='such as `"box"` or `"episode 2"`')
    words: str


class Placeholders(Document):
    """The made-up values of the box and of open envelopes."""

    kind: Literal["placeholders"] = "placeholders"
    placeholders: Items[MadeUp]


class ToCheckOne(Part):
    """Made-up values that one command corrects."""

    where: str = Field(description='such as `"squares"`')
    values: Items[str]
    command: str = Field(description="what corrects them")


class ToCheck(Document):
    """The made-up values that matter in an episode, the shortest lists first."""

    kind: Literal["to_check"] = "to_check"
    episode: int
    checks: Items[ToCheckOne]
    sealed: Items[int] = Field(description="the envelopes that are closed and open before it")


class Paint(Part):
    """What is on a cell."""

    kind: str
    amount: int


class CellDifference(Part):
    """A cell that two packs have otherwise."""

    seat: str = Field(description='`""` for the common board')
    cell: str
    before: Paint
    after: Paint
    square_before: bool = Field(description="whether it has a small square")
    square_after: bool


class OutlineDifference(Part):
    """An outline that two packs have otherwise."""

    name: str
    before: str = Field(description='a drawing such as `"#./##"`, `""` for none')
    after: str


class RuleDifference(Part):
    """A rule that two packs have otherwise."""

    episode: int = Field(description="0 for the box")
    name: str
    before: str = Field(description='`""` for no such rule')
    after: str


class PackDifference(Document):
    """What differs between two packs, as far as envelopes are open."""

    kind: Literal["pack_difference"] = "pack_difference"
    cells: Items[CellDifference]
    river: bool = Field(description="whether the river runs elsewhere")
    outlines: Items[OutlineDifference]
    rules: Items[RuleDifference]
    closed: Items[int] = Field(description="the envelopes that are closed and not compared")


class Overlay(Document):
    """Values of the box and of open envelopes, to be corrected, or all corrections so far."""

    kind: Literal["overlay"] = "overlay"
    overlay: str = Field(description="a TOML file")


class Pack(Document):
    """A valid pack. An invalid one is an error."""

    kind: Literal["pack"] = "pack"
    ok: Literal[True] = True
    episodes: int = Field(description="how many it has")


class Would(Part):
    """What a new pack changes in a recorded episode."""

    episode: int
    again: bool = Field(description="whether it is replayed under the new pack")
    changes: Items[RecordChange]


class Correction(Document):
    """What a correction of the pack changes."""

    kind: Literal["correction"] = "correction"
    kept: bool = Field(description="false with `--dry-run`")
    rules: Items[str] = Field(description="what is different for the episodes to come")
    episodes: Items[Would]


def difference(difference: packs_sharing.Difference) -> PackDifference:
    """What differs between two packs."""
    return PackDifference.of(
        difference,
        cells=[
            CellDifference.of(cell, square_before=cell.squares[0], square_after=cell.squares[1])
            for cell in difference.cells
        ],
        outlines=[
            OutlineDifference(name=name, before=before, after=after)
            for name, before, after in difference.outlines
        ],
    )
