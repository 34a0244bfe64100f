"""The groups of a fleet: databases, bundles and records in files, each read by itself.

    path ──> a database or a bundle: one piece          ─┐
    path ──> records in files: a piece for some of them ─┴─── by a worker ───> Group

A problem with one group never stops the others: its reason stands in place of the result. A
database is read as it is, and never upgraded.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from sqlmodel import Session

from campaign.services import record_files
from campaign.services.errors import ServiceError, UnknownName
from campaign.services.progress import Progress, counted
from campaign.services.record_files import RecordBatch
from campaign.services.record_tables import UnreadableTable
from campaign.services.spreading.chunks import ChunkMap
from campaign.shell import command_on
from campaign.store import revision
from campaign.store.addresses import name_of
from campaign.store.database import open_database, reading
from campaign.store.errors import DatabaseMissing, StoreError, explain
from campaign.store.schema import read_revision
from engine.kernel.errors import EngineError
from engine.kernel.phrases import Wording, phrase

BUNDLES = (".zip",)
"""The suffixes of files that hold the history of one campaign; other files are databases."""
DATABASES = (".db", ".sqlite", ".sqlite3")
"""Suffixes of files that are databases to people, whatever their first bytes say."""
SQLITE = b"SQLite format 3\0"
EPISODES = phrase(
    "these are the episodes of a campaign, each on the boards that the one before left: record "
    "them with sh steps.sh, then audit that database"
)
LOGS = ("-wal", "-shm", "-journal")
"""The ends of the names of files that SQLite makes and removes beside a database."""

Result = TypeVar("Result")


class Group(NamedTuple):
    """One database or file: its name, and its result, or why it has no result."""

    name: str
    result: Any
    why: str = ""


class GroupChunk(NamedTuple):
    """What one worker reads at once: a group, by its place and path, or some of its records.

    `why` says why its records cannot be read.
    """

    place: int
    path: str
    records: RecordBatch | None = None
    why: str = ""


class GroupSize(NamedTuple):
    """The size of groups, in records; a group without records in files counts as one.

    `pieces` is the number of chunks that workers can read at the same time.
    """

    total: int
    unit: Wording
    pieces: int


def is_bundle(path: str | Path) -> bool:
    """Whether a path has the suffix of a bundle, in letters of any case."""
    return Path(path).suffix.lower() in BUNDLES


def groups_in(paths: Iterable[str], *, records: bool = False) -> list[str]:
    """Expand paths: addresses and files stay, a folder becomes its databases and bundles, by name.

    With `records`, a Parquet file of records and a folder with files of records are groups, too.
    What is given twice, also by another path, is one group. Raises `UnknownName` if there is none.
    """
    groups: list[str] = []
    for path in paths:
        if "://" not in path and Path(path).is_dir():
            groups += [str(file) for file in _groups_of(Path(path), records=records)]
            groups += [path] if records and record_files.holds_records(Path(path)) else []
        else:
            groups.append(path)
    if not groups:
        if records:
            raise UnknownName(phrase("there is no database, bundle or record in these folders"))
        raise UnknownName(phrase("there is no database and no bundle in these folders"))
    return list({_same(path): path for path in reversed(groups)}.values())[::-1]


def _same(path: str) -> str | tuple[int, int]:
    """What is equal for all paths of the same file or folder; an address stays as it is."""
    try:
        found = os.stat(path)
    except (OSError, ValueError):  # an address, or a path that cannot be read
        return path
    return found.st_dev, found.st_ino


def by_group(
    function: Callable[[str], Group], groups: Sequence[str], spread: ChunkMap, progress: Progress
) -> Iterator[Group]:
    """Yield the results of a function for every group, in their order."""
    results: Iterator[Group] = counted(spread(function, groups), len(groups), progress)
    for (folder, suffix), group in zip(_told_apart(groups), results, strict=True):
        yield group._replace(name=folder + group.name + suffix)


def _told_apart(groups: Sequence[str]) -> list[tuple[str, str]]:
    """What tells the equal names of groups apart: the folders before, the suffix behind, or ""."""
    files = [() if "://" in path else _parts_of(path) for path in groups]
    lengths = dict.fromkeys(files, 1)
    while True:
        tails = Counter(file[-length:] for file, length in lengths.items())
        longer = {
            file: min(len(file), length + (tails[file[-length:]] > 1))
            for file, length in lengths.items()
        }
        if longer == lengths:
            break
        lengths = longer
    beside = Counter(files)
    return [
        (
            "".join(f"{part}/" for part in file[-lengths[file] : -1]),
            Path(path).suffix if file and beside[file] > 1 else "",
        )
        for path, file in zip(groups, files, strict=True)
    ]


def _parts_of(path: str) -> tuple[str, ...]:
    """The folders of a path and its name without a suffix."""
    file = Path(path).absolute()
    return (*file.parts[:-1], file.stem)


def size_of(groups: Sequence[str]) -> GroupSize:
    """The size of groups."""
    sizes = [_records_in(path) for path in groups]
    total = sum(1 if size is None else size for size in sizes)
    pieces = sum(-(-(size or 1) // record_files.TOGETHER) for size in sizes)
    if None not in sizes:
        return GroupSize(total, "records", pieces)
    return GroupSize(total, phrase("groups and records") if any(sizes) else "groups", pieces)


def by_piece(
    function: Callable[[GroupChunk], Group],
    together: Callable[[Iterable[Any]], Any],
    groups: Sequence[str],
    spread: ChunkMap,
    progress: Progress,
) -> Iterator[Group]:
    """Yield the result of a function for every group, in their order.

    A group of many records is read in several pieces; `together` joins the results of the pieces.
    """
    total, done = size_of(groups).total, 0

    def watched() -> Iterator[_GroupAnswer]:
        nonlocal done
        for answer in spread(partial(_answer, function), _pieces(groups)):
            yield answer
            done += answer.size
            progress(min(done, total), total)

    around = _told_apart(groups)
    for place, answers in groupby(watched(), lambda answer: answer.place):
        group = _merged(answers, together)
        folder, suffix = around[place]
        yield group._replace(name=folder + group.name + suffix)


class _GroupAnswer(NamedTuple):
    """The result of a piece of the group at a place, and the size of the piece."""

    place: int
    size: int
    group: Group


def _answer(function: Callable[[GroupChunk], Group], piece: GroupChunk) -> _GroupAnswer:
    size = piece.records.size if piece.records else 1
    if piece.why:
        return _GroupAnswer(piece.place, size, Group(_name(piece.path), None, piece.why))
    return _GroupAnswer(piece.place, size, function(piece))


def _merged(answers: Iterator[_GroupAnswer], together: Callable[[Iterable[Any]], Any]) -> Group:
    """Join the results of a group's pieces; no result if one of the pieces has none."""
    name = why = ""

    def results() -> Iterator[Any]:
        nonlocal name, why
        for answer in answers:
            name, why = answer.group.name, why or answer.group.why
            if not answer.group.why:
                yield answer.group.result

    result = together(results())
    return Group(name, None if why else result, why)


