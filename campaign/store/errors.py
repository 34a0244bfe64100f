"""The errors of the store, as one small tree, and the translation of driver errors into them.

    StoreError             the message says what, where, why and what to do, on one line
    ├── DatabaseBusy       another program holds the lock, or the server does not answer
    ├── DatabaseReadOnly   the database can be read but not written
    ├── DatabaseDamaged    its content is damaged, or it is a database of another program
    │   └── DatabaseForeign
    ├── DatabaseNewer      a newer version of this program made its schema
    ├── DatabaseOlder      an older version made its schema, and this account may not upgrade it
    ├── DatabaseFull       the disk has no room left
    ├── DatabaseMissing    there is no database at this place, or there cannot be one
    ├── DatabaseMoved      the open file was moved or deleted, or another file has its place
    ├── ForbiddenWrite     a rule of the tables forbids the write
    ├── BadPayload         the journal cannot keep a value word for word
    ├── BadBundle          a file from elsewhere is damaged, hostile, or of another kind
    ├── BadKey             a key cannot be used
    ├── BadHead            a short head was not copied right
    └── ClockWrong         the clock of this computer is past the year 9999, or its zone is none

A refused write leaves no trace: its transaction is rolled back. If a disk or server fails in the
middle of a commit, the transaction may have been kept nevertheless (`committing`).
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.kernel.phrases import Wording


class StoreError(Exception):
    """The root of the store's errors; `str(error)` is one line, `remedy` says what helps.

    If `is_unsure` is true, nobody knows yet whether the transaction was kept.
    """

    is_unsure = False

    def __init__(self, message: Wording, remedy: str = "") -> None:
        super().__init__(message)
        self.remedy = remedy


class DatabaseBusy(StoreError):
    """The database is locked by another program, or its server does not answer."""


class DatabaseReadOnly(StoreError):
    """The database, its folder or its account does not allow writing."""


class DatabaseDamaged(StoreError):
    """The content is damaged, or the file is no database of this program."""


class DatabaseForeign(DatabaseDamaged):
    """The file is a database of another program."""


class DatabaseNewer(StoreError):
    """The schema was made by a newer version of this program."""


class DatabaseOlder(StoreError):
    """The schema is older than this program, and this account may not upgrade it."""


class DatabaseFull(StoreError):
    """The disk of the database is full."""


class DatabaseMissing(StoreError):
    """There is no database at this place, or there cannot be one."""


class DatabaseMoved(StoreError):
    """The open file was moved or deleted, or another file has its place."""


class ClockWrong(StoreError):
    """The clock of this computer is past the year 9999, the calendar's end, or in no time zone."""

    def __init__(
        self,
        message: str = "the clock of this computer is beyond the year 9999",
        remedy: str = "set it right",
    ) -> None:
        super().__init__(message, remedy)


class ForbiddenWrite(StoreError):
    """A rule of the tables (append-only, unique, checked) forbids the write."""


class BadPayload(StoreError):
    """A value that the journal cannot keep word for word on every backend."""


class BadBundle(StoreError):
    """A file from elsewhere that is damaged, hostile, or of another kind."""


class BadKey(StoreError):
    """A key that cannot be used."""


class BadHead(StoreError):
    """A short head that was not copied right."""


Words = tuple[type[StoreError], str, str]

# Beginning of SQLite's name of an error -> our error, what happened, what to do. The first counts.
SQLITE: dict[str, Words] = {
    "SQLITE_BUSY": (
        DatabaseBusy,
        "the database is locked by another program",
        "try again when it has finished",
    ),
    "SQLITE_LOCKED": (
        DatabaseBusy,
        "the database is locked by this program",
        "try again",
    ),
    "SQLITE_READONLY_DBMOVED": (
        DatabaseMissing,
        "the database was moved or deleted while it was open",
        "put it back or name another one",
    ),
    "SQLITE_READONLY": (
        DatabaseReadOnly,
        "the database can only be read",
        "check the permissions of the file, its folder and the files beside it (-wal, -shm)",
    ),
    "SQLITE_FULL": (
        DatabaseFull,
        "the disk is full",
        "make room and try again",
    ),
    "SQLITE_NOTADB": (
        DatabaseDamaged,
        "this file is not a database",
        "name another file, or put a copy in its place: campaign db restore",
    ),
    "SQLITE_CORRUPT": (
        DatabaseDamaged,
        "the database is damaged",
        "put a copy in its place: campaign db restore",
    ),
    "SQLITE_ERROR": (  # its tables are not those of its schema
        DatabaseDamaged,
        "the database answers with an error",
        "campaign db check says what is wrong; campaign db restore puts a copy in its place",
    ),
    "SQLITE_CONSTRAINT": (
        ForbiddenWrite,
        "the database refuses the write",
        "",
    ),
    "SQLITE_IOERR": (
        StoreError,
        "the disk fails while reading or writing",
        "check the disk, then the database",
    ),
}

# Beginning of PostgreSQL's SQLSTATE -> our error, what happened, what to do. The first counts.
POSTGRESQL: dict[str, Words] = {
    "55P03": SQLITE["SQLITE_BUSY"],
    "40": SQLITE["SQLITE_BUSY"],
    "08": (DatabaseBusy, "the database server does not answer", "start it or check the address"),
    "57014": (
        DatabaseBusy,
        "the database server allows no statement to take so long",
        "ask its owner for a longer statement_timeout, or try again",
    ),
    "57": (DatabaseBusy, "the database server is stopping or starting", "try again"),
    "53300": (DatabaseBusy, "the database server has too many users", "try again"),
    "53": (DatabaseFull, "the database server has no room left", "make room"),
    "25006": (DatabaseReadOnly, "the database can only be read", ""),
    "42501": (
        DatabaseReadOnly,
        "this account may not do that in the database",
        "ask the owner of the database",
    ),
    "3D": (DatabaseMissing, "the server has no such database", "create it or check the address"),
    "28": (DatabaseMissing, "the server does not let you in", "check the user and the password"),
    "XX": (DatabaseDamaged, "the database is damaged", "restore a backup"),
    "23": (ForbiddenWrite, "the database refuses the write", ""),
    "P0001": (ForbiddenWrite, "the database refuses the write", ""),
    "22P05": (
        StoreError,
        "the encoding of the database lacks a character of this value",
        "make one with the encoding UTF8; campaign db copy FROM TO brings all of a database there",
    ),
    "22": (ForbiddenWrite, "the database cannot keep this value", ""),
}

