"""Envelopes as JSON documents: of a sealed one no more than its number and when it opens."""

from __future__ import annotations

from campaign.display.json.parts import Document, document
from campaign.services.values import History
from engine.my_city.pack.model import Envelope
from engine.my_city.pack.words import words_of


def envelope_list(history: History) -> Document:
    """All envelopes of the pack."""
    return document(
        "envelopes",
        campaign=history.campaign.name,
        envelopes=[_envelope(history, envelope) for envelope in history.campaign.pack.envelopes],
    )


def envelope(history: History, number: int) -> Document:
    """One envelope; its rules only when it is open."""
    envelope = next(one for one in history.campaign.pack.envelopes if one.number == number)
    return document("envelope", campaign=history.campaign.name, **_envelope(history, envelope))


def _envelope(history: History, envelope: Envelope) -> Document:
    pack = history.campaign.pack
    entry = history.campaign.opened.get(envelope.number)
    known: Document = {
        "number": envelope.number,
        "opens_with_episode": min(envelope.episodes),
        "open": entry is not None,
    }
    if entry is not None:
        known["opened_at"] = history.recorded_at(entry)
        known["title"] = envelope.title
        known["rules"] = [
            {
                "episode": episode,
                "name": row.name,
                "words": words_of(pack, row),
                "source": row["source"],
            }
            for episode in envelope.episodes
            for row in pack.episodes[episode]
        ]
    return known
