"""campaign stats, campaign session stats."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli import completion
from campaign.cli.arguments import Game
from campaign.cli.environment import Environment, command, group
from campaign.display.json import statistics as documents
from campaign.display.terminal import statistics as screens
from campaign.services.statistics import campaigns
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
All = Annotated[
    bool, typer.Option("--all", help="Over all campaigns, and the sessions of My City.")
]
Luck = Annotated[
    bool, typer.Option("--luck", help="Also what simple players make of the same cards.")
]

app = group()


@command(app, "stats", example="campaign stats --luck")
def of_campaign(env: Environment, everything: All = False, luck: Luck = False) -> None:
    """Statistics of My City: points by term, passes, who gains in which chapter, luck."""
    with env.reading() as session, env.progress("luck of the deck", "games") as progress:
        if everything:
            figures = campaigns.of_all(session, progress if luck else None)
        else:
            figures = campaigns.of_campaign(env.campaign(session), progress if luck else None)
    env.show(screens.statistics(figures), documents.statistics(figures))


def stats(env: Environment, game: Game, id: OneId = None) -> None:
    """Statistics over all sessions of a game, or over one of them."""
    with env.reading() as session:
        figures = statistics.statistics(session, game, id, env.language)
    env.show(screens.statistics(figures), documents.statistics(figures))
