"""Phones at the table: how soon the others see an answer, the server's memory, and its start.

    a laptop       the command at a pseudo-terminal, as a user has it
    four phones    answer a whole game of My City, one answer after the other
    watchers       are shown all boards; idle connections only stay open

All connections are on the loopback. Clients and server share the same cores.
"""

from __future__ import annotations

import asyncio
import json
import os
import pty
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from threading import Thread
from time import monotonic, perf_counter, sleep
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from engine import my_city
from engine.kernel.dealer import deal
from engine.kernel.game import CHANCE, Setup
from engine.kernel.log import Move
from engine.kernel.parts import players_of

CALL = [sys.executable, "-c", "from campaign.cli.main import main; main()"]
VERSION = re.compile(rb'"version":"([^"]+)"')
STARTS = 7
GIVE_UP = 60
MEMORY, START = 150, 1.5
"""The bars: MB, seconds."""


class Evening(NamedTuple):
    """The figures of an evening; `memory` is in MB.

    `echoes` are the milliseconds from an answer to its echo on each other phone, `cpu` are the
    milliseconds of CPU from an answer to its last echo.
    """

    echoes: list[float]
    cpu: list[float]
    memory: int
    connections: int


class Start(NamedTuple):
    """Seconds from the command to its first page, and CPU seconds of the command until then."""

    wall: float
    cpu: float


def report(folder: Path) -> list[str]:
    """The section of the page."""
    starts = [_start(folder / f"start{i}.db") for i in range(STARTS)]
    walls = [start.wall for start in starts]
    few = evening(folder / "few.db", watchers=4, idle=0)
    many = evening(folder / "many.db", watchers=20, idle=76)
    return [
        "",
        "## Phones",
        "",
        f"A game of My City with four seats, {len(few.cpu)} answers one after the other:",
        "milliseconds on the clock from sending an answer until each of the three other phones has",
        "it, and milliseconds of CPU that the command spends until the last of them has it.",
        "Clients, server and other programs share two cores, so others lengthen the clock's times.",
        "The bar is 150 for 95 %.",
        "",
        "| | clock, median | 95 % | worst | CPU, median | 95 % |",
        "|---|---|---|---|---|---|",
        _line("4 phones, 4 watchers", few),
        _line(f"4 phones, 20 watchers, {many.connections} connections", many),
        "",
        f"Peak memory of the command with its server after that: {few.memory} MB with 8 devices, "
        f"{many.memory} MB with 24 and {many.connections} connections.",
        f"The bar is {MEMORY}.",
        "",
        f"From the command to its first page: {median(walls):.2f} s on the",
        f"clock, the median of {STARTS}, and {min(walls):.2f} s the best; "
        f"{median(start.cpu for start in starts):.2f} s of CPU. The bar is {START}.",
    ]


def _line(title: str, measured: Evening) -> str:
    clock, cpu = measured.echoes, measured.cpu
    figures = (median(clock), _late(clock), max(clock), median(cpu), _late(cpu))
    return f"| {title} | {' | '.join(f'{figure:.0f}' for figure in figures)} |"


def _late(times: list[float]) -> float:
    """The 95th percentile."""
    return quantiles(times, n=20)[-1]


def evening(db: Path, watchers: int, idle: int) -> Evening:
    """Play a whole game; watchers look on, and idle connections are open."""
    moves = _moves()
    with _laptop(db) as laptop:
        echoes, cpu, connections = asyncio.run(_played(laptop, moves, watchers, idle))
        return Evening(echoes, cpu, laptop.peak(), connections)


def _moves() -> Sequence[Move]:
    """A whole game of four seats."""
    player = next(iter(players_of(my_city).values()))
    return deal(my_city, Setup(my_city.SEATS, my_city.ALONE), 4, player).moves or ()


def _start(db: Path) -> Start:
    """Start the command, and measure until its first page."""
    began = perf_counter()
    with _laptop(db) as laptop:
        asyncio.run(_page(laptop.url))
        return Start(perf_counter() - began, laptop.cpu())


class Laptop:
    """The command at a pseudo-terminal."""

    def __init__(self, db: Path) -> None:
        self._mine, theirs = pty.openpty()
        seats = [word for seat in my_city.SEATS for word in ("--seat", f"{seat}={seat.title()}")]
        words = ["--db", str(db), "session", "enter", "my-city", *seats, "--phones"]
        variables = {"CAMPAIGN_PHONES": "127.0.0.1:0", "COLUMNS": "80", "LINES": "24"}
        self._process = subprocess.Popen(
            [*CALL, *words],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={**os.environ, **variables, "TERM": "xterm"},
            start_new_session=True,
        )
        os.close(theirs)
        self._seen = ""
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        """Read what the command shows; answer its editor when it asks where the cursor is."""
        try:
            while text := os.read(self._mine, 65536).decode(errors="replace"):
                if "\x1b[6n" in text:
                    os.write(self._mine, b"\x1b[1;1R")
                self._seen += re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text)
        except OSError:
            pass

    @property
    def url(self) -> str:
        """The address that the phones open; waits until the command shows it."""
        last = monotonic() + GIVE_UP
        while not (urls := re.findall(r"http://\S+#\w+", self._seen)):
            if monotonic() > last:
                raise RuntimeError(self._seen)
            sleep(0.005)
        return str(urls[-1])

    def peak(self) -> int:
        """The peak memory of the command in MB, as Linux states it."""
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        return int(status.split("VmHWM:")[1].split()[0]) // 1024

    def cpu(self) -> float:
        """The CPU seconds of all threads of the command so far."""
        tasks = Path(f"/proc/{self._process.pid}/task").glob("*/schedstat")
        return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9

    def close(self) -> None:
        """End the command."""
        self._process.kill()
        self._process.wait()
        os.close(self._mine)


