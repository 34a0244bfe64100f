"""Checklists for the real boards, and what became of them."""

from __future__ import annotations

from collections.abc import Sequence

from rich.columns import Columns
from rich.console import RenderableType
from rich.text import Text

from campaign.display.terminal import parts
from campaign.services.checklists import Checklist
from campaign.services.values import History


def checklists(history: History, found: Sequence[Checklist]) -> RenderableType:
    """One block a board, boxes to tick, three to a line."""
    rows: list[RenderableType] = []
    for each in found:
        who = f" ({each.player})" if each.player else ""
        rows.append(Text(f"The board of {each.seat}{who}", style="bold"))
        items = [f"{each.marks} progress marks", *each.stickers, *each.marked, *each.others]
        rows.append(Columns([f"[ ] {item}" for item in items], padding=(0, 3), width=22))
        rows.append(parts.line(last_check(history, each.seat)))
        rows.append(parts.command(f"campaign confirm {each.seat} --by NAME"))
        rows.append(Text(""))
    return parts.lines(*rows[:-1])


def last_check(history: History, seat: str) -> str:
    """When a board was last checked, and whether something differed."""
    found = history.campaign.checked.get(seat)
    if found is None:
        return "Never checked."
    day = parts.day(history.recorded_at(found.entry))
    said = f"differs: {found.differs}" if found.differs else "as it is here"
    return f"Last checked {day} by {found.by}: {said}."
