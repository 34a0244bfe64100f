"""Machi Koro, the base game for two to four players, as a game of the kernel.

- components: cards and landmarks as tables
- notation: the moves as values; words <-> moves
- state: the state of a game, its options and its beginning
- income: who pays whom after a roll
- checks, table, rules: why a move is not allowed, what it changes, what is legal
- scoring: the sheets
- players: simple players for simulations
"""

from engine.machi_koro.income import income
from engine.machi_koro.notation import format, parse
from engine.machi_koro.rules import apply, awaiting, legal, play
from engine.machi_koro.scoring import score
from engine.machi_koro.state import HEADER, SEATS, MachiKoroState, start

NAME = "machi-koro"
TITLE = "Machi Koro"
EDITION = "1"
EARLIER: dict[str, str] = {}
ALONE: dict[str, object] = {}
OVERLAY = ""
PARTS = {"players": "engine.machi_koro.players", "answers": "engine.machi_koro.answers"}

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
    "income",
    "legal",
    "parse",
    "placeholders",
    "play",
    "score",
    "start",
]


def placeholders(state: MachiKoroState) -> tuple[str, ...]:
    """Return no placeholders: the cards and rules are public, none of them is made up."""
    return ()
