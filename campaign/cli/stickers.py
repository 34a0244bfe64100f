"""campaign sticker owed | place | list | move."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Annotated

import typer

from campaign.cli import arguments, completion, corrections
from campaign.cli.arguments import DryRun, LaterEvenings, Squares
from campaign.cli.entering import finish, prompt, start
from campaign.cli.entering import later as later_evenings
from campaign.cli.environment import Environment, Reply
from campaign.cli.errors import NOTHING_WRITTEN
from campaign.cli.filters import spanned, view_of_span
from campaign.cli.registration import command, group
from campaign.display.json import corrections as correction_documents
from campaign.display.json import stickers as documents
from campaign.display.terminal import stickers as screens
from campaign.services import names, stickers
from campaign.services.corrections import amending
from campaign.services.filters import Span
from engine.kernel.errors import NotAllowed
from engine.kernel.phrases import phrase

if TYPE_CHECKING:
    from campaign.services.corrections.cascade import CorrectionEffects
    from campaign.services.values import History

Seat = Annotated[
    str,
    typer.Argument(
        metavar="SEAT",
        help="The seat that gets the sticker.",
        autocompletion=completion.seats,
        show_default=False,
    ),
]
Kind = Annotated[
    str,
    typer.Argument(
        metavar="KIND",
        help="Such as tree or rock.",
        autocompletion=completion.sticker_kinds,
        show_default=False,
    ),
]
Square = Annotated[
    str, typer.Argument(metavar="SQUARE", help="The cell, such as F2.", show_default=False)
]
Moved = Annotated[str, typer.Argument(metavar="KIND", help="Such as tree or rock.")]
Old = Annotated[str, typer.Argument(metavar="FROM", help="The square where it lies now.")]
New = Annotated[str, typer.Argument(metavar="TO", help="The square where it belongs.")]

app = group(
    "sticker",
    "Stickers: what is owed, and where they go.",
    menu=("Evening", 6, "place what is owed"),
)


@command(app, "owed", example="campaign sticker owed", also="owed owe todo", reads=True)
def owed(env: Environment) -> Reply[documents.OwedStickersDocument]:
    """The stickers that are still to be placed, each with its free squares."""
    history = env.history()
    return Reply(lambda: documents.owed(history), lambda: screens.owed(history))


@command(app, "place", example="campaign sticker place bear rock F2", also="place stick stickers")
def place(
    env: Environment,
    seat: Seat = "",
    kind: Kind = "",
    square: Square = "",
    dry_run: DryRun = False,
) -> Reply[documents.OwedStickersDocument] | None:
    """Place an owed sticker, or all owed stickers one by one; undo takes a sticker back."""
    history = env.history()
    if dry_run and not square:
        raise typer.BadParameter("--dry-run is for one sticker: name its seat, kind and square")
    if not (seat or kind or square) and history.campaign.owed:
        with start.allow_leaving(env, "campaign sticker place"):
            ask = prompt.editor("campaign sticker place SEAT KIND SQUARE", env.speaker)
            finish.place_stickers(env, ask, history)
        return None
    if not (seat or kind or square):
        raise NotAllowed(phrase("no sticker is owed"), "campaign status")
    if not (seat and kind and square):
        raise typer.BadParameter(
            "give seat, kind and square together; campaign sticker owed lists what is owed"
        )
    square = square.upper()
    seat = names.seat_of(history.campaign, seat)
    change = stickers.place(history, seat, kind, square)
    if dry_run:
        fits = phrase(
            "{seat} would have a {kind} on {square}.",
            seat=seat,
            kind=phrase(kind),
            square=square,
        )
        env.say(fits, NOTHING_WRITTEN)
        return Reply(lambda: documents.owed(history))
    history = env.keep(change)
    env.say(
        phrase("{seat} has a {kind} on {square}.", seat=seat, kind=phrase(kind), square=square),
        screens.still_owed(history),
    )
    return Reply(lambda: documents.owed(history))


@command(app, "list", example="campaign sticker list", reads=True)
@spanned()
def list_(env: Environment, span: Span) -> Reply[documents.StickersDocument]:
    """The stickers on all boards, also those that later ones cover."""
    history = env.history()
    placed = span.select(stickers.placed(history), attrgetter("day"))
    return Reply(
        lambda: documents.stickers(history, placed),
        view_of_span(span, placed, lambda: screens.stickers(placed)),
    )


@command(
    app,
    "move",
    example="campaign sticker move bear rock F2 D2",
    also="correct fix change edit mistake wrong",
)
def move(
    env: Environment,
    seat: arguments.Seat,
    kind: Moved,
    old: Old,
    new: New,
    later: LaterEvenings = None,
    sticker: Squares = None,
    dry_run: DryRun = False,
) -> Reply[correction_documents.CorrectionDocument]:
    """Move a sticker whose square was chosen, as if it had been placed there at once."""
    decide = later_evenings.decider(env, later, sticker, dry_run=dry_run)

    def preview(history: History) -> CorrectionEffects:
        city = names.seat_of(history.campaign, seat)
        cascade = amending.move_sticker(
            history, city, kind.lower(), old.upper(), new.upper(), decide
        )
        if displaced := amending.displaced_sticker_kind(cascade, city, new.upper()):
            env.say(
                phrase(
                    "A {other} was put on {square} later: it comes off and is owed again; "
                    "--sticker '{seat} {kind} SQUARE' says where it goes.",
                    other=phrase(displaced),
                    kind=displaced,  # is typed, and therefore the same in every language
                    square=new.upper(),
                    seat=city,
                )
            )
        return cascade

    return corrections.correct(env, preview, dry_run=dry_run, decide=decide)
