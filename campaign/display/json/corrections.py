"""Corrections of the history as JSON documents: their effects, and the versions of a record."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import Field

from campaign.display.json.changes import ChangePart
from campaign.display.json.parts import Document, Items, OrNull, Part, Row
from campaign.services import record_comparison
from campaign.services.corrections import amending
from campaign.services.corrections import cascade as service
from campaign.services.corrections.decisions import EveningFate, Fate
from campaign.services.handover.taking_back import Import
from campaign.services.record_comparison import RecordDifference, RecordDifferenceKind


class LaterEpisodePart(Part):
    """What becomes of an episode after the corrected one."""

    episode: int
    words: str = Field(description="whether it holds, or why not")
    becomes: Fate = Field(
        description="`kept with scores`: kept, with the scores that its moves give now"
    )


class CorrectionDocument(Document, kind="cascade"):
    """What a correction of the history changes."""

    kept: bool = Field(description="false with `--dry-run`")
    withdrawn: Items[int] = Field(description="the entries that no longer count")
    drafts: Items[int] = Field(description="the episodes that are drafts again")
    later: Items[LaterEpisodePart] = Field(
        description="with `episode edit`, the episodes after the corrected one"
    )
    changes: Items[ChangePart] = Field(description="what is different afterwards")


class RecordChangePart(Part):
    """One thing in which a version of a record differs from the version before it."""

    version: int = Field(description="the later of the two versions, from 2")
    kind: RecordDifferenceKind = Field(
        description="`card`: a card that came; `answer`: what a seat did with it; `player`: who "
        "played a city; `scores`: what the table noted; `inked`: what a board shows; "
        "`header`: another key"
    )
    before: str = Field(description='as the record has it, `""` where it says nothing')
    after: str
    seat: OrNull[str]
    card: int | None = Field(description="for `card` and `answer`, the number of the card, from 1")
    revealed: OrNull[str] = Field(description="what was revealed as this card")
    what: OrNull[str] = Field(description="of `header`, the key")
    words: str = Field(description="for a reader")


class VersionsDocument(Document, kind="versions"):
    """The versions of an episode's record."""

    episode: int
    versions: Items[Row[amending.EpisodeVersion]]
    changes: Items[RecordChangePart]


def versions(
    number: int,
    versions: Sequence[amending.EpisodeVersion],
    changes: Sequence[Sequence[RecordDifference]],
) -> VersionsDocument:
    """The document of the versions of a record, and of what `changes` from each to the next."""
    return VersionsDocument.from_value(
        episode=number,
        versions=versions,
        changes=[
            RecordChangePart.from_value(
                difference,
                version=at,
                before=_player(difference, difference.before),
                after=_player(difference, difference.after),
                card=difference.card or None,
                words=record_comparison.difference_in_words(difference),
            )
            for at, differing in enumerate(changes, 2)
            for difference in differing
        ],
    )


def _player(difference: RecordDifference, words: str) -> str:
    """A value of a difference: for the kind `player` in words, for others as in the record."""
    if difference.kind != "player":
        return words
    return str(record_comparison.person_in_words(words))


def import_taken_back(came: Import, *, kept: bool) -> CorrectionDocument:
    """The document of an import that is taken back, with the entries that it brought."""
    return CorrectionDocument.from_value(came, kept=kept, drafts=[], later=[])


def cascade(
    cascade: service.CorrectionEffects, *, kept: bool, later: Sequence[EveningFate] = ()
) -> CorrectionDocument:
    """The document of the effects of a correction of the history."""
    return CorrectionDocument.from_value(
        cascade,
        kept=kept,
        drafts=[played.number for played in cascade.drafts],
        later=[LaterEpisodePart.from_value(fate, episode=fate.number) for fate in later],
    )
