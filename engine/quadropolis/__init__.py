"""Quadropolis: cities tile by tile for two to four players, as a game of the kernel.

- components, tiles: the box as values; the tiles as data with an owner's overlay
- notation, state: words <-> moves; the table as a value
- checks, table, rules: why a move is not allowed, what it changes, what is legal
- city: the score of a city under an assignment
- assignment, values, clusters, subsets: the best assignment, proved
- scoring: sheets, ranks, ties
- players: simple players for simulations
"""

from engine.quadropolis.notation import format, parse
from engine.quadropolis.rules import apply, awaiting, legal, play
from engine.quadropolis.scoring import score
from engine.quadropolis.state import HEADER, SEATS, TILES, placeholders, start

NAME = "quadropolis"
TITLE = "Quadropolis"
EDITION = "1"
EARLIER: dict[str, str] = {}
ALONE = {"mode": "classic", "staffed": True}
OVERLAY = TILES
PARTS = {
    "players": "engine.quadropolis.players",
    "answers": "engine.quadropolis.answers",
    "overlay": "engine.quadropolis.tiles",
}

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
