"""The journal of a campaign as a JSON document."""

from __future__ import annotations

from campaign.display.json.parts import Document, document
from campaign.display.text.history import entry_in_words, record_commands
from campaign.services.values import History
from engine.my_city.campaign.corrections import withdrawn
from engine.my_city.campaign.entries import entry_of


def history(history: History, numbers: range) -> Document:
    """The journal, entry by entry: those with these numbers."""
    gone = withdrawn([entry_of(entry.kind, entry.payload) for entry in history.entries])
    commands = record_commands(history)
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
                "counts": entry.seq not in gone,
                "record": commands.get(entry.seq),
                "hash": entry.hash,
            }
            for entry in (history.entries[number - 1] for number in numbers)
        ],
    )
