"""How long the search for an order of the cards may take."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

SECONDS = 20.0
LONG = 1.0
"""Seconds after which `tell` says what is being done."""


class Deadline(NamedTuple):
    """When the search has to stop, in seconds, and what to call once when it takes long."""

    seconds: float = SECONDS
    tell: Callable[[], None] = lambda: None


DEADLINE = Deadline()
