"""My City: an episode as a game of the kernel, and the campaign as a fold of episodes.

    campaign   the 24 episodes: a fold of what happened to a campaign
    rebuild    from boards at the end back to moves
    bounds     what an episode can give at least and at most, whatever is built
    pack       from data to the rules of an episode
    play       one episode, given rules and boards

Each package imports only packages below it; `rebuild` and `bounds` do not import each other. The
game of the kernel is `play`, with the start that a pack gives it.
"""

from engine.my_city.pack.eternal import CORRECTIONS
from engine.my_city.pack.start import HEADER, start
from engine.my_city.play.by_hand import apply, awaiting, legal, play
from engine.my_city.play.notation import format, parse
from engine.my_city.play.scoring import score
from engine.my_city.play.state import SEATS, MyCityState

NAME = "my-city"
TITLE = "My City"
EDITION = "1"
EARLIER: dict[str, str] = {}
ALONE = {"mode": "eternal"}
OVERLAY = CORRECTIONS
PARTS = {
    "players": "engine.my_city.play.players",
    "answers": "engine.my_city.play.answers",
    "overlay": "engine.my_city.pack.eternal",
    "rebuild": "engine.my_city.rebuild.orders",
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


def placeholders(state: MyCityState) -> tuple[str, ...]:
    """The made-up values that this session relied on."""
    return state.rules.placeholders
