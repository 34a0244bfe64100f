"""campaign pack simulate: what a change of the pack does in play, before and after."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from campaign.cli import pictures
from campaign.cli.environment import Environment
from campaign.display.json import statistics as documents
from campaign.display.svg import statistics as drawings
from campaign.display.terminal import statistics as screens
from campaign.extras.simulate import packs as packs_simulate

if TYPE_CHECKING:
    from campaign.cli.spreading import Workers
    from engine.my_city.pack.model import Pack

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
        min=2,
        max=4,
        help="How many play; without it as in the campaign.",
        show_default=False,
    ),
]
Count = Annotated[int, typer.Option("-n", "--count", min=1, help="How many games of each.")]
Seed = Annotated[int, typer.Option("--seed", help="The same seed gives the same games.")]


def show(
    env: Environment,
    after: Pack,
    *,
    episode: int | None,
    seats: int | None,
    count: int,
    seed: int,
    workers: Workers,
    output: Path | None,
) -> None:
    """Play the episode under the pack of the campaign and under another one, and compare."""
    history = env.history()
    number = packs_simulate.episode_of(history, episode)
    places = seats or len(history.campaign.seats)
    seeds = range(seed, seed + count)
    before, later = (
        packs_simulate.trial(pack, number, places, seeds) for pack in (history.campaign.pack, after)
    )
    with workers.working("playing", "games", 2 * count) as (spread, progress):
        figures = packs_simulate.compared(before, later, spread, progress)
    if output:
        pictures.write(env, output, drawings.statistics(figures))
    else:
        env.show(screens.statistics(figures), documents.statistics(figures))
