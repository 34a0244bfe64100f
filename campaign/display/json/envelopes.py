"""Envelopes as JSON documents; a sealed envelope shows only its number and when it opens."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from campaign.display.json.parts import CampaignDocument, Items, Part, Source, Time
from campaign.services.values import History
from engine.my_city.pack import model
from engine.my_city.pack.words import words_of


class SealedEnvelope(Part):
    """An envelope that is closed."""

    number: int
    opens_with_episode: int
    open: bool


class EnvelopeRule(Part):
    """A rule that an envelope brought."""

    episode: int
    name: str
    words: str
    source: Source


class OpenEnvelope(SealedEnvelope):
    """An envelope that is open, and what it brought."""

    opened_at: Time = Field(description="when this was recorded")
    title: str
    rules: Items[EnvelopeRule]


class EnvelopesDocument(CampaignDocument, kind="envelopes"):
    """All envelopes, without the content of the closed ones."""

    envelopes: Items[OpenEnvelope | SealedEnvelope]


class SealedEnvelopeDocument(SealedEnvelope, CampaignDocument, kind="envelope"):
    """One envelope, closed."""


class EnvelopeDocument(OpenEnvelope, CampaignDocument, kind="envelope"):
    """One envelope, open."""


def envelope_list(history: History) -> EnvelopesDocument:
    """The document of all envelopes of the pack."""
    envelopes = history.campaign.pack.envelopes
    return EnvelopesDocument.from_value(
        history.campaign,
        campaign=history.campaign.name,
        envelopes=[
            (OpenEnvelope if "title" in values else SealedEnvelope).model_validate(values)
            for values in (_known(history, envelope) for envelope in envelopes)
        ],
    )


def envelope(history: History, number: int) -> EnvelopeDocument | SealedEnvelopeDocument:
    """The document of one envelope; only an open one shows its rules."""
    envelopes = history.campaign.pack.envelopes
    envelope = next(envelope for envelope in envelopes if envelope.number == number)
    values = _known(history, envelope)
    kind = EnvelopeDocument if "title" in values else SealedEnvelopeDocument
    return kind.from_value(campaign=history.campaign.name, **values)


def _known(history: History, envelope: model.PackEnvelope) -> dict[str, Any]:
    """The values of an envelope that may be shown; a sealed one shows only when it opens."""
    pack = history.campaign.pack
    entry = history.campaign.opened.get(envelope.number)
    values: dict[str, Any] = {
        "number": envelope.number,
        "opens_with_episode": min(envelope.episodes),
        "open": entry is not None,
    }
    if entry is not None:
        values["opened_at"] = history.recorded_at(entry)
        values["title"] = envelope.title
        values["rules"] = [
            EnvelopeRule(
                episode=episode,
                name=row.name,
                words=str(words_of(pack, row)),
                source=row["source"],
            )
            for episode in envelope.episodes
            for row in pack.episodes[episode]
        ]
    return values
