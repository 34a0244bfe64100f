"""campaign session stats."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli import completion
from campaign.cli.arguments import Game
from campaign.cli.environment import Environment
from campaign.cli.languages import Language
from campaign.display.json import statistics as documents
from campaign.display.terminal import statistics as screens
from campaign.services.statistics import sessions as statistics

OneId = Annotated[
    int | None,
    typer.Argument(
        metavar="ID",
        help="One session; without it all.",
        show_default=False,
        autocompletion=completion.sessions,
    ),
]


def stats(env: Environment, game: Game, id: OneId = None, language: Language = "") -> None:
    """Statistics over all sessions of a game, or over one of them."""
    with env.reading() as session:
        figures = statistics.statistics(session, game, id, language)
    env.show(screens.statistics(figures), documents.statistics(figures))
