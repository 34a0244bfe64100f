"""The address of a database: from the words of a user to a URL, and back to a name in messages.

a file, sqlite:///FILE, postgresql://USER@HOST/NAME, or None for the usual place
"""

from __future__ import annotations

import errno
import re
from contextlib import suppress
from pathlib import Path
from urllib.parse import unquote

import sqlalchemy as sa
from sqlalchemy.engine import URL, Engine
from sqlalchemy.exc import ArgumentError

from campaign.store.copy_names import unnamed_copies
from campaign.store.errors import DatabaseMissing, DatabaseReadOnly, StoreError
from campaign.store.location import MEMORY, default_location
from campaign.store.passwords import hide_in_address
from campaign.store.place import file_of

ANSWER = 10
"""Seconds in which a server has to answer when it is called first."""
CONNECTION = {
    "connect_timeout": str(ANSWER),
    "keepalives_idle": "30",
    "keepalives_interval": "10",
    "keepalives_count": "3",
    "tcp_user_timeout": "60000",
    "client_encoding": "utf8",
}
"""What an address gets that does not say otherwise: a lost network is noticed within a minute.

The system would wait for a quarter of an hour until somebody answers, or for hours. Without an
encoding the driver takes that of the database or of PGCLIENTENCODING, which may not have a name.
"""
_MISTYPED = re.compile(
    r"(?i)\s*((postgres|psql|sqlite|https?)[\w+]*[:;]?/{1,3}|[^/\\]*:[^/\\]*@|.*password=)"
)
"""Matches an address with a mistyped `://`, whose password a message about a file would show."""


def address_of(location: str | Path | None, *, must_exist: bool) -> URL:
    """The URL of a location; raises `DatabaseMissing` or `DatabaseReadOnly`."""
    if location is None:
        location = default_location()
    if isinstance(location, str) and "://" in location:
        url = _read_url(location)
        if url.get_backend_name() != "sqlite":
            return url
        location = url.database or MEMORY
    if isinstance(location, str) and _MISTYPED.match(location):
        raise DatabaseMissing(
            f"this is neither a file nor the address of a database: {hide_in_address(location)}",
            "postgresql://USER@HOST/NAME, or the name of a file",
        )
    if str(location) == MEMORY:
        return URL.create("sqlite", database=MEMORY)
    path = _look_at(location, must_exist)
    return URL.create("sqlite", database=str(path))


def name_of(database: Engine) -> str:
    """The name of a database in messages: its file, or its address without the password."""
    return _name_of(database.url)


def name_at(location: str | Path | None) -> str:
    """The name of the database at a location, whether or not there is one; makes nothing.

    Raises what `open_database` raises.
    """
    return _name_of(address_of(location, must_exist=False))


def _name_of(url: URL) -> str:
    if url.get_backend_name() == "sqlite":
        return str(file_of(url) or "the database in memory")
    plain = url._replace(password=None).difference_update_query([*CONNECTION])
    return hide_in_address(plain.render_as_string())


def refuse_address(file: Path) -> None:
    """Refuse the address of a server in the place of a file; raises `StoreError`."""
    if _MISTYPED.match(str(file)):
        raise StoreError(
            f"{hide_in_address(str(file))} is the address of a server, and a copy is a file",
            "campaign db copy FROM TO copies from a server, or to one",
        )


def _read_url(text: str) -> URL:
    if text.startswith("postgres://"):  # the older spelling, which SQLAlchemy does not know
        text = "postgresql" + text.removeprefix("postgres")
    if "\0" in unquote(text):  # the driver would go elsewhere, by what stands before it
        raise no_address(text)
    try:
        url = sa.make_url(text)
        if url.get_backend_name() != "sqlite":
            text.encode()  # bytes of another encoding name no server
    except (ArgumentError, ValueError) as error:
        raise no_address(text) from error
    if url.drivername not in ("sqlite", "postgresql", "postgresql+psycopg"):
        raise DatabaseMissing(
            f"{hide_in_address(text)}: only sqlite:///FILE and postgresql://USER@HOST/NAME are "
            "understood"
        )
    return url


def no_address(text: str) -> DatabaseMissing:
    """The error for a text that is not the address of a database."""
    return DatabaseMissing(f"this is not the address of a database: {hide_in_address(text)}")


def _look_at(location: str | Path, must_exist: bool) -> Path:
    """The absolute path of a database file; raises `DatabaseMissing` or `DatabaseReadOnly`."""
    try:
        path = Path(location).expanduser().absolute()
        if "\0" in str(path):
            raise ValueError("it holds a NUL character")
        if path.is_dir():
            raise DatabaseMissing(f"this is a folder, not a database: {path}", "name a file in it")
        if path.exists() and not path.is_file():
            raise DatabaseMissing(
                f"this is a pipe or a device, not a database: {path}", "name a file"
            )
        if path.exists():
            return path
    except PermissionError as error:
        raise DatabaseReadOnly(f"no permission to look at {location!s}") from error
    except FileNotFoundError as error:
        raise DatabaseMissing(
            f"the present folder was deleted or moved, and with it {location!s}",
            "go to another folder",
        ) from error
    except (OSError, ValueError, RuntimeError) as error:
        if isinstance(error, OSError) and error.errno != errno.ENAMETOOLONG:
            why = (error.strerror or str(error)).lower()
            raise DatabaseMissing(
                f"the disk of the database cannot be read: {location!s} ({why})",
                "put it back, or name another place",
            ) from error
        raise DatabaseMissing(f"{str(location)!r} cannot be the name of a file: {error}") from error
    if must_exist:
        raise DatabaseMissing(f"there is no database at {path}", _remedy(path))
    return path


def _remedy(missing: Path) -> str:
    """What to do without a database: put back a copy of it, if there is one."""
    if has_copies(missing):
        return "campaign db restore lists the copies of it that are kept"
    return "campaign new makes one"


def has_copies(path: Path) -> bool:
    """Whether copies of a database file are kept; False for a folder that cannot be read."""
    with suppress(StoreError):
        return bool(unnamed_copies(path))
    return False
