"""The garbage collector's search for reference cycles, put off while many values are made."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


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
