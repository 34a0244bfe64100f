"""Edition 1 of Dilluvia Project: workers do not wait for a tile (ruling 39)."""

from engine.dilluvia import (
    ALONE,
    HEADER,
    NAME,
    OVERLAY,
    PARTS,
    SEATS,
    TITLE,
    apply,
    awaiting,
    format,
    legal,
    parse,
    placeholders,
    play,
    score,
)
from engine.dilluvia.beginning import start as newest
from engine.dilluvia.state import DilluviaState
from engine.kernel.game import Setup

EDITION = "1"
EARLIER: dict[str, str] = {}

__all__ = [
    "ALONE",
    "EARLIER",
    "EDITION",
    "HEADER",
    "NAME",
    "OVERLAY",
    "PARTS",
    "SEATS",
    "TITLE",
    "apply",
    "awaiting",
    "format",
    "legal",
    "parse",
    "placeholders",
    "play",
    "score",
    "start",
]


def start(setup: Setup) -> DilluviaState:
    """The state before the turn order is drawn, in edition 1."""
    return newest(setup, areas_wait=False)
