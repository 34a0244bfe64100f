"""My City: an episode as a game of the kernel, and the campaign as a fold of episodes.

components  pieces, land, rules as values      pack, compose  the data and what is in force
state       an episode under way               rules          play
terms       the terms of the sheet             scoring        sheets, ranks, ties
notation    words <-> moves                    legacy         the campaign, for good
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

__all__ = [
    "ALONE",
    "EDITION",
    "HEADER",
    "NAME",
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
