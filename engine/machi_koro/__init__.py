"""Machi Koro, the base game for two to four players: its rules.

- components: cards and landmarks as tables
- notation: the moves as values; moves from words, and back to words
- state: the state of a game, its options and its beginning
- income: the payments after a roll
- checks: the reason why a move is not allowed
- table: what a move changes
- rules: the legal moves, and the replay of moves
- scoring: the sheets
- answers: short answers at the table
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
    """Return no placeholders, because no card and no rule is made up."""
    return ()
