"""The server of an evening: it serves one address in a thread until the command ends."""

from __future__ import annotations

import errno
import socket
from collections.abc import Sequence
from functools import partial
from threading import Event, Thread
from types import TracebackType
from typing import NamedTuple

import uvicorn

from campaign.display.text.translation import Speaker
from campaign.extras.phones import connections, scanning
from campaign.extras.phones.app import TableServer, app_of, bgstats_of
from campaign.extras.phones.connections import Connection, ConnectionLimits
from campaign.extras.phones.guard import Devices
from campaign.extras.phones.table import ServedTable
from campaign.extras.serving import (
    OTHER_FILES,
    QuietServer,
    connections_allowed,
    listening_socket,
    quiet_config,
)
from engine.kernel.game import Seat
from engine.kernel.texts import number_in

PORT, PORTS = 8024, 10
"""If no port is named: the first port to try, and how many ports to try."""

LEAST = 4
"""The fewest connections for an evening: a stream of events and an answer of two phones."""

HTTP = 80
"""The port that browsers leave out of an address, and of what they send."""


class NoAddress(Exception):
    """Nothing can be served at an address; the message says why, and what to do."""


class Address(NamedTuple):
    """An address to serve at; port 0 stands for any free port."""

    host: str
    port: int


def lan_addresses() -> list[Address]:
    """The addresses to try: this machine in its network, with each port from `PORT` on.

    Nothing is sent to find them. Without a network the host is 127.0.0.1.
    """
    return [Address(_lan_host(), port) for port in range(PORT, PORT + PORTS)]


def _lan_host() -> str:
    """The address of this machine in its network, without a network 127.0.0.1."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an example address; a datagram socket sends nothing
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def has_address(host: str) -> bool:
    """Whether this machine still has an address, which it loses where it joins another network."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        try:
            probe.bind((host, 0))
        except OSError:
            return False
    return True


def address_of(text: str) -> Address:
    """An address as it is written: `192.168.1.5`, `192.168.1.5:8100`, `:8100`.

    No phone can open `0.0.0.0`, which stands for all networks: it is the machine in its network, as
    a port alone is. Raises `NoAddress`.
    """
    host, _, port = text.partition(":")
    if port and not 0 <= number_in(port) < 65536:
        raise NoAddress(f"{text!r} is no address: write one such as 192.168.1.5:{PORT}")
    if host in ("", "0.0.0.0"):
        host = _lan_host()
    return Address(host, int(port) if port else PORT)


class Phones:
    """The server of the phones at the table; it runs within a `with`."""

    def __init__(self, addresses: Sequence[Address], speaker: Speaker) -> None:
        """Serve at the first address that is free; raises `NoAddress`."""
        self.table = ServedTable(speaker)
        if connections_allowed(connections.ALL) < LEAST:
            raise NoAddress(
                "this system allows too few open files to serve phones; "
                f"ulimit -n {connections.ALL + OTHER_FILES} allows enough"
            )
        self._socket = _bound(addresses)
        host, port = self._socket.getsockname()[:2]
        self.devices = Devices(port)
        self._served = TableServer(self.table, self.devices)
        self.host = host if port == HTTP else f"{host}:{port}"
        limits = ConnectionLimits(self.devices)
        config = quiet_config(
            app_of(self._served, self.host), http=partial(Connection, room=limits)
        )
        self._server = _Server(config, self._served)
        self._thread = Thread(target=self._server.run, args=([self._socket],), daemon=True)

    @property
    def is_alone(self) -> bool:
        """Whether no other machine can reach the server."""
        return self.host.startswith("127.")

    @property
    def is_gone(self) -> bool:
        """Whether this machine has lost the address that it serves, so that nobody reaches it."""
        return not has_address(self.host.partition(":")[0])

    @property
    def url(self) -> str:
        """The address that phones open; its code is in the fragment, which browsers do not send."""
        return f"http://{self.host}/#{self.devices.code}"

    @property
    def bgstats(self) -> str:
        """The address that phones open to find the BG Stats link of the kept evening."""
        return bgstats_of(self.host, self.devices)

    @property
    def code(self) -> list[list[bool]]:
        """The QR code of the address: rows of modules, True for a dark one."""
        return scanning.modules(self.url)

    def here(self) -> dict[Seat, bool]:
        """The seats that devices hold; True if the device can be reached."""
        return dict(self._served.here())

    def free(self, seat: Seat) -> None:
        """Let another device take a seat."""
        self.devices.free(seat)
        self.table.changed()

    def forget(self, number: int | None) -> int:
        """Drop one device without a seat, or all of them, and return how many.

        If any is dropped, there is a new code.
        """
        dropped = self.devices.forget(number)
        self.table.changed()
        return dropped

    def __enter__(self) -> Phones:
        self._listening = self.table.call_on_change(self._served.ring)
        self._listening.__enter__()
        self._thread.start()
        self._server.runs.wait()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._served.end()
        self._server.should_exit = True
        self._thread.join(5)
        self._listening.__exit__(kind, error, trace)


class _Server(QuietServer):
    """A server that sets `runs` once it has started."""

    def __init__(self, config: uvicorn.Config, served: TableServer) -> None:
        super().__init__(config, served.table.report_failure)
        self._served, self.runs = served, Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._served.started()
        self.runs.set()


def _bound(addresses: Sequence[Address]) -> socket.socket:
    """A socket that listens at the first address that is free; raises `NoAddress`."""
    for address in addresses:
        try:
            return listening_socket(*address)
        except OSError as error:
            if error.errno != errno.EADDRINUSE or address == addresses[-1]:
                raise _why(address, error) from None
    raise AssertionError("there is an address")


def _why(address: Address, error: OSError) -> NoAddress:
    """Why nothing can listen at an address, and what to do."""
    why = error.strerror or str(error)
    help_ = "without CAMPAIGN_PHONES the address of this computer in its network is found"
    if error.errno in (errno.EADDRINUSE, errno.EACCES):
        help_ = f"CAMPAIGN_PHONES={address.host}:{address.port % 65000 + 1} takes another port"
    if error.errno == errno.EADDRINUSE:
        why = "another program uses this port, perhaps another evening that is open"
    return NoAddress(
        f"the phones cannot be served at {address.host}:{address.port}: {why.lower()}; {help_}"
    )
