"""Corrections of the history as JSON documents: what follows, and the versions of a record."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import Field

from campaign.display.json.changes import Change
from campaign.display.json.parts import Document, Items, Part, Row
from campaign.services.corrections import amending
from campaign.services.corrections import cascade as service
from campaign.services.corrections.later import Becomes, Fate


class Later(Part):
    """What becomes of an episode after the corrected one."""

    episode: int
    words: str = Field(description="whether it holds, or why not")
    becomes: Fate = Field(description="`kept with scores`: those that the moves give now")


class Cascade(Document, kind="cascade"):
    """What a correction of the history changes."""

    kept: bool = Field(description="false with `--dry-run`")
    withdrawn: Items[int] = Field(description="the entries that no longer count")
    drafts: Items[int] = Field(description="the episodes that are drafts again")
    later: Items[Later] = Field(
        description="of `episode amend` and `episode edit`, the episodes after it"
    )
    changes: Items[Change] = Field(description="what is different afterwards")


class Versions(Document, kind="versions"):
    """The versions of an episode's record."""

    episode: int
    versions: Items[Row[amending.Version]]


def cascade(cascade: service.Cascade, *, kept: bool, later: Sequence[Becomes] = ()) -> Cascade:
    """What a correction of the history changes."""
    return Cascade.of(
        cascade,
        kept=kept,
        drafts=[played.number for played in cascade.drafts],
        later=[Later.of(one, episode=one.number) for one in later],
    )