def _pieces(groups: Sequence[str]) -> Iterator[GroupChunk]:
    """Yield the pieces of every group; a group without records in files is one piece."""
    for place, path in enumerate(groups):
        if not record_files.can_hold_records(path):
            yield GroupChunk(place, path)
            continue
        if record_files.holds_episodes(path):
            yield GroupChunk(place, path, why=str(EPISODES))
            continue
        try:
            parts = record_files.record_batches(path)
            yield GroupChunk(place, path, next(parts, RecordBatch(path, 1)))
            yield from (GroupChunk(place, path, part) for part in parts)
        except Exception as error:  # as in `attempt`
            yield GroupChunk(place, path, why=_reason(error, path))


def _records_in(path: str) -> int | None:
    """The number of a group's records in files; None if it has none or cannot be read."""
    try:
        return record_files.count(path) if record_files.can_hold_records(path) else None
    except (UnreadableTable, OSError):
        return None


def result_of_database(path: str, look: Callable[[Session], Result]) -> Group:
    """The result of `look` for a database, or the reason why there is none."""

    def within() -> Result:
        with _opened(path) as session:
            return look(session)

    return result_of_file(path, within)


def result_of_file(path: str, look: Callable[[], Any]) -> Group:
    """The result of `look` for a path or an address, or the reason why there is none."""
    if "://" not in path:
        return attempt(Path(path).stem, path, look)
    try:
        database = open_database(path)
    except StoreError as error:
        return Group(path.partition("://")[0], None, str(error))
    # A page is public, so it names neither the server nor the user.
    name = database.url.database or database.url.get_backend_name()
    group = attempt(name, name, look)
    why = group.why.replace(name_of(database), name).partition(" (connection failed")[0]
    return group._replace(why=why)


