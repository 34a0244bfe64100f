"""The clock of a search: each part of the search ends by it."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

Left = Callable[[], float]
"""Returns the seconds that are left on a clock."""


class Clock:
    """How many of some seconds are left; `look` is called with the seconds that are gone."""

    def __init__(self, seconds: float, look: Callable[[float], object] = lambda _: None) -> None:
        self._seconds, self._look, self._began = seconds, look, monotonic()

    @property
    def gone(self) -> float:
        """The seconds that are gone."""
        return monotonic() - self._began

    def left(self, share: float = 1.0) -> float:
        """The seconds that are left of a share of the time; calls `look`."""
        self._look(min(self.gone, self._seconds))
        return self.rest(share)

    def rest(self, share: float = 1.0) -> float:
        """The same for a background thread: it does not call `look`."""
        return self._seconds * share - self.gone

    def out_of_time(self) -> bool:
        """Whether nothing is left."""
        return self.left() <= 0
