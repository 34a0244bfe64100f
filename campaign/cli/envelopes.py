"""campaign envelope list | show | open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from campaign.cli import completion
from campaign.cli.desk import Desk
from campaign.cli.options import command, group

if TYPE_CHECKING:
    from campaign.services.values import History

Number = Annotated[
    int,
    typer.Argument(
        metavar="N", help="The number on the envelope.", autocompletion=completion.envelopes
    ),
]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    envelope = group(app, "envelope", "The envelopes of a campaign: what is open, what is sealed.")

    @command(envelope, "list", example="campaign envelope list")
    def list_(desk: Desk) -> None:
        """All envelopes, and when the closed ones open."""
        from campaign.display.json import envelopes as documents
        from campaign.display.terminal import envelopes as display

        with desk.reading() as session:
            history = desk.campaign(session)
        desk.show(display.envelope_list(history), documents.envelope_list(history))

    @command(envelope, "show", example="campaign envelope show 1")
    def show(desk: Desk, number: Number) -> None:
        """What an open envelope brought; of a closed one only when it opens."""
        from campaign.display.json import envelopes as documents
        from campaign.display.terminal import envelopes as display

        with desk.reading() as session:
            history = desk.campaign(session)
        _there_is(history, number)
        desk.show(display.envelope(history, number), documents.envelope(history, number))

    @command(envelope, "open", example="campaign envelope open 1")
    def open_(desk: Desk, number: Number) -> None:
        """Open an envelope when its time has come, and show what it brings."""
        from campaign.display.json import envelopes as documents
        from campaign.display.terminal import envelopes as display
        from campaign.services import changes

        with desk.reading() as session:
            history = desk.campaign(session)
            entry = changes.opening(session, history, number)
        change = changes.preview(history, entry)
        desk.confirm(f"Open envelope {number} for good?")
        with desk.writing() as session:
            history = changes.keep(session, change, desk.by())
        desk.say(f"Envelope {number} is open.")
        desk.show(display.envelope(history, number), documents.envelope(history, number))


def _there_is(history: History, number: int) -> None:
    from campaign.services.errors import NotFound

    numbers = [envelope.number for envelope in history.campaign.pack.envelopes]
    if number not in numbers:
        raise NotFound(f"there is no envelope {number}", "campaign envelope list")
