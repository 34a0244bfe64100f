"""campaign simulate: games of simple players, stored or written to files."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from campaign.cli import completion, packs_eternal
from campaign.cli.arguments import Game, Tables
from campaign.cli.environment import Environment, Reply
from campaign.cli.files import make_folder, write_text
from campaign.cli.registration import command, group
from campaign.cli.spreading import Cluster, Jobs, WorkerOptions
from campaign.display.terminal import sessions as screens
from campaign.display.terminal import status
from campaign.extras.simulate import document as documents
from campaign.extras.simulate import games as service
from campaign.extras.simulate import parquet as simulate_parquet
from campaign.extras.simulate import rows as simulate_rows
from campaign.extras.simulate.arguments import MOST_GAMES, Seed
from campaign.services import games, record_files, sessions_list
from campaign.services.progress import counted
from campaign.services.words import many
from campaign.shell import quoted
from campaign.store import database, schema
from campaign.store.clock import today
from campaign.store.location import MEMORY
from engine.kernel.phrases import phrase

if TYPE_CHECKING:
    from sqlmodel import Session

    from campaign.extras.simulate.games import Rehearsal

NOT_KEPT = (
    "Played in a database that is thrown away: --keep keeps the games, marked as simulated; "
    "-o FOLDER writes them into files."
)
PLAYERS = ("Anna", "Ben", "Chen", "Dora")
STEPS = "steps.txt"
"""The commands of a campaign that was written to files, in their order."""

SeatCount = Annotated[int, typer.Option("--seats", metavar="N", min=1, help="The number of seats.")]
Count = Annotated[
    int,
    typer.Option("-n", "--count", metavar="N", min=1, max=MOST_GAMES, help="How many games."),
]
Episode = Annotated[
    int | None,
    typer.Option(
        "--episode",
        metavar="N",
        help="Play this episode of My City on fresh boards, instead of the eternal mode.",
        show_default=False,
        autocompletion=completion.episodes,
    ),
]
Whole = Annotated[
    bool, typer.Option("--whole", help="A whole campaign of My City, with every episode.")
]
Players = Annotated[
    list[str] | None,
    typer.Option(
        "--simple-player",
        metavar="[SEAT=]NAME",
        help="The simple player of a seat, such as p1=sensible; without a seat, of all remaining "
        "seats.",
        show_default=False,
    ),
]
Output = Annotated[
    Path | None,
    typer.Option(
        "-o",
        "--output",
        metavar="FOLDER|FILE.parquet",
        help="A folder with a file for each record, or a Parquet table of all seats (extra "
        "parquet), which the same command continues after Ctrl-C.",
        show_default=False,
    ),
]
Records = Annotated[
    bool,
    typer.Option(
        "--records",
        help="Write a row for each game, with its record, into the table, instead of a row for "
        "each seat.",
    ),
]
Keep = Annotated[
    bool,
    typer.Option("--keep", help="Keep the games in the database, marked as simulated for good."),
]
SHOWN = 20
"""The number of games of a throw-away database that are listed."""

app = group()


@command(
    app,
    "simulate",
    example="campaign simulate my-city --seats 3 --seed 7 -n 20 -o games",
    menu=("Analysis", 4, "let programs play"),
    also="random bots bot generate",
)
def simulate(
    env: Environment,
    game: Game,
    seats: SeatCount = 4,
    seed: Seed = 1,
    count: Count = 1,
    episode: Episode = None,
    whole: Whole = False,
    player: Players = None,
    tables: Tables = None,
    output: Output = None,
    keep: Keep = False,
    records: Records = False,
    jobs: Jobs = None,
    cluster: Cluster = None,
) -> Reply[documents.SimulationDocument]:
    """Let simple players play games: show them, write them, or keep them marked as simulated."""
    if keep and output is not None:
        raise typer.BadParameter(
            "--keep stores games in the database, -o writes files: give one of them"
        )
    game = games.named(game)
    as_table = output is not None and output.suffix == simulate_parquet.SUFFIX
    if whole:
        given = (tables, episode, player, records or None, output if as_table else None)
        options = ("--tables", "--episode", "--simple-player", "--records", "a Parquet table")
        for option, value in zip(options, given, strict=True):
            if value is not None:
                raise typer.BadParameter(
                    f"{option} is for single games: a campaign has its own pack, all episodes, the "
                    "usual simple players, and files in a folder"
                )
        episodes = 0
        for number in range(seed, seed + count):
            several = output is not None and count > 1
            folder = output / f"campaign-{number}" if output and several else output
            episodes += _campaign(env, game, seats, number, folder, keep=keep)
        return Reply(lambda: documents.SimulationDocument(count=episodes, kept=keep))
    if episode is not None and tables is not None:
        raise typer.BadParameter(
            "--tables is for the eternal mode: an episode is played by the pack as it came. To "
            "correct the pack of a campaign: campaign pack apply FILE"
        )
    new = tables is not None or episode is None
    overlay = packs_eternal.read_tables(env, game, tables) if new else ""
    wanted = service.games_to_play(
        game,
        seats=seats,
        seeds=range(seed, seed + count),
        episode=episode,
        played=today(),
        players=player or (),
        overlay=overlay,
    )
    workers = WorkerOptions(env, jobs, cluster)
    if records and not as_table:
        raise typer.BadParameter(
            "--records needs a table: give -o FILE.parquet; a folder always holds records"
        )
    if output is not None and as_table:
        rows = simulate_rows.OF_RECORDS if records else simulate_rows.OF_SEATS
        simulate_parquet.write(env, workers, wanted, output, rows)
        return Reply(lambda: documents.SimulationDocument(count=count, kept=keep))
    with workers.spreading_work("playing", "games", count) as (spread, progress):
        size = service.chunk_size(wanted)
        progress(0, count)
        parts = spread(service.texts, wanted.parts(size))
        played = counted(chain.from_iterable(parts), count, progress)
        if output is not None:
            _write(env, played, output, game, seed)
            _write_tables(output, overlay)
        else:
            _play(env, played, overlay, keep=keep)
    return Reply(lambda: documents.SimulationDocument(count=count, kept=keep))


def _campaign(
    env: Environment, game: str, seats: int, seed: int, folder: Path | None, *, keep: bool
) -> int:
    """Play a whole campaign, in a database or into files of its episodes and commands.

    Returns the number of its episodes.
    """
    founded = service.found_campaign(
        game, f"Simulated {seats}-{seed}", PLAYERS[:seats], secret=secrets.token_hex(32)
    )
    rehearsal = service.rehearse_campaign(founded, seed, None if folder else today())
    if folder is not None:
        return _write_campaign(env, rehearsal, folder)
    playing = env.progress("playing", "episodes")
    with playing as progress, _transaction(env, keep=keep) as session:
        for history in service.keep_campaign(session, founded, rehearsal, env.author_now()):
            if history.entries[-1].kind == "episode recorded":
                played = history.campaign.played[-1]
                best = ", ".join(sheet.seat for sheet in played.first)
                env.say(f"episode {played.number}: {best} with {played.first[0].total}")
                progress(played.number, history.campaign.pack.last)
    if keep:
        name = founded.entry.name
        env.say(f"Kept as {name}, simulated: campaign status --campaign {quoted(name)}")
    else:
        env.say(status.status(history), NOT_KEPT)
    return len(history.campaign.played)


def _write_campaign(env: Environment, rehearsal: Rehearsal, folder: Path) -> int:
    """Write a record for each episode, and `steps.txt` with all commands in their order."""
    make_folder(folder)
    steps, count = [], 0
    with env.progress("playing", "episodes") as progress:
        for step, name, record in service.steps_of(rehearsal):
            steps.append(step)
            if record:
                write_text(str(folder / name), record)
                count += 1
                progress(count, 0)
    write_text(str(folder / STEPS), "".join(f"{step}\n" for step in steps))
    records = many(count, "record")
    env.say(
        phrase("{folder} holds {records} and {steps}.", records=records, steps=STEPS, folder=folder)
    )
    return count


def _write(env: Environment, played: Iterable[str], folder: Path, game: str, seed: int) -> None:
    """Write each record into a file of its own; no file is ever overwritten."""
    make_folder(folder)
    number = seed - 1
    for number, text in enumerate(played, seed):
        write_text(str(folder / f"{game}-{number}.toml"), text)
    count = number - seed + 1
    env.say(f"{count} record{'s' if count > 1 else ''} in {folder}.")


def _write_tables(folder: Path, overlay: str) -> None:
    """Write the corrections that the records name to where `import records` looks for them."""
    path = folder / record_files.tables_file(overlay)
    if overlay and not path.exists():
        make_folder(path.parent)
        write_text(str(path), overlay)


def _play(env: Environment, played: Iterable[str], overlay: str, *, keep: bool) -> None:
    """Keep all records in one transaction, in the database or in one that is thrown away."""
    with _transaction(env, keep=keep) as session:
        numbers = service.keep(session, played, env.author_now(), overlay)
        rows = sessions_list.listed(session, SHOWN) if not keep else ()
    first, last = numbers[0], numbers[-1]
    if not keep:
        earlier = last - len(rows)
        env.say(screens.session_list(rows, "", 0, ""), *([f"{earlier} before."] if earlier else []))
        env.say(NOT_KEPT)
        return
    kept_sessions = f"sessions {first} to {last}" if len(numbers) > 1 else f"session {first}"
    env.say(f"Kept as {kept_sessions}, simulated: campaign session show {last}")


@contextmanager
def _transaction(env: Environment, *, keep: bool) -> Iterator[Session]:
    """A transaction of the database, or of a new one in memory that is thrown away."""
    if keep:
        with env.writing(create=True) as session:
            yield session
        return
    temporary = database.open_database(MEMORY)
    try:
        schema.ensure(temporary)
        with database.writing(temporary) as session:
            yield session
    finally:
        temporary.dispose()
