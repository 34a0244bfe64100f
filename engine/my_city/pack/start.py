"""Makes the first state of an episode from the pack, the rules and the boards of a header."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.kernel.errors import SetupError
from engine.kernel.game import Seat, Setup
from engine.kernel.replay import FOUND, ORDER
from engine.my_city.pack import eternal
from engine.my_city.pack.eternal import ETERNAL
from engine.my_city.pack.load import load
from engine.my_city.pack.model import Pack, rules_of
from engine.my_city.play.state import SEATS, MyCityState, begin

ABSENT, SUBSTITUTES = "absent", "substitutes"
"""The header keys for the seats that nobody plays, and for the seats with a substitute."""

HEADER = {
    "episode": "the number of the episode of the campaign",
    "mode": 'instead of an episode: "eternal"',
    "pack": "the name of the pack with the campaign's data",
    "boards": "per seat what lies on its board before the episode, such as well C5",
    ABSENT: "the seats of the campaign whose cities nobody plays in this episode",
    SUBSTITUTES: "the seats that a substitute plays in this episode; names has the substitutes' "
    "names",
    "ranks": "without moves: the rank of each seat, where the table broke a tie",
    "gained": "without moves: per seat what the episode itself brought, such as tree D5",
    "inked": "with moves: per seat what its board shows that the rules do not give",
    "deck": "instead of moves, with layout: the cards in the order in which they came",
    "layout": "instead of moves: per seat its buildings, a list or a drawing of the board",
    "passes": "with layout: per seat how often it passed after its last building",
    "by_hand": "with layout: per seat what it got by rules that the table applies",
    **eternal.HEADER,
    ORDER: '"found" where the order of the cards was not written down, but found to fit',
}
STAND_IN = "stand_in"


def start(setup: Setup) -> MyCityState:
    """The first state of the episode that a header names; raises `SetupError`."""
    check_header(setup.header)
    pack, episode = _chosen(setup.header)
    attendance(setup)
    alone = setup.overlay or not eternal.HEADER.keys().isdisjoint(setup.header)
    rules = eternal.rules_for(setup) if alone else rules_of(pack, episode)
    return begin(rules, setup.seats, setup.header.get("boards", {}))


def attendance(setup: Setup) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """The absent seats and those with a substitute that a header names; raises `SetupError`."""
    if ABSENT not in setup.header and SUBSTITUTES not in setup.header:
        return (), ()
    absent, substitutes = (_seats(setup.header, key) for key in (ABSENT, SUBSTITUTES))
    for seat in absent:
        if seat in setup.seats:
            raise SetupError(f"{ABSENT}: {seat} is one of the seats that play")
    for seat in substitutes:
        if seat not in setup.seats:
            raise SetupError(f"{SUBSTITUTES}: nobody sits at {seat}; {', '.join(setup.seats)} play")
    return absent, substitutes


def _seats(header: Mapping[str, Any], key: str) -> tuple[Seat, ...]:
    """The seats that a key of a header lists."""
    seats = header.get(key, ())
    if not isinstance(seats, list | tuple) or not all(seat in SEATS for seat in seats):
        raise SetupError(f'{key}: a list of seats, such as ["{SEATS[-1]}"]: {", ".join(SEATS)}')
    if len(set(seats)) != len(seats):
        raise SetupError(f"{key}: a seat is there twice")
    return tuple(seats)


def check_header(header: Mapping[str, Any]) -> None:
    """Raise `SetupError` for header values that are unknown or contradict each other."""
    episode, mode = header.get("episode"), header.get("mode")
    if (episode is None) == (mode is None):
        raise SetupError('name what was played: episode = 1, or mode = "eternal"')
    if mode is not None and mode != ETERNAL:
        raise SetupError(f'mode {mode!r} is not known: "{ETERNAL}" is the only one')
    if episode is not None and type(episode) is not int:
        raise SetupError(f"episode: {episode!r} is not a whole number")
    eternal.check_header(header)
    if header.get(ORDER, FOUND) != FOUND:
        raise SetupError(f'order is "{FOUND}" or left out')
    if not isinstance(header.get("boards", {}), dict):
        raise SetupError("boards: a table, a line a seat, under [boards]")


def _chosen(header: Mapping[str, Any]) -> tuple[Pack, int]:
    """The pack and episode that a checked header names; raises `SetupError`."""
    episode, mode = header.get("episode"), header.get("mode")
    name = header.get("pack", ETERNAL if mode else STAND_IN)
    pack = load(name) if isinstance(name, str) else name
    if not isinstance(pack, Pack):
        raise SetupError(f"pack: {name!r} is not the name of a pack")
    if isinstance(name, str) and (name == ETERNAL) != (mode is not None):
        right = 'mode = "eternal"' if mode is None else "episode = ..."
        raise SetupError(f"the pack {name} is played in another mode: write {right}")
    return pack, 1 if episode is None else episode