OUTSIDE = (
    "authentication failed",
    "no password",
    "role ",
    "pg_hba",
    "permission denied for database",
)
"""Words in the messages of a server that refuses a user, for all its databases or for this one."""


@contextmanager
def translating_errors(where: Path | str) -> Iterator[None]:
    """A context in which errors of the database drivers become `StoreError`.

    `where` is the file of the database, or its address without the password.
    """
    try:
        yield
    except StoreError:
        raise
    except Exception as error:
        explanation = explain(error, where)
        if explanation is None:
            raise
        raise explanation from error


@contextmanager
def committing(where: Path | str) -> Iterator[None]:
    """A context for a commit, which sets `is_unsure` of errors: the change may have been kept.

    If the disk fails, SQLite may have written the transaction to its log, and the next program
    that opens the database reads the log. A server may have committed before its answer was lost.
    """
    try:
        with translating_errors(where):
            yield
    except ForbiddenWrite:
        raise
    except StoreError as error:
        error.is_unsure = True
        raise


def explain(error: Exception, where: Path | str) -> StoreError | None:
    """The `StoreError` for an error of a database driver; None for any other error."""
    cause = getattr(error, "orig", None) or error
    if isinstance(cause, sqlite3.Error):
        return _explain_sqlite(cause, where)
    if isinstance(cause, UnicodeError) and "idna" in str(cause):  # a host that can have no name
        return DatabaseMissing(f"this is not the address of a database: {where}")
    if isinstance(cause, UnicodeDecodeError):  # the driver raises it for a damaged row
        return _explained(SQLITE["SQLITE_CORRUPT"], where, str(cause))
    if type(cause).__module__.partition(".")[0] == "psycopg":
        return _explain_postgresql(cause, where)
    return None


def _explain_sqlite(error: sqlite3.Error, where: Path | str) -> StoreError:
    name: str = getattr(error, "sqlite_errorname", "")
    if name.startswith("SQLITE_CANTOPEN"):
        return _cannot_open(Path(where))
    if name.startswith("SQLITE_IOERR") and _is_full(where):
        name = "SQLITE_FULL"
    if "Could not decode to UTF-8" in str(error):
        name = "SQLITE_CORRUPT"
    for beginning, words in SQLITE.items():
        if name.startswith(beginning):
            return _explained(words, where, str(error))
    return StoreError(
        f"the database answers with an error: {where} ({_line(error)})", "campaign db check"
    )


def _explain_postgresql(error: BaseException, where: Path | str) -> StoreError:
    # An error while connecting has no SQLSTATE, so the words of the server must do.
    text = _line(error)
    state: str = getattr(error, "sqlstate", None) or _state_of_words(text)
    for beginning, words in POSTGRESQL.items():
        if state.startswith(beginning):
            return _explained(words, where, text)
    return StoreError(f"the database answers with an error: {where} ({text})")


def _state_of_words(text: str) -> str:
    if "too many connections" in text:
        return "53300"
    if any(words in text for words in OUTSIDE):
        return "28000"
    if "does not exist" in text:
        return "3D000"
    if "NUL" in text:
        return "22021"
    return "08000"


def _explained(words: Words, where: Path | str, why: str) -> StoreError:
    error, message, remedy = words
    return error(f"{message}: {where} ({_line(why)})", remedy)


def _line(error: object) -> str:
    """The first line of a driver's message."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


def _cannot_open(path: Path) -> StoreError:
    """The error that says why SQLite could not open `path`; SQLite itself gives no reason."""
    real = Path(os.path.realpath(path))  # SQLite follows links
    folder = real.parent
    if path.is_dir():
        return DatabaseMissing(f"this is a folder, not a database: {path}", "name a file in it")
    if not folder.is_dir():
        return DatabaseMissing(f"there is no folder {folder}", "create it or name another place")
    if not path.exists() and not may_write(folder):
        return DatabaseReadOnly(f"no file can be created in {folder}", "name another place")
    if path.exists() and not _may(path, os.R_OK):
        return DatabaseReadOnly(f"no permission to read {path}", "ask its owner")
    beside = (real.with_name(real.name + end) for end in ("-wal", "-shm"))
    if not all(map(may_write, (folder, path, *filter(Path.exists, beside)))):
        return _explained(SQLITE["SQLITE_READONLY"], path, "unable to open database file")
    if _is_full(path):
        return _explained(SQLITE["SQLITE_FULL"], path, "unable to open database file")
    return DatabaseMissing(f"the database cannot be opened: {path}", "name another place")


def may_write(path: Path) -> bool:
    """Whether this process may write a file, or into a folder."""
    return _may(path, os.W_OK)


def _may(path: Path, mode: int) -> bool:
    return os.access(path, mode, effective_ids=os.access in os.supports_effective_ids)


def _is_full(where: Path | str) -> bool:
    try:
        disk = os.statvfs(Path(os.path.realpath(where)).parent)
    except (OSError, ValueError, AttributeError):  # AttributeError: no statvfs on Windows
        return False
    return disk.f_bavail * disk.f_frsize < 64 * 1024
