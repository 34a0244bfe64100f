"""The made-up values of the tables on which a session relies (docs/rules/dilluvia.md, sources)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from engine.dilluvia.components import DilluviaRules
from engine.dilluvia.state import ORDER, DilluviaState
from engine.dilluvia.tables import PLACEHOLDER


def placeholders(state: DilluviaState) -> tuple[str, ...]:
    """The tables with made-up rows on which the session relies, each followed by these rows."""
    rows_of: dict[str, list[str]] = {}
    made_up = _made_up(state.rules)
    for touched in _touched(state):
        if touched in made_up:
            table, row = touched
            rows_of.setdefault(NAMES[table], []).append(row)
    return tuple(
        f"{table}: {', '.join(dict.fromkeys(rows))}" if rows != [] else table
        for table, rows in rows_of.items()
    )


NAMES = {
    "tile": "market tiles",
    "effect": "times of tiles",
    "building": "buildings",
    "propeller": "propellers",
    "circle": "circles",
    "city": "city map",
    "last_round": "printed squares",
    "house": "house track",
    "area": "areas",
    "game": "the game",
    "mat": "the mat",
    "claim": "claims",
    "square": "printed squares",
}
"""The names of the tables in the players' words."""


def _touched(state: DilluviaState) -> Iterator[tuple[str, str]]:
    """Yield the rows that the session has used so far: table and id."""
    rules = state.rules
    if state.turn.phase == ORDER:
        return
    yield from _always(rules)
    for tile in rules.tiles_of_mask(_came(state)):
        yield "tile", tile.id
        yield "effect", tile.effect.id
    for building, copies_left in zip(rules.buildings.values(), state.ground.stacks, strict=True):
        if copies_left < building.copies:
            yield "building", building.id
    for square, propeller in rules.city.propellers.items():
        if any(player.propellers & propeller.bit for player in state.players):
            yield "propeller", square
    if state.last_round:
        yield "last_round", "last_round"
        for effect in rules.printed:
            yield "square", effect.id


@lru_cache(maxsize=64)
def _made_up(rules: DilluviaRules) -> frozenset[tuple[str, str]]:
    """The made-up rows: table and id; the only row of a table has the table's name as id."""
    parted = ((name, *name.partition(" ")) for name, s in rules.sources.items() if s == PLACEHOLDER)
    return frozenset((table, row or name) for name, table, _, row in parted)


@lru_cache(maxsize=64)
def _always(rules: DilluviaRules) -> tuple[tuple[str, str], ...]:
    """The rows that every session uses from its beginning: table and id."""
    rows = [(table, table) for table in ("game", "mat", "house", "city")]
    parted = (name.partition(" ") for name in rules.sources)
    rows += [(table, row) for table, _, row in parted if table in ("area", "circle", "claim")]
    return tuple(rows)


def _came(state: DilluviaState) -> int:
    """The mask of the tiles that have come onto the market so far."""
    market = state.market
    return sum(state.rules.in_play.values()) & ~market.white & ~market.grey
