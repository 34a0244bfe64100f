"""campaign checklist | confirm: the real boards on the table compared with the record."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli import completion
from campaign.cli.arguments import Seat
from campaign.cli.environment import Environment, Reply
from campaign.cli.registration import command, group
from campaign.display.json import checklists as documents
from campaign.display.terminal import checklists as screens
from campaign.services import checklists, names
from engine.kernel.phrases import joined

Which = Annotated[
    str | None,
    typer.Argument(
        metavar="SEAT",
        help="The seat; without it every board.",
        show_default=False,
        autocompletion=completion.seats,
    ),
]
Who = Annotated[str, typer.Option("--by", metavar="NAME", help="Who compared them.")]
Differs = Annotated[
    str, typer.Option("--differs", metavar="TEXT", help="What is different on the real board.")
]

app = group()


@command(
    app,
    "checklist",
    example="campaign checklist eagle",
    menu=("Boards", 3, "what boards must show"),
    also="tick compare",
    reads=True,
)
def checklist(env: Environment, seat: Which = None) -> Reply[documents.ChecklistsDocument]:
    """What the real boards must show, as boxes to tick."""
    history = env.history()
    campaign = history.campaign
    seats = campaign.seats if seat is None else (names.seat_of(campaign, seat),)
    boards = [checklists.checklist(history, seat) for seat in seats]
    return Reply(
        lambda: documents.checklists(history, boards), lambda: screens.checklists(history, boards)
    )


@command(
    app,
    "confirm",
    example="campaign confirm eagle --by Anna",
    menu=("Boards", 4, "note that they agree"),
)
def confirm(
    env: Environment, seat: Seat, by: Who, differs: Differs = ""
) -> Reply[documents.ChecklistsDocument]:
    """Note that a real board was compared with its checklist, and what differed."""
    history = env.history()
    seat = names.seat_of(history.campaign, seat)
    history = env.keep(checklists.confirm(history, seat, by, differs))
    env.say(joined(": ", (seat, screens.last_check(history, seat))))
    boards = [checklists.checklist(history, seat)]
    return Reply(lambda: documents.checklists(history, boards))
