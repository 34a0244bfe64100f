"""Slow work beside the server's loop: draw once for all devices, and serve each device in turn.

A request that waits for such work holds no thread, so that other requests go on.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import NamedTuple

from starlette.concurrency import run_in_threadpool

REMEMBERED = 32
"""The number of drawings that are remembered."""


class Drawing(NamedTuple):
    """Something to draw, in any thread; `key` has all that the drawing depends on."""

    key: Hashable
    draw: Callable[[], str]


class Drawings:
    """A store of drawings: draws one at a time, and each only once for all devices."""

    def __init__(self) -> None:
        self._drawn: OrderedDict[Hashable, str] = OrderedDict()
        self._one_at_a_time = asyncio.Lock()

    async def get(self, drawing: Drawing) -> str:
        """Return a drawing, remembered or drawn now; raises what its `draw` raises."""
        key = drawing.key
        if key not in self._drawn:
            async with self._one_at_a_time:
                if key not in self._drawn:
                    self._drawn[key] = await run_in_threadpool(drawing.draw)
                    while len(self._drawn) > REMEMBERED:
                        self._drawn.popitem(last=False)
        return self._drawn[key]


class Turns:
    """Locks by which the requests of a device are done one after the other."""

    def __init__(self) -> None:
        self._turns: dict[str, asyncio.Lock] = {}

    def lock(self, device: str) -> asyncio.Lock:
        """The lock of a device: while it is held, nothing else is done for the device."""
        return self._turns.setdefault(device, asyncio.Lock())
