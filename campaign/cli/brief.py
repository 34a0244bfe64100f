"""campaign brief: one page before an evening."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli import completion
from campaign.cli.environment import Environment, command, group
from campaign.display.json import brief as documents
from campaign.display.terminal import brief as screens
from campaign.services import brief as service

OneSeat = Annotated[
    str | None,
    typer.Argument(
        metavar="[SEAT]",
        help="Only this city; without it all at the table.",
        show_default=False,
        autocompletion=completion.seats,
    ),
]

app = group()


@command(app, "brief", example="campaign brief eagle")
def brief(env: Environment, seat: OneSeat = None) -> None:
    """Before an evening: the rules in short, what is new, what your board offers."""
    page = service.brief(env.history(), seat)
    env.show(screens.brief(page), documents.brief(page))
