"""Progress of long work: services report it to a callback, and never print.

A `Progress` receives how much is done and of how much; 0 where that is not known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

Progress = Callable[[int, int], None]
Item = TypeVar("Item")


def unwatched(done: int, total: int) -> None:
    """Nobody waits."""


def counted(items: Iterable[Item], total: int, progress: Progress, size: int = 1) -> Iterator[Item]:
    """The items one by one; each is done when the next one is asked for.

    An item is so many of the total, the last one perhaps fewer.
    """
    for done, item in enumerate(items, 1):
        yield item
        progress(min(done * size, total), total)
