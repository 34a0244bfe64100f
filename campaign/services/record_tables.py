"""Parquet files with a row for each record, read with pyarrow, an extra that may be missing.

Such a file has the column `record`; the column `tables` may hold the owner's corrections that a
record names. `export parquet records` and `simulate --records` write one. One batch of rows is held
in memory at a time, however large the file and its row groups are.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, NamedTuple

from campaign import installation
from campaign.services.errors import ServiceError
from campaign.store.plain_files import LARGEST_TEXT

RECORD, TABLES = "record", "tables"
"""The columns, as `export.tables` writes them."""
TOGETHER = 100
"""The number of rows that are held in memory together."""
UNPACKED, RATIO = 64 * 2**20, 200
"""The highest size of a row group: this number of bytes, or this multiple of its file's size."""


class UnreadableTable(ServiceError):
    """A file that is no Parquet file or is damaged, or that cannot be read without pyarrow."""


class RecordRow(NamedTuple):
    """The cells of a row; None for a cell without text."""

    record: str | None
    tables: str | None


def holds_records(path: str) -> bool:
    """Whether a file has the column of records; raises `UnreadableTable` and `OSError`."""
    with _opened(path) as file:
        return RECORD in file.schema_arrow.names


def sizes(path: str) -> list[int]:
    """The number of rows of each row group.

    Raises `UnreadableTable`, also for a file without the column of records, and `OSError`.
    """
    with _opened(path) as file:
        if RECORD not in file.schema_arrow.names:
            raise UnreadableTable(
                f"it has no column {RECORD}: campaign export parquet records writes one"
            )
        groups = range(file.metadata.num_row_groups)
        return [file.metadata.row_group(group).num_rows for group in groups]


def rows(path: str, group: int, some: range) -> Iterator[RecordRow]:
    """Some rows of a row group, counted from 0; raises `UnreadableTable` and `OSError`."""
    with _opened(path) as file:
        columns = _columns(file.schema_arrow)
        _check_size(file.metadata.row_group(group).total_byte_size, os.stat(path).st_size)
    with _opened(path, columns) as file:
        at = 0
        for batch in file.iter_batches(TOGETHER, [group], columns, use_threads=False):
            wanted = range(max(some.start - at, 0), min(some.stop - at, batch.num_rows))
            at += batch.num_rows
            if wanted:
                _check_cells(batch, at - batch.num_rows)
                cells = batch.slice(wanted.start, len(wanted)).to_pydict()
                nothing = [None] * len(wanted)
                pairs = zip(cells[RECORD], cells.get(TABLES, nothing), strict=True)
                yield from (RecordRow(_text(record), _text(tables)) for record, tables in pairs)
            if at >= some.stop:
                return


def _columns(schema: Any) -> list[str]:
    """The columns that are read; raises `UnreadableTable` if one holds lists or the like."""
    from pyarrow import types

    fields = [field for field in schema if field.name in (RECORD, TABLES)]
    for field in fields:
        if types.is_nested(field.type):
            raise UnreadableTable(f"its column {field.name} has lists or parts in its cells")
    return list(dict.fromkeys(field.name for field in fields))


def _check_size(size: int, packed: int) -> None:
    """Raise `UnreadableTable` for a row group that unpacks to far more than its file's size."""
    if size > max(UNPACKED, RATIO * packed):
        raise UnreadableTable(f"{packed:,} bytes of it unpack to {size:,}")


def _check_cells(batch: Any, before: int) -> None:
    """Raise `UnreadableTable` for a cell that is no record; equal cells are held once."""
    for column in batch.columns:
        for number, size in enumerate(_lengths(column), before + 1):
            if size and size > LARGEST_TEXT:
                raise UnreadableTable(
                    f"row {number} has {size:,} bytes in a cell, at most {LARGEST_TEXT:,}"
                )


def _lengths(column: Any) -> Sequence[int | None]:
    """The number of bytes in each cell of a column; None for a cell without text."""
    from pyarrow import compute, types

    if not types.is_dictionary(column.type):
        return ()
    lengths = compute.binary_length(column.dictionary)
    sizes: Sequence[int | None] = lengths.take(column.indices).to_pylist()
    return sizes


def _text(cell: object) -> str | None:
    return cell if isinstance(cell, str) else None


@lru_cache(maxsize=4)
def _metadata(path: str, state: tuple[int, int, int]) -> Any:
    """What a Parquet file in a `state` says of its row groups.

    It is read once: a file with a row group for each game would take hours otherwise.
    """
    from pyarrow import OSFile, parquet

    with OSFile(os.fsencode(path)) as data:
        return parquet.read_metadata(data)


@contextmanager
def _opened(path: str, columns: Sequence[str] = ()) -> Iterator[Any]:
    """Open a Parquet file; equal cells of `columns` are held in memory once.

    Every error in the file, also while it is read, is raised as `UnreadableTable`.
    """
    try:
        import pyarrow
        from pyarrow import parquet
    except ModuleNotFoundError:
        raise UnreadableTable(
            ": ".join(installation.explain_missing_extra("Parquet", "parquet"))
        ) from None
    status = os.stat(path)  # a missing file raises the system's own error
    try:
        with (
            pyarrow.OSFile(os.fsencode(path)) as data,  # a text would have to be UTF-8
            parquet.ParquetFile(
                data,
                pre_buffer=False,
                read_dictionary=list(columns),
                metadata=_metadata(path, (status.st_ino, status.st_size, status.st_mtime_ns)),
            ) as file,
        ):
            yield file
    except (pyarrow.ArrowException, OSError, UnicodeDecodeError) as error:
        reason = str(error).partition("\n")[0] or type(error).__name__
        raise UnreadableTable(f"it cannot be read as Parquet: {reason}") from None
