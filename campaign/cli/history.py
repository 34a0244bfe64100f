"""campaign history."""

from __future__ import annotations

import typer

from campaign.cli.arguments import PAGE, All, Before, Last
from campaign.cli.environment import Environment, Reply, command, group
from campaign.display.json import history as documents
from campaign.display.terminal import history as screens

app = group()


@command(
    app,
    "history",
    example="campaign history --last 20",
    menu=("History", 3, "every entry so far"),
    also="log journal entries events",
    reads=True,
)
def history(
    env: Environment, last: Last = None, before: Before = None, everything: All = False
) -> Reply[documents.History]:
    """Everything that has happened, entry by entry: the last entries, or those before one."""
    if everything and (last or before):
        raise typer.BadParameter("--all goes alone: the others choose a part")
    campaign = env.history()
    whole = everything or (env.options.json and not last)
    end = min(before - 1 if before else len(campaign.entries), len(campaign.entries))
    begin = 1 if whole else max(1, end - (last or PAGE) + 1)
    numbers = range(begin, end + 1)
    return Reply(
        lambda: documents.history(campaign, numbers), lambda: screens.history(campaign, numbers)
    )
