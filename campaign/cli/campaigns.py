"""campaign new | list | use | status | standings | history."""

from __future__ import annotations

import secrets
from typing import Annotated, Any

import typer

from campaign.cli import completion
from campaign.cli.desk import Desk, read_text
from campaign.cli.options import command

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


From = Annotated[
    int | None,
    typer.Option(
        "--from-episode",
        metavar="N",
        help="Go on with a campaign at this episode; without --state a form to fill in.",
        show_default=False,
    ),
]
State = Annotated[
    str | None,
    typer.Option(
        "--state", metavar="FILE", help="The form, filled in from the boards.", show_default=False
    ),
]


def register(app: typer.Typer) -> None:
    """Add the commands."""

    @command(
        app, "new", example='campaign new "The Tuesday Group" --seat eagle=Anna --seat bear=Ben'
    )
    def new(
        desk: Desk, name: Name, seat: Seats, from_episode: From = None, state: State = None
    ) -> None:
        """Begin a campaign of My City, or go on with one that was begun without this program."""
        from campaign.display.json import campaigns as documents
        from campaign.display.json.status import status as status_document
        from campaign.display.terminal import status as display
        from campaign.services import founding

        players = _players(seat)
        if from_episode is not None and state is None:
            text = founding.state_form("stand_in", players, from_episode)
            desk.show(text, documents.state(text))
            desk.say("Nothing was written. Fill this in, then the same command with --state FILE.")
            return
        founded = founding.creation(
            name,
            players,
            pack="stand_in",
            declared=_declared(from_episode, state),
            uid=secrets.token_hex(8),
            secret=secrets.token_hex(32),
        )
        with desk.writing(create=True) as session:
            history = founding.begin(session, founded, desk.by())
        desk.say(f"{name} has begun.")
        desk.show(
            display.status(history),
            status_document(history),
        )

    @command(app, "list", example="campaign list")
    def list_(desk: Desk) -> None:
        """All campaigns in the database."""
        from campaign.display.json import campaigns as documents
        from campaign.display.terminal import campaigns as display
        from campaign.services import campaigns

        with desk.reading() as session:
            listed = campaigns.listed(session)
            in_use = campaigns.in_use(session, desk.author)
        desk.show(display.campaign_list(listed, in_use), documents.campaign_list(listed, in_use))

    @command(app, "use", example='campaign use "The Tuesday Group"')
    def use(desk: Desk, name: Name) -> None:
        """Choose the campaign that your commands mean from now on."""
        from campaign.services import campaigns

        with desk.writing() as session:
            history = campaigns.use(session, name, desk.author)
        desk.say(f"From now on your commands mean {history.campaign.name}.")

    @command(app, "status", example="campaign status")
    def status(desk: Desk) -> None:
        """Where we stopped: what is next, what is owed, who leads."""
        from campaign.display.json import status as documents
        from campaign.display.terminal import status as display

        with desk.reading() as session:
            history = desk.campaign(session)
        desk.show(display.status(history), documents.status(history))

    @command(app, "standings", example="campaign standings")
    def standings(desk: Desk) -> None:
        """Progress marks by city, with their reasons."""
        from campaign.display.json import status as documents
        from campaign.display.terminal import status as display

        with desk.reading() as session:
            history = desk.campaign(session)
        desk.show(display.standings(history), documents.standings(history))

    @command(app, "history", example="campaign history")
    def history(desk: Desk) -> None:
        """Everything that has happened, entry by entry."""
        from campaign.display.json import history as documents
        from campaign.display.terminal import history as display

        with desk.reading() as session:
            history = desk.campaign(session)
        desk.show(display.history(history), documents.history(history))


def _declared(from_episode: int | None, file: str | None) -> dict[str, Any] | None:
    """The state that a file declares; it must be of the episode that the command names."""
    from campaign.cli.records import where_of
    from engine.kernel.errors import Refused
    from engine.my_city.pack.read import parse

    if file is None:
        return None
    text = read_text(file)
    with where_of(file, text):
        told = parse(file, text)
        if from_episode not in (None, told.get("episode")):
            raise Refused(
                f"the state is that before episode {told.get('episode')}, not {from_episode}"
            )
    return told


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
