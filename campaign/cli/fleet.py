"""campaign fleet audit | standings | stats: many databases at once, such as those of a league."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from campaign.cli.arguments import Game
from campaign.cli.environment import FOUND_SOMETHING, Environment, command, group
from campaign.cli.spreading import Cluster, Jobs, Workers, cores
from campaign.display.json import statistics as documents
from campaign.display.terminal import statistics as screens
from campaign.services import fleet

if TYPE_CHECKING:
    from campaign.services.statistics.sessions import Statistics

Groups = Annotated[
    list[str],
    typer.Argument(
        metavar="FILE|FOLDER|URL...",
        help="Databases, bundles, or folders of them; each is a group.",
    ),
]
Databases = Annotated[
    list[str],
    typer.Argument(
        metavar="FILE|FOLDER|URL...", help="Databases, or folders of them; each is a group."
    ),
]

app = group("fleet", "Many databases at once, such as the groups of a league.")


@command(app, "audit", example="campaign fleet audit league/")
def audit(env: Environment, groups: Groups, jobs: Jobs = None, cluster: Cluster = None) -> None:
    """Audit every group; what is wrong with one never stops the others. Exit code 3 if anything is.

    A bundle is audited as `audit --file` does.
    """
    paths = fleet.groups_in(groups)
    if not cluster:
        jobs = jobs or min(cores(), len(paths))
    with Workers(env, jobs, cluster).working("auditing", "groups", len(paths)) as (
        spread,
        progress,
    ):
        figures, sound = fleet.audit(paths, spread, progress)
    _show(env, figures)
    if not sound:
        raise typer.Exit(FOUND_SOMETHING)


@command(app, "standings", example="campaign fleet standings league/*.db")
def standings(
    env: Environment, groups: Databases, jobs: Jobs = None, cluster: Cluster = None
) -> None:
    """Who leads in each campaign of each group, and what everybody has won over all groups."""
    paths = fleet.groups_in(groups)
    with Workers(env, jobs, cluster).working("reading", "groups", len(paths)) as (spread, progress):
        figures = fleet.standing(paths, spread, progress)
    _show(env, figures)


@command(app, "stats", example="campaign fleet stats my-city league/")
def stats(
    env: Environment, game: Game, groups: Databases, jobs: Jobs = None, cluster: Cluster = None
) -> None:
    """Statistics of a game over the sessions of all groups."""
    paths = fleet.groups_in(groups)
    with Workers(env, jobs, cluster).working("counting", "groups", len(paths)) as (
        spread,
        progress,
    ):
        figures = fleet.stats(paths, game, env.language, spread, progress)
    _show(env, figures)


def _show(env: Environment, figures: Statistics) -> None:
    env.show(screens.statistics(figures), documents.statistics(figures))
