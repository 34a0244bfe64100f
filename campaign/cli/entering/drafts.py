"""campaign draft list | show | discard."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli import completion
from campaign.cli.arguments import DryRun
from campaign.cli.environment import Environment, Reply
from campaign.cli.filters import spanned, view_of_span
from campaign.cli.registration import command, group
from campaign.display.json import entering as documents
from campaign.display.terminal.entering import drafts as screens
from campaign.services import campaigns, campaigns_life, folding
from campaign.services.entering import drafts
from campaign.services.filters import Span
from campaign.store import stamps
from engine.kernel.phrases import phrase

Number = Annotated[
    int,
    typer.Argument(metavar="N", help="The number of the draft.", autocompletion=completion.drafts),
]

app = group(
    "draft",
    "Games that are being entered and are not kept yet.",
    menu=("Evening", 8, "what is being entered"),
)


@command(
    app, "list", example="campaign draft list", also="drafts unfinished resume continue", reads=True
)
@spanned()
def list_(env: Environment, span: Span) -> Reply[documents.DraftsDocument]:
    """The drafts."""
    with env.reading() as session:
        all_drafts, known = drafts.every(session), campaigns.known(session)
        withdrawn = dict(campaigns_life.withdrawn(session))
        names = {stream: campaign.name for stream, campaign in known.items()} | withdrawn
        stored = span.select(all_drafts, lambda draft: stamps.day(draft.stored.changed_at))
        streams = {draft.stored.stream for draft in stored} & set(names)
        histories = [folding.read(session, stream) for stream in streams]
    away = withdrawn.keys() | {stream for stream, campaign in known.items() if campaign.archived}
    recorded = [draft for history in histories for draft in drafts.of_earlier(stored, history)]
    return Reply(
        lambda: documents.draft_list(stored),
        view_of_span(
            span,
            stored,
            lambda: screens.draft_list(stored, names, recorded, away, several=len(known) > 1),
        ),
    )


@command(app, "show", example="campaign draft show 2", reads=True)
def show(env: Environment, number: Number) -> Reply[documents.DraftDocument]:
    """A draft line by line; if its episode has been recorded, how the record differs."""
    with env.reading() as session:
        draft = drafts.read(session, number)
        names = campaigns.names(session) | dict(campaigns_life.withdrawn(session))
        stream = draft.stored.stream
        history = folding.read(session, stream) if stream in names else None
    differs = drafts.compared(draft, history)
    return Reply(
        lambda: documents.draft(draft, differs), lambda: screens.draft(draft, names, differs)
    )


@command(
    app,
    "discard",
    example="campaign draft discard 2",
    also="delete remove erase cancel undo drop rm",
)
def discard(
    env: Environment, number: Number, dry_run: DryRun = False
) -> Reply[documents.DraftsDocument]:
    """Delete a draft."""
    with env.reading() as session:
        draft = drafts.read(session, number)
    env.say(screens.progress(draft, None, env.speaker))
    env.confirm(phrase("Delete draft {number}?", number=number), dry_run=dry_run)
    with env.writing() as session:
        drafts.discard(session, draft.stored)
        remaining = drafts.every(session)
    env.say(phrase("Draft {number} is deleted.", number=number))
    return Reply(lambda: documents.draft_list(remaining))
