"""A server of pages that are drawn already: it serves the files of one folder, read-only.

It opens no database and stores nothing about readers. Replaced pages are served at once.
"""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from campaign.extras.serving import (
    QuietProtocol,
    QuietServer,
    connections_allowed,
    quiet_config,
)

ALL = 400
"""The most connections at once, if there are files for them."""
FILES = 2
"""The files of a connection: its own, and the page while a reader takes it slowly."""


def server_of(folder: Path) -> uvicorn.Server:
    """A server for a folder of pages, without a log; it ends with Ctrl-C or SIGTERM."""
    app = Starlette(routes=[Mount("/", StaticFiles(directory=folder, html=True))])
    most = max(1, connections_allowed(ALL, FILES))
    http = partial(ReaderConnection, every={}, most=most)
    return QuietServer(quiet_config(app, http=http))


class ReaderConnection(QuietProtocol):
    """A connection of a reader. If there are too many, the one that rests longest is closed.

    So nobody keeps others out by holding connections.
    """

    def __init__(self, *, every: dict[ReaderConnection, None], most: int, **given: Any) -> None:
        super().__init__(**given)
        self._every, self._most = every, most

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's own
        """Make room for the new connection."""
        super().connection_made(transport)
        if len(self._every) >= self._most:
            longest = next(iter(self._every))
            del self._every[longest]
            longest.transport.abort()
        self._every[self] = None

    def on_response_complete(self) -> None:
        """Note that it has just been answered."""
        if self in self._every:
            del self._every[self]
            self._every[self] = None
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the closed connection."""
        self._every.pop(self, None)
        super().connection_lost(exc)
