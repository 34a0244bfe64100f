"""Check an overlay of the owner before a session begins with it.

`tables` and `reading` check the form of an overlay. This module also checks that each correction
has an effect and that no game gets stuck. A kept session is replayed with its overlay without
these checks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from engine.dilluvia.beginning import SEATS
from engine.dilluvia.components import AREAS, DilluviaOptions
from engine.dilluvia.reading import rules_of
from engine.dilluvia.tables import PRINTED, SINGLE, TIMES, Row, Tables, overlaid_tables
from engine.kernel import toml
from engine.kernel.errors import PackError
from engine.kernel.overlays import with_row_number
from engine.kernel.texts import line

MOST = 99
"""The largest number in a move."""
WORKERS = 20
"""The most workers that a player has at the beginning, and the most that are added later."""
CUBES = 9
"""The most cubes of a colour that a building costs."""
NEEDED = ("area", "claim")
"""The tables whose rows cannot be removed, because the rules need all of them."""
COUNTS_FROM = {("building", "count"): 1, ("claim", "workers"): 1, ("effect", "each"): 1}
"""The least values of keys that may not be 0, by table and key."""

_EFFECT = ("[A-Z][A-Z0-9_]{1,19}", "capital letters, such as MONEY5")
IDS: Mapping[str, tuple[str, str]] = {
    "area": ("|".join(AREAS), f"one of {', '.join(AREAS)}"),
    "circle": (f"({'|'.join(AREAS)}) [1-9]", "an area and a number, such as income 1"),
    "claim": ("[124]", "the squares of a claim: 1, 2 or 4"),
    "propeller": (r"[A-Z][1-9]\d?", "a square of the city, such as G2"),
    "building": (r"\d[AB]?", "a number, with A or B where there are two: 0, 1A, 1B"),
    "tile": (r"[WG][1-9]\d?", "W and a number for a white tile, G and a number for a grey one"),
    "effect": _EFFECT,
    "square": _EFFECT,
}
"""By table: the pattern of the ids of its rows, and the pattern in words.

