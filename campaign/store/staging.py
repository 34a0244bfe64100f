"""Keep items on disk until they are written, and sort names there, so that memory stays flat.

Items lie in a temporary file of SQLite, which is private and ends with the process. No database of
the user is touched.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from typing import NamedTuple

from campaign.store.errors import translating_errors

WHERE = "the temporary file of this command"


class StagedItems(NamedTuple):
    """Items in the order in which they were added, each with a sentence on it.

    An item may have a key, by which it is found, and a content to write.
    """

    connection: sqlite3.Connection

    def add(self, key: str | None, about: str, content: str | None) -> None:
        """Add an item at the end; raises `StoreError`."""
        with translating_errors(WHERE):
            self.connection.execute(
                "INSERT INTO item (key, about, content) VALUES (?, ?, ?)", (key, about, content)
            )

    def sentence(self, key: str) -> str | None:
        """The sentence on the item with a key; None if there is no such item."""
        rows = self.connection.execute("SELECT about FROM item WHERE key = ?", (key,))
        return next((about for (about,) in rows), None)

    def sentences(self) -> Iterator[str]:
        """Yield the sentences on all items."""
        for (about,) in self.connection.execute("SELECT about FROM item ORDER BY number"):
            yield about

    def contents(self) -> Iterator[str]:
        """Yield the contents to write."""
        query = "SELECT content FROM item WHERE content IS NOT NULL ORDER BY number"
        for (content,) in self.connection.execute(query):
            yield content


@contextmanager
def staging() -> Iterator[StagedItems]:
    """A context with an empty list of items, which is deleted at its end."""
    with closing(_temporary()) as connection:
        connection.execute(
            "CREATE TEMPORARY TABLE item "
            "(number INTEGER PRIMARY KEY, key TEXT UNIQUE, about TEXT, content TEXT)"
        )
        yield StagedItems(connection)


def sorted_names(names: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Sort pairs of key and name, and yield the names; raises `StoreError`."""
    with closing(_temporary()) as connection, translating_errors(WHERE):
        connection.execute("CREATE TEMPORARY TABLE name (key BLOB, name BLOB)")
        rows = ((_bytes(key), _bytes(name)) for key, name in names)
        connection.executemany("INSERT INTO name VALUES (?, ?)", rows)
        for (name,) in connection.execute("SELECT name FROM name ORDER BY key, name"):
            yield name.decode("utf-8", "surrogateescape")


def _bytes(name: str) -> bytes:
    """The bytes of a name; a file name may be invalid UTF-8."""
    return name.encode("utf-8", "surrogateescape")


def _temporary() -> sqlite3.Connection:
    """Open a temporary database of SQLite, which has no file name."""
    connection = sqlite3.connect("", isolation_level=None)
    connection.execute("PRAGMA temp.journal_mode=OFF")
    return connection
