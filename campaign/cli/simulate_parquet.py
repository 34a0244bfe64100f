"""campaign simulate -o FILE.parquet: a table of many games, in parts that survive an interruption.

    games.parquet.parts/settings.json     what is played: other games are not mixed in
    games.parquet.parts/0000000.parquet   games by number, from the first one of the part on
    games.parquet                         all parts in their order, once all are there

A part is written whole or not at all. What is there is not played again.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from campaign.cli import export_files, export_parquet
from campaign.cli.environment import Environment
from campaign.cli.errors import FileProblem
from campaign.cli.export import confirm_replacing
from campaign.cli.files import make_folder, read_text, write_text
from campaign.services.spreading.program import program

if TYPE_CHECKING:
    from campaign.cli.spreading import Workers
    from campaign.services.export.tables import Row, Table
    from campaign.services.simulate import Games
    from campaign.services.simulate_rows import Rows

SUFFIX = ".parquet"
SETTINGS = "settings.json"
PART = 250
"""Games of a part: the same whoever plays them, so that the file is the same."""


def write(env: Environment, workers: Workers, wanted: Games, output: Path, made: Rows) -> None:
    """Play what is not there yet, then put all parts together."""
    confirm_replacing(env, [output])
    folder = output.with_name(f"{output.name}.parts")
    _claim(folder, wanted, made.table)
    total = len(wanted.seeds)
    parts = [(folder / f"{at:09}{SUFFIX}", at) for at in range(0, total, PART)]
    missing = [(path, at) for path, at in parts if not path.exists()]
    sizes = [min(PART, total - at) for _, at in missing]
    if len(missing) < len(parts):
        env.say(f"{total - sum(sizes):,} games are there already.")
    chunks = (wanted._replace(seeds=wanted.seeds[at : at + PART]) for _, at in missing)
    with _going_on(env), workers.working("playing", "games", sum(sizes)) as (spread, progress):
        played = spread(made.of, chunks)
        done = 0
        for (path, _), size, rows in zip(missing, sizes, played, strict=True):
            _write_part(path, made.table, rows)
            done += size
            progress(done, sum(sizes))
    count = _together([path for path, _ in parts], output, made.table)
    shutil.rmtree(folder)
    env.say(f"{output}: {total:,} games, {count:,} rows")


@contextmanager
def _going_on(env: Environment) -> Iterator[None]:
    """Say to whoever stops it what is there."""
    try:
        yield
    except KeyboardInterrupt:
        env.say("The same command goes on from there.")
        raise


def _claim(folder: Path, wanted: Games, table: Table) -> None:
    """A folder for the parts of these games alone; raises `FileProblem` where it has others."""
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
        write_text(str(file), text)
    elif read_text(str(file)) != text:
        raise FileProblem(
            f"{folder} holds parts of other games, or of another release: "
            "remove it, or name another file"
        )


def _write_part(path: Path, table: Table, rows: list[Row]) -> None:
    """A part, which takes its place when all of it is written."""
    beside = path.with_suffix(".new")
    try:
        with beside.open("wb") as file:
            with closing(export_parquet.ParquetWriter(file, table)) as writer:
                writer.add(rows)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        raise FileProblem.of(path, error) from None
    finally:
        beside.unlink(missing_ok=True)


def _together(parts: list[Path], output: Path, table: Table) -> int:
    """All parts as one file, a part at a time; gives the number of rows."""
    with (
        export_files.replacing([output]) as (file,),
        closing(export_parquet.ParquetWriter(file, table)) as writer,
    ):
        return writer.add_files(parts)
