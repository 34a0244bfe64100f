"""Checklists for the real boards, and the last check of each board."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.terminal.words import MixedText
from campaign.display.text.cities import BOARD_CHANGED
from campaign.services.checked_boards import changed_since_check
from campaign.services.checklists import Checklist
from campaign.services.values import History
from campaign.services.words import day, many
from engine.kernel.phrases import Phrase, Wording, phrase


def checklists(history: History, checklists: Sequence[Checklist]) -> RenderableType:
    """A block for each board: boxes to tick, and its last check."""
    changed = changed_since_check(history)
    rows: list[RenderableType | None] = []
    for board in checklists:
        seat = f"{board.seat} ({board.player})" if board.player else board.seat
        items: list[Wording] = [
            many(board.marks, "progress mark"),
            *board.stickers,
            *board.marked,
            *board.others,
        ]
        rows += [
            MixedText(phrase("The board of {seat}", seat=seat), style="bold"),
            parts.SideBySide([MixedText("[ ] ", item) for item in items], 22),
            parts.line(last_check(history, board.seat)),
            parts.line(BOARD_CHANGED) if board.seat in changed else None,
            parts.command(f"campaign confirm {board.seat} --by NAME"),
            Text(""),
        ]
    return parts.lines(*rows[:-1])


def last_check(history: History, seat: str) -> Phrase:
    """A sentence on the last check of a board: its day, its author and its result."""
    check = history.campaign.checked.get(seat)
    if check is None:
        return phrase("Never checked.")
    return phrase(
        "Last checked {day} by {who}: {result}.",
        day=day(history.recorded_at(check.entry)),
        who=check.by,
        result=phrase("differs: {what}", what=check.differs)
        if check.differs
        else phrase("it agrees with the record"),
    )
