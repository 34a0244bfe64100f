"""Where a database lies: the user's own, or what an option says."""

from __future__ import annotations

import re
from pathlib import Path

from platformdirs import user_data_path

MEMORY = ":memory:"

_NAMED = re.compile(
    r"(dropbox|nextcloud|owncloud|onedrive|google ?drive|my drive|icloud ?drive|"
    r"com~apple~clouddocs|syncthing|pcloud ?drive|megasync|seafile)\b",
    re.IGNORECASE,
)
"""How the name of a folder begins that a program syncs, as these programs name it."""
_MARKED = {
    ".stfolder": "Syncthing",
    ".dropbox.cache": "Dropbox",
    ".nextcloudsync.log": "Nextcloud",
    ".owncloudsync.log": "ownCloud",
}
"""What lies in the uppermost folder that a program syncs."""


def default_location() -> Path:
    """The database of this user: `campaign/campaign.db` in the platform's data folder."""
    return user_data_path("campaign", appauthor=False) / "campaign.db"


def database_file(location: str | None) -> Path | None:
    """The file that a location names, absolute; None for a server and for memory."""
    if location and location.startswith("sqlite:///"):
        location = location.removeprefix("sqlite:///")
    if location and ("://" in location or location == MEMORY):
        return None
    path = Path(location) if location else default_location()
    try:
        return path.expanduser().absolute()
    except (OSError, RuntimeError, ValueError):
        return None


def synced_by(file: Path) -> str:
    """What seems to sync the folder in which a file lies; "" for nothing that is known.

    A git repository is none: nothing there changes by itself.
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
