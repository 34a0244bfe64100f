"""Quadropolis, a game about cities built tile by tile for two to four players: its rules.

- components: the components of the box as values
- tiles: the tiles of the box, with an owner's overlay
- notation: moves from words, and back to words
- state: the state of a session as a value
- checks: the reason why a move is not allowed
- table: what a move changes
- rules: the legal moves, and the replay of moves
- city: the score of a city under an assignment
- assignment, values, clusters, subsets: the best assignment, with proof
- scoring: sheets, ranks, ties
- drawing, calculator: a drawn city and its score
- answers, names: short answers at the table
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
