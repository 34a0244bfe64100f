"""Parts of views: score sheets, and sentences in a device's language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from campaign.display.html.sheets import notes
from campaign.display.text.records import label_phrase, points_of, winners_in_words
from campaign.display.text.translation import Speaker
from engine.kernel.game import Seat
from engine.kernel.phrases import Phrase
from engine.kernel.score import SeatScore
from engine.kernel.texts import replace_controls


def spoken(value: Any, speaker: Speaker) -> Any:
    """A value with every sentence in it in the speaker's language, without control characters."""
    match value:
        case Markup():
            return str(value)
        case str() | Phrase():
            return replace_controls(speaker.say(value))
        case Mapping():
            return {key: spoken(item, speaker) for key, item in value.items()}
        case list() | tuple():
            return [spoken(item, speaker) for item in value]
    return value


def sheets_table(sheets: Sequence[SeatScore], names: Mapping[Seat, str]) -> dict[str, Any]:
    """Score sheets as a table, with reasons of ties, and notes.

    It has a column for each sheet, the best first, and a row for each line.
    """
    ordered = sorted(sheets, key=lambda sheet: sheet.rank)
    labels = dict.fromkeys(line.label for sheet in ordered for line in sheet.lines)
    rows = [
        [label_phrase(label), *(points_of(sheet, label, first=not i) for sheet in ordered)]
        for i, label in enumerate(labels)
    ]
    won, points = winners_in_words(ordered, names)
    return {
        "seats": [sheet.seat for sheet in ordered],
        "winners": [sheet.seat for sheet in ordered if sheet.rank == 1],
        "won": won,
        "with": points,
        "notes": list(notes(ordered)),
        "heads": [names.get(sheet.seat) or sheet.seat for sheet in ordered],
        "rows": rows,
        "totals": [sheet.total for sheet in ordered],
        "ranks": [sheet.rank for sheet in ordered],
    }
