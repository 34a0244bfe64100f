"""campaign standings."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli import pictures
from campaign.cli.arguments import AsCard, Drawing, Simulated
from campaign.cli.environment import Environment, Reply
from campaign.cli.registration import command, group
from campaign.display.json import standings as documents
from campaign.display.svg import sharing
from campaign.display.svg import standings as drawings
from campaign.display.terminal import standings as screens
from campaign.services import standings as service

All = Annotated[
    bool, typer.Option("--all", help="All campaigns and sessions: who leads, who wins most.")
]

app = group()


@command(
    app,
    "standings",
    example="campaign standings --all",
    menu=("History", 1, "marks and reasons"),
    also="marks ranking rank leaderboard table winner",
    reads=True,
)
def standings(
    env: Environment,
    everything: All = False,
    simulated: Simulated = False,
    output: Drawing = None,
    card: AsCard = None,
) -> Reply[documents.CampaignStandingsDocument | documents.StandingsDocument]:
    """Progress marks by city, with their reasons."""
    size = pictures.format_of(card, output)
    if everything and output:
        raise typer.BadParameter("--all has no picture: leave out --all or -o")
    if simulated and not everything:
        raise typer.BadParameter(
            "--simulated goes with --all: a single campaign is shown, simulated or not"
        )
    if everything:
        with env.reading() as session:
            overall = service.overall(session, simulated=simulated)
        return Reply(lambda: documents.overall(overall), lambda: screens.overall(overall))
    history = env.history()
    if output:
        pictures.write(
            env,
            output,
            sharing.campaign_card(history, env.speaker, size)
            if size
            else drawings.standings(history, env.speaker),
        )
    return Reply(
        lambda: documents.standings(history),
        None if output else lambda: screens.standings(history),
    )
