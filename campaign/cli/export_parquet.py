"""Write tables as Parquet with pyarrow, a package of an extra that may be missing."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime
from pathlib import Path
from typing import IO, Any

from campaign import installation
from campaign.cli.errors import FileProblem
from campaign.services.table_rows import SCHEMA, Cell, CellKind, ColumnTable, Row

TOGETHER = 20_000
"""The number of rows that are written as one group."""
TOGETHER_WITH_RECORDS = 5_000
"""The number of rows in a group if each row holds a record of one or two kilobytes."""


class ParquetWriter:
    """A writer of Parquet: typed columns, whose meanings are in the file's metadata.

    Raises `FileProblem` if pyarrow is missing.
    """

    def __init__(self, file: IO[bytes], table: ColumnTable) -> None:
        try:
            import pyarrow
            from pyarrow import parquet
        except ModuleNotFoundError:
            raise FileProblem(*installation.explain_missing_extra("Parquet", "parquet")) from None
        types: Mapping[CellKind, Any] = {
            CellKind.TEXT: pyarrow.string(),
            CellKind.WHOLE: pyarrow.int64(),
            CellKind.NUMBER: pyarrow.float64(),
            CellKind.TRUTH: pyarrow.bool_(),
            CellKind.DAY: pyarrow.date32(),
            CellKind.TIME: pyarrow.timestamp("s", tz="UTC"),
            CellKind.RECORD: pyarrow.string(),
        }
        fields = [
            pyarrow.field(name, types[kind], metadata={"meaning": meaning})
            for name, kind, meaning in table.columns
        ]
        schema = pyarrow.schema(fields, metadata={"campaign_schema": str(SCHEMA)})
        self._pyarrow, self._parquet = pyarrow, parquet
        # No two records are equal: neither a dictionary nor minimum and maximum would help.
        short = [name for name, kind, _ in table.columns if kind is not CellKind.RECORD]
        self._together = TOGETHER if len(short) == len(fields) else TOGETHER_WITH_RECORDS
        self._writer = parquet.ParquetWriter(
            file, schema, compression="zstd", use_dictionary=short, write_statistics=short
        )
        self._schema = schema
        self._rows: list[Row] = []
        self._read = [_READ.get(column.kind) for column in table.columns]

    def add(self, rows: Iterable[Row]) -> None:
        self._rows.extend(rows)
        if len(self._rows) >= self._together:
            self._write()

    def add_files(self, paths: Iterable[Path]) -> int:
        """Add the rows of Parquet files with the same columns; return the number of rows.

        Raises `FileProblem` for a damaged file.
        """
        self._write()
        count, tables = 0, list[Any]()
        for path in paths:
            try:
                name = os.fsencode(path)  # a text would have to be UTF-8
                with (
                    self._pyarrow.OSFile(name) as data,
                    self._parquet.ParquetFile(data, pre_buffer=False) as part,
                ):
                    tables.append(part.read(use_threads=False))  # a thread keeps memory of its own
            except (self._pyarrow.ArrowException, OSError):
                raise FileProblem(
                    f"{path} is damaged: remove it, and give the command again"
                ) from None
            count += tables[-1].num_rows
            if sum(table.num_rows for table in tables) >= self._together:
                self._writer.write_table(self._pyarrow.concat_tables(tables).combine_chunks())
                tables = []
        if tables:
            self._writer.write_table(self._pyarrow.concat_tables(tables).combine_chunks())
        return count

    def close(self) -> None:
        try:
            self._write()
            self._writer.close()
        finally:  # pyarrow would write once more at its end, and print how that fails
            self._writer.is_open = False

    def _write(self) -> None:
        """Write the collected rows."""
        if not self._rows:
            return
        columns = [
            [None if cell is None else read(cell) for cell in cells] if read else list(cells)
            for cells, read in zip(zip(*self._rows, strict=True), self._read, strict=True)
        ]
        self._writer.write_batch(self._pyarrow.record_batch(columns, schema=self._schema))
        self._rows = []


_READ: Mapping[CellKind, Callable[[Cell], date]] = {
    CellKind.DAY: lambda cell: date.fromisoformat(str(cell)),
    CellKind.TIME: lambda cell: datetime.fromisoformat(str(cell)),
}
