"""How long the search for an order of the cards may take."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from campaign.services.progress import Progress, unwatched

SECONDS = 20.0
LONG = 1.0
"""Seconds after which `tell` says what is being done."""


class Deadline(NamedTuple):
    """When the search has to stop, in seconds, and what to call once when it takes long.

    `progress` receives how many times the search has looked whether there is time left.
    """

    seconds: float = SECONDS
    tell: Callable[[], None] = lambda: None
    progress: Progress = unwatched


DEADLINE = Deadline()
