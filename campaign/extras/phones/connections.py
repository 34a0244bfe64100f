"""The connections of the server: how many there are, whose they are, and how long each may take.

    strangers    the last request had no valid token; few are allowed, and they are closed first
    watchers     the last request had the token of a device without a seat
    seated       the last request had the token of a device on a seat

When a new connection exceeds a limit, the server closes one of the others that the limit counts.
Only the connections of the lowest sort count for this. The server closes the oldest one of the
address that has the most of them. So nobody can keep others out by holding many connections for
a long time. A request must be complete within `SILENCE` seconds, and its answer within `ANSWER`
seconds, unless the answer is a stream of events.

Nor can anybody keep the server busy with reading: what comes is read in pieces, and a request whose
head is longer than `HEAD` bytes, or whose body comes in chunks, ends its connection at once.
"""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import Any

from starlette.requests import cookie_parser
from uvicorn.protocols.http.h11_impl import RequestResponseCycle
from uvicorn.protocols.utils import get_remote_addr

from campaign.extras.phones.guard import Devices, first_to_drop
from campaign.extras.serving import QuietProtocol, connections_allowed

ALL, STRANGERS = 400, 100
"""The most connections at once: of all sorts, if there are files for them, and of strangers."""
OF_ONE = 64
"""The most connections of one address at once; a browser opens six for a page."""
OF_DEVICE = 16
"""The most connections with the same token at once: enough for a few tabs."""
SILENCE = 10.0
"""The seconds that a connection may wait for a complete request."""
ANSWER = 60.0
"""The seconds in which a device must take the answer to its request."""
HEAD = 8192
"""The most bytes of the head of a request; a browser sends about 1,000."""
PIECE = 1024
"""The bytes that are read before it is looked whether to read on."""
GONE = {"linux": (18, 30_000), "darwin": (0x80, 30), "win32": (5, 30)}
"""The option by which a system closes a connection whose other end has not been heard for half a
minute, and its value: TCP_USER_TIMEOUT, TCP_RXT_CONNDROPTIME, TCP_MAXRT. By itself a system sends
to a phone without power for a quarter of an hour, and it would count as here."""
STREAM = "/events"
"""The path of the stream of events, which stays open for a whole evening."""


class ConnectionLimits:
    """The open connections; closes one of them if there are too many."""

    def __init__(self, devices: Devices) -> None:
        self._devices = devices
        self._most = connections_allowed(ALL)
        self._all: dict[Connection, None] = {}
        """All open connections, in the order in which they came."""

    def enter(self, new: Connection) -> None:
        """Add a new connection; close another one for each limit that it exceeds.

        It is a stranger until its first request has come, so it is never the one to be closed.
        """
        self._make_room(OF_ONE, [old for old in self._all if old.host == new.host])
        self._make_room(STRANGERS, [old for old in self._all if not old.token])
        self._make_room(self._most, self._all)
        self._all[new] = None

    def note_token(self, connection: Connection, cookies: Mapping[str, str]) -> None:
        """Note the token of a connection's request; a token of no known device counts as none."""
        token = cookies.get(self._devices.cookie, "")
        connection.token = token if self._devices.device(token) else ""
        if connection.token:
            others = [old for old in self._all if old.token == token and old is not connection]
            self._make_room(OF_DEVICE, others)

    def leave(self, connection: Connection) -> None:
        """Forget a connection that is closed."""
        self._all.pop(connection, None)

    def _make_room(self, limit: int, connections: Collection[Connection]) -> None:
        """Close one of the connections if there is no room for another within the limit."""
        if len(connections) >= limit:
            dropped = first_to_drop(connections, sort=self._sort, of=lambda held: held.host)
            self.leave(dropped)
            dropped.end()

    def _sort(self, connection: Connection) -> int:
        """0 for a stranger, 1 for a watcher, 2 for a device on a seat."""
        device = self._devices.device(connection.token)
        return 0 if device is None else 1 if device.seat is None else 2


class Connection(QuietProtocol):
    """A connection with a clock that closes it if a request or its answer takes too long."""

    def __init__(self, *, room: ConnectionLimits, **given: Any) -> None:
        super().__init__(**given)
        self.host, self.token = "", ""
        self._room = room
        self._waits = True
        """Whether it waits for a complete request."""
        self._head = 0
        """The bytes outside of bodies that have come since the last answer was complete."""
        self._clock: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's own
        """Count the new connection."""
        address = get_remote_addr(transport)
        self.host = address[0] if address else ""
        with suppress(KeyError, OSError):
            option = GONE[sys.platform]
            transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, *option)
        super().connection_made(transport)
        self._begin(SILENCE)
        self._room.enter(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the closed connection."""
        self._stop()
        self._room.leave(self)
        super().connection_lost(exc)

    def end(self) -> None:
        """Close the connection at once, even in the middle of an answer."""
        self._stop()
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Read what has come, as long as it can be a request of a browser."""
        for start in range(0, len(data), PIECE):
            if self.transport.is_closing():
                return
            piece = data[start : start + PIECE]
            cycle: RequestResponseCycle | None = self.cycle
            if cycle is None or cycle.response_complete or not cycle.more_body:
                self._head += len(piece)
            if self._head > HEAD:
                self.end()
                return
            super().data_received(piece)

    def handle_events(self) -> None:
        """Read what has come; note the token of a new request, and whether it is complete."""
        before = self.cycle
        super().handle_events()
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is None or not self._waits:
            return
        if cycle is not before:
            if any(name == b"transfer-encoding" for name, _ in self.headers):
                self.end()  # no browser sends chunks; thousands of them are in a few bytes
                return
            self._room.note_token(self, _cookies(self.headers))
        if not (cycle.more_body or cycle.response_complete):
            self._waits = False
            self._stop() if self.scope["path"] == STREAM else self._begin(ANSWER)

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        self._waits, self._head = True, 0
        self._begin(SILENCE)
        super().on_response_complete()

    def _begin(self, seconds: float) -> None:
        self._stop()
        self._clock = self.loop.call_later(seconds, self.end)

    def _stop(self) -> None:
        if self._clock:
            self._clock.cancel()


def _cookies(headers: Collection[tuple[bytes, bytes]]) -> Mapping[str, str]:
    """The cookies of a request, by name."""
    written = b"; ".join(value for name, value in headers if name == b"cookie")
    return cookie_parser(written.decode("latin-1"))
