"""Packs that nobody made: any board, any pieces, any rows that `pack check` lets pass.

    pack_of(seed)      the same seed, the same pack

Values come from pools by the name of their key, and are held against the key itself: a new kind of
rule is tried here as soon as it is in `KINDS`, a new key once it has a pool. What the check
refuses is taken out by the place that it names.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from engine.kernel.errors import PackError
from engine.my_city.pack.build import MORE_STANDINGS, STANDINGS
from engine.my_city.pack.checks import problems
from engine.my_city.pack.kinds import KINDS
from engine.my_city.pack.model import Pack
from engine.my_city.pack.read import assemble, check_pack

SIZES = range(5, 21)
LETTERS = "YRBGPO"
SOURCE = {"source": "owner"}
CONTENTS: tuple[dict[str, Any], ...] = (
    {"id": "trees", "kind": "tree", "amount": 2, "mark": "T"},
    {"id": "rocks", "kind": "rock", "amount": 3, "mark": "R"},
    {"id": "tree", "kind": "tree", "amount": 1},
    {"id": "well", "kind": "well", "amount": 1, "mountain": True},
    {"id": "plain", "kind": "plain", "amount": 0},
    {"id": "inn", "kind": "inn", "amount": 1, "ground": "site"},
    {"id": "keep", "kind": "keep", "amount": 1, "ground": "site", "colour": LETTERS[0]},
    {"id": "thicket", "kind": "thicket", "amount": 0, "ground": "forest"},
    {"id": "flag", "kind": "flag", "amount": 1, "on": "piece"},
)
TRIES = 400
"""So many rows are wrong in a pack at most."""


def pack_of(seed: int, largest: int = max(SIZES)) -> Pack:
    """A pack that passes the check, its board no larger than so many lines."""
    chance = Random(seed)
    files = _files(chance, largest)
    for _ in range(TRIES):
        try:
            pack = assemble(files)
            check_pack(pack)
        except PackError as error:
            _take_out(files, error)
            continue
        if not (wrong := next(problems(pack), None)):
            return pack
        _take_out(files, wrong)
    raise AssertionError(f"seed {seed}: the check still refuses something")


def _take_out(files: dict[str, Any], wrong: PackError) -> None:
    """Remove the row that an error names, whatever of it is wrong."""
    assert wrong.file, str(wrong)
    rows: Any = files[wrong.file]
    at: list[tuple[Any, int]] = []
    for step in wrong.path:
        if isinstance(step, int):
            at.append((rows, step))
        elif step not in rows:
            break
        rows = rows[step]
    assert at, f"no row can be blamed: {wrong}"
    table, number = at[-1]
    assert table[number].get("note") != KEPT, str(wrong)
    del table[number]


NEEDED = ("token", "pass", "anchor", "standings", "marks")
BY_HAND = "by hand"
KEPT = "without it there is no episode"


def _files(chance: Random, largest: int) -> dict[str, Any]:
    columns, rows = (min(chance.choice(SIZES), largest) for _ in range(2))
    colours = LETTERS[: chance.randint(1, len(LETTERS))]
    contents = [dict(content, **SOURCE) for content in CONTENTS]
    box: dict[str, Any] = {
        "pack": "generated",
        "title": "Generated",
        "board": {"columns": columns, "rows": rows, **SOURCE},
        "terrain": {"map": _terrain(chance, columns, rows), **SOURCE},
        "banks": {"map": _banks(chance, columns, rows), **SOURCE},
        "content": contents,
        "colour": [{"id": c, "name": f"colour {c}", **SOURCE} for c in colours],
        "outline": [
            {"id": str(n), "shape": _shape(chance), **SOURCE}
            for n in range(1, chance.randint(2, 9))
        ],
        "piece": [
            {"id": "C1", "kind": "church", "shape": _shape(chance), "must_build": True, **SOURCE},
            *(
                {"id": "C2", "kind": "tower", "shape": _shape(chance), "variant": v, **SOURCE}
                for v in ("short", "long")
            ),
        ],
    }
    light = _light(box["terrain"]["map"])
    box["squares"] = {"cells": " ".join(_some(chance, light, 8)), **SOURCE}
    pools = _pools(chance, columns, rows, colours, light)
    box["rule"] = [*_needed(chance), *_rules(chance, pools, 12, "box")]
    numbers = list(islice(_numbers(chance), chance.randint(2, 5)))
    cut = chance.randrange(len(numbers))
    files: dict[str, Any] = {"box.toml": box}
    for envelope, some in enumerate(filter(None, (numbers[:cut], numbers[cut:])), 1):
        files[f"envelope_{envelope}.toml"] = {
            "envelope": envelope,
            "title": f"Part {envelope}",
            "episode": [
                {"number": n, "rule": list(_rules(chance, pools, 14, f"episode {n}"))} for n in some
            ],
        }
    return files


def _numbers(chance: Random) -> Iterator[int]:
    """Numbers of episodes, with gaps."""
    number = 0
    while True:
        number += chance.choice((1, 1, 1, 3))
        yield number


def _terrain(chance: Random, columns: int, rows: int) -> str:
    marks = chance.choices("." * 14 + "TRMFF", k=columns * rows)
    return _drawn(marks, columns)


def _banks(chance: Random, columns: int, rows: int) -> str:
    """A river from top to bottom that wanders by a column."""
    at = chance.randrange(1, columns)
    marks: list[str] = []
    for _ in range(rows):
        at = min(max(at + chance.choice((-1, 0, 0, 1)), 1), columns - 1)
        marks += "W" * at + "E" * (columns - at)
    return _drawn(marks, columns)


def _drawn(marks: list[str], columns: int) -> str:
    lines = (marks[i : i + columns] for i in range(0, len(marks), columns))
    return "".join(f"{' '.join(line)}\n" for line in lines)


def _light(drawing: str) -> list[str]:
    """The names of the cells on which something can lie."""
    return [
        f"{chr(ord('A') + column)}{row}"
        for row, line in enumerate(drawing.splitlines(), 1)
        for column, mark in enumerate(line.split())
        if mark not in "MF"
    ]


def _shape(chance: Random) -> str:
    """Two to five cells that hang together."""
    cells = {(0, 0)}
    for _ in range(chance.randint(1, 4)):
        column, row = chance.choice(sorted(cells))
        step = chance.choice(((0, 1), (1, 0), (0, -1), (-1, 0)))
        cells.add((column + step[0], row + step[1]))
    left, top = min(c for c, _ in cells), min(r for _, r in cells)
    width, height = max(c for c, _ in cells) - left + 1, max(r for _, r in cells) - top + 1
    lines = (
        "".join(".#"[(left + c, top + r) in cells] for c in range(width)) for r in range(height)
    )
    return "/".join(lines)


def _some(chance: Random, values: list[Any], most: int) -> list[Any]:
    return chance.sample(values, chance.randint(0, min(most, len(values))))


Pools = dict[str, list[Any]]


def _pools(chance: Random, columns: int, rows: int, colours: str, light: list[str]) -> Pools:
    """By key some values; each row chooses those that its key takes."""
    ids = [content["id"] for content in CONTENTS]
    kinds = sorted({content["kind"] for content in CONTENTS})
    letters = [chr(ord("A") + n) for n in range(columns)]
    cards = [f"{colour}{n}" for colour in colours for n in range(1, 4)]
    places = [
        *(f"row {n}" for n in range(1, rows + 2)),
        *(f"column {letter}" for letter in letters),
        *("top row", "bottom row", "left column", "right column", "edge", "river"),
        *("forest", "mountain", "every row", "every column"),
        *kinds,
    ]
    numbers: list[Any] = [*range(-3, 8)]
    steps = [[[1, 2], [3, 6]], [[0, 1], [2, -4], [5, 9]]]
    targets = ["", " on forest", " on mountain", " on tree", " on rock", f" on {colours[0]}"]
    stickers = [f"{id}{target}" for id in ids for target in targets]
    lists = [_some(chance, stickers, 2) for _ in range(12)]
    by_rank = [*lists, *numbers, "short", "long"]
    pools: Pools = {
        **{key: [*kinds, *ids] for key in ("kind", "content", "becomes", "beside", "without")},
        **dict.fromkeys(("at", "place", "to"), places),
        "on": [*places, *([kind] for kind in [*kinds, "nothing"]), ["nothing", "rock"]],
        "colour": list(colours),
        "colours": [list(colours), list(colours[:1])],
        "cells": [" ".join(_some(chance, light, 3)) for _ in range(8)],
        "row": [*range(1, rows + 2)],
        **{key: [["C1"], ["C2"], cards[:2], cards[-1:]] for key in ("add", "remove")},
        **{
            key: [*numbers, *steps, [0, 4], [-2, 3], "none", "first"] for key in ("points", "marks")
        },
        "start": [*range(13)],
        "cap": [*range(5, 60)],
        "pays": [[[2, 1], [4, 3]], [[1, 2]], []],
        "counts": [*kinds, "nugget"],
        "stickers": ["none", "other", ["tree"], ["plain", "well"]],
        "two": [["first", "other"], ["first", "last"]],
        "three": [list(STANDINGS), ["first", "second", "third"]],
        "four": [[*STANDINGS, "other"], [*STANDINGS[:2], *MORE_STANDINGS]],
        **dict.fromkeys((*STANDINGS, *MORE_STANDINGS), by_rank),
        "card": ["C1", "C2"],
        "deal": [*range(1, 20)],
    }
    pools["kind"] = [*pools["kind"], "building", "church"]
    pools["beside"] = [*pools["beside"], *places]
    return pools


ANY: list[Any] = [True, False, "W", "E", "start", "end", "most", "fewest", "all", "nobody"]
ANY += [*range(-2, 100)]
"""Values for keys that any of them may suit."""


def _rules(chance: Random, pools: Pools, most: int, where: str) -> Iterator[dict[str, Any]]:
    others = [does for does in KINDS if does not in NEEDED]
    for _ in range(chance.randint(0, most)):
        does = chance.choice(NEEDED if chance.random() < 0.1 else others)
        name = does if does in NEEDED else f"{does} {chance.choice((1, 2))}"
        row: dict[str, Any] = {"name": name, "does": does, **SOURCE}
        for key, definition in KINDS[does].keys.items():
            if definition.optional and chance.random() < 0.6:
                continue
            fitting = [value for value in pools.get(key, ANY) if definition.fits(value)]
            assert fitting, f"{does}, {key}: no value for it in {where}"
            row[key] = chance.choice(fitting)
        if "best" not in row:
            row.pop("ties", None)
        if "to" in row:
            row.pop("row", None)
        if does == BY_HAND:
            row["words"] = "as the table says"
        if does not in NEEDED and chance.random() < 0.1:
            row["only"] = True
        yield row
        if chance.random() < 0.1:
            yield {"name": f"{chance.choice(sorted(KINDS))} 1", "end": True, **SOURCE}


def _needed(chance: Random) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = [
        {"does": "token", "start": chance.randint(0, 12), "cap": 50, "cap_marks": 1},
        {"does": "pass", "cost": chance.randint(0, 2), "floor": 0},
        {"does": "anchor", "at": "river"},
        {
            "does": "standings",
            "two": ["first", "other"],
            "three": ["first", "second", "other"],
            "four": ["first", "second", "other", "other"],
        },
        {"does": "marks", "first": 2, "second": 1, "other": 0},
    ]
    return [{"name": row["does"], "note": KEPT, **row, **SOURCE} for row in rows]
