"""What a database holds, for the completion of the shell: plain SQL, read only, never an error.

It runs at every press of the tab key, so it imports neither SQLAlchemy nor Alembic, and waits for
nobody. Where nothing can be read (no file, a server, an older schema) there is nothing to choose.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from campaign.store.location import database_file


class Place(NamedTuple):
    """Where a command would look: the database, the campaign if it is named, and who asks."""

    database: str | None
    campaign: str | None
    author: str


CAMPAIGN = """
    SELECT stream FROM campaign WHERE name = coalesce(
        :campaign,
        (SELECT value FROM setting WHERE author = :author AND key = 'campaign in use'),
        (SELECT min(name) FROM campaign HAVING count(*) = 1)
    )
"""
"""The campaign that a command means: the named one, the one in use, or the only one."""


def campaigns(place: Place) -> list[str]:
    """The names of all campaigns."""
    return _column(place, "SELECT name FROM campaign ORDER BY name")


def seats(place: Place) -> list[str]:
    """The seats of the campaign."""
    return _column(place, f"SELECT seat FROM city WHERE stream = ({CAMPAIGN}) ORDER BY seat")


def players(place: Place) -> list[str]:
    """Who holds a city in the campaign."""
    query = f"SELECT player FROM city WHERE stream = ({CAMPAIGN}) AND player IS NOT NULL"
    return _column(place, f"{query} ORDER BY player")


def cities(place: Place) -> list[str]:
    """The names of the campaign's cities."""
    query = f"SELECT name FROM city WHERE stream = ({CAMPAIGN}) AND name <> ''"
    return _column(place, f"{query} ORDER BY name")


def episodes(place: Place) -> list[str]:
    """The episodes of the campaign that are recorded."""
    query = f"SELECT episode FROM session_log WHERE stream = ({CAMPAIGN}) ORDER BY episode"
    return _column(place, query)


def sessions(place: Place) -> list[str]:
    """The numbers of the sessions outside a campaign, also of those that were withdrawn."""
    query = "SELECT substr(stream, 9) FROM entry WHERE stream LIKE 'session/%' AND seq = 1"
    return _column(place, f"{query} ORDER BY length(stream), stream")


def drafts(place: Place) -> list[str]:
    """The numbers of the drafts."""
    return _column(place, "SELECT number FROM draft ORDER BY number")


def _column(place: Place, query: str) -> list[str]:
    """The first column of an answer, as texts."""
    path = database_file(place.database)
    if path is None or not path.is_file():
        return []
    try:
        with closing(_opened(path)) as connection:
            return [str(row[0]) for row in connection.execute(query, place._asdict())]
    except sqlite3.Error:
        return []


def _opened(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=0)
