"""Strangers and guests who hold all that there is of something: connections, devices, time.

Everything is on the loopback. Its other addresses are those of others in the network.
"""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from http.client import HTTPConnection
from threading import Event
from time import monotonic

import pytest

from campaign.display.html.chronicle import ChronicleChoices, chronicle_of
from campaign.display.text.translation import ENGLISH
from campaign.extras.phones import app, connections, guard, showing
from campaign.extras.phones.serving import Address, Phones
from campaign.services.values import History
from tests.cli.laptop import Laptop
from tests.extras.phones.phoning import Phone
from tests.extras.phones.test_attacked import Device
from tests.extras.phones.test_attacked import device as device
from tests.extras.phones.test_attacked import laptop as laptop
from tests.fixtures import Run
from tests.processes import GIVE_UP, until

SLOW = (
    "POST /seat HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Length: 20\r\n\r\n{{"
)
"""The head of a request, and the first byte of a body that never ends."""


@contextmanager
def held(stranger: Phone, begun: str, number: int) -> Iterator[list[HTTPConnection]]:
    """So many connections of a stranger, each with the beginning of a request."""
    lines = [stranger.connect() for _ in range(number)]
    try:
        for line in lines:
            with suppress(ConnectionError):
                line.connect()
                line.sock.sendall(begun.format(host=stranger.host).encode())
        yield lines
    finally:
        for line in lines:
            line.close()


def is_closed(line: HTTPConnection, within: float) -> bool:
    """Whether the server closes a connection, however much it still answers on it."""
    line.sock.settimeout(within)
    with suppress(ConnectionError):
        try:
            while line.sock.recv(65536):
                pass
        except TimeoutError:
            return False
    return True


def test_bodies_that_never_end_keep_no_phone_out(device: Device) -> None:
    anna = device("127.0.0.20").joins("p1")
    with ExitStack() as crowd:
        for last in range(2, 10):
            crowd.enter_context(held(device(f"127.0.0.{last}"), SLOW, 50))
        guest = device("127.0.0.21").joins("p2")
        assert guest.view()["game"] == "machi-koro"
        assert anna.post("/look", line="2").code == 200
        assert anna.answers("2").code == 200


@pytest.mark.parametrize(
    "begun",
    [
        "",
        "GET / HTTP/1.1\r\nHost:",
        SLOW,
        "GET / HTTP/1.1\r\nHost: {host}\r\n\r\nGET / HTT",
        "GET / HTTP/1.1\r\nHost: {host}\r\nContent-Length: 20\r\n\r\n",
        SLOW.replace("Content-Length: 20", "Transfer-Encoding: chunked") + "1\r\n{{\r\n",
    ],
    ids=["nothing", "head", "body", "second head", "body of a page", "chunks"],
)
def test_a_request_is_whole_in_time_however_its_bytes_come(
    device: Device, monkeypatch: pytest.MonkeyPatch, begun: str
) -> None:
    monkeypatch.setattr(connections, "SILENCE", 0.3)
    with held(device("127.0.0.2"), begun, 1) as (line,):
        last = monotonic() + GIVE_UP
        while monotonic() < last and not is_closed(line, 0.05):
            with suppress(OSError):
                line.sock.sendall(b"x" if begun else b"")
        assert monotonic() < last


def test_devices_that_hold_no_seat_keep_nobody_out(
    device: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "BURST", 1e9)
    watcher = device("127.0.0.20").joins()
    with watcher.listening():
        tokens = [device(f"127.0.1.{number}").joins().token for number in range(1, 30)]
        for number in range(guard.DEVICES):
            device(f"127.0.0.{2 + number % 16}").joins()
        assert device("127.0.0.21").joins("p1").answers("2").code == 200
        assert watcher.view()["last"] == ["Anna rolls 2"]
    guest = device("127.0.1.40")
    for guest.token in tokens:
        assert guest.post("/seat").code == 200


