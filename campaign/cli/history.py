"""campaign history."""

from __future__ import annotations

import typer

from campaign.cli.arguments import PAGE, All, Before, Last
from campaign.cli.environment import Environment, Reply
from campaign.cli.filters import filtered
from campaign.cli.registration import command, group
from campaign.display.json import history as documents
from campaign.display.terminal import history as screens
from campaign.services import history as service
from campaign.services.filters import PlayFilter
from campaign.store import decisions

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
    """Everything that has happened, entry by entry: the last entries, or those before a number."""
    if everything and (last or before):
        raise typer.BadParameter("--all goes alone: --last and --before choose a part")
    with env.reading() as session:
        campaign, persons = env.campaign_history(session), decisions.persons(session)
    wants_all = everything or (env.options.json and not last)
    all_numbers = [
        number
        for number in service.numbers(campaign, wanted, persons)
        if not before or number < before
    ]
    numbers = all_numbers if wants_all else all_numbers[-(last or PAGE) :]
    earlier = len(all_numbers) - len(numbers)
    return Reply(
        lambda: documents.history(campaign, numbers),
        lambda: screens.history(campaign, numbers, earlier, wanted),
    )
