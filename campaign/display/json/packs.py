"""The pack as JSON documents: rules in force, made-up values, overlays, corrections."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from campaign.display.json.changes import OutcomeChangePart
from campaign.display.json.parts import Document, Items, Part, Row
from campaign.services import packs as service
from campaign.services import packs_checking, packs_sharing
from campaign.services.packs_ground import CellPaint
from engine.my_city.pack.words import RuleInWords


class RulesInForceDocument(Document, kind="rules"):
    """The rules in force in an episode."""

    episode: int
    rules: Items[Row[RuleInWords]]


class PlaceholdersDocument(Document, kind="placeholders"):
    """The made-up values of the box and of open envelopes."""

    placeholders: Items[Row[service.MadeUpValue]]


class CheckListDocument(Document, kind="to_check"):
    """The made-up values that matter in an episode, the shortest lists first."""

    episode: int
    checks: Items[Row[packs_checking.CheckGroup]]
    sealed: Items[int] = Field(
        description="the closed envelopes that are opened before this episode"
    )


class CellDifference(Part):
    """A cell that differs between two packs."""

    seat: str = Field(description='`""` for the common board')
    cell: str
    before: Row[CellPaint]
    after: Row[CellPaint]
    square_before: bool = Field(description="whether it has a small square")
    square_after: bool


class OutlineDifference(Part):
    """An outline that differs between two packs."""

    name: str
    before: str = Field(description='a drawing such as `"#./##"`, `""` for none')
    after: str


class PackDifferenceDocument(Document, kind="pack_difference"):
    """The differences between two packs in the box and in open envelopes."""

    cells: Items[CellDifference]
    river: bool = Field(description="whether the river runs elsewhere")
    outlines: Items[OutlineDifference]
    values: Items[Row[packs_sharing.PackValueDifference]]
    rules: Items[Row[packs_sharing.PackRuleDifference]]
    closed: Items[int] = Field(description="the envelopes that are closed and not compared")


class OverlayDocument(Document, kind="overlay"):
    """A file of corrections: a template with the values known so far, or all corrections so far."""

    overlay: str = Field(description="a TOML file")


class PackDocument(Document, kind="pack"):
    """A valid pack. For an invalid pack the command gives an error."""

    ok: Literal[True] = True
    episodes: int = Field(description="how many it has")


class EpisodeUnderPackPart(Part):
    """What a new pack changes in a recorded episode."""

    episode: int
    again: bool = Field(description="whether it is replayed under the new pack")
    changes: Items[OutcomeChangePart]


class PackCorrectionDocument(Document, kind="correction"):
    """What a correction of the pack changes."""

    kept: bool = Field(description="false with `--dry-run`")
    rules: Items[str] = Field(description="what is different for the episodes to come")
    episodes: Items[EpisodeUnderPackPart]


def difference(difference: packs_sharing.PackComparison) -> PackDifferenceDocument:
    """The document of the differences between two packs."""
    return PackDifferenceDocument.from_value(
        difference,
        cells=[
            CellDifference.from_value(
                cell, square_before=cell.squares[0], square_after=cell.squares[1]
            )
            for cell in difference.cells
        ],
        outlines=[
            OutlineDifference(name=str(name), before=before, after=after)
            for name, before, after in difference.outlines
        ],
    )
