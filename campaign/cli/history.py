"""campaign history."""

from __future__ import annotations

import typer

from campaign.cli.arguments import PAGE, All, Before, Last
from campaign.cli.environment import Environment, Reply, command, group
from campaign.cli.filters import filtered
from campaign.display.json import history as documents
from campaign.display.terminal import history as screens
from campaign.services import history as service
from campaign.services.filters import PlayFilter

app = group()


@command(
    app,
    "history",
    example="campaign history --last 20",
    menu=("History", 3, "every entry so far"),
    also="log journal entries events",
    reads=True,
)
@filtered("player", "since", "until")
def history(
    env: Environment,
    wanted: PlayFilter,
    last: Last = None,
    before: Before = None,
    everything: All = False,
) -> Reply[documents.HistoryDocument]:
    """Everything that has happened, entry by entry: the last entries, or those before one."""
    if everything and (last or before):
        raise typer.BadParameter("--all goes alone: the others choose a part")
    campaign = env.history()
    whole = everything or (env.options.json and not last)
    every = [one for one in service.numbers(campaign, wanted) if not before or one < before]
    numbers = every if whole else every[-(last or PAGE) :]
    earlier = len(every) - len(numbers)
    return Reply(
        lambda: documents.history(campaign, numbers),
        lambda: screens.history(campaign, numbers, earlier, wanted),
    )
