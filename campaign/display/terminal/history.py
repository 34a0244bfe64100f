"""The screen of a campaign's journal, with a line for each entry."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType

from campaign.display.terminal import parts
from campaign.display.terminal.words import MixedText
from campaign.display.text.history import (
    counted_in_words,
    left_before,
    record_commands,
    withdrawn_in,
)
from campaign.services.filters import EVERY, PlayFilter
from campaign.services.values import History
from campaign.services.words import day, many
from engine.kernel.phrases import phrase
from engine.my_city.campaign.entries import EpisodeAmended, entry_of


def history(
    history: History, numbers: Sequence[int], earlier: int, wanted: PlayFilter = EVERY
) -> RenderableType:
    """The entries with these numbers: day, author, what was done, and whether it still counts.

    `earlier` is the number of matching entries before them.
    """
    if not numbers:
        return parts.line(phrase("No entry matches."))
    table = parts.table(
        *map(phrase, ("Entry", "Day", "By", "What", "")),
        right=("Entry",),
        names=("By",),
        notes=("What",),
        below=("",),
    )
    entries = [entry_of(stored.kind, stored.payload) for stored in history.entries]
    withdrawn_numbers = withdrawn_in(history)
    amended = {
        entry.entry
        for number, entry in enumerate(entries, 1)
        if isinstance(entry, EpisodeAmended) and number not in withdrawn_numbers
    }
    commands = record_commands(history)
    together = {
        left: number for number in numbers if (left := left_before(history, number)) in numbers
    }
    shown_with: dict[int, int] = {}
    for stored in (history.entries[number - 1] for number in numbers):
        if stored.seq in together and (stored.seq in withdrawn_numbers) == (
            together[stored.seq] in withdrawn_numbers
        ):
            shown_with[together[stored.seq]] = stored.seq
            continue  # the sentence on the next entry says both
        sentence = counted_in_words(history, stored.seq, withdrawn_numbers)
        if stored.seq in amended and stored.seq not in withdrawn_numbers:
            sentence = phrase("{what}, amended", what=sentence)
        gone_or_amended = stored.seq in withdrawn_numbers or stored.seq in amended
        command_shown = commands.get(stored.seq, "") if gone_or_amended else ""
        numbers_of_row = [n for n in (shown_with.get(stored.seq), stored.seq) if n]
        table.add_row(
            ", ".join(map(str, numbers_of_row)),
            day(stored.recorded_at),
            stored.author,
            sentence,
            command_shown,
        )
    earlier_line = None
    if earlier:
        count = many(earlier, "entry")
        command = f"campaign history{wanted.options} --before {numbers[0]}"
        earlier_line = parts.line(phrase("{count} before: {command}", count=count, command=command))
    title = phrase("{campaign}, entry by entry", campaign=history.campaign.name)
    return parts.lines(MixedText(title, style="bold"), table, earlier_line)
