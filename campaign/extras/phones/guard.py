"""Who may do what on the local network: devices and their tokens, hosts, origins, sizes, rates.

    the code of the evening    in the address, after #: it is sent once, for a token
    the token of a device      in a cookie that no script reads: for one seat, or to watch

Nothing here answers, shows or stores anything of a game.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping
from threading import Lock
from typing import NamedTuple

from engine.kernel.errors import Refused
from engine.kernel.game import Seat
from engine.kernel.phrases import phrase

COOKIE = "device"
LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Of the code: none that looks like another."""
CODE = 8
DEVICES = 400
"""At most so many get a token in an evening."""
LONGEST = 4096
"""Bytes of the longest body that is read."""
BURST, RATE = 200.0, 50.0
"""Requests that one address, or one device, may make at once, and then in a second."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
"""What is said with every answer."""


class Device(NamedTuple):
    """A device that has a token; it watches where it has no seat."""

    token: str
    seat: Seat | None


class Devices:
    """The devices of an evening: who sits where. Each seat is held by one of them."""

    def __init__(self) -> None:
        self.code = "".join(secrets.choice(LETTERS) for _ in range(CODE))
        self._seats: dict[str, Seat | None] = {}
        self._lock = Lock()

    def __len__(self) -> int:
        """How many have joined, with a seat or to watch."""
        return len(self._seats)

    def device(self, token: str | None) -> Device | None:
        """The device of a token; None for a token that was never given."""
        if token is None or token not in self._seats:
            return None
        return Device(token, self._seats[token])

    def joined(self, code: str) -> Device:
        """A device more, which watches; raises `Refused` for a wrong code."""
        if not secrets.compare_digest(code.strip().lower().encode(), self.code.encode()):
            raise Refused(phrase("this is not the code of this evening"))
        with self._lock:
            if len(self._seats) >= DEVICES:
                raise Refused(phrase("too many devices"))
            token = secrets.token_urlsafe(24)
            self._seats[token] = None
        return Device(token, None)

    def seated(self, device: Device, seat: Seat | None, seats: Collection[Seat]) -> Device:
        """The device on a seat, or on none; raises `Refused` where another one sits there."""
        with self._lock:
            if seat is not None and seat not in seats:
                raise Refused(phrase("nobody sits at {seat}", seat=seat))
            if seat is not None and self.holder(seat) not in (None, device.token):
                raise Refused(
                    phrase(
                        "{seat} is on another phone; at the laptop: phones {seat} frees it",
                        seat=seat,
                    )
                )
            self._seats[device.token] = seat
        return Device(device.token, seat)

    def holder(self, seat: Seat) -> str | None:
        """The token of whoever sits there."""
        return next((token for token, held in self._seats.items() if held == seat), None)

    def free(self, seat: Seat) -> None:
        """Let another device take a seat; the one that had it watches."""
        with self._lock:
            if (token := self.holder(seat)) is not None:
                self._seats[token] = None


class Rates:
    """How fast somebody asks: a bucket that holds `BURST` requests and gains `RATE` a second."""

    def __init__(self) -> None:
        self._buckets: dict[str, tuple[float, float]] = {}

    def allow(self, who: str, now: float) -> bool:
        """Whether one more request is answered, `now` in seconds."""
        left, last = self._buckets.get(who, (BURST, now))
        left = min(BURST, left + (now - last) * RATE)
        if len(self._buckets) > 10 * DEVICES:
            self._buckets.clear()
        self._buckets[who] = (max(left - 1, -1.0), now)
        return left >= 1


def foreign(method: str, headers: Mapping[str, str], host: str) -> str:
    """Why a request is not from the page of this server; "" where it is.

    `host` is the address with the port under which it is served.
    """
    if headers.get("host") != host:
        return "another host"
    origin = headers.get("origin")
    if origin is not None and origin != f"http://{host}":
        return "another origin"
    if method == "POST" and origin is None:
        return "no origin"
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return "another site"
    return ""
