"""A folder of record files as a group: replayed as they are, without a database.

The owner's corrections of a game's tables are those in its folder `tables`, as `export records`
writes them: a record names them by their hash.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from campaign.services import sessions
from campaign.services.cycles import without_cycle_collection
from campaign.services.imports.records import overlay_of
from campaign.services.records import read_record
from campaign.services.sessions import Preview
from campaign.services.statistics.sessions import Figures, figures_of, seen
from campaign.services.statistics.tables import Played
from engine.kernel.errors import EngineError
from engine.kernel.replay import Kind

RECORD = ".toml"


def holds_records(folder: Path) -> bool:
    """Whether a folder has a file of a record in it."""
    return any(file.suffix == RECORD for file in folder.iterdir())


@without_cycle_collection()
def audited(folder: Path) -> tuple[int, tuple[str, ...]]:
    """How many records there are, and what is wrong, each with the name of its file."""
    records, problems = 0, list[str]()
    for name, preview in _replayed(folder):
        records += 1
        if not isinstance(preview, Preview):
            problems.append(f"{name}: {preview}")
        elif preview.verdict.kind in (Kind.ILLEGAL, Kind.INCOMPLETE, Kind.DIFFERS):
            problems.append(f"{name}: {preview.verdict.kind}: {preview.verdict.reason}")
    return records, tuple(problems)


@without_cycle_collection()
def figures_in(folder: Path, game: str) -> Figures:
    """What is counted of the records of a game; what is no record is left out."""

    def games() -> Iterator[Played | None]:
        for number, (_, preview) in enumerate(_replayed(folder), 1):
            if not isinstance(preview, Preview):
                yield None
            elif preview.record.game == game:
                record = preview.record
                setup = record.setup._replace(overlay=preview.overlay)
                yield seen(number, record, setup, preview.verdict)

    return figures_of(game, games())


def _replayed(folder: Path) -> Iterator[tuple[str, Preview | Exception]]:
    """The records by name, each replayed, or why it cannot be."""
    tables = [file.read_text("utf-8") for file in sorted((folder / "tables").glob(f"*{RECORD}"))]
    for file in sorted(folder.glob(f"*{RECORD}")):
        try:
            written = read_record(file.read_text("utf-8"))
            overlay = overlay_of(written.header, written.game, tables)
            yield file.name, sessions.preview_record(written, overlay=overlay)
        except (EngineError, OSError, UnicodeDecodeError) as error:
            yield file.name, error
