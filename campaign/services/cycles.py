"""Postpone the search for reference cycles while many values are made."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import TypeVar

Item = TypeVar("Item")


@contextmanager
def without_cycle_collection() -> Iterator[None]:
    """Put off the search for reference cycles.

    It runs the more often the more objects are allocated. A replay allocates many and makes no
    cycles: reference counting frees them. Reading from the database makes some, and a command
    seldom looks for them: what is young is searched at the end, so that they never add up.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.collect(0)
        if enabled:
            gc.enable()


def made(items: Iterable[Item], size: int = 100) -> Iterator[Item]:
    """The items, made some at a time without the search for reference cycles."""
    rest = iter(items)
    while True:
        with without_cycle_collection():
            some = list(islice(rest, size))
        if not some:
            return
        yield from some