def attempt(name: str, where: str, look: Callable[[], Any]) -> Group:
    """The result of a function, or the reason why there is none; `where` may be shown to users."""
    try:
        return Group(name, look())
    except Exception as error:  # a group may hold anything, and the others go on
        return Group(name, None, _reason(error, where))


def result_of_records(path: str, look: Callable[[], Any]) -> Group:
    """The result of `look` for records in files, or the reason why there is none."""
    return attempt(_name(path), path, look)


def _name(path: str) -> str:
    """The name of a folder or of a Parquet file."""
    return Path(os.path.realpath(path)).name  # a loop of links has a name, too


def _reason(error: Exception, where: str) -> str:
    known = explain(error, where) or error
    if isinstance(known, OSError) and known.strerror:
        return known.strerror.lower()
    if isinstance(known, StoreError | ServiceError | EngineError | OSError):
        return str(known)
    return f"{type(known).__name__}: {known}"


@contextmanager
def _opened(path: str) -> Iterator[Session]:
    """A session that reads a database; raises `StoreError` for another schema."""
    if "://" not in path and not Path(path).is_file():
        raise DatabaseMissing(f"there is no database at {path}")
    database = open_database(path, create=False)
    try:
        if (schema := read_revision(database)) != revision.HEAD:
            named = "" if "://" in path else command_on(" --db", path)
            older = revision.older_error("it", schema, f"campaign db upgrade{named}")
            raise StoreError(f"{older}: {older.remedy}")
        with reading(database) as session:
            yield session
    finally:
        database.dispose()


def _groups_of(folder: Path, *, records: bool) -> Iterator[Path]:
    """The databases and bundles of a folder by name; with `records` also its Parquet files."""
    with os.scandir(folder) as entries:
        files = (entry.name for entry in entries if _may_be_file(entry))
        names = sorted(name for name in files if not record_files.is_record(name))
    for file in map(folder.joinpath, names):
        if _is_group(file) or (records and record_files.holds_records(file)):
            yield file


def _may_be_file(entry: os.DirEntry[str]) -> bool:
    """Whether an entry of a folder is a file; True if it cannot be told, as of a loop of links."""
    try:
        return entry.is_file()
    except OSError:
        return True


def _is_group(file: Path) -> bool:
    """Whether a file in a folder is a database or a bundle.

    A file that cannot be read is one, so that reading says why, and so is a file with the suffix
    of a database whose first bytes are lost; a log of SQLite is none, and may be gone already.
    """
    if file.name.endswith(LOGS):
        return False
    if is_bundle(file):
        return True
    try:
        with file.open("rb") as data:
            return data.read(len(SQLITE)) == SQLITE or file.suffix.lower() in DATABASES
    except FileNotFoundError:
        return False
    except OSError:
        return True
