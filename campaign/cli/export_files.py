"""Targets of an export: writers that know only columns and rows, and files, whole or absent.

A file is written beside its place and put there when all of it is written. If anything fails, what
stood there before still stands there.
"""

from __future__ import annotations

import csv
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Protocol

from campaign.cli import nearest
from campaign.cli.environment import Environment
from campaign.cli.errors import FileProblem
from campaign.cli.files import PUBLIC
from campaign.services.table_rows import CellKind, ColumnTable, Row, TableColumn, neutral


class Writer(Protocol):
    """Takes the rows of one table."""

    def add(self, rows: Iterable[Row]) -> None:
        """Write some rows."""

    def close(self) -> None:
        """Write what is left; the file itself stays open."""


class CsvWriter:
    """A header and a line a row, for spreadsheets: no text in it is run as a formula.

    An empty cell is nothing, a comma or a break is in quotes.
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
    """JSON Lines: an object a row, with every column."""

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
    """Text on its way to a file of bytes, some at a time."""

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
    """The places of the columns of some kinds."""
    return tuple(i for i, column in enumerate(columns) if column.kind in kinds)


@contextmanager
def replacing(paths: Iterable[Path]) -> Iterator[list[IO[bytes]]]:
    """Files to write; all take their places at the end, or none does. Raises `FileProblem`."""
    there = list(paths)
    beside: list[Path] = []
    try:
        with ExitStack() as stack:
            files: list[IO[bytes]] = []
            for path in there:
                number, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
                beside.append(Path(name))
                files.append(stack.enter_context(open(number, "wb")))
            yield files
            for file in files:
                file.flush()
                os.fsync(file.fileno())
        for name_beside, path in zip(beside, there, strict=True):
            name_beside.chmod(_mode(path))
            name_beside.replace(path)
    except OSError as error:
        where = there[0] if len(there) == 1 else there[0].parent
        raise FileProblem.from_error(where, error) from None
    finally:
        for name_beside in beside:
            name_beside.unlink(missing_ok=True)


def _mode(path: Path) -> int:
    """The permissions of a file: those it had, else those of any new one."""
    try:
        return path.stat().st_mode & 0o777
    except OSError:
        return PUBLIC & ~_mask()


def _mask() -> int:
    """The permissions that the user takes away from new files."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


@contextmanager
def new_folder(folder: Path, *, replaced: bool = False) -> Iterator[Path]:
    """A folder to write, which takes its place once it is whole; raises `FileProblem`.

    What is there already must be an empty folder, unless it is to be `replaced`.
    """
    try:
        if folder.is_dir() and any(folder.iterdir()) and not replaced:
            raise FileProblem(f"{folder}: there are files in it already; name a new folder")
        folder.parent.mkdir(parents=True, exist_ok=True)
        beside = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
        try:
            yield beside
            before = beside.with_name(f"{beside.name}.before")
            if folder.is_dir():
                folder.rename(before)
            beside.chmod(0o777 & ~_mask())
            beside.rename(folder)
            shutil.rmtree(before, ignore_errors=True)
        finally:
            shutil.rmtree(beside, ignore_errors=True)
    except OSError as error:
        raise FileProblem.from_error(folder, error) from None


@contextmanager
def standard_output() -> Iterator[list[IO[bytes]]]:
    """Standard output as a file of bytes."""
    sys.stdout.flush()
    yield [_StandardOutput()]  # type: ignore[list-item]  # it is written to and nothing else
    sys.stdout.flush()


class _StandardOutput:
    """Bytes of UTF-8 to standard output."""

    def write(self, data: bytes) -> int:
        nearest.document(data.decode())
        return len(data)


def confirm_replacing(env: Environment, paths: Sequence[Path]) -> None:
    """Ask before files that are there are replaced."""
    there = [path for path in paths if path.exists()]
    if there:
        more = f" and {len(there) - 1} more" if len(there) > 1 else ""
        env.confirm_replacing(f"{there[0]}{more}")
