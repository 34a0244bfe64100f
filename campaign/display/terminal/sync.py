"""Screens of the copies of a campaign in a shared folder, and of the entries from them."""

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


def sync_result(
    history: History,
    folder: Path,
    copies: Sequence[SyncedCopy],
    *,
    file: str,
    written: bool,
    unwritten: Wording = "",
    dry_run: bool = False,
) -> RenderableType:
    """The copies of a campaign, one on a line, and whether this copy was written.

    `file` is the name of the file of this copy; another laptop may have the same key.
    """
    others = [
        synced_copy
        for synced_copy in copies
        if synced_copy.copy.file != file or synced_copy.taken or synced_copy.problem
    ]
    own = phrase("This copy is there, up to date.")
    if dry_run:
        own = phrase("A dry run does not write this copy.")
    if written:
        own = phrase("This copy is written: {folder}", folder=str(folder))
    if unwritten:
        own = phrase("This copy cannot be written there: {why}", why=unwritten)
    return parts.lines(
        MixedText(history.campaign.name, style="bold"),
        *(parts.item(_line(synced_copy)) for synced_copy in others),
        parts.item(phrase("no other copy is there")) if not others else None,
        parts.line(own),
        parts.line(phrase("Head for the box: {head}", head=history.head)),
    )


def _line(synced_copy: SyncedCopy) -> Wording:
    """A line on a copy: its author, and what the sync did with it."""
    handed = synced_copy.copy.handed
    whose: Wording = handed.giver if handed else synced_copy.copy.file
    if signer := synced_copy.copy.signer:
        whose = phrase("{name}, signed with a key of {signer}", name=whose, signer=signer)
    return phrase("{whose}: {what}", whose=whose, what=_what(synced_copy))


def _what(synced_copy: SyncedCopy) -> Wording:
    if synced_copy.taken:
        return phrase("taken in, verified")
    if synced_copy.problem:
        return synced_copy.problem
    if synced_copy.stand and synced_copy.stand.how.adds:
        return phrase(
            "not taken yet: {entries}", entries=many(len(synced_copy.stand.news), "entry")
        )
    if synced_copy.stand and synced_copy.stand.lacks:
        return phrase(
            "does not have {entries} yet", entries=many(len(synced_copy.stand.lacks), "entry")
        )
    return phrase("the same as here")


def new_key(copy: SharedCopy, handed: BundledHistory) -> RenderableType:
    """The words before the question about a copy with a new key, or of a former player."""
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
    """A sentence on the news in the shared folder of a campaign; None if there are none."""
    if found.problem:
        return phrase(
            "The shared folder {folder} cannot be read: {why}",
            folder=str(found.folder),
            why=found.problem,
        )
    news = [
        plural(
            "{count} new entry ({names})",
            "{count} new entries ({names})",
            found.news,
            names=", ".join(found.givers),
        ),
        phrase("a copy with a key that is not read ({names})", names=", ".join(found.strangers)),
        plural(
            "{count} entry from here is not there yet",
            "{count} entries from here are not there yet",
            found.unwritten,
        ),
    ]
    counts = [found.news, found.strangers, found.unwritten]
    shown_news = [words for words, is_so in zip(news, counts, strict=True) if is_so]
    if not shown_news:
        return None
    return phrase(
        "In the shared folder: {what}: {command}",
        what=joined("; ", shown_news),
        command="campaign sync",
    )
