"""campaign brief: one page before an evening."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli import completion
from campaign.cli.environment import Environment, Reply
from campaign.cli.registration import command, group
from campaign.display.json import brief as documents
from campaign.display.terminal import brief as screens
from campaign.display.terminal import status as status_screens
from campaign.services import brief as service
from campaign.services import names

OneSeat = Annotated[
    str | None,
    typer.Argument(
        metavar="SEAT",
        help="Only this city; without it, all cities at the table.",
        show_default=False,
        autocompletion=completion.seats,
    ),
]

app = group()


@command(
    app,
    "brief",
    example="campaign brief eagle",
    menu=("Evening", 3, "a page before you play"),
    also="rules rule prepare briefing remind reminder",
    reads=True,
)
def brief(env: Environment, seat: OneSeat = None) -> Reply[documents.BriefDocument]:
    """Before an evening: the rules in short, what is new, what your board offers."""
    history = env.history()
    page = service.brief(history, seat and names.seat_of(history.campaign, seat))
    seats = [board.city.seat for board in page.boards]
    return Reply(
        lambda: documents.brief(page),
        lambda: screens.brief(page, status_screens.stories(history, seats)),
    )