@contextmanager
def _laptop(db: Path) -> Iterator[Laptop]:
    laptop = Laptop(db)
    try:
        yield laptop
    finally:
        laptop.close()


class Device:
    """A phone: one connection for its requests, another for the views that it is shown."""

    def __init__(self, url: str, number: int) -> None:
        parts = urlsplit(url)
        self._host, self._port = str(parts.hostname), int(parts.port or 0)
        self._code, self._cookie = parts.fragment, ""
        self._from = f"127.0.0.{number + 2}"
        self.version, self.heard = "", 0.0
        self._changed = asyncio.Event()

    async def joins(self, seat: str | None = None) -> Device:
        """Get a token, take a seat, listen."""
        self._lines = await self.connect()
        head, _ = await self.post("/seat", {"token": self._code})
        cookie = re.search(rb"(?i)set-cookie: (device-[^;]+)", head)
        assert cookie, head
        self._cookie = cookie[1].decode()
        if seat:
            await self.post("/seat", {"seat": seat})
        reader, self._stream = await self.connect()
        self._stream.write(self.request("GET", "/events"))
        self._listens = asyncio.create_task(self._listen(reader))
        await self.sees("")
        return self

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection from its own address."""
        return await asyncio.open_connection(
            self._host, self._port, local_addr=(self._from, 0), limit=2**24
        )

    def request(self, method: str, path: str, body: bytes = b"") -> bytes:
        """The bytes of a request."""
        host = f"{self._host}:{self._port}"
        lines = [
            *(f"{method} {path} HTTP/1.1", f"Host: {host}", f"Origin: http://{host}"),
            *(f"Cookie: {self._cookie}", f"Content-Length: {len(body)}", "", ""),
        ]
        return "\r\n".join(lines).encode() + body

    async def post(self, path: str, body: Any) -> tuple[bytes, bytes]:
        """Send a request; return the head and the body of the answer."""
        reader, writer = self._lines
        writer.write(self.request("POST", path, json.dumps(body).encode()))
        head = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"(?i)content-length: (\d+)", head)
        answer = await reader.readexactly(int(length[1]) if length else 0)
        if b" 200 " not in head.split(b"\r\n")[0]:
            raise RuntimeError(f"{path} {body}: {head!r} {answer!r}")
        return head, answer

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        while line := await reader.readline():
            if line.startswith(b"data: {") and (version := VERSION.search(line)):
                self.heard = perf_counter()
                self.version = version[1].decode()
                self._changed.set()

    async def sees(self, before: str) -> float:
        """Wait until the version is not `before` any more; return when the new one came."""
        while self.version == before:
            self._changed.clear()
            await asyncio.wait_for(self._changed.wait(), GIVE_UP)
        return self.heard

    def close(self) -> None:
        """Close the connections."""
        self._listens.cancel()
        self._stream.close()
        self._lines[1].close()


async def _played(
    laptop: Laptop, moves: Sequence[Move], watchers: int, idle: int
) -> tuple[list[float], list[float], int]:
    """Play a game; return the echoes and CPU of an `Evening`, and the number of connections."""
    url = laptop.url
    phones = {seat: await Device(url, i).joins(seat) for i, seat in enumerate(my_city.SEATS)}
    others = [await Device(url, 4 + i).joins() for i in range(watchers)]
    idlers = [await others[i % len(others)].connect() for i in range(idle)]
    echoes, cpu = list[float](), list[float]()
    for move in moves:
        seat = my_city.SEATS[0] if move.seat == CHANCE else move.seat
        own, version = phones[seat], phones[seat].version
        spent, began = laptop.cpu(), perf_counter()
        await own.post("/answer", {"version": version, "line": move.text})
        for phone_seat, phone in phones.items():
            heard = await phone.sees(version)
            if phone_seat != seat:
                echoes.append((heard - began) * 1e3)
        cpu.append((laptop.cpu() - spent) * 1e3)
    for device in (*phones.values(), *others):
        device.close()
    for _, writer in idlers:
        writer.close()
    return echoes, cpu, len(phones) + len(others) + len(idlers)


async def _page(url: str) -> None:
    device = Device(url, 0)
    reader, writer = await device.connect()
    writer.write(device.request("GET", "/"))
    assert b" 200 " in await reader.readline()
    writer.close()
