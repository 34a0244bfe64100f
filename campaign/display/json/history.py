"""The journal of a campaign as a JSON document."""

from __future__ import annotations

from campaign.display.json.parts import Document, document
from campaign.display.text.history import entry_in_words
from campaign.services.values import History


def history(history: History) -> Document:
    """The journal, entry by entry."""
    return document(
        "history",
        campaign=history.campaign.name,
        entries=[
            {
                "seq": entry.seq,
                "kind": entry.kind,
                "author": entry.author,
                "recorded_at": entry.recorded_at,
                "words": entry_in_words(history, entry.seq),
                "hash": entry.hash,
            }
            for entry in history.entries
        ],
    )
