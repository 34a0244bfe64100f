"""The clock of a search, by which each of its parts ends."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

Left = Callable[[], float]
"""The seconds that are left of somebody's clock."""


class Clock:
    """How much of some seconds is left; `look` is called with those that are gone."""

    def __init__(self, seconds: float, look: Callable[[float], object] = lambda _: None) -> None:
        self._seconds, self._look, self._began = seconds, look, monotonic()

    @property
    def gone(self) -> float:
        """The seconds that are gone."""
        return monotonic() - self._began

    def left(self, share: float = 1.0) -> float:
        """The seconds that are left of a share of them."""
        self._look(min(self.gone, self._seconds))
        return self.rest(share)

    def rest(self, share: float = 1.0) -> float:
        """The same for who works beside the program: then nobody looks."""
        return self._seconds * share - self.gone

    def out_of_time(self) -> bool:
        """Whether nothing is left."""
        return self.left() <= 0
