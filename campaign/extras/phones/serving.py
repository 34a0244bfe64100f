"""The server of an evening: one address of the local network, a thread, a command's time."""

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
from campaign.extras.phones import scanning
from campaign.extras.phones.app import TableServer, app_of, bgstats_of
from campaign.extras.phones.connections import Connection, ConnectionLimits
from campaign.extras.phones.guard import Devices
from campaign.extras.phones.table import ServedTable
from engine.kernel.game import Seat

PORT, PORTS = 8024, 10
"""The first port that is tried where none is named, and how many are tried in all."""


class NoAddress(Exception):
    """Nothing can be served at an address; the message says why, and what to do."""


class Address(NamedTuple):
    """Where it is served; port 0 stands for one that is free."""

    host: str
    port: int


def lan_addresses() -> list[Address]:
    """Addresses of this machine on the network through which it would reach others.

    Nothing is sent for it. Without a network it is the machine itself.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # of the documentation; a datagram socket sends nothing
            host = probe.getsockname()[0]
        except OSError:
            host = "127.0.0.1"
    return [Address(host, port) for port in range(PORT, PORT + PORTS)]


def address_of(text: str) -> Address:
    """An address as it is written: `192.168.1.5`, `192.168.1.5:8100`; raises `NoAddress`."""
    host, _, port = text.partition(":")
    if port and not (port.isdecimal() and int(port) < 65536):
        raise NoAddress(f"{text!r} is no address: write one such as 192.168.1.5:{PORT}")
    return Address(host, int(port) if port else PORT)


class Phones:
    """The phones at the table: a server that begins and ends with a `with`."""

    def __init__(self, addresses: Sequence[Address], speaker: Speaker) -> None:
        """Serve at the first address that is free; raises `NoAddress`."""
        self.table = ServedTable(speaker)
        self.devices = Devices()
        self._served = TableServer(self.table, self.devices)
        self._socket = _bound(addresses)
        host, port = self._socket.getsockname()[:2]
        self.host = f"{host}:{port}"
        config = uvicorn.Config(
            app_of(self._served, self.host),
            log_config=None,
            log_level="critical",
            access_log=False,
            server_header=False,
            lifespan="off",
            timeout_graceful_shutdown=2,
            http=partial(Connection, room=ConnectionLimits(self.devices)),  # type: ignore[arg-type]  # only called
            ws="none",
        )
        self._server = _Server(config, self._served)
        self._thread = Thread(target=self._server.run, args=([self._socket],), daemon=True)

    @property
    def is_alone(self) -> bool:
        """Whether no other machine can reach it."""
        return self.host.startswith("127.")

    @property
    def url(self) -> str:
        """What is opened: the code stands in the fragment, which is sent to nobody."""
        return f"http://{self.host}/#{self.devices.code}"

    @property
    def bgstats(self) -> str:
        """What is opened for the link of the evening that is kept."""
        return bgstats_of(self.host, self.devices)

    @property
    def code(self) -> list[list[bool]]:
        """The QR code of the address: rows of modules, True for a dark one."""
        return scanning.modules(self.url)

    def here(self) -> dict[Seat, bool]:
        """The seats that a device holds; True where it can be reached."""
        return dict(self._served.here())

    def free(self, seat: Seat) -> None:
        """Let another device take a seat."""
        self.devices.free(seat)
        self.table.changed()

    def forget(self, number: int | None) -> int:
        """Drop a device without a seat, or all of them, and make a new code; how many."""
        gone = self.devices.forget(number)
        self.table.changed()
        return gone

    def __enter__(self) -> Phones:
        self._listening = self.table.heard(self._served.ring)
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


class _Server(uvicorn.Server):
    """Says when it runs."""

    def __init__(self, config: uvicorn.Config, served: TableServer) -> None:
        super().__init__(config)
        self._served, self.runs = served, Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._served.started()
        self.runs.set()


def _bound(addresses: Sequence[Address]) -> socket.socket:
    """A socket that listens at the first address that is free; raises `NoAddress`."""
    for address in addresses:
        # With its protocol named, as asyncio sends nothing at once on a socket without.
        made = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        try:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            made.bind(tuple(address))
            made.listen(128)
        except OSError as error:
            made.close()
            if error.errno != errno.EADDRINUSE or address == addresses[-1]:
                raise _why(address, error) from None
        else:
            return made
    raise AssertionError("there is an address")


def _why(address: Address, error: OSError) -> NoAddress:
    """Why nothing can listen at an address, and what to do."""
    why = error.strerror or str(error)
    if error.errno == errno.EADDRINUSE:
        why = "another program has this port, perhaps another evening that is open"
    return NoAddress(
        f"the phones cannot be served at {address.host}:{address.port}: {why.lower()}; "
        f"CAMPAIGN_PHONES={address.host}:{address.port % 65000 + 1} takes another port"
    )
