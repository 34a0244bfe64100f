"""campaign new | list | use | status | standings | history."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Annotated

import typer

from campaign.cli import completion
from campaign.cli.desk import Desk
from campaign.cli.options import command

if TYPE_CHECKING:
    from campaign.services.values import Kept

Name = Annotated[str, typer.Argument(metavar="NAME", help="The campaign's name.")]
Seats = Annotated[
    list[str],
    typer.Option(
        "--seat",
        metavar="SEAT=PLAYER",
        help="Who plays which city; once for each of 2 to 4 seats.",
        autocompletion=completion.seat_and_player,
    ),
]


def register(app: typer.Typer) -> None:
    """Add the commands."""

    @command(
        app, "new", example='campaign new "The Tuesday Group" --seat eagle=Anna --seat bear=Ben'
    )
    def new(desk: Desk, name: Name, seat: Seats) -> None:
        """Begin a campaign of My City."""
        from campaign.display import campaigns as display
        from campaign.display import documents
        from campaign.services import campaigns

        founded = campaigns.creation(
            name,
            _players(seat),
            pack="stand_in",
            uid=secrets.token_hex(8),
            secret=secrets.token_hex(32),
        )
        with desk.writing(create=True) as session:
            kept = campaigns.begin(session, founded, desk.by())
        desk.say(f"{name} has begun.")
        desk.show(
            display.status(kept, proved=_proved(kept)),
            documents.status_document(kept),
        )

    @command(app, "list", example="campaign list")
    def list_(desk: Desk) -> None:
        """All campaigns in the database."""
        from campaign.display import campaigns as display
        from campaign.display import documents
        from campaign.services import campaigns

        with desk.reading() as session:
            every = campaigns.every(session)
            in_use = campaigns.in_use(session, desk.author)
        desk.show(
            display.campaign_list(every, in_use), documents.campaign_list_document(every, in_use)
        )

    @command(app, "use", example='campaign use "The Tuesday Group"')
    def use(desk: Desk, name: Name) -> None:
        """Choose the campaign that your commands mean from now on."""
        from campaign.services import campaigns

        with desk.writing() as session:
            kept = campaigns.use(session, name, desk.author)
        desk.say(f"From now on your commands mean {kept.campaign.name}.")

    @command(app, "status", example="campaign status")
    def status(desk: Desk) -> None:
        """Where we stopped: what is next, what is owed, who leads."""
        from campaign.display import campaigns as display
        from campaign.display import documents

        with desk.reading() as session:
            kept = desk.campaign(session)
        desk.show(display.status(kept, proved=_proved(kept)), documents.status_document(kept))

    @command(app, "standings", example="campaign standings")
    def standings(desk: Desk) -> None:
        """Progress marks by city, with their reasons."""
        from campaign.display import campaigns as display
        from campaign.display import documents

        with desk.reading() as session:
            kept = desk.campaign(session)
        desk.show(display.standings(kept), documents.standings_document(kept))

    @command(app, "history", example="campaign history")
    def history(desk: Desk) -> None:
        """Everything that has happened, entry by entry."""
        from campaign.display import campaigns as display
        from campaign.display import documents

        with desk.reading() as session:
            kept = desk.campaign(session)
        desk.show(display.history(kept), documents.history_document(kept))


def _players(pairs: list[str]) -> dict[str, str]:
    """`eagle=Anna` and so on as a table; a seat given twice or oddly is wrong usage."""
    players: dict[str, str] = {}
    for pair in pairs:
        seat, sign, player = pair.partition("=")
        if not sign:
            raise typer.BadParameter(f"{pair!r}: write a seat and a player, such as eagle=Anna")
        if seat in players:
            raise typer.BadParameter(f"{seat} is given twice")
        players[seat] = player
    return players


def _proved(kept: Kept) -> str:
    """A sentence on how far the episodes are proved."""
    from campaign.services.audit import proved

    return proved(kept.campaign)
