"""Read names and numbers for completion in the shell: plain SQL, read only, never an error.

This runs at every press of the tab key, so it imports neither SQLAlchemy nor Alembic, and does not
wait for other programs. If nothing can be read (no file, a server, an older schema), the lists are
empty.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from campaign.store.location import database_file


class LookupPlace(NamedTuple):
    """The database and the campaign that a command line names, and the user who types it.

    None stands for the default.
    """

    database: str | None
    campaign: str | None
    author: str


MOST = 100
"""The most sessions that are offered with numbers of the same number of digits."""
LARGEST = 10**9 - 1

ARCHIVED = """
    SELECT json_extract(payload, '$.campaign') FROM entry AS decided
    WHERE stream = 'database/1' AND kind = 'campaign archived' AND NOT EXISTS (
        SELECT 1 FROM entry AS later WHERE later.stream = 'database/1' AND later.seq > decided.seq
        AND json_extract(later.payload, '$.campaign')
            = json_extract(decided.payload, '$.campaign'))
"""
"""The query for the uids of the archived campaigns."""
CAMPAIGN = f"""
    SELECT stream FROM campaign WHERE name = coalesce(
        :campaign,
        (SELECT value FROM setting WHERE author = :author AND key = 'campaign in use'),
        (SELECT min(name) FROM campaign WHERE uid NOT IN ({ARCHIVED}) HAVING count(*) = 1)
    )
"""
"""The query for the campaign of a command: the named one, the one in use, or the only one."""


def campaigns(place: LookupPlace) -> list[str]:
    """The names of all campaigns that are not archived."""
    return _column(place, f"SELECT name FROM campaign WHERE uid NOT IN ({ARCHIVED}) ORDER BY name")


def archived(place: LookupPlace) -> list[str]:
    """The names of the campaigns that are archived."""
    return _column(place, f"SELECT name FROM campaign WHERE uid IN ({ARCHIVED}) ORDER BY name")


def seats(place: LookupPlace) -> list[str]:
    """The seats of the campaign."""
    return _column(place, f"SELECT seat FROM city WHERE stream = ({CAMPAIGN}) ORDER BY seat")


def players(place: LookupPlace) -> list[str]:
    """The players who hold a city in the campaign."""
    query = f"SELECT player FROM city WHERE stream = ({CAMPAIGN}) AND player IS NOT NULL"
    return _column(place, f"{query} ORDER BY player")


def cities(place: LookupPlace) -> list[str]:
    """The names of the campaign's cities."""
    query = f"SELECT name FROM city WHERE stream = ({CAMPAIGN}) AND name <> ''"
    return _column(place, f"{query} ORDER BY name")


def episodes(place: LookupPlace) -> list[str]:
    """The episodes of the campaign that are recorded."""
    query = f"SELECT episode FROM session_log WHERE stream = ({CAMPAIGN}) ORDER BY episode"
    return _column(place, query)


def sessions(place: LookupPlace, beginning: str) -> list[str]:
    """Numbers of sessions outside a campaign: the newest ones that begin with the typed digits.

    There are at most `MOST` for each number of digits; all sessions that were corrected or
    withdrawn are added.
    """
    ranges = list(_beginning_so(beginning))
    parts = [
        f"SELECT * FROM (SELECT number FROM session_log WHERE episode = 0 "
        f"AND number BETWEEN {low} AND {high} ORDER BY number DESC LIMIT {MOST})"
        for low, high in ranges
    ]
    corrected = (
        "SELECT stream_number FROM entry "
        "WHERE kind <> 'session recorded' AND family = 'session' AND stream_number > 0"
    )
    return _column(place, f"{' UNION '.join([*parts, corrected])} ORDER BY 1")


def _beginning_so(digits: str) -> Iterator[tuple[int, int]]:
    """The ranges of numbers of at most nine digits that begin with `digits`: 4, 40 to 49, ..."""
    if not digits:
        yield 1, LARGEST
    elif digits.isdecimal():
        for added in range(10 - len(digits)):
            yield int(digits) * 10**added, (int(digits) + 1) * 10**added - 1


def drafts(place: LookupPlace) -> list[str]:
    """The numbers of the drafts."""
    return _column(place, "SELECT number FROM draft ORDER BY number")


def _column(place: LookupPlace, query: str) -> list[str]:
    """The first column of a query's rows, as texts; empty if the database cannot be read."""
    path = database_file(place.database)
    if path is None or not path.is_file():
        return []
    try:
        with closing(_opened(path)) as connection:
            return [str(row[0]) for row in connection.execute(query, place._asdict())]
    except sqlite3.Error:
        return []


def _opened(path: Path) -> sqlite3.Connection:
    """Open a database to read it; without a log nobody writes, and SQLite is kept from making one.

    It would leave it beside the file.
    """
    file = path.resolve()
    alone = "" if file.with_name(f"{file.name}-wal").exists() else "&immutable=1"
    return sqlite3.connect(f"{file.as_uri()}?mode=ro{alone}", uri=True, timeout=0)
