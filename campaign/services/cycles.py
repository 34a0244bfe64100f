"""The garbage collector's search for reference cycles, put off while many values are made."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_cycle_collection() -> Iterator[None]:
    """Put off the search for reference cycles.

    It runs the more often the more objects are allocated. A replay allocates many and makes no
    cycles: reference counting frees them.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
