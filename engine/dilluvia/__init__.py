"""Dilluvia Project: a floating city for two to four players, as a game of the kernel.

- components, tables, reading: the box as values, its data with an owner's overlay, the rules
- checks: the checks of a new overlay
- beginning: seats, options, the first state
- state, notation: the table as a value; words <-> moves
- transfers: money, cubes and so on that a player gets or pays
- market, areas, land, building, changes, tiles, income: the rules, part by part
- rules: phases, and the moves that are allowed in each
- final, scoring: the four steps at the end; sheets, ranks, ties
- answers: short answers at the table
- players: simple players for simulations
"""

from engine.dilluvia.beginning import HEADER, SEATS, TABLES, start
from engine.dilluvia.notation import format, parse
from engine.dilluvia.provenance import placeholders
from engine.dilluvia.rules import apply, awaiting, legal, play
from engine.dilluvia.scoring import score

NAME = "dilluvia"
TITLE = "Dilluvia Project"
EDITION = "1"
EARLIER: dict[str, str] = {}
ALONE: dict[str, str] = {}
OVERLAY = TABLES
PARTS = {
    "players": "engine.dilluvia.players",
    "answers": "engine.dilluvia.answers",
    "overlay": "engine.dilluvia.checks",
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
