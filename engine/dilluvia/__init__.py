"""Dilluvia Project, a game about a floating city for two to four players: its rules.

- components: the components of the box, and the rules of a session, as values
- tables: the data of the box, with an owner's overlay
- reading: the rules of a session, made from the tables
- checks: the checks of a new overlay
- beginning: seats, options, the first state
- state: the state of a session as a value
- notation: moves from words, and back to words
- transfers: money, cubes and so on that a player gets or pays
- market, areas, gains, land, building, changes, tiles, income: the rules, part by part
- verb: the functions of a kind of move
- rules: phases, and the moves that are allowed in each
- final, scoring: the four steps at the end; sheets, ranks, ties
- answers: short answers at the table
- provenance: the made-up values on which a session relies
- players, worth: simple players for simulations
- edition_1: the earlier edition
"""

from engine.dilluvia.beginning import HEADER, SEATS, TABLES, start
from engine.dilluvia.notation import format, parse
from engine.dilluvia.provenance import placeholders
from engine.dilluvia.rules import apply, awaiting, legal, play
from engine.dilluvia.scoring import score

NAME = "dilluvia"
TITLE = "Dilluvia Project"
EDITION = "2"
EARLIER = {"1": "engine.dilluvia.edition_1"}
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
