"""Drafts: the list of them, and one with its lines."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from rich.console import RenderableType
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.terminal.entering.dialog import prompt
from campaign.services.entering.drafts import Draft
from campaign.services.entering.game import Entering
from campaign.services.words import many


def draft_list(
    drafts: Sequence[Draft], names: Mapping[str, str], recorded: Collection[Draft] = ()
) -> RenderableType:
    """The drafts, a line each, with the command that goes on.

    `recorded` are those of episodes that are recorded otherwise: nobody can go on with them.
    """
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
            _subject(draft, names) + (", recorded" if draft in recorded else ""),
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


def progress(draft: Draft, entering: Entering | None) -> RenderableType:
    """A draft in a line or two: by whom, how far, what it waits for."""
    stored = draft.stored
    when = stored.changed_at[:16].replace("T", " ")
    who = ", ".join(draft.head.names.values()) if draft.head and not stored.episode else ""
    text = (
        f"There is draft {stored.number} by {stored.author} at {stored.place}"
        f"{f' ({who})' if who else ''}: {many(len(draft.lines), 'line')}, the last {when}."
    )
    return parts.lines(parts.line(text), parts.line(waits_for(entering)) if entering else None)


def waits_for(entering: Entering) -> str:
    """What an entry that was left waits for."""
    if not entering.awaited:
        return "All is entered; it is not kept yet."
    return f"It waits for: {prompt(entering).removesuffix('> ')}."


def _subject(draft: Draft, names: Mapping[str, str]) -> str:
    """What a draft is of."""
    stored = draft.stored
    if stored.episode:
        return f"{names.get(stored.stream, stored.stream)}, episode {stored.episode}"
    return stored.game
