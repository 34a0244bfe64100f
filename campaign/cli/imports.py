"""campaign import records | bgstats | csv: many sessions in one transaction."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from campaign.cli.arguments import AsPlayed, DryRun, Seconds
from campaign.cli.environment import Environment, command, group
from campaign.cli.errors import FileProblem, RecordProblem
from campaign.cli.files import read_import, read_text
from campaign.cli.records import where_of
from campaign.display.json import imports as documents
from campaign.display.terminal import imports as screens
from campaign.display.terminal import parts
from campaign.services import choices
from campaign.services.deadline import SECONDS, Deadline
from campaign.services.games import title
from campaign.services.imports import bgstats as bgstats_files
from campaign.services.imports import keeping, known, plays, spreadsheets
from campaign.services.imports import records as folders
from campaign.services.progress import counted
from campaign.store.errors import DatabaseMissing
from engine.kernel.replay import Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from campaign.services.imports.plays import Play
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

PlaysFile = Annotated[
    str, typer.Argument(metavar="FILE|-", help="The file of the app; - is standard input.")
]
SpreadsheetFile = Annotated[
    str,
    typer.Argument(
        metavar="FILE|-",
        help="Columns game, player, score, and played (a day), play (its id); - is standard input.",
    ),
]
GameNames = Annotated[
    list[str] | None,
    typer.Option(
        "--game",
        metavar="'NAME=GAME'",
        help="Which game a name in the file means, such as 'Stadtbau=my-city'; without a game none "
        "of ours. Remembered.",
        show_default=False,
    ),
]
PlayerNames = Annotated[
    list[str] | None,
    typer.Option(
        "--player",
        metavar="'NAME=PLAYER'",
        help="Whom a name in the file means, such as 'Anna K.=Anna'. Remembered.",
        show_default=False,
    ),
]
Doubles = Annotated[
    bool,
    typer.Option(
        "--doubles", help="Keep also plays of which a session has the same day and scores."
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
        env.confirm(f"Keep {screens.count(len(new), 'session')}?", usual=True)
        with env.writing(create=True) as session:
            numbers = keeping.keep(session, new, env.by())
    env.say(screens.kept(numbers))
    if new:
        env.say_head()
    if env.options.json:
        env.show("", documents.records(looked, numbers))
    if bad:
        raise typer.Exit(SOME_BAD)


@command(app, "bgstats", example="campaign import bgstats BGStatsExport.json")
def bgstats(
    env: Environment,
    file: PlaysFile,
    game: GameNames = None,
    player: PlayerNames = None,
    doubles: Doubles = False,
    dry_run: DryRun = False,
) -> None:
    """Keep the plays of our games in a file of BG Stats: results only, not proved."""
    _import_plays(env, file, bgstats_files.read, game, player, doubles=doubles, dry_run=dry_run)


@command(app, "csv", example="campaign import csv plays.csv")
def csv(
    env: Environment,
    file: SpreadsheetFile,
    game: GameNames = None,
    player: PlayerNames = None,
    doubles: Doubles = False,
    dry_run: DryRun = False,
) -> None:
    """Keep the plays of a spreadsheet, a row a seat: results only, not proved."""
    _import_plays(env, file, spreadsheets.read, game, player, doubles=doubles, dry_run=dry_run)


def _import_plays(
    env: Environment,
    file: str,
    read: Callable[[bytes], list[Play]],
    games: Sequence[str] | None,
    players: Sequence[str] | None,
    *,
    doubles: bool,
    dry_run: bool,
) -> None:
    """Read plays, ask what names mean, show what would be kept, and keep all of it or nothing."""
    data = read_import(file)
    with where_of(file, ""):
        logged = read(data)
    del data
    try:
        with env.reading() as session:
            have = known.read(session, env.author)
    except DatabaseMissing:  # the first session makes it, after the question
        have = known.Known()
    said = plays.Matches(
        _meanings(games, "--game 'NAME=GAME'", choices.games()),
        _meanings(players, "--player 'NAME=PLAYER'"),
    )
    matches = plays.Matches({**have.games, **said.games}, {**have.names, **said.players})
    answers = _asked(env, logged, matches, have)
    said = plays.Matches({**said.games, **answers.games}, {**said.players, **answers.players})
    matches = plays.Matches({**matches.games, **said.games}, {**matches.players, **said.players})
    with where_of(file, ""), env.progress("comparing", "plays") as progress:
        prepared = plays.prepare(logged, matches, have, doubles_too=doubles, progress=progress)
    unclear = plays.unclear_games(logged, matches)
    if not env.options.json:
        env.show(screens.preview(prepared, unclear, have.players), {})
    numbers = range(0)
    if prepared.new and not dry_run:
        things = screens.count(len(prepared.new), "session")
        env.confirm(f"Keep {things}, results only, not proved?", usual=True)
    if (prepared.new or said != plays.Matches({}, {})) and not dry_run:
        with env.writing(create=True) as session:
            known.check_unchanged(session, have)
            known.remember(session, env.author, said.games, said.players)
            numbers = keeping.keep(session, prepared.new, env.by())
    env.say(screens.kept(numbers))
    if numbers:
        env.say_head()
    if env.options.json:
        env.show("", documents.plays(prepared, numbers))


def _asked(
    env: Environment, logged: Sequence[Play], matches: plays.Matches, have: known.Known
) -> plays.Matches:
    """What somebody at the terminal says of names that are unclear; nothing in a pipe."""
    games: dict[str, str] = {}
    players: dict[str, str] = {}
    if env.can_ask:
        for name, game in plays.unclear_games(logged, matches).items():
            yes = env.agrees(f'Is "{parts.fit(name, 40)}" in the file our {title(game)}?')
            games[name] = game if yes else ""
        with_answers = matches._replace(games={**matches.games, **games})
        for name, ours in plays.unclear_players(logged, with_answers, have.players).items():
            yes = env.agrees(f'Is "{parts.fit(name, 40)}" in the file {ours}?')
            players[name] = ours if yes else name
    return plays.Matches(games, players)


def _meanings(
    words: Sequence[str] | None, form: str, known: Collection[str] | None = None
) -> dict[str, str]:
    """Options of the form NAME=MEANING; raises `BadParameter`."""
    meanings = {}
    for word in words or ():
        name, sign, meaning = map(str.strip, word.rpartition("="))
        if not sign or not name:
            raise typer.BadParameter(f"{word}: write {form}")
        if known is not None and meaning and meaning not in known:
            raise typer.BadParameter(f"{word}: no game {meaning}: {', '.join(known)}")
        if known is None and not meaning:
            raise typer.BadParameter(f"{word}: write {form}")
        meanings[name] = meaning
    return meanings


def _looked(
    env: Environment, folder: Path, tables: Sequence[str], *, as_played: bool, seconds: float
) -> list[Looked]:
    """Every record of a folder with its verdict, in the order of the names."""
    files, overlays = _files(folder), [read_text(file) for file in tables]
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
        raise FileProblem(f"{folder}: {(error.strerror or str(error)).lower()}") from None
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
