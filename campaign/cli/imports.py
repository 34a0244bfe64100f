"""campaign import records: many sessions in one transaction."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from campaign.cli import copying
from campaign.cli.arguments import AsPlayed, DryRun, Seconds
from campaign.cli.environment import Environment, Reply
from campaign.cli.errors import FileProblem, RecordProblem
from campaign.cli.files import read_text
from campaign.cli.registration import command, group
from campaign.cli.stdout import print_list
from campaign.display.json import imports as documents
from campaign.display.terminal import imports as screens
from campaign.services import record_files, record_tables
from campaign.services.deadline import SECONDS, Deadline
from campaign.services.imports import records as folders
from campaign.services.imports import steps
from campaign.services.progress import counted
from campaign.shell import command_on
from campaign.store.clock import today
from campaign.store.errors import DatabaseMissing
from campaign.store.staging import staging
from engine.kernel.phrases import phrase

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SOME_BAD = 7
"""The exit code if some records of a folder cannot be kept."""

Folder = Annotated[
    Path,
    typer.Argument(
        metavar="FOLDER|FILE.parquet",
        help="A folder in which each .toml file is a record, or a Parquet file with a record in "
        "each row (extra parquet).",
    ),
]
KeepGoing = Annotated[
    bool,
    typer.Option(
        "--keep-going", help="Keep the good records and list the bad ones; the exit code is then 7."
    ),
]
Tables = Annotated[
    list[str] | None,
    typer.Option(
        "--tables",
        metavar="FILE",
        help="The owner's corrections of a game's tables, for the records that name them.",
        show_default=False,
    ),
]

Number = Annotated[
    int | None,
    typer.Argument(
        metavar="N", min=1, help="The number of the import, from 1; without it, the last one."
    ),
]

app = group(
    "import",
    "Many sessions at once, from files of records or of another program.",
    menu=("Clubs", 1, "many sessions at once"),
)


@command(app, "records", example="campaign import records games", also="load folder bulk batch")
def records(
    env: Environment,
    folder: Folder,
    keep_going: KeepGoing = False,
    tables: Tables = None,
    as_played: AsPlayed = False,
    seconds: Seconds = SECONDS,
    dry_run: DryRun = False,
) -> Reply[documents.ImportedRecordsDocument] | None:
    """Replay every record of a folder or file and keep them as sessions, all in one transaction."""
    with staging() as staged:
        staged_folder = folders.Folder(staged)
        _stage_records(
            env, folder, staged_folder, tables or (), as_played=as_played, seconds=seconds
        )
        counts = staged_folder.counts
        if not env.options.json:
            env.print(screens.verdicts(staged_folder.readings(), counts))
        if counts.first and not keep_going:
            raise _refused(folder, counts, counts.first)
        numbers = range(0)
        if counts.new:
            if not dry_run:
                env.confirm_day(screens.doubt(counts))
            env.confirm(
                phrase("Keep {sessions}?", sessions=screens.sessions_in_words(counts.new)),
                dry_run=dry_run,
            )
            copying.copy_first(env)
            keeping_them = env.progress("keeping", "sessions")
            with keeping_them as progress, env.writing(create=True) as session:
                new_sessions = staged_folder.new_sessions(session)
                watched = counted(new_sessions, counts.new, progress)
                numbers = steps.keep(session, watched, str(folder), env.author_now())
        env.say(screens.kept_message(numbers))
        if numbers:
            env.say_head()
        if env.options.json:
            records = documents.records(staged_folder.readings(), numbers)
            print_list(documents.imported_records(numbers), "records", records)
    if counts.bad:
        raise typer.Exit(SOME_BAD)
    return None


@command(
    app,
    "withdraw",
    example="campaign import withdraw",
    also="delete remove erase cancel undo drop rm",
)
def withdraw(
    env: Environment, number: Number = None, dry_run: DryRun = False
) -> Reply[documents.WithdrawnImportDocument]:
    """Withdraw an import: its sessions no longer count; import reinstate brings them back."""
    with env.reading() as session:
        step = steps.step(session, number)
        streams = steps.counting_sessions(session, step)
    question = screens.withdraw_question(step, len(streams))
    if dry_run:
        env.say(question)
    env.confirm(question, dry_run=dry_run)
    with env.writing() as session:
        streams = steps.counting_sessions(session, step)
        steps.withdraw(session, step, streams, env.author_now())
    env.say(screens.withdrawn_message(step, len(streams)))
    env.say_head()
    return Reply(lambda: documents.step(step, streams))


@command(app, "reinstate", example="campaign import reinstate 2", also="restore unwithdraw")
def reinstate(env: Environment, number: Number = None) -> Reply[documents.WithdrawnImportDocument]:
    """Let the sessions of a withdrawn import count again."""
    with env.writing() as session:
        step = steps.step(session, number)
        withdrawn = steps.withdrawn_sessions(session, step)
        steps.reinstate(session, withdrawn.missing, env.author_now())
    env.say(*screens.reinstated_messages(step, withdrawn))
    env.say_head()
    return Reply(lambda: documents.step(step, withdrawn.missing))


def _stage_records(
    env: Environment,
    source: Path,
    staged_folder: folders.Folder,
    tables: Sequence[str],
    *,
    as_played: bool,
    seconds: float,
) -> None:
    """Replay all records into the staged folder, by name of file; raises `FileProblem`."""
    overlays = [read_text(file) for file in tables]
    with (
        env.progress("replaying", "records") as progress,
        ExitStack() as stack,
        _translating_errors(source),
    ):
        count = record_files.count(str(source))
        if not count:
            raise FileProblem(
                f"{source}: there is no record in it; a record is a file that ends in .toml"
            )
        try:
            session = stack.enter_context(env.reading())
        except DatabaseMissing:  # the first session makes it, after the question
            session = None
        staged_folder.check_files(
            counted(_files(source), count, progress),
            session,
            today(),
            tables=overlays,
            as_played=as_played,
            deadline=Deadline(seconds),
        )


def _files(source: Path) -> Iterator[record_files.RecordText]:
    """Yield the records of a folder or file one by one."""
    for part in record_files.record_batches(str(source)):
        yield from record_files.read(part)


@contextmanager
def _translating_errors(source: Path) -> Iterator[None]:
    """A context for reading a folder or file of records; raises `FileProblem` if that fails."""
    try:
        yield
    except record_tables.UnreadableTable as error:
        raise FileProblem(f"{source}: {error}") from None
    except NotADirectoryError:
        raise FileProblem(
            f"{source} is no folder; one record is kept by: "
            f"{command_on('campaign session record', source)}"
        ) from None
    except OSError as error:
        raise FileProblem.from_error(source, error) from None


def _refused(folder: Path, counts: folders.Counts, first: folders.FileReading) -> RecordProblem:
    """Return the error for records that cannot be kept: how many, the first one, the remedy."""
    file = folder / first.name if folder.is_dir() else f"{folder}, {first.name}"
    where = f"{file}, line {first.line}" if first.line else str(file)
    count = (
        f"{counts.bad} of {screens.records_in_words(counts.files)!s} cannot be kept; the first: "
    )
    remedies = [
        "keep the good ones: --keep-going" if counts.bad < counts.files else "",
        "keep what the table noted: --as-played" if counts.differing else "",
    ]
    remedy = "; ".join(filter(None, remedies))
    return RecordProblem(count + first.reason, where, remedy, code=SOME_BAD)
