"""What Quadropolis says by data of its own, for translators."""

from __future__ import annotations

from collections.abc import Iterator

from campaign.games.quadropolis.totals import LEFT
from engine.quadropolis.checks import AWAITED
from engine.quadropolis.components import KINDS, MODES, SIDES
from engine.quadropolis.names import NAMES

NAMED = {name["en"]: {"zh_Hant": name["zh-Hant"], "it": name["it"]} for name in NAMES.values()}
"""Buildings as publishers print them."""


def sentences() -> Iterator[str]:
    """The words of its tables."""
    yield from (*LEFT, *KINDS.values(), *AWAITED.values(), *SIDES)
    yield from (f"tiles of round {number}" for number in range(1, 6))
    yield from (word for mode in MODES for word in (mode, mode.capitalize()))
