"""How long a program that looks for something may take; no more than that, for the help."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

SECONDS = 20.0
LONG = 1.0
"""Seconds after which somebody who waits is told what for."""


class Deadline(NamedTuple):
    """How long to look for an order of the cards, and what to do when it takes long."""

    seconds: float = SECONDS
    tell: Callable[[], None] = lambda: None


DEADLINE = Deadline()
