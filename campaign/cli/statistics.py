"""campaign stats, campaign session stats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from campaign.cli import pictures
from campaign.cli.arguments import Drawing, Game, OneId, Simulated
from campaign.cli.environment import Environment, Reply
from campaign.cli.filters import filtered
from campaign.cli.registration import command, group
from campaign.cli.spreading import Cluster, Jobs, WorkerOptions
from campaign.display.json import statistics as documents
from campaign.display.svg import statistics as drawings
from campaign.display.terminal import statistics as screens
from campaign.extras.extra import hooks
from campaign.services import games, sessions_list
from campaign.services.filters import EVERY, PlayFilter
from campaign.services.statistics import campaigns
from campaign.services.statistics import sessions as statistics

if TYPE_CHECKING:
    from pathlib import Path

    from campaign.services.statistics.sessions import StatisticsTables

All = Annotated[
    bool, typer.Option("--all", help="Count all campaigns, and the sessions of My City.")
]
Luck = Annotated[
    bool,
    typer.Option("--luck", help="Also the scores that simple players reach with the same cards."),
]

app = group()


@command(
    app,
    "stats",
    example="campaign stats --luck",
    menu=("Analysis", 1, "points, passes, luck"),
    also="statistics luck points passes",
    reads=True,
)
@filtered("player", "where", "since", "until")
def of_campaign(
    env: Environment,
    wanted: PlayFilter,
    everything: All = False,
    luck: Luck = False,
    simulated: Simulated = False,
    output: Drawing = None,
) -> Reply[documents.StatisticsDocument]:
    """Statistics of My City: points by term, passes, who gains in which chapter, luck."""
    if simulated and not everything:
        raise typer.BadParameter(
            "--simulated goes with --all: a single campaign is shown, simulated or not"
        )
    if luck and output:
        raise typer.BadParameter("--luck has no picture: leave out --luck or -o")
    extra_statistics = tuple(hooks("statistics").values())
    with env.reading() as session, env.progress("luck of the deck", "games") as progress:
        if everything:
            figures = campaigns.of_all(
                session, progress if luck else None, extra_statistics, wanted, simulated=simulated
            )
        else:
            history = env.campaign_history(session)
            figures = campaigns.of_campaign(
                session, history, progress if luck else None, extra_statistics, wanted
            )
    return _reply(env, figures, output, wanted)


@filtered("player", "where", "since", "until")
def stats(
    env: Environment,
    game: Game,
    wanted: PlayFilter,
    id: OneId = None,
    simulated: Simulated = False,
    output: Drawing = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
) -> Reply[documents.StatisticsDocument]:
    """Statistics over all sessions of a game, or over one of them."""
    if id is not None and wanted != EVERY:
        raise typer.BadParameter(
            f"session {id} is a single one, but {wanted.options.strip()} filters a list"
        )
    game = games.named(game)
    workers = WorkerOptions(env, jobs, cluster)
    with env.reading() as session:
        wanted = sessions_list.resolved_filter(session, wanted)
        total = statistics.count(session) if id is None else 1
        with workers.reading(session, "counting", "sessions", total) as (reads, progress):
            figures = statistics.statistics(
                session,
                game,
                id,
                env.speaker.language,
                progress,
                reads,
                wanted,
                simulated=simulated,
            )
    return _reply(env, figures, output, wanted)


def _reply(
    env: Environment, figures: StatisticsTables, output: Path | None, wanted: PlayFilter
) -> Reply[documents.StatisticsDocument]:
    """Reply with statistics, on the screen or drawn into a file."""
    if output:
        pictures.write(env, output, drawings.statistics(figures, env.speaker))
    return Reply(
        lambda: documents.statistics(figures),
        None if output else lambda: screens.statistics(figures, wanted),
    )
