"""The search for reference cycles, put off: what is made meanwhile does not add up."""

from __future__ import annotations

import weakref

from campaign.services.cycles import without_cycle_collection


class Ring:
    """Refers to itself."""

    def __init__(self) -> None:
        self.itself = self


def test_cycles_are_kept_for_the_time_being_and_freed_at_the_end() -> None:
    with without_cycle_collection():
        gone = weakref.ref(Ring())
        assert gone() is not None
    assert gone() is None
