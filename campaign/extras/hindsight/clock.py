"""The clock of a search, which tells each part of the search when to end."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

Left = Callable[[], float]
"""Returns the seconds that are left on a clock."""


class Clock:
    """Counts down from `seconds`; calls `look` with the seconds that are gone."""

    def __init__(self, seconds: float, look: Callable[[float], object] = lambda _: None) -> None:
        self._seconds, self._look, self._began = seconds, look, monotonic()

    @property
    def gone(self) -> float:
        """The seconds that are gone."""
        return monotonic() - self._began

    def left(self, share: float = 1.0) -> float:
        """Return the seconds that are left of a share of the time; calls `look`."""
        self._look(min(self.gone, self._seconds))
        return self.seconds_left(share)

    def seconds_left(self, share: float = 1.0) -> float:
        """Return the seconds that are left of a share, without a call of `look`: for a thread."""
        return self._seconds * share - self.gone

    def out_of_time(self) -> bool:
        """Whether nothing is left."""
        return self.left() <= 0
