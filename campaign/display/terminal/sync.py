"""What copies of a campaign in a shared folder have, and what was taken of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.console import RenderableType

from campaign.display.terminal import parts
from campaign.display.terminal.words import Words
from campaign.services.handover.packing import Handed
from campaign.services.sync import SyncedCopy
from campaign.services.values import History
from campaign.services.words import many
from engine.kernel.phrases import Phrase, Wording, phrase, plural


def synced(
    history: History, folder: Path, copies: Sequence[SyncedCopy], *, written: bool
) -> RenderableType:
    """The copies of a campaign, a line each, and whether this one was written."""
    others = [one for one in copies if not (one.copy.own and not one.taken)]
    own = phrase("This copy is there, up to date.")
    if written:
        own = phrase("This copy is written: {folder}", folder=str(folder))
    return parts.lines(
        Words(history.campaign.name, style="bold"),
        *(parts.item(_line(one)) for one in others),
        parts.item(phrase("no other copy is there")) if not others else None,
        parts.line(own),
        parts.line(phrase("Head for the box: {head}", head=history.head)),
    )


def _line(one: SyncedCopy) -> Wording:
    """Whose copy, and what came of it."""
    handed = one.copy.handed
    whose: Wording = handed.giver if handed else one.copy.file
    what: Wording = phrase("nothing new")
    if one.taken:
        what = phrase("taken in, verified")
    elif one.problem:
        what = one.problem
    elif one.how and one.how.adds:
        what = phrase("not taken yet: {entries}", entries=many(one.copy.news, "entry"))
    return phrase("{whose}: {what}", whose=whose, what=what)


def new_key(handed: Handed) -> RenderableType:
    """A copy that is signed by a key which was not seen before."""
    return parts.lines(
        parts.line(
            phrase(
                "A copy of {campaign} by {name}, signed with a key that is new here:",
                campaign=handed.name,
                name=handed.giver,
            )
        ),
        parts.item(handed.fingerprint),
        parts.line(phrase("Compare it with {name} by phone or in person.", name=handed.giver)),
    )


def waiting(count: int) -> Phrase:
    """That copies in the folder have something new."""
    return plural(
        "{count} copy in the shared folder has something new: {command}",
        "{count} copies in the shared folder have something new: {command}",
        count,
        command="campaign sync",
    )
