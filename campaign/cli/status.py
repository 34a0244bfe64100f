"""campaign status."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from campaign.cli.environment import Environment, Reply
from campaign.cli.registration import command, group
from campaign.display.json import status as documents
from campaign.display.terminal import status as screens
from campaign.display.terminal import sync as sync_screens
from campaign.display.terminal.entering import drafts as draft_screens
from campaign.extras.extra import hook_answers
from campaign.services import sync
from campaign.services.entering import drafts
from campaign.store import drafts as rows
from campaign.store import settings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import RenderableType

    from campaign.services.entering.drafts import LoadedDraft
    from campaign.services.values import Allowed, History

app = group()


@command(
    app,
    "status",
    example="campaign status",
    menu=("Evening", 2, "what is next and owed"),
    also="next where now info state what",
    reads=True,
)
def status(env: Environment) -> Reply[documents.StatusDocument]:
    """Where we stopped: what is next, what is owed, who leads."""
    with env.reading() as session:
        history = env.campaign_history(session)
        last_played = history.campaign.played[-1:]
        allowed_by_episode: Mapping[int, Allowed] = next(
            iter(hook_answers("allowed", session, last_played)), {}
        )
        allowed: Allowed = next(iter(allowed_by_episode.values()), {})
        # The modules that enter games are loaded only if there is a draft.
        stored = drafts.every(session) if rows.all_drafts(session) else ()
        # The modules that read bundles are loaded only if there is a folder.
        folder = settings.read(session, history.campaign.uid, settings.FOLDER)
        waiting = sync.sync_news(session, history) if folder else None
    if waiting and (line := sync_screens.waiting(waiting)):
        env.say(line)
    draft = next(iter(drafts.of_next(stored, history)), None) if stored else None
    return reply(env, history, draft, allowed)


def reply(
    env: Environment,
    history: History,
    draft: LoadedDraft | None = None,
    allowed: Allowed = MappingProxyType({}),
) -> Reply[documents.StatusDocument]:
    """Return the reply of `status`, with the draft and with what the last cards `allowed`."""

    def view() -> RenderableType:
        going_on = draft and draft_screens.progress(
            draft, drafts.resumable_entry(draft, history), env.speaker
        )
        return screens.status(history, going_on, allowed)

    return Reply(lambda: documents.status(history, allowed), view)
