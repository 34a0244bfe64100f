"""The beginning of a session: its seats, its options, and the state before the first draw."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.dilluvia.components import AREAS, DilluviaOptions, DilluviaRules
from engine.dilluvia.reading import SQUARES, rules_of
from engine.dilluvia.state import (
    EMPTY,
    ORDER,
    CityGround,
    DilluviaPlayer,
    DilluviaState,
    Markers,
    Market,
    Population,
    Turn,
)
from engine.kernel.errors import SetupError
from engine.kernel.game import Setup
from engine.kernel.overlays import overlay_of
from engine.kernel.phrases import many

TABLES = "tables"
SEATS = ("p1", "p2", "p3", "p4")
HEADER = {
    "comp_needs_purchase": "whether only a buyer gets money for empty squares: false, true",
    "majority_needs_one": "whether a majority tile needs one of its kind: false, true",
    "pop_tiles": 'what POP_TILES counts: "population", "prestige"',
    "pop_tiles_count_self": "whether POP_TILES counts itself: false, true",
    "house_every": "spaces that the house moves for one more population: 2, 1",
    "pay_in_sequence": "whether money of a tile may pay for the next tile bought: false, true",
    "use_of_areas": 'whether workers use their area or may leave it: "must", "may"',
    "garden_by_propeller": "whether FREE_GARDEN may be beside an own propeller: false, true",
    TABLES: "the SHA-256 of the owner's overlay on the tables of the box",
}
CHOICES: Mapping[str, tuple[Any, ...]] = {
    "comp_needs_purchase": (False, True),
    "majority_needs_one": (False, True),
    "pop_tiles": ("population", "prestige"),
    "pop_tiles_count_self": (False, True),
    "house_every": (2, 1),
    "pay_in_sequence": (False, True),
    "use_of_areas": ("must", "may"),
    "garden_by_propeller": (False, True),
}
"""The possible values of each option of the header, the default first."""


def start(setup: Setup, areas_wait: bool = True) -> DilluviaState:
    """The state before the turn order is drawn; edition 1 begins without `areas_wait`.

    Raises `SetupError` for wrong seats or options, `PackError` for a wrong overlay.
    """
    if not 2 <= len(setup.seats) <= len(SEATS):
        raise SetupError(
            f"{many(len(setup.seats), 'seat')!s}: Dilluvia Project is for 2 to {len(SEATS)}"
        )
    for seat in setup.seats:
        if seat not in SEATS:
            raise SetupError(f"{seat} is not a seat of Dilluvia Project: {', '.join(SEATS)}")
    overlay = overlay_of(setup, TABLES)
    options = options_of(setup.header)._replace(areas_wait=areas_wait)
    rules = rules_of(len(setup.seats), options, overlay)
    return DilluviaState(
        rules=rules,
        seats=setup.seats,
        players=(_player(rules),) * len(setup.seats),
        order=tuple(range(len(setup.seats))),
        market=Market(
            tiles=(EMPTY,) * SQUARES,
            white=rules.in_play["white"],
            grey=rules.in_play["grey"],
            ships=(None,) * len(setup.seats),
            aside=0,
            cubes=0,
        ),
        ground=CityGround(
            taken=rules.city.hub | rules.city.wings,
            gardens=0,
            stacks=tuple(building.copies for building in rules.buildings.values()),
        ),
        circles=((),) * len(AREAS),
        turn=Turn(1, ORDER),
    )


def options_of(header: Mapping[str, Any]) -> DilluviaOptions:
    """The options that a header names; raises `SetupError` for an unknown value."""
    chosen = {}
    for key, choices in CHOICES.items():
        value = header.get(key, choices[0])
        if not any(value == choice and type(value) is type(choice) for choice in choices):
            right = ", ".join(str(choice).lower() for choice in choices)
            raise SetupError(f"{key}: {value!r} is not known: {right}")
        chosen[key] = value
    return DilluviaOptions(**chosen)


def _player(rules: DilluviaRules) -> DilluviaPlayer:
    return DilluviaPlayer(
        money=0,
        cubes=(0, 0, 0, 0),
        earned=0,
        prestige=0,
        population=Population(),
        markers=Markers(),
        house=0,
        workers=rules.workers,
        claims=0,
        homes=(),
        built=0,
        propellers=0,
        tiles=0,
        used=0,
        books=(),
        idle=rules.workers,
        special=True,
    )
