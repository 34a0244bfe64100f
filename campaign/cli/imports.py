"""campaign import records | bgstats | csv: many sessions in one transaction."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from campaign.cli import imports_plays
from campaign.cli.arguments import AsPlayed, Seconds
from campaign.cli.environment import Environment, command, group
from campaign.cli.errors import FileProblem, RecordProblem
from campaign.cli.files import read_text
from campaign.display.json import imports as documents
from campaign.display.terminal import imports as screens
from campaign.services.deadline import SECONDS, Deadline
from campaign.services.imports import keeping
from campaign.services.imports import records as folders
from campaign.services.progress import counted
from campaign.store.errors import DatabaseMissing
from engine.kernel.replay import Kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaign.services.imports.records import Looked

SOME_BAD = 7
"""Exit code where the good records of a folder were kept and others were not."""

Folder = Annotated[
    Path,
    typer.Argument(metavar="FOLDER", help="Its files that end in .toml, a record each."),
]
KeepGoing = Annotated[
    bool,
    typer.Option("--keep-going", help="Keep the good ones and list the bad; then exit code 7."),
]
Tables = Annotated[
    list[str] | None,
    typer.Option(
        "--tables",
        "--tiles",
        metavar="FILE",
        help="The owner's corrections of a game's tables, for the records that name them.",
        show_default=False,
    ),
]

app = group("import", "Many sessions at once, from files of records or of another program.")


@command(app, "records", example="campaign import records games")
def records(
    env: Environment,
    folder: Folder,
    keep_going: KeepGoing = False,
    tables: Tables = None,
    as_played: AsPlayed = False,
    seconds: Seconds = SECONDS,
) -> None:
    """Replay every record of a folder and keep them as sessions, all in one transaction."""
    looked = _looked(env, folder, tables or (), as_played=as_played, seconds=seconds)
    new = [one.new for one in looked if one.new]
    bad = [one for one in looked if one.bad]
    if not env.options.json:
        env.show(screens.verdicts(looked), {})
    if bad and not keep_going:
        raise _refused(folder, looked, bad)
    numbers = range(0)
    if new:
        env.confirm(f"Keep {screens.count(len(new), 'session')}?")
        with env.writing(create=True) as session:
            numbers = keeping.keep(session, new, env.by())
    env.say(screens.kept(numbers))
    if new:
        env.say_head()
    if env.options.json:
        env.show("", documents.records(looked, numbers))
    if bad:
        raise typer.Exit(SOME_BAD)


command(app, "bgstats", example="campaign import bgstats BGStatsExport.json")(imports_plays.bgstats)
command(app, "csv", example="campaign import csv plays.csv")(imports_plays.csv)


def _looked(
    env: Environment, folder: Path, tables: Sequence[str], *, as_played: bool, seconds: float
) -> list[Looked]:
    """Every record of a folder with its verdict, in the order of the names."""
    files = _files(folder)
    beside = sorted(map(str, folder.glob("tables/*.toml")))
    overlays = [read_text(file) for file in (*tables, *beside)]
    try:
        with env.reading() as session:
            known = keeping.streams_by_record(session)
    except DatabaseMissing:  # the first session makes it, after the question
        known = {}
    looked = []
    with env.progress("replaying", "records") as progress:
        for path in counted(files, len(files), progress):
            try:
                text = read_text(str(path))
            except FileProblem as error:
                reason = str(error).removeprefix(str(path)).lstrip(":, ")
                looked.append(folders.Looked(path.name, reason=reason))
                continue
            one = folders.look_at(
                path.name,
                text,
                known,
                tables=overlays,
                as_played=as_played,
                deadline=Deadline(seconds),
            )
            looked.append(one)
    return looked


def _files(folder: Path) -> list[Path]:
    """The records of a folder, by name, 2 before 10; raises `FileProblem`."""
    try:
        names = [path for path in folder.iterdir() if path.suffix == ".toml"]
    except NotADirectoryError:
        raise FileProblem(
            f"{folder} is no folder; one record is kept by: campaign session record {folder}"
        ) from None
    except OSError as error:
        raise FileProblem.of(folder, error) from None
    if not names:
        raise FileProblem(f"{folder}: no record in it, which is a file that ends in .toml")
    return sorted(names, key=lambda path: _by_number(path.name))


def _by_number(name: str) -> list[tuple[int, str]]:
    """A name so that its numbers sort by value."""
    parts = re.findall(r"\d{1,18}|\D+", name, re.ASCII)
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in parts]


def _refused(folder: Path, looked: Sequence[Looked], bad: Sequence[Looked]) -> RecordProblem:
    """The error for a folder with records that cannot be kept: how many, the first, what to do."""
    first = bad[0]
    where = str(folder / first.name) + (f", line {first.line}" if first.line else "")
    count = f"{len(bad)} of {screens.count(len(looked), 'record')} cannot be kept; the first: "
    remedies = [
        "keep the good ones: --keep-going" if len(bad) < len(looked) else "",
        "keep what the table noted: --as-played"
        if any(one.verdict is Kind.DIFFERS for one in bad)
        else "",
    ]
    remedy = "; ".join(filter(None, remedies))
    return RecordProblem(count + first.reason, where, remedy, code=SOME_BAD)
