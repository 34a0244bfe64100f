"""Write the files of an export: the writers of rows, and files that are whole or absent.

If anything fails, the old file is still there: `campaign/store/parts.py` writes all files.
"""

from __future__ import annotations

import csv
import json
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Protocol

from campaign.cli import nearest
from campaign.cli.environment import Environment
from campaign.cli.errors import FileProblem
from campaign.cli.files import is_database
from campaign.services.table_rows import CellKind, ColumnTable, Row, TableColumn, neutral
from campaign.store import parts
from campaign.store.place import real_file

OFFICE = (".doc", ".docx", ".odt", ".xls", ".xlsx", ".ods")
"""Names of files that no command writes: the programs that open them would call ours damaged."""


class Writer(Protocol):
    """A writer of the rows of one table."""

    def add(self, rows: Iterable[Row]) -> None:
        """Write some rows."""

    def close(self) -> None:
        """Write what is left; the file itself stays open."""


class CsvWriter:
    """A writer of CSV for spreadsheets: a header, then one line for each row.

    No text is run as a formula. An empty cell is written as nothing; a cell with a comma or a line
    break is quoted.
    """

    def __init__(self, file: IO[bytes], table: ColumnTable) -> None:
        self._file = _Text(file)
        self._writer = csv.writer(self._file, lineterminator="\n")
        self._writer.writerow([column.name for column in table.columns])
        self._truths = _places(table.columns, CellKind.TRUTH)
        self._texts = _places(table.columns, CellKind.TEXT, CellKind.RECORD)

    def add(self, rows: Iterable[Row]) -> None:
        for row in rows:
            cells = list(row)
            for place in self._texts:
                if isinstance(cell := cells[place], str):
                    cells[place] = neutral(cell)
            for place in self._truths:
                if (cell := cells[place]) is not None:
                    cells[place] = "true" if cell else "false"
            self._writer.writerow(cells)

    def close(self) -> None:
        self._file.close()


class JsonWriter:
    """A writer of JSON Lines: one object with every column for each row."""

    def __init__(self, file: IO[bytes], table: ColumnTable) -> None:
        self._file = _Text(file)
        self._names = [column.name for column in table.columns]

    def add(self, rows: Iterable[Row]) -> None:
        for row in rows:
            cells = dict(zip(self._names, row, strict=True))
            self._file.write(json.dumps(cells, ensure_ascii=False) + "\n")

    def close(self) -> None:
        self._file.close()


class _Text:
    """A buffer that collects text and writes it to a binary file in larger parts."""

    MOST = 65_536

    def __init__(self, file: IO[bytes]) -> None:
        self._file, self._parts, self._size = file, list[str](), 0

    def write(self, text: str) -> None:
        self._parts.append(text)
        self._size += len(text)
        if self._size > self.MOST:
            self.close()

    def close(self) -> None:
        self._file.write("".join(self._parts).encode())
        self._parts, self._size = [], 0


def _places(columns: Sequence[TableColumn], *kinds: CellKind) -> tuple[int, ...]:
    """Return the indexes of the columns of these kinds."""
    return tuple(i for i, column in enumerate(columns) if column.kind in kinds)


@contextmanager
def replacing(paths: Iterable[Path], *, private: bool = False) -> Iterator[list[IO[bytes]]]:
    """Yield files to write to; at the end they replace the files at `paths`, or where links lead.

    Only the user can read `private` files. Raises `FileProblem`.
    """
    targets = list(paths)
    try:
        with parts.replacing(
            map(real_file, targets), mode=parts.PRIVATE if private else None
        ) as files:
            yield files
    except OSError as error:
        where = targets[0] if len(targets) == 1 else targets[0].parent
        raise FileProblem.from_error(where, error) from None


@contextmanager
def new_folder(folder: Path, *, replaced: bool = False) -> Iterator[Path]:
    """Yield an unfinished folder to write to; at the end it takes the place of `folder`.

    Raises `FileProblem`, also if `folder` has files and is not to be `replaced`.
    """
    try:
        if folder.is_dir() and any(folder.iterdir()) and not replaced:
            raise FileProblem(f"{folder}: there are files in it already; name a new folder")
        folder.parent.mkdir(parents=True, exist_ok=True)
        old_folder = folder.parent / f"{folder.name}.before"
        part, old_part = map(parts.part_of, (folder, old_folder))
        parts.remove_dead_parts(folder.parent, {folder.name, old_folder.name}.__contains__)
        part.mkdir()
        try:
            yield part
            if folder.is_dir():
                folder.rename(old_part)
            try:
                part.rename(folder)
            except BaseException:
                if old_part.is_dir():
                    old_part.rename(folder)
                raise
            shutil.rmtree(old_part, ignore_errors=True)
        finally:
            shutil.rmtree(part, ignore_errors=True)
    except OSError as error:
        raise FileProblem.from_error(folder, error) from None


@contextmanager
def standard_output() -> Iterator[list[IO[bytes]]]:
    """Yield standard output as a list of one binary file."""
    sys.stdout.flush()
    yield [_StandardOutput()]  # type: ignore[list-item]  # it is written to and nothing else
    sys.stdout.flush()


class _StandardOutput:
    """A file whose bytes, UTF-8, go to standard output."""

    def write(self, data: bytes) -> int:
        nearest.write_document(data.decode())
        return len(data)


def write_file(env: Environment, path: Path, data: bytes) -> None:
    """Write a file whole or not at all, and ask first if it exists; raises `FileProblem`."""
    confirm_replacing(env, [path])
    replace_file(path, data)


def replace_file(path: Path, data: bytes, *, private: bool = False) -> None:
    """Write a file whole or not at all, only for the user if `private`; raises `FileProblem`."""
    with replacing([path], private=private) as (file,):
        file.write(data)


def confirm_replacing(env: Environment, paths: Sequence[Path]) -> None:
    """Ask before existing files are replaced.

    Raises `FileProblem` for what is no plain file, for a database, which no export replaces, and
    for the name of a file of an office program.
    """
    for path in paths:
        if path.suffix.lower() in OFFICE:
            raise FileProblem(
                f"{path}: no command writes {path.suffix} files; programs that do open .csv "
                "(tables) and .html (pages), too"
            )
    existing = [path for path in paths if path.exists()]
    for path in existing:
        if not path.is_file():
            raise FileProblem(f"{path}: no plain file")
        if is_database(str(path)):
            raise FileProblem(f"{path} is a database: name another file")
    if existing:
        others = f" and {len(existing) - 1} more" if len(existing) > 1 else ""
        env.confirm_replacing(f"{existing[0]}{others}")
