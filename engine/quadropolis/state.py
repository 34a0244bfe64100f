"""The state of a session: an immutable value, which the moves of the session lead to.

QuadropolisState ─┬─ rules           mode, players, tiles of every round
                  ├─ cities          by seat: stacks by square, inhabitants, energy
                  ├─ site, slots     the construction site, the architects at the ends of its lines
                  ├─ architects      the architects left to each seat, or left in the pool
                  ├─ turn            round, turn of the round, the holder of the mayor's pawn
                  └─ staffed         the players' own assignments
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from engine.kernel.errors import SetupError
from engine.kernel.game import Setup
from engine.kernel.overlays import overlay_of
from engine.kernel.phrases import many
from engine.quadropolis.city import QuadropolisCity
from engine.quadropolis.components import MODES, SITE, SLOTS, Mode
from engine.quadropolis.tiles import made_up_ids, supply

SEATS = ("p1", "p2", "p3", "p4")
TILES = "tiles"
HEADER = {
    "mode": '"classic" or "expert"',
    "mayor": "the seat that holds the mayor's pawn in the first round; by default the first seat",
    "staffed": "true: every seat says its own assignment at the end",
    "monument_by_type": "true: a monument counts each kind of building beside it once; needs "
    "staffed = true",
    TILES: "the SHA-256 of the owner's overlay on the tiles",
}

LAY, TAKE, PLACE, STAFF, OVER = "lay", "take", "place", "staff", "over"
"""The phases, named after the move that is awaited."""
NO_SLOTS = (0,) * len(SLOTS)
NOWHERE = SITE
"""The position of the Urbanist at the beginning of a round, off the site."""


class QuadropolisRules(NamedTuple):
    """The rules of a session.

    `supply` has, for each round, the number of open tiles of each face. `made_up` has, for each
    round, the ids of the tiles whose data is made up.
    """

    mode: Mode
    players: int
    staffed: bool
    supply: tuple[Mapping[str, int], ...]
    made_up: tuple[tuple[str, ...], ...]


class QuadropolisState(NamedTuple):
    """The state of a session.

    `site` has the tiles laid so far; "" is an empty square. `slots` has the architect at each end
    of a line, 0 for none. `turn` counts from 0 in each round. `first` is the index of the seat that
    began the round, `mayor` is the index of the seat that holds the mayor's pawn. `taken` is the
    tile in hand, and `architect` is the architect who took it. `staffed` has a list for each seat
    up to the seat whose assignment is due: the squares of its active buildings, with their
    customers.
    """

    rules: QuadropolisRules
    seats: tuple[str, ...]
    cities: tuple[QuadropolisCity, ...]
    site: tuple[str, ...]
    slots: tuple[int, ...]
    urbanist: int
    architects: tuple[int, ...]
    round: int
    turn: int
    first: int
    mayor: int
    phase: str
    taken: str = ""
    architect: int = 0
    staffed: tuple[tuple[tuple[int, int], ...], ...] = ()


def start(setup: Setup) -> QuadropolisState:
    """The state before the first move: empty cities and an empty site; raises `SetupError`."""
    seats, header = setup.seats, setup.header
    if not 2 <= len(seats) <= len(SEATS):
        raise SetupError(f"{many(len(seats), 'seat')!s}: Quadropolis is for 2 to {len(SEATS)}")
    for seat in seats:
        if seat not in SEATS:
            raise SetupError(f"{seat} is not a seat of Quadropolis: {', '.join(SEATS)}")
    name, mayor = header.get("mode"), header.get("mayor", seats[0])
    if name not in MODES:
        raise SetupError(f'mode: {name!r} is not known: write mode = "classic" or "expert"')
    if mayor not in seats:
        raise SetupError(f"mayor: {mayor!r} does not play: {', '.join(seats)}")
    staffed = header.get("staffed", False)
    if type(staffed) is not bool:
        raise SetupError(f"staffed: {staffed!r} is neither true nor false")
    by_type = header.get("monument_by_type", False)
    if type(by_type) is not bool:
        raise SetupError(f"monument_by_type: {by_type!r} is neither true nor false")
    if by_type and not staffed:
        raise SetupError(
            "monument_by_type needs staffed = true: with it the program proves no best assignment"
        )
    rules = rules_of(name, len(seats), staffed, overlay_of(setup, TILES), by_type=by_type)
    first = seats.index(mayor)
    return QuadropolisState(
        rules=rules,
        seats=seats,
        cities=(QuadropolisCity((None,) * rules.mode.squares),) * len(seats),
        site=(),
        slots=NO_SLOTS,
        urbanist=NOWHERE,
        architects=fresh_architects(rules),
        round=1,
        turn=0,
        first=first,
        mayor=first,
        phase=LAY,
    )


def fresh_architects(rules: QuadropolisRules) -> tuple[int, ...]:
    """The architects at the beginning of a round.

    Without a common pool it is a mask for each seat; with a pool it is the count of each architect.
    """
    if rules.mode.shared:
        return (0, *(rules.players,) * rules.mode.architects)
    return ((2 << rules.mode.architects) - 2,) * rules.players


@lru_cache(maxsize=64)
def rules_of(
    mode: str, players: int, staffed: bool, overlay: str, *, by_type: bool = False
) -> QuadropolisRules:
    """The rules for a mode and a number of players; raises `PackError` for a wrong overlay."""
    rounds = range(1, MODES[mode].rounds + 1)
    return QuadropolisRules(
        MODES[mode]._replace(monument_by_type=by_type),
        players,
        staffed,
        tuple(supply(overlay, mode, round, players) for round in rounds),
        tuple(made_up_ids(overlay, mode, round, players) for round in rounds),
    )


def placeholders(state: QuadropolisState) -> tuple[str, ...]:
    """The rounds laid so far that have tiles whose mark for the number of players is made up.

    Each round is followed by the ids of these tiles.
    """
    laid = state.round if state.phase != LAY or state.site else state.round - 1
    return tuple(
        f"tiles of round {number}: {', '.join(ids)}"
        for number, ids in enumerate(state.rules.made_up[:laid], 1)
        if ids
    )
