"""Corrections of the history as JSON documents: what follows, and the versions of a record."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.display.json import campaign_parts
from campaign.display.json.parts import Document, document
from campaign.services.corrections.amending import Version
from campaign.services.corrections.cascade import Cascade
from campaign.services.corrections.later import Becomes


def cascade(cascade: Cascade, *, kept: bool, later: Sequence[Becomes] = ()) -> Document:
    """What a correction of the history changes."""
    return document(
        "cascade",
        kept=kept,
        withdrawn=list(cascade.withdrawn),
        drafts=[played.number for played in cascade.drafts],
        later=[
            {"episode": one.number, "words": one.words, "becomes": one.becomes} for one in later
        ],
        changes=list(map(campaign_parts.change, cascade.changes)),
    )


def versions(number: int, versions: Sequence[Version]) -> Document:
    """The versions of an episode's record."""
    return document("versions", episode=number, versions=[one._asdict() for one in versions])
