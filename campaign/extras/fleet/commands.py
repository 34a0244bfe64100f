"""campaign fleet audit | standings | stats | pages | serve: many databases, such as a league."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from campaign.cli import export_files
from campaign.cli.arguments import Game
from campaign.cli.chronicle import NoProof
from campaign.cli.environment import FOUND_SOMETHING, Environment, Reply
from campaign.cli.errors import FileProblem, ServerProblem
from campaign.cli.registration import command, group
from campaign.cli.spreading import Cluster, Jobs, WorkerOptions, core_count
from campaign.display.html.chronicle import ChronicleChoices
from campaign.display.json import statistics as documents
from campaign.display.terminal import statistics as screens
from campaign.extras.fleet import groups as fleet_groups
from campaign.extras.fleet import groups_work as fleet
from campaign.extras.fleet import page as drawing
from campaign.extras.fleet.page import IndexLine
from campaign.services.progress import unwatched
from campaign.services.words import many
from campaign.store import keys
from campaign.store.errors import BadKey
from engine.kernel.phrases import phrase
from engine.kernel.texts import number_in

if TYPE_CHECKING:
    from campaign.services.statistics.sessions import StatisticsTables

Groups = Annotated[
    list[str],
    typer.Argument(
        metavar="FILE|FOLDER|URL",
        help="Databases, bundles, or folders of them; each is a group.",
    ),
]
Audited = Annotated[
    list[str],
    typer.Argument(
        metavar="FILE|FOLDER|URL",
        help="Databases, bundles, Parquet files of records, or folders of these or of records; "
        "each is a group.",
    ),
]
Counted = Annotated[
    list[str],
    typer.Argument(
        metavar="FILE|FOLDER|URL",
        help="Databases, Parquet files of records, or folders of these or of records; each is a "
        "group. A bundle has no sessions.",
    ),
]
Folder = Annotated[
    Path, typer.Option("-o", "--output", metavar="FOLDER", help="A folder that is new or empty.")
]

Pages = Annotated[
    Path, typer.Argument(metavar="FOLDER", help="The folder that `fleet pages` has written.")
]
Address = Annotated[
    str,
    typer.Option(
        "--address", metavar="ADDRESS", help="The address to serve at; 0.0.0.0 means every network."
    ),
]

app = group(
    "fleet",
    "Many databases at once, such as the groups of a league.",
    menu=("Clubs", 2, "many databases"),
)


@command(app, "audit", example="campaign fleet audit league/")
def audit(
    env: Environment, groups: Audited, jobs: Jobs = None, cluster: Cluster = None
) -> Reply[documents.StatisticsDocument]:
    """Audit every group; a fault in one never stops the others. Exit code 3 if there is a fault.

    A bundle is audited as `audit --file` does it; every record in a file is replayed.
    """
    paths = fleet_groups.groups_in(groups, records=True)
    size = fleet_groups.size_of(paths)
    if not cluster:
        jobs = jobs or min(core_count(), size.pieces)
    workers = WorkerOptions(env, jobs, cluster)
    with workers.spreading_work("auditing", size.unit, size.total) as (spread, progress):
        figures, sound = fleet.audit(paths, spread, progress)
    return _reply(figures, sound=sound)


@command(app, "standings", example="campaign fleet standings league/*.db")
def standings(
    env: Environment, groups: Groups, jobs: Jobs = None, cluster: Cluster = None
) -> Reply[documents.StatisticsDocument]:
    """Who leads in each campaign of each group, and what everybody has won over all groups."""
    paths = fleet_groups.groups_in(groups)
    with WorkerOptions(env, jobs, cluster).spreading_work("reading", "groups", len(paths)) as (
        spread,
        progress,
    ):
        figures = fleet.standings_tables(paths, spread, progress)
    return _reply(figures)


@command(app, "stats", example="campaign fleet stats my-city league/")
def stats(
    env: Environment, game: Game, groups: Counted, jobs: Jobs = None, cluster: Cluster = None
) -> Reply[documents.StatisticsDocument]:
    """Statistics of a game over the sessions of all groups."""
    paths = fleet_groups.groups_in(groups, records=True)
    size = fleet_groups.size_of(paths)
    workers = WorkerOptions(env, jobs, cluster)
    with workers.spreading_work("counting", size.unit, size.total) as (spread, progress):
        figures = fleet.stats(paths, game, env.speaker.language, spread, progress)
    return _reply(figures)


@command(app, "pages", example="campaign fleet pages -o pages league/")
def pages(
    env: Environment,
    groups: Groups,
    output: Folder,
    no_proof: NoProof = False,
    jobs: Jobs = None,
) -> Reply[documents.StatisticsDocument] | None:
    """Write chronicles, sessions and statistics of every group, and an index with the standings.

    If this account cannot sign, the pages hold no proof. With --replace they replace older
    pages. Exit code 3 if anything could not be read; the index says why.
    """
    paths = fleet_groups.groups_in(groups)
    lines, broken, public = list[IndexLine](), list[tuple[str, str]](), list[tuple[str, str]]()
    proof = not no_proof and _can_sign(env)
    draw = partial(
        drawing.pages_of, ChronicleChoices(env.speaker.language, proof=proof), env.author_now()
    )
    taken = {drawing.INDEX}
    replaced = env.options.replace and drawing.holds_own_pages(output)
    with export_files.new_folder(output, replaced=replaced) as folder:
        with WorkerOptions(env, jobs, None).spreading_work("drawing", "groups", len(paths)) as (
            spread,
            progress,
        ):
            groups_drawn = fleet_groups.by_group(draw, paths, spread, progress)
            for path, group in zip(paths, groups_drawn, strict=True):
                if group.why:
                    broken.append((group.name, group.why))
                    public.append((group.name, drawing.without_path(group.why, path)))
                for page in group.result or ():
                    if page.why:
                        broken.append((group.name, f"{page.name}: {page.why}"))
                        public.append(broken[-1])
                        continue
                    file = drawing.new_file_name(taken, group.name, page.name)
                    (folder / file).write_text(page.result.text, encoding="utf-8", newline="\n")
                    lines.append(IndexLine(group.name, page.name, page.result.stands, file))
            tables, _ = fleet.standings_over(paths, spread, unwatched)
        text = drawing.index(lines, tables, public, env.speaker)
        (folder / drawing.INDEX).write_text(text, encoding="utf-8", newline="\n")
    env.show(_reply(fleet.pages(lines, broken)))
    env.say(f"{output / drawing.INDEX} leads to {many(len(lines), 'page')!s}.")
    if broken:
        raise typer.Exit(FOUND_SOMETHING)
    return None


@command(app, "serve", example="campaign fleet serve pages", reads=True)
def serve(env: Environment, folder: Pages, address: Address = "127.0.0.1:8080") -> None:
    """Serve the pages of `fleet pages` to browsers, read-only, until Ctrl-C."""
    from campaign.extras.fleet.serving import server_of  # noqa: PLC0415
    from campaign.extras.serving import listening_socket  # noqa: PLC0415  the server costs a start its time

    if not drawing.holds_pages(folder):
        raise FileProblem(f"{folder} holds no pages of campaign fleet pages")
    host, _, port = address.rpartition(":")
    if not host or not 0 <= number_in(port) < 65536:
        raise ServerProblem(
            phrase("{address} is no address: write one such as 127.0.0.1:8080", address=address)
        )
    try:
        listener = listening_socket(host, int(port))
    except OSError as error:
        raise ServerProblem(
            phrase("{address}: {why}", address=address, why=error.strerror or str(error))
        ) from None
    with listener:
        served = f"http://{host}:{listener.getsockname()[1]}/"  # port 0 stands for any free one
        env.say(phrase("The pages are at {address}", address=served))
        server_of(folder).run([listener])


def _can_sign(env: Environment) -> bool:
    """Whether this account can sign pages; if it cannot, the reason is shown."""
    try:
        keys.own_fingerprint()
    except (BadKey, ImportError) as error:
        env.say(phrase("The pages hold no proof: {why}", why=str(error)))
        return False
    return True


def _reply(figures: StatisticsTables, *, sound: bool = True) -> Reply[documents.StatisticsDocument]:
    """The reply with the figures of all groups; unless `sound` its exit code is not 0."""
    return Reply(
        lambda: documents.statistics(figures),
        lambda: screens.statistics(figures),
        0 if sound else FOUND_SOMETHING,
    )
