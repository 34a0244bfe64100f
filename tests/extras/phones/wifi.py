"""The Wi-Fi of one phone, as a SOCKS proxy: it can be lost, and nobody is told so."""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from threading import Thread


class Wifi:
    """What goes between a browser and the laptop; nothing while it is lost."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._there = asyncio.Event()
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.address = f"socks5://127.0.0.1:{self._socket.getsockname()[1]}"
        Thread(target=self._run, daemon=True).start()

    def lost(self) -> None:
        """Let nothing through; connections stay open."""
        self._loop.call_soon_threadsafe(self._there.clear)

    def back(self) -> None:
        """Let everything through again, what was sent meanwhile first."""
        self._loop.call_soon_threadsafe(self._there.set)

    def _run(self) -> None:
        self._there.set()
        self._loop.run_until_complete(asyncio.start_server(self._connected, sock=self._socket))
        self._loop.run_forever()

    async def _connected(self, phone: asyncio.StreamReader, to_phone: asyncio.StreamWriter) -> None:
        """RFC 1928, as Chromium speaks it: no password, and a host by its name."""
        with suppress(asyncio.IncompleteReadError, OSError):
            _, methods = await phone.readexactly(2)
            await phone.readexactly(methods)
            to_phone.write(b"\5\0")
            *_, length = await phone.readexactly(5)
            host = (await phone.readexactly(length)).decode()
            port = int.from_bytes(await phone.readexactly(2), "big")
            await self._there.wait()
            laptop, to_laptop = await asyncio.open_connection(host, port)
            to_phone.write(b"\5\0\0\1" + bytes(6))
            await asyncio.gather(self._carries(phone, to_laptop), self._carries(laptop, to_phone))
        to_phone.close()

    async def _carries(self, here: asyncio.StreamReader, there: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await here.read(65536):
                await self._there.wait()
                there.write(data)
                await there.drain()
        there.close()
