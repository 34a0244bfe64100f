"""The connections of the server: so many of one address, and none that says nothing for long.

Without this a single stranger could hold all of them, without a code and without a word.
"""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import get_remote_addr

OF_ONE = 64
"""Connections of one address at once; a browser opens six to a page."""
SILENCE = 10.0
"""Seconds after which a connection without a whole request is closed."""


class Connection(H11Protocol):
    """A connection that is closed where its address has too many, or where it says nothing."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's own
        """Keep it, unless its address has as many as it may have."""
        address = get_remote_addr(transport)
        others = [other.client for other in self.connections if isinstance(other, Connection)]
        same = sum(_host(other) == _host(address) for other in others)
        super().connection_made(transport)
        if same >= OF_ONE:
            transport.abort()
        else:
            self.loop.call_later(SILENCE, self._end_silence)

    def _end_silence(self) -> None:
        if self.cycle is None and not self.transport.is_closing():
            self.transport.abort()


def _host(address: tuple[str, int] | None) -> str:
    return address[0] if address else ""
