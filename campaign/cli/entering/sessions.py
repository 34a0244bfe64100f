"""campaign session enter: a game outside a campaign, answer by answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from campaign.cli.arguments import Game
from campaign.cli.entering import finish, prompt, start
from campaign.cli.entering.start import GREETING, Anew
from campaign.cli.environment import Environment, today
from campaign.cli.languages import Language
from campaign.services.entering import drafts, game, headers

if TYPE_CHECKING:
    from campaign.cli.entering.prompt import Ask
    from engine.kernel.record import Record

Seats = Annotated[
    list[str],
    typer.Option(
        "--seat", metavar="[SEAT=]NAME", help="Who plays, in the order of the table.", min=2
    ),
]
Header = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="KEY=VALUE",
        help="A key of the record's header, such as mode=expert.",
        show_default=False,
    ),
]
INSTEAD = "write a record in a file, then campaign session record FILE"


def enter(
    env: Environment,
    name: Game,
    seat: Seats,
    settings: Header = None,
    new: Anew = False,
    language: Language = "",
) -> None:
    """Enter a game answer by answer; every line is saved at once."""
    head = headers.head_of(name, seat, settings or (), today())
    enter_session(env, prompt.editor(INSTEAD), head, new=new, language=language)


def enter_session(env: Environment, ask: Ask, head: Record, *, new: bool, language: str) -> None:
    """Enter a game outside a campaign and keep it."""
    entering = game.begun(head)
    with env.writing(create=True) as session:
        stored = drafts.every(session)
    mine = drafts.of(stored, "", entering.game.NAME)
    with start.leaving(env, f"campaign session enter {entering.game.NAME}"):
        dialog = start.begin(env, ask, lambda: entering, () if new else mine, language=language)
        env.say(f"{entering.game.TITLE}. {GREETING}")
        finish.finish_session(dialog)
