"""Envelopes as JSON documents; a sealed envelope shows only its number and when it opens."""

from __future__ import annotations

from typing import Any

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

    opened_at: Time
    title: str
    rules: Items[EnvelopeRule]


class Envelopes(CampaignDocument, kind="envelopes"):
    """All envelopes, without the content of the closed ones."""

    envelopes: Items[OpenEnvelope | SealedEnvelope]


class SealedEnvelopeDocument(SealedEnvelope, CampaignDocument, kind="envelope"):
    """One envelope, closed."""


class EnvelopeDocument(OpenEnvelope, CampaignDocument, kind="envelope"):
    """One envelope, open."""


def envelope_list(history: History) -> Envelopes:
    """All envelopes of the pack."""
    every = history.campaign.pack.envelopes
    return Envelopes.from_value(
        history.campaign,
        campaign=history.campaign.name,
        envelopes=[
            (OpenEnvelope if "title" in known else SealedEnvelope).model_validate(known)
            for known in (_known(history, envelope) for envelope in every)
        ],
    )


def envelope(history: History, number: int) -> EnvelopeDocument | SealedEnvelopeDocument:
    """One envelope; its rules only when it is open."""
    envelope = next(one for one in history.campaign.pack.envelopes if one.number == number)
    known = _known(history, envelope)
    kind = EnvelopeDocument if "title" in known else SealedEnvelopeDocument
    return kind.from_value(campaign=history.campaign.name, **known)


def _known(history: History, envelope: model.PackEnvelope) -> dict[str, Any]:
    """What may be told of an envelope."""
    pack = history.campaign.pack
    entry = history.campaign.opened.get(envelope.number)
    known: dict[str, Any] = {
        "number": envelope.number,
        "opens_with_episode": min(envelope.episodes),
        "open": entry is not None,
    }
    if entry is not None:
        known["opened_at"] = history.recorded_at(entry)
        known["title"] = envelope.title
        known["rules"] = [
            EnvelopeRule(
                episode=episode,
                name=row.name,
                words=str(words_of(pack, row)),
                source=row["source"],
            )
            for episode in envelope.episodes
            for row in pack.episodes[episode]
        ]
    return known
