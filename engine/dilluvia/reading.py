"""Make the rules of a session from the tables of the box, its number of players and its options."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from engine.dilluvia.components import (
    AREAS,
    COLOURS,
    Area,
    BuildingStack,
    CityGrid,
    ClaimCost,
    DilluviaOptions,
    DilluviaRules,
    Effect,
    Gains,
    MarketTile,
    Plots,
    Propeller,
)
from engine.dilluvia.tables import Row, Tables, overlaid_tables, tables
from engine.kernel.errors import PackError, shortened_text
from engine.kernel.grid import Grid, bits

SIDES = ("north", "south", "west", "east")
"""The sides for an airship: the head or foot of a column, the left or right end of a row."""

SQUARES = 16
"""The number of squares of the market, four rows of four."""

USES = ("garden", "convert", "squares", "claim", "rent")
"""The kinds of effect of tiles that players use with the move `use`."""


@lru_cache(maxsize=64)
def rules_of(players: int, options: DilluviaOptions, overlay: str = "") -> DilluviaRules:
    """The rules for a number of players; raises `PackError` for a wrong overlay."""
    box = overlaid_tables(overlay) if overlay else tables()
    game, house = box["game"]["game"], box["house"]["house"]["values"]
    effects = {key: _effect(key, row) for key, row in box["effect"].items()}
    tiles = tuple(_tile(i, key, row, effects) for i, (key, row) in enumerate(box["tile"].items()))
    buildings = [_building(i, key, row) for i, (key, row) in enumerate(box["building"].items())]
    carriers = {key: _mask(t for t in tiles if t.effect.id == key) for key in effects}
    squares = {key: _effect(key, {"when": "now", **row}) for key, row in box["square"].items()}
    return DilluviaRules(
        players=players,
        options=options,
        rounds=game["rounds"],
        money=tuple(game["money"]),
        workers=game["workers"],
        extra=game["extra"],
        gardens=game["gardens"],
        current=game["current"],
        cap=box["mat"]["mat"]["cap"],
        house=tuple(house) if options.house_every == 2 else tuple(range(1, len(house) + 1)),
        city=_city(box, players),
        areas={area.id: area for area in _areas(box, players)},
        claims={int(k): ClaimCost(int(k), row["workers"], row["price"])
                for k, row in box["claim"].items()},
        buildings={building.id: building for building in buildings},
        tiles=tiles,
        tiles_by_id={tile.id: tile for tile in tiles},
        effects=effects,
        carriers=carriers,
        in_play={
            back: _mask(t for t in tiles if t.back == back and t.players <= players)
            for back in ("white", "grey")
        },
        effects_by_kind=_effects_by_kind(effects, carriers),
        usable=_mask(t for t in tiles if t.effect.does in USES and t.effect.when != "now"),
        printed=tuple(
            _known(squares, name, "last_round")
            for line in box["last_round"]["last_round"]["squares"]
            for name in line
        ),
        lines={(side, n): _line(side, n) for side in SIDES for n in range(1, 5)},
        sources={
            table if table == key else f"{table} {key}": row["source"]
            for table, rows in box.items()
            for key, row in rows.items()
        },
    )  # fmt: skip


def _effect(key: str, row: Row) -> Effect:
    values: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in row.items()}
    return Effect(id=key, **{k: values[k] for k in Effect.__slots__ if k in values and k != "id"})


def _tile(index: int, key: str, row: Row, effects: Mapping[str, Effect]) -> MarketTile:
    effect = _known(effects, row["effect"], f"tile {key}")
    back, players, crown = row["back"], row["players"], row.get("crown", False)
    return MarketTile(key, index, 1 << index, effect, back, players, crown, row.get("price", 0))


def _building(index: int, key: str, row: Row) -> BuildingStack:
    goods, prestige = Gains(**row["goods"]), Gains(**row["prestige"])
    cost, number = tuple(row["cost"]), row["number"]
    return BuildingStack(index, key, number, row["squares"], row["count"], cost, goods, prestige)


def _effects_by_kind(
    effects: Mapping[str, Effect], carriers: Mapping[str, int]
) -> dict[str, tuple[tuple[int, Effect], ...]]:
    by_kind: dict[str, tuple[tuple[int, Effect], ...]] = {}
    for key, effect in effects.items():
        by_kind[effect.does] = (*by_kind.get(effect.does, ()), (carriers[key], effect))
    return by_kind


def _areas(box: Tables, players: int) -> Iterable[Area]:
    for index, name in enumerate(AREAS):
        row = _known(box["area"], name, "area")
        circles = tuple(
            circle["price"]
            for key, circle in box["circle"].items()
            if key.rpartition(" ")[0] == name and players in circle["players"]
        )
        group = tuple(AREAS.index(c) for c in COLOURS) if name in COLOURS else (index,)
        own, one = row.get("own", False), row.get("one", False)
        yield Area(name, index, circles, own, one, row.get("fee", 0), row.get("bonus", 0), group)


CITY = ("city", "city", "squares")
"""The path of errors in the map of the city."""


def _city(box: Tables, players: int) -> CityGrid:
    row = box["city"]["city"]
    signs = [line.split() for line in row["squares"].split("\n") if line.strip()]
    quarters = [line.split() for line in row["quarters"].split("\n") if line.strip()]
    grid = Grid(len(signs[0]), len(signs))
    if any(len(line) != grid.columns for line in (*signs, *quarters)) or grid.columns > 26:
        why = "city: every row of squares and of quarters is equally long, 26 at most"
        raise PackError(why, path=CITY)
    if len(quarters) != grid.rows:
        raise PackError(
            f"city: {grid.rows} rows of squares, {len(quarters)} of quarters", path=CITY
        )
    flat = dict(zip(bits(grid.all), (sign for line in signs for sign in line), strict=True))
    zones = dict(zip(bits(grid.all), (sign for line in quarters for sign in line), strict=True))
    if strange := set(flat.values()) - {".", "3", "4", "*", "P"}:
        raise PackError(f"city: {min(strange)!r} is no sign of a square: . 3 4 * P", path=CITY)
    hub = sum(bit for bit, sign in flat.items() if sign == "*")
    if hub.bit_count() != 1:
        raise PackError("city: one propeller stands in the middle, *", path=CITY)
    propeller_squares = sum(bit for bit, sign in flat.items() if sign == "P")
    propellers, listed = {}, 0
    for key, propeller in sorted(box["propeller"].items(), key=lambda item: item[1]["price"]):
        bit = grid.bit(key)
        if not bit & propeller_squares:
            path = ("propeller", key)
            raise PackError(f"propeller {key}: the city has no P there", path=path)
        propellers[key], listed = (
            Propeller(key, bit, propeller["price"], propeller["prestige"]),
            listed | bit,
        )
    if propeller_squares != listed:
        why = (
            f"city: no propeller is listed for {' '.join(grid.names(propeller_squares & ~listed))}"
        )
        raise PackError(why, path=CITY)
    usable = sum(
        b for b, sign in flat.items() if sign == "." or (sign in "34" and players >= int(sign))
    )
    return CityGrid(
        grid=grid,
        usable=usable,
        bits={grid.name(bit): bit for bit in bits(grid.all)},
        hub=hub,
        propellers=propellers,
        wings=propeller_squares,
        quarters=tuple(
            sum(bit for bit, zone in zones.items() if zone == name)
            for name in sorted(set(zones.values()) - {"."})
        ),
        plots=Plots(grid),
        middle=grid.all_neighbours(hub),
        east=grid.all
        & ~sum(1 << row * grid.columns + grid.columns - 1 for row in range(grid.rows)),
    )


def _line(side: str, number: int) -> tuple[int, ...]:
    """The squares of a line from the airship on; squares are counted row by row from 0."""
    if side in ("north", "south"):
        squares = range(number - 1, SQUARES, 4)
    else:
        squares = range(4 * number - 4, 4 * number)
    return tuple(squares if side in ("north", "west") else reversed(squares))


def _mask(tiles: Iterable[MarketTile]) -> int:
    return sum(tile.bit for tile in tiles)


def _known(rows: Mapping[str, Any], name: str, where: str) -> Any:
    if name not in rows:
        why = f"{where}: {shortened_text(name)!r} is not known: {', '.join(rows)}"
        raise PackError(why, path=tuple(where.split(" ", 1)))
    return rows[name]
