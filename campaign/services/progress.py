"""Progress of long work: services report it to a callback and never print.

A `Progress` receives the amount done and the total, 0 if the total is not known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

Progress = Callable[[int, int], None]
Item = TypeVar("Item")


def unwatched(done: int, total: int) -> None:
    """Ignore the progress of work that nobody watches."""


def counted(items: Iterable[Item], total: int, progress: Progress, size: int = 1) -> Iterator[Item]:
    """Yield the items and report each as done when the next one is asked for.

    An item counts as `size` of the total; the last one may count as fewer.
    """
    for done, item in enumerate(items, 1):
        yield item
        progress(min(done * size, total), total)