Moves and rules use these ids.
"""


def check(text: str) -> None:
    """Check an overlay; raises `PackError` with the wrong row and its place in the overlay."""
    try:
        box = overlaid_tables(text)
        data = toml.loads(text)
        if not data:
            raise PackError("overlay: it corrects nothing: there is no row in it")
        for name, value in data.items():
            for row in [value] if name in SINGLE else value:
                _check_row(box, name, row)
        rules_of(len(SEATS), DilluviaOptions(), text)
    except PackError as error:
        raise with_row_number(text, error) from None


def _check_row(box: Tables, name: str, row: Row) -> None:
    id = name if name in SINGLE else row["id"]
    where = f"overlay: {name}{'' if name in SINGLE else f' {id}'}"
    for key, why in _problems(box, name, id, row):
        raise PackError(f"{where}: {why}", path=(name, id, key) if key else (name, id))


def _problems(box: Tables, name: str, id: str, row: Row) -> Iterator[tuple[str, str]]:
    """Yield the problems of a row of an overlay: the key ("" for the whole row) and the reason."""
    if name in SINGLE and "id" in row:
        yield "id", "id is no key here: this table has only one row"
    if name in IDS and not re.fullmatch(IDS[name][0], id):
        yield "id", f"the id is {IDS[name][1]}"
    if row.get("gone") is True:
        if why := _removal_problem(box, name, id):
            yield "gone", why
        for key in row.keys() - {"id", "gone", "source", "note"}:
            yield key, f"{key} corrects a row that is gone"
        return
    for key, value in row.items():
        if why := _value_problem(value) or _too_small(name, key, value):
            yield key, f"{key}: {why}"
    if name in PROBLEMS:
        yield from PROBLEMS[name](box, id, row)


def _removal_problem(box: Tables, name: str, id: str) -> str:
    """Why a row cannot be removed; "" if it can."""
    if name in NEEDED:
        return "the rules need it, it cannot be gone"
    if name == "effect":
        users = [tile for tile, row in box["tile"].items() if row["effect"] == id]
        return f"tile {users[0]} has this effect, it cannot be gone" if users else ""
    if name == "square" and id in _printed(box):
        return "last_round has this square, it cannot be gone"
    if name == "propeller" and id in _drawn(box):
        return "the city has a P there, it cannot be gone"
    return ""


def _drawn(box: Tables) -> set[str]:
    """The squares with a P on the map of the city."""
    lines = [text.split() for text in box["city"]["city"]["squares"].split("\n") if text.strip()]
    return {
        f"{chr(ord('A') + column)}{row}"
        for row, signs in enumerate(lines, 1)
        for column, sign in enumerate(signs)
        if sign == "P"
    }


def _printed(box: Tables) -> set[str]:
    return {id for ids in box["last_round"]["last_round"]["squares"] for id in ids}


def _value_problem(value: Any) -> str:
    """Why a table of the box cannot hold a value or one of the values in it; "" if it can."""
    match value:
        case str():
            return "" if "\n" in value else line(200).problem(value)
        case bool():
            return ""
        case int():
            return "" if -MOST <= value <= MOST else f"{value} is more than {MOST}"
        case list():
            if len(value) > MOST:
                return f"{len(value)} values, at most {MOST}"
            return next(filter(None, map(_value_problem, value)), "")
        case dict():
            return next(filter(None, map(_value_problem, value.values())), "")
    return f"{value} is no whole number"


def _too_small(name: str, key: str, value: Any) -> str:
    least = COUNTS_FROM.get((name, key), 0)
    return f"{value}, at least {least}" if type(value) is int and value < least else ""


Problems = Iterator[tuple[str, str]]


def _area(box: Tables, id: str, row: Row) -> Problems:
    if "fee" in row and id not in ("market", "garden"):
        yield "fee", f"fee is for market and garden, {id} has none"
    if "bonus" in row and id == "order":
        yield "bonus", "the bonus of order is always the player's place in the turn order"


def _circle(box: Tables, id: str, row: Row) -> Problems:
    if not set(row.get("players", (2,))) <= {2, 3, 4}:
        yield "players", "players: only 2, 3 and 4 are possible"


def _building(box: Tables, id: str, row: Row) -> Problems:
    number, rounds = box["building"][id]["number"], box["game"]["game"]["rounds"]
    if number != int(id[0]):
        yield "number", f"number is {id[0]}, as in its id, not {number}"
    if number > rounds:
        yield "number", f"number {number} comes in no round: {rounds} are played"
    if max(row.get("cost", (0,))) > CUBES:
        yield "cost", f"cost: at most {CUBES} cubes of a colour"
    if row.get("prestige", {}).get("worker"):
        yield "prestige", "only the space for goods may give a worker"


def _tile(box: Tables, id: str, row: Row) -> Problems:
    letter, back = id[0], box["tile"][id]["back"]
    if letter != back[0].upper():
        yield "back", f"a {back} tile has {back[0].upper()} and a number as id"


def _effect(box: Tables, id: str, row: Row) -> Problems:
    merged = box["effect"][id]
    needs = TIMES[merged["does"]][0]
    yield from _unread(merged["does"], row, (*needs, *MAY_HAVE.get(merged["does"], ()), "when"))
    numbers = {building["number"] for building in box["building"].values()}
    if strange := set(row.get("numbers", ())) - numbers:
        yield "numbers", f"there is no building {min(strange)}"
    if all(tile["effect"] != id for tile in box["tile"].values()):
        yield "", "no tile has this effect"


MAY_HAVE = {"majority": ("least",), "future": ("numbers",)}
"""The keys that a kind of effect may have and does not need."""


def _square(box: Tables, id: str, row: Row) -> Problems:
    does = box["square"][id]["does"]
    yield from _unread(does, row, PRINTED[does])
    if id not in _printed(box):
        yield "", "last_round has no such square"


def _unread(does: str, row: Row, used_keys: tuple[str, ...]) -> Problems:
    for key in row.keys() - {"id", "does", "words", "source", "note", *used_keys}:
        yield key, f"the effect {does!r} does not use {key}"


def _game(box: Tables, id: str, row: Row) -> Problems:
    for key in ("workers", "extra"):
        if row.get(key, 0) > WORKERS:
            yield key, f"{key}: at most {WORKERS}"


def _city(box: Tables, id: str, row: Row) -> Problems:
    if len(row.get("squares", "").strip().split("\n")) > 26:
        yield "squares", "squares: at most 26 rows"
    if strange := set(row.get("quarters", "").split()) - {*"1234."}:
        yield "quarters", f"{min(strange)!r} is no sign of a quarter: 1 2 3 4 ."


PROBLEMS: Mapping[str, Callable[[Tables, str, Row], Problems]] = {
    "game": _game,
    "area": _area,
    "circle": _circle,
    "building": _building,
    "tile": _tile,
    "effect": _effect,
    "square": _square,
    "city": _city,
}
"""More checks of a row, by table.

They get the row of the overlay, and `box`, in which this row has corrected the row of the box.
"""

CHECK = check
