"""Drafts: the list of them, and one with its lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import RenderableType
from rich.text import Text

from campaign.display.terminal import parts
from campaign.services.entering.drafts import Draft


def draft_list(drafts: Sequence[Draft], names: Mapping[str, str]) -> RenderableType:
    """The drafts, a line each, with the command that goes on."""
    if not drafts:
        return parts.line("There is no draft.")
    table = parts.table(
        "Draft",
        "Of",
        "By",
        "At",
        "Lines",
        "Last line",
        right=("Draft", "Lines"),
        names=("Of", "By", "At"),
    )
    for draft in drafts:
        stored = draft.stored
        table.add_row(
            str(stored.number),
            _subject(draft, names),
            stored.author,
            stored.place,
            Text("damaged", "red") if draft.damaged else str(len(draft.lines)),
            stored.changed_at[:16].replace("T", " "),
        )
    return parts.lines(
        table, parts.line("Go on with one: campaign episode enter, campaign session enter GAME")
    )


def draft(draft: Draft, names: Mapping[str, str], differs: str) -> RenderableType:
    """A draft: what it is of, the lines that were typed and their moves, and how it differs."""
    stored = draft.stored
    title = f"Draft {stored.number}: {_subject(draft, names)}, by {stored.author} at {stored.place}"
    if draft.damaged:
        return parts.lines(
            Text(title, style="bold"),
            parts.line(f"It is damaged: {draft.damaged}", "red"),
            parts.command(f"campaign draft discard {stored.number}"),
        )
    table = parts.table("", "Typed", "Moves", names=("Typed",), notes=("Moves",))
    for number, line in enumerate(draft.lines, 1):
        table.add_row(str(number), line.typed, "; ".join(map(str, line.moves)))
    return parts.lines(
        Text(title, style="bold"),
        parts.line(f"Last line {stored.changed_at}, program {stored.program}."),
        table,
        parts.line(differs) if differs else None,
    )


def _subject(draft: Draft, names: Mapping[str, str]) -> str:
    """What a draft is of."""
    stored = draft.stored
    if stored.episode:
        return f"{names.get(stored.stream, stored.stream)}, episode {stored.episode}"
    return stored.game
