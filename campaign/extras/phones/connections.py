"""The connections of the server: how many there are, whose they are, and how long each may take.

    strangers    their last request had no token; they have little room, and go first
    watchers     with the token of a device without a seat
    seated       with the token of a device on a seat

Where there is no room for one more, another one goes: of the lowest sort, from the address that has
the most, the oldest. So nobody keeps anybody out, however many connections are held, and with what
patience. A request is whole in time, and so is its answer, unless it is a stream of events.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from typing import Any

from starlette.requests import cookie_parser
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.utils import get_remote_addr

from campaign.extras.phones.guard import COOKIE, Devices, the_one_to_go

ALL, STRANGERS = 400, 100
"""Connections at once, and those of them without a token."""
OF_ONE = 64
"""Connections of one address at once; a browser opens six to a page."""
OF_DEVICE = 16
"""Connections with the same token at once: of a few tabs."""
SILENCE = 10.0
"""Seconds in which a request is whole, from when it could begin."""
ANSWER = 60.0
"""Seconds in which an answer is taken, from when it was asked for."""
STREAM = "/events"
"""The path of what goes on for a whole evening."""


class Room:
    """The connections that there are, and which of them goes where there are too many."""

    def __init__(self, devices: Devices) -> None:
        self._devices = devices
        self._all: dict[Connection, None] = {}
        """In the order in which they came."""

    def enter(self, new: Connection) -> None:
        """One more; another one goes where there is no room."""
        self._all[new] = None
        self._hold(OF_ONE, [one for one in self._all if one.host == new.host])
        self._hold(STRANGERS, [one for one in self._all if not one.token])
        self._hold(ALL, self._all)

    def known(self, one: Connection, token: str) -> None:
        """What a connection asks has a token, or none that was given."""
        one.token = token if self._devices.device(token) else ""
        if one.token:
            self._hold(OF_DEVICE, [other for other in self._all if other.token == one.token])

    def leave(self, one: Connection) -> None:
        """It is closed."""
        self._all.pop(one, None)

    def _hold(self, limit: int, some: Collection[Connection]) -> None:
        if len(some) > limit:
            goes = the_one_to_go(some, sort=self._sort, of=lambda one: one.host)
            self.leave(goes)
            goes.end()

    def _sort(self, one: Connection) -> int:
        device = self._devices.device(one.token)
        return 0 if device is None else 1 if device.seat is None else 2


class Connection(H11Protocol):
    """A connection in its room, with a clock that runs until a request is whole, and answered."""

    def __init__(self, *, room: Room, **given: Any) -> None:
        super().__init__(**given)
        self.host, self.token = "", ""
        self._room = room
        self._waits = True
        """For a whole request."""
        self._clock: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's own
        """Enter the room."""
        address = get_remote_addr(transport)
        self.host = address[0] if address else ""
        super().connection_made(transport)
        self._begin(SILENCE)
        self._room.enter(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Leave the room."""
        self._stop()
        self._room.leave(self)
        super().connection_lost(exc)

    def end(self) -> None:
        """Close it at once, whatever is on its way."""
        self._stop()
        self.transport.abort()

    def handle_events(self) -> None:
        """Read what has come; look whose it is, and whether it is a whole request now."""
        before = self.cycle
        super().handle_events()
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is None or not self._waits:
            return
        if cycle is not before:
            self._room.known(self, _token(self.headers))
        if not (cycle.more_body or cycle.response_complete):
            self._waits = False
            self._stop() if self.scope["path"] == STREAM else self._begin(ANSWER)

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        self._waits = True
        self._begin(SILENCE)
        super().on_response_complete()

    def _begin(self, seconds: float) -> None:
        self._stop()
        self._clock = self.loop.call_later(seconds, self.end)

    def _stop(self) -> None:
        if self._clock:
            self._clock.cancel()


def _token(headers: Collection[tuple[bytes, bytes]]) -> str:
    """The token that a request has; "" where it has none."""
    written = b"; ".join(value for name, value in headers if name == b"cookie")
    return cookie_parser(written.decode("latin-1")).get(COOKIE, "")
