"""What Dilluvia Project says by data of its own, for translators."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from campaign.games.dilluvia.statistics import AREAS, BUILT, RETURNS
from engine.dilluvia.components import COLOURS, GOODS, Gains
from engine.dilluvia.final import COUNTS, STEPS
from engine.dilluvia.provenance import NAMES
from engine.dilluvia.state import PHASES
from engine.dilluvia.tables import tables
from engine.dilluvia.tiles import SIZES

NAMED: Mapping[str, Mapping[str, str]] = {}
"""Nothing on its tiles has a name."""


def sentences() -> Iterator[str]:
    """The words of its tables and statistics."""
    yield from (*AREAS, *BUILT, *RETURNS.values())
    yield from (row["words"] for table in ("effect", "square") for row in tables()[table].values())
    yield from SIZES.values()
    yield from (*COLOURS, GOODS, *Gains._fields, *PHASES, *COUNTS, *NAMES.values(), "row", "column")
    yield from (str(label) for label, _ in STEPS)
