"""campaign checklist | confirm: the real boards on the table held against the record."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli import completion
from campaign.cli.desk import Desk
from campaign.cli.options import command

Which = Annotated[
    str | None,
    typer.Argument(
        metavar="[SEAT]",
        help="The seat; without it every board.",
        show_default=False,
        autocompletion=completion.seats,
    ),
]
Seat = Annotated[
    str, typer.Argument(metavar="SEAT", help="The seat.", autocompletion=completion.seats)
]
Who = Annotated[str, typer.Option("--by", metavar="NAME", help="Who has looked.")]
Differs = Annotated[
    str, typer.Option("--differs", metavar="TEXT", help="What is otherwise on the real board.")
]


def register(app: typer.Typer) -> None:
    """Add the commands."""

    @command(app, "checklist", example="campaign checklist eagle")
    def checklist(desk: Desk, seat: Which = None) -> None:
        """What must be seen on the real boards, as boxes to tick."""
        from campaign.display.json import checklists as documents
        from campaign.display.terminal import checklists as display
        from campaign.services import checklists

        with desk.reading() as session:
            kept = desk.campaign(session)
        seats = kept.campaign.seats if seat is None else (seat,)
        found = [checklists.checklist(kept, each) for each in seats]
        desk.show(display.checklists(kept, found), documents.checklists(kept, found))

    @command(app, "confirm", example="campaign confirm eagle --by Anna")
    def confirm(desk: Desk, seat: Seat, by: Who, differs: Differs = "") -> None:
        """Note that a real board was held against its checklist, and what differed."""
        from campaign.display.json import checklists as documents
        from campaign.display.terminal import checklists as display
        from campaign.services import changes, checklists
        from engine.my_city.campaign.entries import BoardChecked

        with desk.writing() as session:
            kept = desk.campaign(session)
            kept = changes.add(session, kept, BoardChecked(seat, by, differs), desk.by())
        desk.say(f"{seat}: {display.last_check(kept, seat)}")
        if desk.options.json:
            found = [checklists.checklist(kept, seat)]
            desk.show("", documents.checklists(kept, found))
