"""campaign sticker owed | place | list."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli import completion, corrections
from campaign.cli.desk import Desk
from campaign.cli.options import command, group

Seat = Annotated[
    str, typer.Argument(metavar="SEAT", help="Whose board.", autocompletion=completion.seats)
]
Kind = Annotated[
    str,
    typer.Argument(
        metavar="KIND", help="Such as tree or rock.", autocompletion=completion.sticker_kinds
    ),
]
Square = Annotated[str, typer.Argument(metavar="SQUARE", help="The cell, such as F2.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    sticker = group(app, "sticker", "Stickers: what is owed, and where they go.")

    @command(sticker, "owed", example="campaign sticker owed")
    def owed(desk: Desk) -> None:
        """The stickers that are still to be placed, each with its free squares."""
        from campaign.display.json import stickers as documents
        from campaign.display.terminal import stickers as display

        with desk.reading() as session:
            kept = desk.campaign(session)
        desk.show(display.owed(kept), documents.owed(kept))

    @command(sticker, "place", example="campaign sticker place bear rock F2")
    def place(desk: Desk, seat: Seat, kind: Kind, square: Square) -> None:
        """Put a sticker that is owed on a board, for good."""
        from campaign.display.json import stickers as documents
        from campaign.display.terminal import stickers as display
        from campaign.services import changes
        from engine.my_city.campaign.entries import StickerPlaced

        entry = StickerPlaced(seat, kind, square.upper())
        with desk.reading() as session:
            change = changes.preview(desk.campaign(session), entry)
        desk.confirm(f"Put a {kind} sticker on {entry.square} of {seat} for good?")
        with desk.writing() as session:
            kept = changes.keep(session, change, desk.by())
        desk.say(f"{seat} has a {kind} on {entry.square}.", display.still_owed(kept))
        if desk.options.json:
            desk.show("", documents.owed(kept))

    @command(sticker, "list", example="campaign sticker list")
    def list_(desk: Desk) -> None:
        """The stickers on all boards."""
        from campaign.display.json import stickers as documents
        from campaign.display.terminal import stickers as display

        with desk.reading() as session:
            kept = desk.campaign(session)
        desk.show(display.stickers(kept), documents.stickers(kept))

    corrections.register_sticker(sticker)
