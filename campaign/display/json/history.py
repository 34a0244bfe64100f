"""The journal of a campaign as a JSON document."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from pydantic import Field

from campaign.display.json.parts import CampaignDocument, Items, Part, TextForm, Time
from campaign.display.text.history import entry_in_words, record_commands
from campaign.services import values
from engine.my_city.campaign.corrections import withdrawn_entries
from engine.my_city.campaign.entries import entry_of


class EntryPart(Part):
    """An entry of the journal."""

    seq: int = Field(description="from 1")
    kind: str
    author: str
    recorded_at: Time
    words: str = Field(description="for a reader")
    counts: bool = Field(description="false if it is withdrawn")
    record: str | None = Field(description="the command that prints its record")
    hash: Annotated[str, TextForm("[0-9a-f]{64}")]


class HistoryDocument(CampaignDocument, kind="history"):
    """The journal, entry by entry."""

    entries: Items[EntryPart]


def history(history: values.History, numbers: Iterable[int]) -> HistoryDocument:
    """The document of the journal's entries with these numbers."""
    withdrawn_numbers = withdrawn_entries(
        [entry_of(entry.kind, entry.payload) for entry in history.entries]
    )
    commands = record_commands(history)
    return HistoryDocument.from_value(
        campaign=history.campaign.name,
        entries=[
            EntryPart.from_value(
                entry,
                words=entry_in_words(history, entry.seq),
                counts=entry.seq not in withdrawn_numbers,
                record=commands.get(entry.seq),
            )
            for entry in (history.entries[number - 1] for number in numbers)
        ],
    )
