"""The folder of a database's copies, and the names of copies that were not given one."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy.engine import URL

from campaign.store import clock, stamps
from campaign.store.errors import StoreError
from campaign.store.place import file_of, path_in

VARIABLE = "CAMPAIGN_COPIES"
"""The variable with the folder of the copies; if it is `off`, evenings are not copied."""
OFF = "off"
STAMP = "%Y%m%d-%H%M%S-%f"
_STAMPED = r"-[0-9]{8}-[0-9]{6}-[0-9]{6}"
"""Matches a stamp in the name of a copy."""


def unnamed_copy(source: Path) -> Path:
    """The path for a copy of now without a given name; such names sort by age.

    If the clock was ahead when another copy was made, the name follows the name of that copy.
    """
    now = clock.now().astimezone(UTC)
    with suppress(StoreError, OverflowError):  # the folder can be written to and not read
        last = [made_at(source, copy) for copy in unnamed_copies(source)[-1:]]
        now = max([now, *(made + timedelta(microseconds=1) for made in last if made)])
    return folder_of(source) / f"{source.stem}-{now.strftime(STAMP)}{source.suffix}"


def damaged_name(source: Path) -> Path:
    """The path at which a damaged database is kept: beside its place, and no name of a copy."""
    now = clock.now().astimezone(UTC).strftime(STAMP)
    return source.with_name(f"{source.stem}-damaged-{now}{source.suffix}")


def are_off() -> bool:
    """Whether no copy is made after an evening."""
    return os.environ.get(VARIABLE) == OFF


def folder_of(source: Path) -> Path:
    """The folder of a database's copies: `backups/` beside it, or the folder in `VARIABLE`."""
    return _named_folder() or source.parent / "backups"


def _named_folder() -> Path | None:
    """The folder in `VARIABLE`; None if no folder is set. Raises `StoreError`."""
    return None if are_off() else path_in(VARIABLE)


def naming_path(url: URL) -> Path | None:
    """The file whose name the copies of a database get, with a stamp added.

    For a database NAME on a server it is NAME.db in the folder in `VARIABLE`, None if no folder is
    set. None for a database in memory.
    """
    if url.get_backend_name() == "sqlite" or not url.database:
        return file_of(url)
    folder = _named_folder()
    return folder / f"{url.database}.db" if folder else None


def newest_stamp(url: URL) -> str:
    """The stamp of the newest copy without a given name; "" if there is no such copy."""
    source = naming_path(url)
    if source is None or not (copies := unnamed_copies(source)):
        return ""
    last = made_at(source, copies[-1])
    return stamps.stamp(clock.here(last.timestamp())) if last else ""


def unnamed_copies(source: Path) -> list[Path]:
    """The paths of a database's copies that were not given a name, oldest first.

    Raises `StoreError` for a folder that cannot be read.
    """
    name = re.compile(re.escape(source.stem) + _STAMPED + re.escape(source.suffix))
    folder = folder_of(source)
    try:
        if not folder.is_dir():
            return []
        named = [path for path in folder.iterdir() if name.fullmatch(path.name)]
        return sorted(path for path in named if path.is_file() and made_at(source, path))
    except OSError as error:
        raise StoreError(
            f"the folder of the copies cannot be read: {folder} ({error.strerror})",
            f"name another folder in {VARIABLE}",
        ) from error


def made_at(source: Path, copy: Path) -> datetime | None:
    """The time in the name of a copy of `source`; None if no calendar has it."""
    stamp = copy.name[len(source.stem) + 1 : len(copy.name) - len(source.suffix)]
    try:
        return datetime.strptime(stamp, STAMP).replace(tzinfo=UTC)
    except ValueError:
        return None


def without_stamp(name: str) -> str:
    """The name of a copy without its stamp, which is the same for all copies of a database."""
    return re.sub(_STAMPED, "", name)
