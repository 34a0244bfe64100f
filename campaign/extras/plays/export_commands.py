"""campaign export csv | json | parquet | records | bgstats: what was played, for others to read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from enum import StrEnum
from functools import partial
from itertools import chain
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, TypeVar

import typer

from campaign.cli import export_files
from campaign.cli import export_parquet as export_parquet
from campaign.cli.environment import Environment, Reply
from campaign.cli.files import make_folder
from campaign.cli.filters import filtered
from campaign.cli.registration import command, group
from campaign.cli.spreading import Cluster, Jobs, WorkerOptions
from campaign.extras.plays import bgstats as app_files
from campaign.extras.plays import document as documents
from campaign.extras.plays import parts, plays, tables, typed
from campaign.extras.plays import records as record_files
from campaign.extras.plays import screen as screens
from campaign.services import games, sessions_list
from campaign.services.cycles import batched_items
from campaign.services.filters import EVERY, PlayFilter
from campaign.services.progress import counted
from campaign.services.words import many
from campaign.shell import command_on
from engine.kernel.phrases import joined, phrase, plural
from engine.kernel.texts import number_in

if TYPE_CHECKING:
    from sqlmodel import Session

    from campaign.cli.export_files import Writer
    from campaign.extras.plays.parts import ExportPart
    from campaign.extras.plays.plays import PlaySelection
    from campaign.extras.plays.tables import ExportTable

    Open = Callable[[IO[bytes], ExportTable], Writer]

Result = TypeVar("Result")


class ExportSelection(StrEnum):
    """The names of the tables, including those of games."""

    vars().update((name.upper(), name) for name in tables.TABLES)


TO = "A file for one table, a folder for all."

STANDARD_OUTPUT = Path("-")
OneTable = Annotated[
    ExportSelection | None,
    typer.Argument(
        metavar="TABLE",
        help=f"One of {', '.join(ExportSelection)}; without it, plays, or all tables into a "
        f"folder.",
        show_default=False,
    ),
]
Output = Annotated[
    Path | None,
    typer.Option(
        "-o",
        "--output",
        metavar="FILE|FOLDER",
        help="A file for one table, a folder for all; without it, or for -, standard output.",
        show_default=False,
    ),
]
Folder = Annotated[
    Path, typer.Option("-o", "--output", metavar="FOLDER", help="A folder that is new or empty.")
]
PlaysFile = Annotated[
    Path | None,
    typer.Option(
        "-o",
        "--output",
        metavar="FILE",
        help="The file, such as plays.bgsplay; without it, or for -, standard output.",
        show_default=False,
    ),
]
OneEpisode = Annotated[
    int | None,
    typer.Option("--episode", metavar="N", help="This episode alone.", show_default=False),
]
OneSession = Annotated[
    int | None,
    typer.Option("--session", metavar="ID", help="This session alone.", show_default=False),
]
Link = Annotated[
    bool, typer.Option("--link", help="Print the address that creates this one play in the app.")
]
Location = Annotated[
    str,
    typer.Option(
        "--location",
        metavar="NAME",
        help="The location of every play in the app, in place of the one that was noted.",
        show_default=False,
    ),
]
GameIds = Annotated[
    list[str] | None,
    typer.Option(
        "--bgg-id",
        metavar="GAME=ID",
        help="The number of a game at BoardGameGeek; 0 for none. Such as my-city=295486.",
        show_default=False,
    ),
]
Anonymous = Annotated[
    bool,
    typer.Option("--anonymous", help="Write seats in place of players, and no names of campaigns."),
]

NONE_OF_PEOPLE = phrase("Without --campaign simulated games are left out.")
"""Said where nothing was exported: what is recorded may be simulated."""

app = group(
    "export",
    "What was played, for spreadsheets, analysis and other programs.",
    menu=("Analysis", 5, "tables of all plays"),
)


@command(
    app, "csv", example="campaign export csv -o plays.csv", also="excel spreadsheet table tables"
)
@filtered("player", "game", "where", "since", "until", "verdict")
def csv(
    env: Environment,
    wanted: PlayFilter,
    table: OneTable = None,
    output: Output = None,
    anonymous: Anonymous = False,
    jobs: Jobs = None,
    cluster: Cluster = None,
) -> Reply[documents.ExportDocument] | None:
    """Tables as CSV in UTF-8, with a header and the columns of docs/export_columns.md.

    All campaigns and sessions are exported; with --campaign, that campaign alone.
    """
    workers = WorkerOptions(env, jobs, cluster)
    writer, selection = export_files.CsvWriter, _selection(env, wanted, anonymous=anonymous)
    return _export(env, workers, writer, ".csv", table, output, selection)


@command(app, "json", example="campaign export json lines -o lines.jsonl")
@filtered("player", "game", "where", "since", "until", "verdict")
def json(
    env: Environment,
    wanted: PlayFilter,
    table: OneTable = None,
    output: Output = None,
    anonymous: Anonymous = False,
    jobs: Jobs = None,
    cluster: Cluster = None,
) -> Reply[documents.ExportDocument] | None:
    """Tables as JSON Lines: an object on each line, with the columns of docs/export_columns.md.

    All campaigns and sessions are exported; with --campaign, that campaign alone.
    """
    workers = WorkerOptions(env, jobs, cluster)
    writer, selection = export_files.JsonWriter, _selection(env, wanted, anonymous=anonymous)
    return _export(env, workers, writer, ".jsonl", table, output, selection)


@command(app, "parquet", example="campaign export parquet -o tables")
@filtered("player", "game", "where", "since", "until", "verdict")
def parquet(
    env: Environment,
    output: Annotated[Path, typer.Option("-o", "--output", metavar="FILE|FOLDER", help=TO)],
    wanted: PlayFilter,
    table: OneTable = None,
    anonymous: Anonymous = False,
    jobs: Jobs = None,
    cluster: Cluster = None,
) -> Reply[documents.ExportDocument] | None:
    """Tables as Parquet, with the columns of docs/export_columns.md (extra parquet).

    All campaigns and sessions are exported; with --campaign, that campaign alone.
    """
    workers = WorkerOptions(env, jobs, cluster)
    writer, selection = export_parquet.ParquetWriter, _selection(env, wanted, anonymous=anonymous)
    return _export(env, workers, writer, ".parquet", table, output, selection)


@command(app, "records", example="campaign export records -o records")
def records(
    env: Environment,
    output: Folder,
    anonymous: Anonymous = False,
    jobs: Jobs = None,
    cluster: Cluster = None,
) -> Reply[documents.ExportedRecordsDocument]:
    """A file for each record, and the commands of every campaign: all can be recorded again.

    All campaigns and sessions are exported; with --campaign, that campaign alone.
    """
    wanted = _selection(env, EVERY, anonymous=anonymous)
    campaigns, count, as_played = list[str](), 0, False
    workers = WorkerOptions(env, jobs, cluster)
    reading = _reading_parts(env, workers, wanted, parts.files_of)
    with export_files.new_folder(output) as folder, reading as parts_written:
        for written in parts_written:
            campaigns += [written.folder] * bool(written.folder)
            count += written.sessions
            as_played |= written.as_played
            for file in written.files:
                path = folder / file.path
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(file.text, encoding="utf-8", newline="\n")
    env.say(
        phrase(
            "{folder} holds {campaigns} and {sessions}.",
            folder=str(output),
            campaigns=many(len(campaigns), "campaign"),
            sessions=many(count, "session"),
        )
    )
    env.say(phrase("To record them again:") if campaigns or count else NONE_OF_PEOPLE)
    for name in campaigns:
        env.say(command_on("  sh", output / name / record_files.STEPS))
    if count:
        option = " --as-played" if as_played else ""
        env.say(
            f"  {command_on('campaign import records', output / record_files.SESSIONS)}{option}"
        )
    return Reply(
        lambda: documents.ExportedRecordsDocument(
            path=str(output), campaigns=len(campaigns), sessions=count
        )
    )


@command(
    app, "bgstats", example="campaign export bgstats -o plays.bgsplay", also="bgg boardgamegeek"
)
@filtered("player", "game", "where", "since", "until", "verdict")
def bgstats(
    env: Environment,
    wanted: PlayFilter,
    output: PlaysFile = None,
    episode: OneEpisode = None,
    session: OneSession = None,
    link: Link = False,
    location: Location = "",
    ids: GameIds = None,
    anonymous: Anonymous = False,
    jobs: Jobs = None,
    cluster: Cluster = None,
) -> Reply[documents.ExportDocument | documents.PlayLinkDocument] | None:
    """A file that the app BG Stats imports; importing it again duplicates nothing.

    All campaigns and sessions are exported; with --campaign, that campaign alone.
    """
    if episode is not None and session is not None:
        raise typer.BadParameter("--episode is for a campaign, --session is not: give one of them")
    selection = _selection(env, wanted, anonymous=anonymous)._replace(
        episode=episode, session=session
    )
    choices = app_files.PlayChoices(_ids(ids or ()), location)
    if link:
        if episode is None and session is None:
            raise typer.BadParameter("--link is for one play: give its --episode or --session")
        if output not in (None, STANDARD_OUTPUT):
            raise typer.BadParameter("--link prints an address and writes no file: leave out -o")
        with reading_plays(env, selection) as items:
            address = next(app_files.link(play, choices) for play in _plays(items))
        return Reply(lambda: documents.PlayLinkDocument(address=address), lambda: address)
    output = None if output == STANDARD_OUTPUT else output
    if output is None and env.options.json:
        raise typer.BadParameter("--json lists the written files: give -o FILE")
    export_files.confirm_replacing(env, [output] if output else [])
    target = export_files.replacing([output]) if output else export_files.standard_output()
    count = 0
    with (
        target as files,
        _app_plays(env, WorkerOptions(env, jobs, cluster), selection, choices) as written,
    ):
        for part in app_files.file_parts(written):
            files[0].write(part.encode())
            count += 1
    if output is None:
        return None
    count -= 1  # the end of the file is a part without a play
    env.say(joined(": ", (str(output), screens.plays_in_words(count))))
    if not (count or env.options.campaign):
        env.say(NONE_OF_PEOPLE)
    return Reply(lambda: documents.tables([("plays", str(output), count)]))


@contextmanager
def _app_plays(
    env: Environment, workers: WorkerOptions, wanted: PlaySelection, choices: app_files.PlayChoices
) -> Iterator[Iterator[app_files.AppPlay]]:
    """The plays for BG Stats, made by workers; a single play is made in this process."""
    if wanted.episode is None and wanted.session is None:
        written_of = partial(parts.app_plays_of, choices)
        with _reading_parts(env, workers, wanted, written_of) as plays_of_parts:
            yield chain.from_iterable(plays_of_parts)
        return
    with reading_plays(env, wanted) as items:
        yield (app_files.app_play(play, choices) for play in _plays(items))


def _plays(
    items: Iterator[plays.CampaignExport | plays.CountedPlay],
) -> Iterator[plays.CountedPlay]:
    """The plays among the items, without the campaigns."""
    return (item for item in items if isinstance(item, plays.CountedPlay))


def _ids(words: Sequence[str]) -> dict[str, int]:
    """Read options such as `my-city=295486`; raises `BadParameter` for another form."""
    ids = dict[str, int]()
    for word in words:
        game, _, number = word.partition("=")
        if not games.is_known(game) or number_in(number) < 0:
            raise typer.BadParameter(f"{word}: write a game and its number, such as my-city=295486")
        if game in ids:
            raise typer.BadParameter(f"{game} is given twice")
        ids[game] = number_in(number)
    return ids


def _selection(env: Environment, wanted: PlayFilter, *, anonymous: bool) -> PlaySelection:
    """The plays to export: of all campaigns and sessions, or of the campaign that is named."""
    return plays.PlaySelection(campaign=env.options.campaign, anonymous=anonymous, filtered=wanted)


def _export(
    env: Environment,
    workers: WorkerOptions,
    writer: Open,
    suffix: str,
    table: ExportSelection | None,
    output: Path | None,
    wanted: PlaySelection,
) -> Reply[documents.ExportDocument] | None:
    """Write one table or all, to standard output, a file or a folder."""
    output = None if output == STANDARD_OUTPUT else output
    folder = output is not None and table is None and (output.is_dir() or not output.suffix)
    names = [*ExportSelection] if folder else [table or ExportSelection("plays")]
    chosen = [tables.TABLES[name] for name in names]
    if output is None:
        if env.options.json:
            raise typer.BadParameter("--json lists the written files: give -o FILE")
        with export_files.standard_output() as files:
            _write(env, workers, wanted, chosen, writer, files)
        return None
    paths = (
        [output / f"{chosen_table.name}{suffix}" for chosen_table in chosen] if folder else [output]
    )
    types = (
        typed.statements(((chosen_table.name, chosen_table) for chosen_table in chosen), suffix)
        if folder
        else ""
    )
    all_paths = [*paths, output / typed.FILE] if types else paths
    export_files.confirm_replacing(env, all_paths)
    if folder:
        make_folder(output)
    with export_files.replacing(all_paths) as files:
        counts = _write(env, workers, wanted, chosen, writer, files[: len(paths)])
        if types:
            files[-1].write(types.encode())
    for path, count in zip(paths, counts, strict=True):
        rows = plural("{count:,} row", "{count:,} rows", count)
        env.say(joined(": ", (str(path), rows)))
    written = zip(chosen, paths, counts, strict=True)
    return Reply(lambda: documents.tables((t.name, str(path), n) for t, path, n in written))


def _write(
    env: Environment,
    workers: WorkerOptions,
    wanted: PlaySelection,
    chosen: Sequence[ExportTable],
    writer: Open,
    files: Sequence[IO[bytes]],
) -> list[int]:
    """Write the tables in one pass over all plays; return the number of rows of each."""
    counts, names = [0] * len(chosen), [table.name for table in chosen]
    with ExitStack() as stack:
        writers = [
            stack.enter_context(closing(writer(file, table)))
            for file, table in zip(files, chosen, strict=True)
        ]
        with _reading_parts(env, workers, wanted, parts.rows_of, names) as every:
            for rows in every:
                for place, table_rows in enumerate(rows):
                    writers[place].add(table_rows)
                    counts[place] += len(table_rows)
    return counts


@contextmanager
def _reading_parts(
    env: Environment,
    workers: WorkerOptions,
    wanted: PlaySelection,
    function: Callable[[Session, ExportPart], Result],
    names: Sequence[str] = (),
) -> Iterator[Iterator[Result]]:
    """The results of a function for each part of the export, made by workers."""
    with env.reading() as session:
        wanted = _resolved_selection(session, wanted)
        total = plays.count(session, wanted)
        with workers.reading(session, "reading", "plays", total) as (reads, progress):
            yield parts.part_results(function, session, wanted, env.author, progress, reads, names)


@contextmanager
def reading_plays(
    env: Environment, wanted: PlaySelection
) -> Iterator[Iterator[plays.CampaignExport | plays.CountedPlay]]:
    """Read the wanted campaigns and plays, and show progress."""
    with env.progress("reading", "plays") as progress, env.reading() as session:
        wanted = _resolved_selection(session, wanted)
        total = plays.count(session, wanted)
        yield counted(
            batched_items(plays.selected_items(session, wanted, env.author)), total, progress
        )


def _resolved_selection(session: Session, wanted: PlaySelection) -> PlaySelection:
    """The selection with typed words replaced by the player and the game that they mean."""
    return wanted._replace(
        filtered=sessions_list.resolved_filter(session, wanted.filtered, episodes=True)
    )
