"""Do slow work beside the server's loop: draw once for all devices, serve a device in turn.

A request that waits for it holds no thread, so that other requests go on.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import NamedTuple

from starlette.concurrency import run_in_threadpool

REMEMBERED = 32
"""Drawings that are remembered."""


class Drawing(NamedTuple):
    """What can be drawn, in any thread; the key is all that it depends on."""

    key: Hashable
    draw: Callable[[], str]


class Drawings:
    """What was drawn: one at a time, and each once, for all who ask for it."""

    def __init__(self) -> None:
        self._drawn: OrderedDict[Hashable, str] = OrderedDict()
        self._one_at_a_time = asyncio.Lock()

    async def get(self, drawing: Drawing) -> str:
        """What has been drawn, or is drawn now; raises what drawing raises."""
        key = drawing.key
        if key not in self._drawn:
            async with self._one_at_a_time:
                if key not in self._drawn:
                    self._drawn[key] = await run_in_threadpool(drawing.draw)
                    while len(self._drawn) > REMEMBERED:
                        self._drawn.popitem(last=False)
        return self._drawn[key]


class Turns:
    """What a device asks is done one after the other, in one thread at most."""

    def __init__(self) -> None:
        self._turns: dict[str, asyncio.Lock] = {}

    def lock(self, device: str) -> asyncio.Lock:
        """The lock of a device: while it is held, nothing else is done for the device."""
        return self._turns.setdefault(device, asyncio.Lock())
