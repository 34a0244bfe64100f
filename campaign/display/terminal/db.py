"""Screens of the database: its content, its copies, and the loss by restoring a copy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from rich.console import RenderableType

from campaign.display.terminal import parts
from campaign.services.audit.database import misstated_in_words
from campaign.services.words import day, many, time
from campaign.shell import command_on
from campaign.store import decisions, revision
from campaign.store.continuity import DatabaseContents
from campaign.store.copies import CopySummary
from campaign.store.origins import OriginMismatch
from campaign.store.restore import RestoreLosses
from engine.kernel.phrases import Wording, joined, phrase


def status(place: str, contents: DatabaseContents, size: int, copied: str) -> RenderableType:
    """The content of a database, its size, its last copy and its head."""
    counts = (
        many(contents.campaigns, "campaign"),
        many(contents.sessions, "session"),
        many(contents.entries, "entry"),
    )
    return parts.lines(
        parts.line(place),
        parts.line(
            phrase(
                "Schema {schema}: {contents}; {size} bytes",
                schema=revision.HEAD,
                contents=joined(", ", counts),
                size=f"{size:,}",
            )
        ),
        parts.line(phrase("Last entry: {time}", time=time(contents.last) or "-")),
        parts.line(phrase("Last copy: {time}", time=time(copied) or "-")),
        parts.head_of_database(contents.head),
    )


def copies(
    there: Sequence[CopySummary], restoring: str, *, after_evenings: bool, on_server: bool
) -> RenderableType:
    """The copies of a database with their day, content and file, and how to restore the newest one.

    Databases of one name may share a folder; then there is a command for each of them.
    `restoring` is the command without the copy. A copy for a server goes into an empty database.
    """
    into = " ADDRESS" if on_server else ""
    if not there:
        without = (
            phrase("There is no copy yet: one is made after each evening.")
            if after_evenings
            else phrase("There is no copy yet: {command}   makes one", command="campaign db backup")
        )
        return parts.lines(
            parts.line(without),
            parts.line(
                phrase("If you have one elsewhere: {command}", command=f"{restoring} FILE{into}")
            ),
        )
    table = parts.table(*map(phrase, ("Last entry", "In it", "Copy")), notes=("In it",))
    for copy in there:
        contents = [
            phrase("{campaign}: episode {number}", campaign=name, number=episode)
            if episode
            else name
            for name, episode in copy.campaigns
        ]
        if copy.sessions:
            contents.append(many(copy.sessions, "session"))
        table.add_row(day(copy.last), joined(", ", contents), copy.path.name)
    newest: dict[str, Path] = {}
    for copy in there:
        if copy.last:
            newest.setdefault(copy.begins, copy.path)
    if not newest:
        return parts.lines(table, parts.line(phrase("None of them can be read.")))
    return parts.lines(
        table,
        parts.line(
            phrase("Bring one into an empty database:") if on_server else phrase("Put one back:")
        ),
        *(parts.command(f"{command_on(restoring, path)}{into}") for path in newest.values()),
    )


def origin_message(one: OriginMismatch) -> RenderableType:
    """The message on a history whose stored origin was wrong and is corrected now."""
    return parts.line(phrase("Put right: {what}.", what=misstated_in_words(one)))


def losses(lost: RestoreLosses, names: Mapping[str, str]) -> RenderableType:
    """What a copy lacks; `names` are the names of the campaigns by stream."""
    if not (lost.entries or lost.drafts):
        return parts.line(phrase("The copy has every entry and draft: nothing would be lost."))
    decided = phrase("what this database decided about its campaigns")
    stream_names: dict[str, Wording] = {**names, decisions.STREAM: decided}
    rows = [
        parts.item(
            joined(": ", (stream_names.get(loss.stream, loss.stream), many(loss.entries, "entry")))
        )
        for loss in lost.entries
    ]
    rows += [
        parts.item(joined(": ", (phrase("draft {number}", number=n), f"campaign draft show {n}")))
        for n in lost.drafts
    ]
    return parts.lines(parts.line(phrase("Here and not in the copy:")), *rows)


def restored_message(campaigns: Sequence[str], place: Path) -> RenderableType:
    """The message on the campaigns of a copy, restored to a place without a database."""
    names = ", ".join(campaigns) or phrase("no campaign")
    return parts.line(phrase("Restored to {file}: {campaigns}.", file=str(place), campaigns=names))
