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
    """Postpone the search for reference cycles until the block ends.

    Python searches more often the more objects are allocated. A replay allocates many without
    cycles, which reference counting frees. Reading from the database makes some cycles: the young
    objects are searched at the end of the block, so that cycles never add up.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.collect(0)
        if enabled:
            gc.enable()


def batched_items(items: Iterable[Item], size: int = 100) -> Iterator[Item]:
    """The items, made `size` at a time without the search for reference cycles."""
    remaining = iter(items)
    while True:
        with without_cycle_collection():
            batch = list(islice(remaining, size))
        if not batch:
            return
        yield from batch
