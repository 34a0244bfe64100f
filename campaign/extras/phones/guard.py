"""What requests may do on the local network: devices, tokens, hosts, origins, sizes, rates.

    the code of the evening    in the address after #; a device sends it once and gets a token
    the token of a device      in a cookie that no script reads; it stands for one seat, or none

Nothing here answers, shows or stores anything of a game.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from itertools import count
from threading import Lock
from typing import NamedTuple, TypeVar

from engine.kernel.errors import NotAllowed
from engine.kernel.game import Seat
from engine.kernel.phrases import phrase

LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""The characters of the code; no two look alike."""
CODE = 8
DEVICES, OF_ONE = 400, 24
"""The most devices with a token and no seat: in all, and of one address."""
LONGEST = 4096
"""The most bytes of a body that is read."""
BURST, RATE = 200.0, 50.0
"""The requests that one address may make at once, and then in each second."""

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
"""The headers of every answer."""


One = TypeVar("One")


class Device(NamedTuple):
    """A device that has a token; without a seat it watches."""

    token: str
    seat: Seat | None
    host: str = ""
    """The address from which it joined."""
    number: int = 0
    """The number by which the laptop names it."""


class Devices:
    """The devices of an evening and their seats. At most one device holds a seat."""

    def __init__(self, port: int) -> None:
        self.code = _code()
        self.cookie = f"device-{port}"
        """The cookie of the tokens; browsers send it to every port of a machine."""
        self._all: dict[str, Device] = {}
        """The devices by token; the device that was heard last is at the end."""
        self._streams: Counter[str] = Counter()
        self._numbers = count(1)
        self._lock = Lock()

    def __len__(self) -> int:
        """The number of devices that have joined, with a seat or to watch."""
        return len(self._all)

    def device(self, token: str | None) -> Device | None:
        """The device of a token; None for a token that was never given."""
        return None if token is None else self._all.get(token)

    def note_heard(self, token: str | None) -> Device | None:
        """The device that sent a request; notes that it was heard last. None if unknown."""
        with self._lock:
            if token is None or token not in self._all:
                return None
            device = self._all[token] = self._all.pop(token)
            return device

    def add_device(self, code: str, host: str) -> Device:
        """Add a device that watches, and return it; raises `NotAllowed` for a wrong code.

        If there are too many devices, one without a seat is dropped: first one that does not
        listen, then one of the address with the most devices, then the one heard the longest ago.
        """
        if not secrets.compare_digest(code.strip().lower().encode(), self.code.encode()):
            raise NotAllowed(phrase("this is not the code of this evening"))
        with self._lock:
            watching = self._watching()
            of_host = [device for device in watching if device.host == host]
            for limit, counted in ((OF_ONE, of_host), (DEVICES, watching)):
                if len(counted) >= limit:
                    dropped = first_to_drop(counted, sort=self._listens, of=lambda held: held.host)
                    self._all.pop(dropped.token, None)
            device = Device(secrets.token_urlsafe(24), None, host, next(self._numbers))
            self._all[device.token] = device
        return device

    def take_seat(self, device: Device, seat: Seat | None, seats: Collection[Seat]) -> Device:
        """Put a device on a seat, or on none; raises `NotAllowed` if another device sits there."""
        with self._lock:
            if seat is not None and seat not in seats:
                raise NotAllowed(phrase("nobody sits at {seat}", seat=seat))
            if seat is not None and self.holder(seat) not in (None, device.token):
                raise NotAllowed(
                    phrase(
                        "{seat} is on another phone. To free it, type at the laptop: phones {seat}",
                        seat=seat,
                    )
                )
            self._all[device.token] = device._replace(seat=seat)
        return self._all[device.token]

    def holder(self, seat: Seat) -> str | None:
        """The token of the device that holds a seat; None if none does."""
        held = (device.token for device in tuple(self._all.values()) if device.seat == seat)
        return next(held, None)

    def free(self, seat: Seat) -> None:
        """Let another device take a seat; the device that had it only watches."""
        with self._lock:
            if (token := self.holder(seat)) is not None:
                self._all[token] = self._all[token]._replace(seat=None)

    def watching(self) -> dict[Device, bool]:
        """The devices without a seat, by number; True for a device that listens."""
        with self._lock:
            devices = sorted(self._watching(), key=lambda device: device.number)
        return {device: self.is_here(device.token) for device in devices}

    def forget(self, number: int | None) -> int:
        """Drop a device without a seat, or all of them; return how many were dropped.

        The code changes, so that none of them comes back with the old one.
        """
        with self._lock:
            dropped = [device for device in self._watching() if number in (None, device.number)]
            for device in dropped:
                del self._all[device.token]
            if dropped:
                self.code = _code()
        return len(dropped)

    def listens(self, token: str, by: int) -> None:
        """Change the number of a device's open streams by `by`."""
        self._streams[token] += by
        if not self._streams[token]:
            del self._streams[token]

    def is_here(self, token: str) -> bool:
        """Whether a device listens, so that it can be reached."""
        return self._streams[token] > 0

    def _watching(self) -> list[Device]:
        return [device for device in self._all.values() if device.seat is None]

    def _listens(self, device: Device) -> int:
        return int(self.is_here(device.token))


def _code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(CODE))


def first_to_drop(
    those: Collection[One], *, sort: Callable[[One], int], of: Callable[[One], str]
) -> One:
    """The first of those with the lowest `sort` whose owner (`of`) has the most of them."""
    lowest = min(map(sort, those))
    candidates = [candidate for candidate in those if sort(candidate) == lowest]
    counts = Counter(map(of, candidates))
    return max(candidates, key=lambda candidate: counts[of(candidate)])


class Rates:
    """Limits of requests: the bucket of each address holds `BURST`, and gains `RATE` a second."""

    def __init__(self) -> None:
        self._buckets: dict[str, tuple[float, float]] = {}

    def allow(self, who: str, now: float) -> bool:
        """Count a request and return whether it is answered; `now` is in seconds."""
        left, last = self._buckets.get(who, (BURST, now))
        left = min(BURST, left + (now - last) * RATE)
        if len(self._buckets) > 10 * DEVICES:
            self._buckets.clear()
        self._buckets[who] = (max(left - 1, -1.0), now)
        return left >= 1


def foreign_reason(method: str, headers: Mapping[str, str], host: str) -> str:
    """Why a request is not from the page of this server; "" if it is.

    `host` is the address, with port, at which the page is served.
    """
    if headers.get("host") != host:
        return "another host"
    origin = headers.get("origin")
    if origin is not None and origin != f"http://{host}":
        return "another origin"
    if method == "POST" and origin is None:
        return "no origin"
    is_followed = headers.get("sec-fetch-dest") == "document"  # a link: no other page reads it
    if not is_followed and headers.get("sec-fetch-site") not in (None, "same-origin", "none"):
        return "another site"
    return ""
