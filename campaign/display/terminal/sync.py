"""What copies of a campaign in a shared folder have, and what was taken of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.console import RenderableType

from campaign.display.terminal import parts
from campaign.display.terminal.words import MixedText
from campaign.services.handover.packing import BundledHistory
from campaign.services.sync import SharedCopy, SyncedCopy, SyncNews
from campaign.services.values import History
from campaign.services.words import many
from engine.kernel.phrases import Phrase, Wording, joined, phrase, plural


def synced(
    history: History,
    folder: Path,
    copies: Sequence[SyncedCopy],
    *,
    written: bool,
    unwritten: str = "",
) -> RenderableType:
    """The copies of a campaign, a line each, and whether this one was written."""
    others = [one for one in copies if not (one.copy.own and not one.taken)]
    own = phrase("This copy is there, up to date.")
    if written:
        own = phrase("This copy is written: {folder}", folder=str(folder))
    if unwritten:
        own = phrase("This copy cannot be written there: {why}", why=unwritten)
    return parts.lines(
        MixedText(history.campaign.name, style="bold"),
        *(parts.item(_line(one)) for one in others),
        parts.item(phrase("no other copy is there")) if not others else None,
        parts.line(own),
        parts.line(phrase("Head for the box: {head}", head=history.head)),
    )


def _line(one: SyncedCopy) -> Wording:
    """Whose copy, how it stood, and what came of it."""
    handed = one.copy.handed
    whose: Wording = handed.giver if handed else one.copy.file
    return phrase("{whose}: {what}", whose=whose, what=_what(one))


def _what(one: SyncedCopy) -> Wording:
    if one.taken:
        return phrase("taken in, verified")
    if one.problem:
        return one.problem
    if one.stand and one.stand.how.adds:
        return phrase("not taken yet: {entries}", entries=many(len(one.stand.news), "entry"))
    if one.stand and one.stand.lacks:
        return phrase("has not yet {entries}", entries=many(len(one.stand.lacks), "entry"))
    return phrase("the same as here")


def new_key(copy: SharedCopy, handed: BundledHistory) -> RenderableType:
    """A copy that is signed by a key which was not seen before, or of somebody who has left."""
    words = phrase(
        "A copy of {campaign} by {name}, signed with a key that is new here:",
        campaign=handed.name,
        name=handed.giver,
    )
    if copy.left:
        words = phrase(
            "A copy of {campaign} by {name}, who holds no city any more:",
            campaign=handed.name,
            name=handed.giver,
        )
    return parts.lines(
        parts.line(words),
        parts.item(handed.fingerprint),
        parts.line(phrase("Compare it with {name} by phone or in person.", name=handed.giver)),
    )


def waiting(found: SyncNews) -> Phrase | None:
    """What waits in the folder of a campaign, in one line; None for nothing."""
    if found.problem:
        return phrase(
            "The shared folder {folder} cannot be read: {why}",
            folder=str(found.folder),
            why=found.problem.lower(),
        )
    news = [
        plural(
            "{count} new entry ({names})",
            "{count} new entries ({names})",
            found.news,
            names=", ".join(found.givers),
        ),
        phrase("a key that is not read here ({names})", names=", ".join(found.strangers)),
        plural(
            "{count} entry of here is not there yet",
            "{count} entries of here are not there yet",
            found.unwritten,
        ),
    ]
    there = [found.news, found.strangers, found.unwritten]
    what = [words for words, is_so in zip(news, there, strict=True) if is_so]
    if not what:
        return None
    return phrase(
        "In the shared folder: {what}: {command}", what=joined("; ", what), command="campaign sync"
    )
