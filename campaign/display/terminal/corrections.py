"""Corrections: what they would change, and the versions of a record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import unified_diff

from rich.console import RenderableType
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.terminal.stickers import ground
from campaign.display.text.history import entry_in_words
from campaign.display.text.stickers import sticker_in_words
from campaign.services.corrections.amending import Version, version_that_counted
from campaign.services.corrections.cascade import Cascade, Kept
from campaign.services.corrections.later import Becomes, Evening, Owed
from campaign.services.values import History
from campaign.services.words import many, spans
from engine.my_city.campaign.entries import Restored, Withdrawn

MANY = 8
"""So many entries are named one by one at most."""
RECORDED = "episode recorded"
"""The kind of the entries that are named by their episodes."""
NOTES = ("On the corrected boards",)
"""Columns whose text may be folded."""


def cascade(history: History, cascade: Cascade) -> RenderableType:
    """What counts no more, and everything that follows differently."""
    rows: list[RenderableType] = []
    if cascade.withdrawn:
        rows.append(Text("No longer counts (it stays readable in the history):", style="bold"))
        rows += map(parts.item, _withdrawn(history, cascade))
    rows.append(Text("What that changes:", style="bold"))
    rows += map(parts.item, cascade.changes or ("nothing else changes",))
    return parts.lines(*rows)


def _withdrawn(history: History, cascade: Cascade) -> Iterator[str]:
    """The entries that count no more; of many only what they are, so that the question is seen."""
    numbers = cascade.withdrawn
    if len(numbers) <= MANY:
        yield from (f"entry {number}: {entry_in_words(history, number)}" for number in numbers)
        return
    kinds = Counter(history.entries[number - 1].kind for number in numbers)
    gone = {played.number for played in cascade.gone if played.entry in numbers}
    if gone and len(gone) == kinds[RECORDED]:
        del kinds[RECORDED]
        yield f"episode{'s' * (len(gone) > 1)} {spans(gone)}"
    for kind, count in kinds.items():
        what, _, done = kind.partition(" ")
        yield f"{many(count, what)} {done}".rstrip()
    yield f"entries {numbers[0]} to {numbers[-1]}: campaign history"


def later(outcomes: Sequence[Becomes]) -> RenderableType:
    """What becomes of the evenings after the one that is corrected, a line each."""
    table = parts.table("Episode", "On the corrected boards", "", right=["Episode"], notes=NOTES)
    for outcome in outcomes:
        table.add_row(str(outcome.number), outcome.words, outcome.becomes)
    return table


def evening(evening: Evening) -> RenderableType:
    """A later evening that does not hold as it is."""
    holds = "its moves hold, but" if evening.moves_hold else "it does not hold"
    return parts.line(f"Episode {evening.number} on the corrected boards, {holds}: {evening.words}")


def owed(owed: Owed) -> RenderableType:
    """A sticker that is owed before a later evening, its board, and where it may go."""
    right = owed.right
    return parts.lines(
        parts.line(
            f"Before episode {owed.number} {right.seat} owes its board {sticker_in_words(right)} "
            f"({right.reason})."
        ),
        ground(owed.before, right, owed.squares),
        squares(owed),
    )


def squares(owed: Owed) -> RenderableType:
    """Where such a sticker may go, and what Enter alone does."""
    return parts.lines(
        parts.line(f"  It may go on: {' '.join(owed.squares)}"),
        parts.line(f"  board draws it; Enter alone makes a draft of episode {owed.number}."),
    )


def kept(cascade: Cascade, kept: Kept) -> RenderableType:
    """A correction that is kept: which episodes are drafts now, the way back, and the head."""
    return parts.lines(
        *_taken_back(cascade),
        *(
            parts.line(
                f"Draft {draft.stored.number} of episode {draft.stored.episode} was changed "
                f"meanwhile and stays: campaign draft show {draft.stored.number} compares the two."
            )
            for draft in kept.changed
        ),
        parts.line(f"Head for the box: {kept.history.head}"),
    )


def _taken_back(cascade: Cascade) -> Iterator[RenderableType]:
    """The episodes that count no more, what can be done with them, and the way back."""
    undone = all(isinstance(entry, Withdrawn) for entry in cascade.entries)
    redone = all(isinstance(entry, Restored) for entry in cascade.entries)
    back = "campaign redo" if undone else "campaign undo"
    if not cascade.gone:
        done = "Taken back." if undone else "Brought back." if redone else "Corrected."
        yield parts.line(done)
        commands = {"to bring it back" if undone else "to take it back": back}
        if undone and _only_stickers(cascade):
            number = cascade.after.played[-1].number
            commands[f"to take back episode {number}"] = f"campaign undo --episode {number}"
        yield parts.commands(commands)
        return
    first, some = cascade.gone[0], len(cascade.gone) > 1
    episodes = f"Episode{'s' * some} {spans({p.number for p in cascade.gone})}"
    again = "campaign episode enter"
    if first not in cascade.drafts:
        scores = " ".join(f"{sheet.seat}={sheet.total}" for sheet in first.sheets)
        again = f"campaign episode result {scores}"
    yield parts.line(
        f"{episodes} {'are' if some else 'is'} taken back{_as_drafts(cascade)}, nothing is lost:"
    )
    version = version_that_counted(cascade.before, first.number)
    yield parts.commands(
        {
            **({"to place what is owed": "campaign sticker owed"} if cascade.after.owed else {}),
            "to mend it and keep it": again,
            "to read it as it was": f"campaign episode show {first.number} --version {version}",
            "to bring it back" if undone else "to take all of this back": back,
        }
    )


def _only_stickers(cascade: Cascade) -> bool:
    """Whether nothing counts no more but stickers that came after an episode."""
    kinds = {cascade.before.entries[number - 1].kind for number in cascade.withdrawn}
    return kinds == {"sticker placed"} and bool(cascade.after.played)


def _as_drafts(cascade: Cascade) -> str:
    """Which of the episodes that count no more are drafts."""
    if not cascade.drafts:
        return ""
    if len(cascade.drafts) < len(cascade.gone):
        return f", {spans({p.number for p in cascade.drafts})} as a draft"
    return " and are drafts again" if len(cascade.gone) > 1 else " and is a draft again"


def versions(number: int, versions: Sequence[Version]) -> RenderableType:
    """The versions that the record of an episode has had, and what changed between them."""
    rows: list[RenderableType] = [
        Text(f"Episode {number}: {many(len(versions), 'version')}", style="bold")
    ]
    for i, version in enumerate(versions):
        why = f": {version.reason}" if version.reason else ""
        counts = ", the one that counts" if version.counts else ""
        rows.append(parts.line(f"Version {i + 1}, entry {version.entry}{why}{counts}"))
        if i:
            old, new = versions[i - 1].record.splitlines(), version.record.splitlines()
            rows += map(parts.item, list(unified_diff(old, new, lineterm="", n=0))[2:])
    return parts.lines(*rows)
