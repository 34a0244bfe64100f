"""Records in files: a folder with a file for each record, or a Parquet file with a row for each.

    games/         names of files ─┐
                                   ├──record_batches──> RecordBatch ──read──> RecordText
    games.parquet  rows of a group ┘

A batch is small, so that it can be sent to a worker. Nothing here knows what a record says.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from campaign.services import record_tables
from campaign.services.record_tables import UnreadableTable
from campaign.services.spreading.reading import batches
from campaign.store.plain_files import LARGEST_TEXT, read_plain
from campaign.store.staging import sorted_names
from engine.kernel.overlays import digest

RECORD = ".toml"
TABLE = ".parquet"
TABLES = "tables"
"""The folder inside a folder of records with the owner's corrections of a game's tables."""
STEPS = "steps.sh"
"""The file with the commands of a campaign, beside the records of its episodes."""
TOGETHER = 500
"""The highest number of records in a batch."""
TOO_LARGE = f"more than {LARGEST_TEXT:,} bytes: this is no record"


def tables_file(overlay: str) -> str:
    """The path of the owner's corrections in a folder of records; equal ones have one file."""
    return f"{TABLES}/{digest(overlay)[:16]}{RECORD}"


class RecordText(NamedTuple):
    """The text of a record, or the reason why it is `unreadable`.

    `name` is its file or its row. `tables` are the owner's corrections of tables, to which the
    record may refer. `records` is the number of records that are unreadable for this reason, else
    1.
    """

    name: str
    text: str
    tables: tuple[str, ...] = ()
    unreadable: str = ""
    records: int = 1


class RecordBatch(NamedTuple):
    """Some records: names of files in a folder, or rows of a row group in a Parquet file.

    `first` is the number of the first one among all records, from 1.
    """

    path: str
    first: int
    names: tuple[str, ...] = ()
    group: int = 0
    rows: range = range(0)

    @property
    def size(self) -> int:
        """The number of records in the batch."""
        return len(self.names) or len(self.rows)


def can_hold_records(path: str) -> bool:
    """Whether a path can hold records: it is a folder, or a file with the ending of Parquet."""
    return "://" not in path and (Path(path).is_dir() or _is_table(path))


def is_record(name: str) -> bool:
    """Whether a file has the suffix of a record, in letters of any case."""
    return name.lower().endswith(RECORD)


def _is_table(path: str) -> bool:
    return Path(path).suffix.lower() == TABLE and not Path(path).is_dir()


def holds_records(path: Path) -> bool:
    """Whether a path holds records; True if it cannot be read, so that reading says why."""
    if path.is_dir():
        return any(_names(path))
    try:
        return _is_table(str(path)) and record_tables.holds_records(str(path))
    except (UnreadableTable, OSError):
        return True


def holds_episodes(path: str) -> bool:
    """Whether a folder has the records of a campaign, which prove nothing without its boards."""
    return Path(path, STEPS).is_file()


def count(path: str) -> int:
    """The number of records at a path; raises `UnreadableTable` and `OSError`."""
    if _is_table(path):
        return sum(record_tables.sizes(path))
    return sum(1 for _ in _names(Path(path)))


def record_batches(path: str) -> Iterator[RecordBatch]:
    """All records at a path in batches: rows, or files sorted by name, with 2 before 10.

    Raises `UnreadableTable` and `OSError`.
    """
    first = 1
    if _is_table(path):
        for group, size in enumerate(record_tables.sizes(path)):
            for rows in batches(range(size), TOGETHER):
                yield RecordBatch(path, first, group=group, rows=rows)
                first += len(rows)
        return
    names = sorted_names((_by_number(name), name) for name in _names(Path(path)))
    while batch := tuple(islice(names, TOGETHER)):
        yield RecordBatch(path, first, batch)
        first += len(batch)


def read(part: RecordBatch) -> Iterator[RecordText]:
    """The records of a batch; raises `UnreadableTable` for corrections that cannot be read."""
    return _of_folder(part) if part.names else _of_table(part)


def _of_folder(part: RecordBatch) -> Iterator[RecordText]:
    folder = Path(part.path)
    beside = sorted(folder.glob(f"{TABLES}/*{RECORD}"))
    tables = tuple(_text(file, f"{TABLES}/{file.name}, ") for file in beside)
    for name in part.names:
        try:
            yield RecordText(name, _text(folder / name), tables)
        except UnreadableTable as error:
            yield RecordText(name, "", unreadable=str(error))


def _of_table(part: RecordBatch) -> Iterator[RecordText]:
    number, end = part.first, part.first + part.size
    if number == end:
        return
    try:
        for record, tables in record_tables.rows(part.path, part.group, part.rows):
            name = f"row {number}"
            if record is None:
                yield RecordText(name, "", unreadable="it has no record")
            elif len(record) > LARGEST_TEXT:
                yield RecordText(name, "", unreadable=TOO_LARGE)
            else:
                yield RecordText(name, record, (tables,) if tables else ())
            number += 1
    except (UnreadableTable, OSError) as error:
        unread = end - number
        name = f"row {number}" if unread == 1 else f"rows {number} to {end - 1}"
        yield RecordText(name, "", unreadable=str(error), records=unread)


def _names(folder: Path) -> Iterator[str]:
    """The names of the files of records in a folder, unsorted; raises `OSError`."""
    with os.scandir(folder) as files:
        yield from (file.name for file in files if is_record(file.name))


def _by_number(name: str) -> str:
    """A sort key for a name, by which numbers in names sort by value."""
    return re.sub(r"\d{1,18}", lambda number: number[0].zfill(18), name, flags=re.ASCII)


def _text(file: Path, where: str = "") -> str:
    """The text of a file; raises `UnreadableTable` whose reason begins with `where`."""
    try:
        data = read_plain(file, LARGEST_TEXT)
    except OSError as error:
        raise UnreadableTable(f"{where}{(error.strerror or str(error)).lower()}") from None
    if len(data) > LARGEST_TEXT:
        raise UnreadableTable(f"{where}{TOO_LARGE}")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise UnreadableTable(f"{where}line {line}: not UTF-8 text") from None
