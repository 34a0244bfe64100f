"""The location of a database: the user's own, or the one that an option names."""

from __future__ import annotations

import re
from pathlib import Path

from platformdirs import user_data_path

from campaign.store.errors import StoreError

MEMORY = ":memory:"

_NAMED = re.compile(
    r"(dropbox|nextcloud|owncloud|onedrive|google ?drive|my drive|icloud ?drive|"
    r"com~apple~clouddocs|syncthing|pcloud ?drive|megasync|seafile)\b",
    re.IGNORECASE,
)
"""Matches the beginning of the names that sync programs give to their folders."""
_MARKED = {
    ".stfolder": "Syncthing",
    ".dropbox.cache": "Dropbox",
    ".nextcloudsync.log": "Nextcloud",
    ".owncloudsync.log": "ownCloud",
}
"""A file or folder in the top folder of a sync program, and the name of the program."""


def data_folder() -> Path:
    """The folder `campaign` in this user's data folder.

    Raises `StoreError` for an account without a home, as in a container.
    """
    try:
        return user_data_path("campaign", appauthor=False)
    except RuntimeError as error:
        raise StoreError(
            "this account has no home folder for the database and the key",
            "set HOME, or name files with --db (or CAMPAIGN_DB) and CAMPAIGN_KEY",
        ) from error


def default_location() -> Path:
    """The database of this user in the `data_folder`; raises `StoreError`."""
    return data_folder() / "campaign.db"


def database_file(location: str | None) -> Path | None:
    """The absolute path of the file at a location; None for a server and for memory."""
    if location and location.startswith("sqlite:///"):
        location = location.removeprefix("sqlite:///")
    if location and ("://" in location or location == MEMORY):
        return None
    try:
        path = Path(location) if location else default_location()
        return path.expanduser().absolute()
    except (OSError, RuntimeError, StoreError, ValueError):
        return None


def synced_by(file: Path) -> str:
    """The name of the program or the folder that seems to sync a file; "" if none is known.

    A git repository does not count, because nothing there changes by itself.
    """
    try:
        folders = file.resolve().parents
    except (OSError, RuntimeError):
        return ""
    for folder in folders:
        if _NAMED.match(folder.name):
            return folder.name
        for mark, program in _MARKED.items():
            if (folder / mark).exists():
                return program
    return ""


def lies_in(file: Path, folder: Path) -> bool:
    """Whether a file lies in a folder or below it."""
    try:
        return file.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):
        return False
