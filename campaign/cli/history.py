"""campaign history."""

from __future__ import annotations

from campaign.cli.environment import Environment, command, group
from campaign.display.json import history as documents
from campaign.display.terminal import history as screens

app = group()


@command(app, "history", example="campaign history")
def history(env: Environment) -> None:
    """Everything that has happened, entry by entry."""
    campaign = env.history()
    env.show(screens.history(campaign), documents.history(campaign))
