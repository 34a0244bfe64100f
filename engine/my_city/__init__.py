"""My City: an episode as a game of the kernel, and the campaign as a fold of episodes.

- components, notation: pieces, land and rules as values; words <-> moves
- pack, compose: the data, and what of it is in force in an episode
- state, rules: an episode under way, and its play
- terms, scoring: the terms of the sheet; sheets, ranks, ties
- chronicle, lasting, legacy: what happens to a campaign, what stays for good, and the fold
- players: simple players for simulations
"""

from engine.my_city.notation import format, parse
from engine.my_city.players import PLAYERS
from engine.my_city.rules import apply, awaiting, legal, play
from engine.my_city.scoring import score
from engine.my_city.state import HEADER, SEATS, State, start

NAME = "my-city"
TITLE = "My City"
EDITION = "1"
ALONE = {"mode": "eternal"}
OVERLAY = ""

__all__ = [
    "ALONE",
    "EDITION",
    "HEADER",
    "NAME",
    "OVERLAY",
    "PLAYERS",
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


def placeholders(state: State) -> tuple[str, ...]:
    """The made-up values that this session relied on."""
    return state.rules.placeholders