def test_the_laptop_lists_and_drops_devices(laptop: Laptop, device: Device) -> None:
    anna = device("127.0.0.20").joins("p1")
    first, second, third = (device(f"127.0.0.{number}").joins() for number in (2, 3, 4))
    laptop.types("phones")
    laptop.until(lambda: "from 127.0.0.4 is away" in laptop.seen)
    laptop.types("phones forget 3")
    laptop.until(lambda: "1 device is out" in laptop.seen)
    assert [phone.post("/seat").code for phone in (first, second, third)] == [200, 401, 200]
    assert second.post("/seat", token=second.code).code == 422
    laptop.types("phones forget")
    laptop.until(lambda: "2 devices are out" in laptop.seen)
    laptop.types("phones forget 77")
    laptop.until(lambda: "No such device" in laptop.seen)
    assert [phone.post("/seat").code for phone in (anna, first, third)] == [200, 401, 401]
    assert anna.answers("2").code == 200
    assert device("127.0.0.5").joins().view()["last"] == ["Anna rolls 2"]


def test_a_page_is_drawn_once_and_hinders_nobody(
    played: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Forty requests for the chronicle while it is being drawn, of a device that watches."""
    going_on, drawn = Event(), list[str]()

    def slow(history: History, choices: ChronicleChoices) -> str:
        drawn.append(history.head)
        assert going_on.wait(GIVE_UP)
        return chronicle_of(history, choices)

    monkeypatch.setattr(showing, "chronicle_of", slow)
    laptop = Laptop("meet --phones", monkeypatch)
    laptop.waits_for("eagle")
    with ExitStack() as stack:
        eagle, *watchers = (
            stack.enter_context(closing(Phone(laptop.url(), f"127.0.0.{number}")))
            for number in range(2, 6)
        )
        eagle.joins("eagle")
        for watcher in watchers:
            watcher.joins()
        lines = [one.connect() for one in watchers for _ in range(14)]
        for line, watcher in zip(lines, sorted(watchers * 14, key=watchers.index), strict=True):
            stack.callback(line.close)
            line.request("GET", "/chronicle", headers=watcher.headers())
        until(lambda: bool(drawn))
        assert eagle.answers("tree G1").code == 200
        assert watchers[0].ask("GET", "/boards").code == 200
        going_on.set()
        pages = {line.getresponse().read() for line in lines}
        assert len(pages) == len(drawn) <= 2  # the second one after the sticker
        again = {watchers[0].ask("GET", "/chronicle").body for _ in range(3)}
        assert len(again) == 1
        assert len(drawn) <= 2
    for typed in ("save", ""):
        laptop.types(typed)
    assert laptop.ends().code == 0


def test_of_one_device_with_too_many_connections_the_oldest_goes(device: Device) -> None:
    anna, guest = device("127.0.0.20").joins("p1"), device("127.0.0.21").joins()
    with ExitStack() as stack:
        first, *others = (
            stack.enter_context(guest.listening()) for _ in range(connections.OF_DEVICE + 1)
        )
        next(others[-1])
        with pytest.raises(ConnectionError):
            list(first)
        anna.takes("2")
        assert any(view["last"] == ["Anna rolls 2"] for view in others[0])


@pytest.mark.skipif(sys.platform != "linux", reason="the option has this name on Linux alone")
def test_a_phone_without_power_is_away_within_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """The system sent to it for a quarter of an hour, and nobody was told how its seat is freed."""
    sockets = list[socket.socket]()
    made = connections.Connection.connection_made

    def noted(connection: connections.Connection, transport: asyncio.Transport) -> None:
        made(connection, transport)
        sockets.append(transport.get_extra_info("socket"))

    monkeypatch.setattr(connections.Connection, "connection_made", noted)
    with Phones([Address("127.0.0.1", 0)], ENGLISH) as phones, closing(Phone(phones.url)) as phone:
        phone.joins()
        (taken,) = sockets
        milliseconds = taken.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
    assert milliseconds + app.STILL * 1000 < 60_000
