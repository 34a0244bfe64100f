"""The time limit of the search for an order of the cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from campaign.services.progress import Progress, unwatched

SECONDS = 20.0
LONG = 1.0
"""Seconds after which `tell` is called."""


class Deadline(NamedTuple):
    """The seconds after which the search stops, and what to call once when it takes long.

    `progress` receives the number of times that the search has checked its time.
    """

    seconds: float = SECONDS
    tell: Callable[[], None] = lambda: None
    progress: Progress = unwatched


DEADLINE = Deadline()
