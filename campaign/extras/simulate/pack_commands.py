"""campaign pack simulate: what a change of the pack does in play, before and after."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli import packs_folder, pictures
from campaign.cli.arguments import Drawing, WhichPack
from campaign.cli.environment import Environment, Reply
from campaign.cli.registration import command, group
from campaign.cli.spreading import Cluster, Jobs, WorkerOptions
from campaign.display.json import statistics as documents
from campaign.display.svg import statistics as drawings
from campaign.display.terminal import statistics as screens
from campaign.extras.simulate import packs as packs_simulate
from campaign.extras.simulate.arguments import MOST_GAMES, Seed

Episode = Annotated[
    int | None,
    typer.Option(
        "--episode",
        metavar="N",
        help="Which episode; without it the newest whose envelope is open.",
        show_default=False,
    ),
]
Seats = Annotated[
    int | None,
    typer.Option(
        "--seats",
        metavar="N",
        min=2,
        max=4,
        help="How many play; without it, as many as in the campaign.",
        show_default=False,
    ),
]
Count = Annotated[
    int,
    typer.Option(
        "-n", "--count", metavar="N", min=1, max=MOST_GAMES, help="How many games under each pack."
    ),
]


app = group()


@command(
    app, "simulate", example="campaign pack simulate our-box.toml --episode 3 -n 500", reads=True
)
def simulate(
    env: Environment,
    overlay: WhichPack,
    episode: Episode = None,
    seats: Seats = None,
    count: Count = 200,
    seed: Seed = 1,
    output: Drawing = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
) -> Reply[documents.StatisticsDocument]:
    """Compare scores, passes, stuck boards, marks and feats in play before and after corrections.

    Simple players play the episode on fresh boards, with the same seeds under both packs.
    """
    history = env.history()
    after = packs_folder.find_pack(env, history, overlay)
    number = packs_simulate.episode_of(history, episode)
    places = seats or len(history.campaign.seats)
    seeds = range(seed, seed + count)
    before, later = (
        packs_simulate.trial(pack, number, places, seeds) for pack in (history.campaign.pack, after)
    )
    workers = WorkerOptions(env, jobs, cluster)
    with workers.spreading_work("playing", "games", 2 * count) as (spread, progress):
        figures = packs_simulate.compare_trials(before, later, spread, progress)
    if output:
        pictures.write(env, output, drawings.statistics(figures, env.speaker))
    return Reply(
        lambda: documents.statistics(figures),
        None if output else lambda: screens.statistics(figures),
    )
