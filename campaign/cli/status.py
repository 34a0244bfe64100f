"""campaign status."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.cli.environment import Environment, command, group
from campaign.display.json import status as documents
from campaign.display.terminal import status as screens

if TYPE_CHECKING:
    from campaign.services.values import History

app = group()


@command(app, "status", example="campaign status")
def status(env: Environment) -> None:
    """Where we stopped: what is next, what is owed, who leads."""
    history = env.history()
    show(env, history)


def show(env: Environment, history: History) -> None:
    """Show where a campaign stands."""
    env.show(screens.status(history), documents.status(history))
