"""Edition 1 of My City, kept as a module after edition 2 has come: as a game package keeps one."""

from engine.my_city import (
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
    start,
)
from engine.my_city.play.scoring import score

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
