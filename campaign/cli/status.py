"""campaign status."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.cli.environment import Environment, command, group
from campaign.display.json import status as documents
from campaign.display.terminal import status as screens
from campaign.display.terminal.entering import drafts as draft_screens
from campaign.services.entering import drafts
from campaign.store import drafts as rows

if TYPE_CHECKING:
    from campaign.services.entering.drafts import Draft
    from campaign.services.values import History

app = group()


@command(app, "status", example="campaign status")
def status(env: Environment) -> None:
    """Where we stopped: what is next, what is owed, who leads."""
    with env.reading() as session:
        history = env.campaign(session)
        # Without a draft nothing of what enters games is loaded.
        stored = drafts.every(session) if rows.every(session) else ()
    draft = next(iter(drafts.of_next(stored, history)), None) if stored else None
    show(env, history, draft)


def show(env: Environment, history: History, draft: Draft | None = None) -> None:
    """Show where a campaign stands, and a draft of the next episode."""
    going_on = draft_screens.progress(draft, drafts.going_on(draft, history)) if draft else None
    env.show(screens.status(history, going_on), documents.status(history))
