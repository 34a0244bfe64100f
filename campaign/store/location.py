"""Where a database lies: the user's own, or what an option says."""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_data_path

MEMORY = ":memory:"


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
