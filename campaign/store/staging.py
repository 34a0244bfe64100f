"""Keep items on disk until they are written, and sort names there: memory stays flat.

Items lie in a temporary file of SQLite, private and gone with the process. No database of the user
is touched.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from typing import NamedTuple

from campaign.store.errors import translating_errors

WHERE = "the temporary file of this command"


class StagedItems(NamedTuple):
    """Items in the order in which they were added, each with a sentence and a content to write.

    An item is found by its key, if it has one.
    """

    connection: sqlite3.Connection

    def add(self, key: str | None, about: str, content: str | None) -> None:
        """Put an item behind the others; raises `StoreError`."""
        with translating_errors(WHERE):
            self.connection.execute(
                "INSERT INTO item (key, about, content) VALUES (?, ?, ?)", (key, about, content)
            )

    def about(self, key: str) -> str | None:
        """The sentence on the item with a key; None without such an item."""
        rows = self.connection.execute("SELECT about FROM item WHERE key = ?", (key,))
        return next((about for (about,) in rows), None)

    def every_about(self) -> Iterator[str]:
        """The sentences on all items."""
        for (about,) in self.connection.execute("SELECT about FROM item ORDER BY number"):
            yield about

    def contents(self) -> Iterator[str]:
        """The contents to write."""
        query = "SELECT content FROM item WHERE content IS NOT NULL ORDER BY number"
        for (content,) in self.connection.execute(query):
            yield content


@contextmanager
def staging() -> Iterator[StagedItems]:
    """A context with an empty place for items, which is deleted at the end."""
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
    """The bytes of a name, also of a file name that is not valid UTF-8."""
    return name.encode("utf-8", "surrogateescape")


def _temporary() -> sqlite3.Connection:
    """Open a temporary database of SQLite, which has no file name."""
    connection = sqlite3.connect("", isolation_level=None)
    connection.execute("PRAGMA temp.journal_mode=OFF")
    return connection
