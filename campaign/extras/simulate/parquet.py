"""campaign simulate -o FILE.parquet: a table of many games, in parts that survive an interruption.

    games.parquet.parts/settings.json     what is played: other games are not mixed in
    games.parquet.parts/0000000.parquet   games by number, from the first one of the part on
    games.parquet                         all parts in their order, once all are there

A part is written whole or not at all. Games of a written part are not played again.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from campaign.cli import export_files
from campaign.cli import export_parquet as export_parquet
from campaign.cli.environment import Environment
from campaign.cli.errors import FileProblem
from campaign.cli.files import make_folder, read_text, write_text
from campaign.extras.simulate.games import chunk_size
from campaign.services.program import program

if TYPE_CHECKING:
    from campaign.cli.spreading import WorkerOptions
    from campaign.extras.simulate.games import Games
    from campaign.extras.simulate.rows import RowSource, SimulationTable
    from campaign.services.table_rows import Row

SUFFIX = ".parquet"
SETTINGS = "settings.json"
PART = 250
"""The number of games in a part. It does not depend on the workers, so the file does not either."""


def write(
    env: Environment, workers: WorkerOptions, wanted: Games, output: Path, made: RowSource
) -> None:
    """Play the games of missing parts, then join all parts into `output`."""
    export_files.confirm_replacing(env, [output])
    folder = output.with_name(f"{output.name}.parts")
    _claim(folder, wanted, made.table)
    parts = {
        folder / f"{at:09}{SUFFIX}": part
        for at, part in zip(count(0, PART), wanted.parts(PART), strict=False)
    }
    if kept_games := _kept(parts):
        env.say(f"{kept_games:,} games are already written.")
    total = len(wanted.seeds)
    with _going_on(env, parts):
        _play(workers, made, {path: part for path, part in parts.items() if not path.exists()})
        rows = _join_parts(list(parts), output, made.table)
    shutil.rmtree(folder)
    env.say(f"{output}: {total:,} game{'s' * (total > 1)}, {rows:,} rows")


def _play(workers: WorkerOptions, source: RowSource, missing: Mapping[Path, Games]) -> None:
    """Play the games of the missing parts: progress counts games, a full part is written."""
    if not missing:
        return
    done, total = 0, _games(missing.values())
    with workers.spreading_work("playing", "games", total) as (spread, progress):
        size = chunk_size(next(iter(missing.values())))
        progress(done, total)
        pieces = (piece for part in missing.values() for piece in part.parts(size))
        played = spread(source.of, pieces)
        for path, part in missing.items():
            rows: list[Row] = []
            for piece in part.parts(size):
                rows += next(played)
                done += len(piece.seeds)
                progress(done, total)
            _write_part(path, source.table, rows)


def _games(parts: Iterable[Games]) -> int:
    return sum(len(part.seeds) for part in parts)


def _kept(parts: Mapping[Path, Games]) -> int:
    """The number of games in the parts that are written."""
    return _games(part for path, part in parts.items() if path.exists())


@contextmanager
def _going_on(env: Environment, parts: Mapping[Path, Games]) -> Iterator[None]:
    """A context that says at Ctrl-C how many games are kept: only those of full parts."""
    try:
        yield
    except KeyboardInterrupt:
        if kept := _kept(parts):
            env.say(f"{kept:,} games are kept. The same command continues from there.")
        else:
            env.say(f"No game is kept: the first part of {PART} games was not full yet.")
        raise


def _claim(folder: Path, wanted: Games, table: SimulationTable) -> None:
    """Make the folder for the parts, which is removed in the end.

    Raises `FileProblem` if it has parts of other games, or other files.
    """
    seeds = wanted.seeds
    settings = {
        "program": program(),
        "rows": table.name,
        "game": wanted.name,
        "seats": wanted.setup.seats,
        "header": dict(wanted.setup.header),
        "overlay": wanted.setup.overlay,
        "players": dict(wanted.seated),
        "seeds": [seeds.start, seeds.stop],
    }
    text = json.dumps(settings, indent=2, default=str) + "\n"
    file = folder / SETTINGS
    if not file.exists():
        make_folder(folder)
        if any(not path.name.startswith(".") for path in folder.iterdir()):
            raise FileProblem(f"{folder} has other files in it: move them, or name another file")
        write_text(str(file), text)
    elif read_text(str(file)) != text:
        raise FileProblem(
            f"{folder} holds parts of other games, or of another release: "
            "remove it, or name another file"
        )


def _write_part(path: Path, table: SimulationTable, rows: list[Row]) -> None:
    """Write a part, whole or not at all; raises `FileProblem`."""
    with (
        export_files.replacing([path]) as (file,),
        closing(export_parquet.ParquetWriter(file, table)) as writer,
    ):
        writer.add(rows)


def _join_parts(parts: list[Path], output: Path, table: SimulationTable) -> int:
    """Join all parts into one file, a part at a time; return the number of rows."""
    with (
        export_files.replacing([output]) as (file,),
        closing(export_parquet.ParquetWriter(file, table)) as writer,
    ):
        return writer.add_files(parts)
