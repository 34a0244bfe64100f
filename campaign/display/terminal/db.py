"""Copies of the database: what putting one in its place would lose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from rich.console import RenderableType

from campaign.display.terminal import parts
from campaign.services.audit.database import misstated_in_words
from campaign.services.words import day, many, time
from campaign.store import decisions, revision
from campaign.store.continuity import DatabaseContents
from campaign.store.copies import CopySummary
from campaign.store.origins import OriginMismatch
from campaign.store.restore import LostEntries
from engine.kernel.phrases import joined, phrase


def status(place: str, contents: DatabaseContents, size: int, copied: str) -> RenderableType:
    """What a database holds and takes, when it was copied, and its head."""
    counts = (
        many(contents.campaigns, "campaign"),
        many(contents.sessions, "session"),
        many(contents.entries, "entry"),
    )
    return parts.lines(
        parts.line(place),
        parts.line(f"Schema {revision.HEAD}: {', '.join(map(str, counts))}; {size:,} bytes"),
        parts.line(phrase("Last entry: {time}", time=time(contents.last) or "-")),
        parts.line(phrase("Last copy: {time}", time=time(copied) or "-")),
        parts.head_of_database(contents.head),
    )


def copies(there: Sequence[CopySummary]) -> RenderableType:
    """The copies of a database, a line each: the day, what is in it, the file; how to take one."""
    if not there:
        return parts.line(phrase("There is no copy yet: one is made after each evening."))
    table = parts.table(*map(phrase, ("Last entry", "Holds", "Copy")), notes=("Holds",))
    for one in there:
        holds = [
            phrase("{campaign}: episode {number}", campaign=name, number=episode)
            if episode
            else name
            for name, episode in one.campaigns
        ]
        if one.sessions:
            holds.append(many(one.sessions, "session"))
        table.add_row(day(one.last), joined(", ", holds), one.path.name)
    newest = there[0].path
    return parts.lines(
        table, parts.line(phrase("Put one back:")), parts.command(f"campaign db restore {newest}")
    )


def put_right(one: OriginMismatch) -> RenderableType:
    """A history that was not followed or set aside as it was decided, and is by now."""
    return parts.line(f"Put right: {misstated_in_words(one)}.")


def lost(lost: Sequence[LostEntries], names: Mapping[str, str]) -> RenderableType:
    """What is in the database and not in a copy; `names` are those of campaigns by stream."""
    if not lost:
        return parts.line("The copy has every entry that is here: nothing would be lost.")
    known = {**names, decisions.STREAM: "what this database decided about its campaigns"}
    rows = [
        parts.item(f"{known.get(one.stream, one.stream)}: {many(one.entries, 'entry')!s}")
        for one in lost
    ]
    return parts.lines(parts.line("Here and not in the copy:"), *rows)


def put_in_place(campaigns: Sequence[str], place: Path) -> RenderableType:
    """What came back where there was no database."""
    return parts.line(f"Restored to {place}: {', '.join(campaigns) or 'no campaign'}.")
