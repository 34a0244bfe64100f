"""Packs that nobody made: any board, any pieces, any rows that `pack check` lets pass.

    pack_of(seed)      the same seed, the same pack

Values come from pools by the name of their key, and are held against the key itself: a new kind of
rule is tried here as soon as it is in `KINDS`, a new key once it has a pool. What the check
refuses is taken out by the place that it names.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from engine.kernel.errors import PackError
from engine.my_city.pack.build import MORE_STANDINGS, STANDINGS
from engine.my_city.pack.checks import faults, problems
from engine.my_city.pack.kinds import KINDS
from engine.my_city.pack.model import Pack, made_of
from engine.my_city.pack.read import assemble, check_pack
from engine.my_city.pack.schema import PackRow
from engine.my_city.pack.unsaid import ONLY_ONE
from engine.my_city.pack.words import words_of

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
OFF_THE_BOARD = {
    ("first to cover", "stickers"),
    ("first to join", "stickers"),
    ("shaft", "box_stickers"),
}
STRIP = {"id": "rail", "kind": "track", "amount": 1, "on": "strip"}
"""What some packs have besides: boxes off the board, and what reaches them."""
SOME = 3
"""So many other values are tried for a key."""
TRIES = 400
"""So many rows are wrong in a pack at most."""


def pack_of(seed: int, largest: int = max(SIZES)) -> Pack:
    """A pack that passes the check, its board no larger than so many lines."""
    files = _files(Random(seed), largest)
    if seed % 3 == 0:
        _add_strip(files, Random(seed))
    return _sound(files, seed)


def _add_strip(files: dict[str, Any], chance: Random) -> None:
    """Boxes off the board, and a rule that gives stickers for them."""
    box = files["box.toml"]
    box["content"].append({**STRIP, **SOURCE})
    boxes = {"boxes": chance.randint(1, 4), "pays": [[1, 2]], "box_stickers": [[1, "tree"]]}
    box["rule"].append({"name": "strip", "does": "strip", "kind": "track", **boxes, **SOURCE})
    ends = {
        "kind": chance.choice(("inn", "tree", "rock")),
        "to": chance.choice(("bottom row", "right column")),
        "mixed": True,
    }
    row = {"name": "line", "does": "first to join", **ends, "stickers": ["rail"], **SOURCE}
    box["rule"].append(row)
    for data in files.values():
        for episode in data.get("episode", ()):
            for row in episode["rule"]:
                if row.get("does") == "shaft":
                    row["box_stickers"] = [[1, "tree"], [2, "well on rock"]]


def plain_pack_of(seed: int) -> Pack:
    """A pack on a small open board with many buildings, in which much can happen."""
    chance = Random(seed)
    files = _files(chance, 7)
    box = files["box.toml"]
    columns, rows = chance.choice((6, 7)), chance.choice((6, 7))
    box["board"] = {"columns": columns, "rows": rows, **SOURCE}
    box["terrain"] = {"map": _drawn(chance.choices("." * 16 + "TRF", k=columns * rows), columns)}
    box["terrain"] |= SOURCE
    box["banks"] = {"map": _banks(chance, columns, rows), **SOURCE}
    light, colours = _light(box["terrain"]["map"]), LETTERS[:3]
    box["squares"] = {"cells": " ".join(chance.sample(light, 12)), **SOURCE}
    box["colour"] = [{"id": c, "name": f"colour {c}", **SOURCE} for c in colours]
    shapes = ("##", "###", "#./##", "##/##")
    box["outline"] = [{"id": str(n), "shape": s, **SOURCE} for n, s in enumerate(shapes, 1)]
    pools = _pools(chance, columns, rows, colours, light)
    pools |= {"cost": [0, 1, 2], "floor": [*range(4)], "cap": [*range(6, 16)], "start": [*range(6)]}
    pools["pays"] = [[[1, 2], [2, 3]], [[2, 4]]]
    ranks = PLAIN["standings"]
    pools |= {key: [names, names[::-1]] for key, names in ranks.items()}
    needed = [{**row, **PLAIN.get(row["does"], {})} for row in _needed(chance)]
    stickers: dict[str, Any] = {
        "does": "stickers",
        "when": "end",
        "first": ["tree"],
        "second": [],
        "other": [],
    }
    stickers["last"] = ["rocks"]
    box["rule"] = [*needed, {"name": "stickers", **stickers, **SOURCE}]
    box["rule"] += [*_bringing(chance, light, colours), *_rules(chance, pools, 8, "box")]
    for name, data in files.items():
        for episode in data.get("episode", ()) if name != "box.toml" else ():
            episode["rule"] = list(_rules(chance, pools, 5, f"episode {episode['number']}"))
    if seed % 3 == 0:
        _add_strip(files, chance)
    if seed % 2:
        _add_own_pieces(files)
    return _sound(files, seed)


def _add_own_pieces(files: dict[str, Any]) -> None:
    """A building for each city by rank after the first episode, and its card in the last one."""
    episodes = [one for data in files.values() for one in data.get("episode", ())]
    forms = {"first": "short", "second": "long", "other": "long"}
    row = {"name": "towers", "does": "own piece", "card": "C2", **forms, **SOURCE}
    episodes[0]["rule"].append(row)
    cards = {"name": "tower cards", "does": "deck", "add": ["C2"], **SOURCE}
    episodes[-1]["rule"].append(cards)


PLAIN: dict[str, dict[str, Any]] = {
    "token": {"start": 3, "cap": 9},
    "standings": {
        "two": ["first", "last"],
        "three": ["first", "second", "last"],
        "four": ["first", "second", "third", "last"],
    },
    "marks": {"first": 4, "second": 3, "third": 2, "last": 1},
}
"""What the needed rules are where every rank and the cap of the token are to matter."""


def _sound(files: dict[str, Any], seed: int) -> Pack:
    """The pack of files, without what the check refuses."""
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


def unchecked_files(seed: int, largest: int) -> dict[str, Any]:
    """The files of a pack in which rows may be that can do nothing, and nothing else is wrong."""
    files = _files(Random(seed), largest)
    for _ in range(TRIES):
        try:
            pack = assemble(files)
            check_pack(pack)
            made = made_of(pack, sorted(pack.episodes))
            wrong = next(faults(pack, made), None)
        except PackError as error:
            wrong = error
        if not wrong:
            return files
        _take_out(files, wrong)
    raise AssertionError(f"seed {seed}: something is wrong still")


def altered(pack: Pack, row: PackRow, chance: Random) -> Iterator[tuple[str, Pack]]:
    """The pack with another value for one key of a rule, key by key, where `pack check` lets it be.

    Only what changes the words of the rule.
    """
    board = pack.files["box.toml"]
    light = _light(board["terrain"]["map"])
    pools = _pools(chance, pack.grid.columns, pack.grid.rows, "".join(pack.colours), light)
    keys = KINDS[row["does"]].keys
    for key in [key for key in keys if key in row.values]:
        values = LIKELY.get(row["does"], {}).get(key) or pools.get(key, ANY)
        fitting = [v for v in values if keys[key].fits(v) and v != row[key]]
        found = 0
        for value in chance.sample(fitting, min(len(fitting), 12)):
            files: Any = copy.deepcopy(dict(pack.files))
            at = files[row.file]
            for step in row.path:
                at = at[step]
            at[key] = value
            try:
                other = assemble(files)
                check_pack(other)
            except PackError:
                continue
            if words_of(pack, row) != words_of(other, PackRow("", at)) and not any(problems(other)):
                yield key, other
                found += 1
            if found == SOME:
                break


def reshaped(pack: Pack) -> Iterator[tuple[PackRow, Pack]]:
    """The pack with another shape of one building, building by building."""
    for name, data in pack.files.items():
        for table in ("outline", "piece"):
            for i, row in enumerate(data.get(table, ())):
                files: Any = copy.deepcopy(dict(pack.files))
                files[name][table][i]["shape"] = "#" if row["shape"] != "#" else "##"
                other = assemble(files)
                check_pack(other)
                yield PackRow(name, row, name, (table, i)), other


def _make_room(files: dict[str, Any]) -> None:
    """Light green everywhere, buildings of one cell, and no rule that forbids to build."""
    box = files["box.toml"]
    terrain = box["terrain"]["map"]
    box["terrain"]["map"] = "".join("." if mark in "MFTR" else mark for mark in terrain)
    outline = next(iter(box["outline"]), {"id": "1", **SOURCE})
    box["outline"][:1] = [{**outline, "shape": "#"}]
    for data in files.values():
        for rows in (data.get("rule", []), *(one["rule"] for one in data.get("episode", ()))):
            rows[:] = [row for row in rows if row.get("does") not in FORBIDDING]


FORBIDDING = ("bank closed", "no building on", "deck", "pieces leave", "fixed", "convert")


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
    if table[number].get("note") == KEPT:
        assert "no building fits beside" in str(wrong), str(wrong)
        _make_room(files)
    else:
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
    box["rule"] = [
        *_needed(chance),
        *_bringing(chance, light, colours),
        *_rules(chance, pools, 16, "box"),
    ]
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
    targets = [
        "",
        " on forest",
        " on forest square",
        " on mountain",
        " on tree",
        " on rock",
        f" on {colours[0]}",
    ]
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
        "nuggets": [*range(1, 9), [[1, 1]], [[2, 2], [3, 1]]],
        "box_marks": [[[1, 1]], [[2, 2]]],
        "box_stickers": [[[1, "tree"], [2, "well on rock"]], [[1, "plain on forest"]]],
        "pays": [[[2, 1], [4, 3]], [[1, 2]], []],
        "counts": [*kinds, "nugget"],
        "stickers": ["none", "other", "first", "last", ["tree"], ["plain", "well"]],
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


LIKELY: dict[str, Pools] = {
    "marked": {"kind": ["flag"]},
    "pieces leave": {"without": ["flag"]},
    "touches": {"kind": ["building", "church", "tower"]},
    "connects": {"kind": ["inn", "keep"]},
    "first to join": {"kind": ["inn", "keep"]},
    "first to cover": {"kind": ["tree", "rock", "well"]},
    "strip": {"kind": ["track"]},
    "shaft": {"beside": ["inn", "keep"], "boxes": [*range(4, 13)]},
    "own piece": {"card": ["C2"], **{key: ["short", "long"] for key in STANDINGS}},
}
"""By kind of rule what some of its keys name, where most other values name nothing."""
ANY: list[Any] = [True, False, "W", "E", "start", "end", "most", "fewest", "all", "nobody"]
ANY += [*range(-2, 100)]
"""Values for keys that any of them may suit."""


def _rules(chance: Random, pools: Pools, most: int, where: str) -> Iterator[dict[str, Any]]:
    others = [does for does in KINDS if does not in ONLY_ONE and does != "strip"]
    for _ in range(chance.randint(0, most)):
        does = chance.choice(ONLY_ONE if chance.random() < 0.15 else others)
        name = does if does in ONLY_ONE else f"{does} {chance.choice((1, 2))}"
        row: dict[str, Any] = {"name": name, "does": does, **SOURCE}
        for key, definition in KINDS[does].keys.items():
            if (does, key) in OFF_THE_BOARD:
                continue
            if definition.optional and chance.random() < 0.6:
                continue
            values = LIKELY.get(does, {}).get(key) or pools.get(key, ANY)
            fitting = [value for value in values if definition.fits(value)]
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


def _bringing(chance: Random, light: list[str], colours: str) -> Iterator[dict[str, Any]]:
    """Rules that bring to the boards, and to the deck, what others count."""
    for content in ("inn", "keep", "well"):
        row = {"does": "fixed", "content": content, "cells": " ".join(_some(chance, light, 2))}
        yield {"name": f"{content} site", **row, **SOURCE}
    flag = [f"flag on {chance.choice(colours)}"]
    yield {
        "name": "flags",
        "does": "stickers",
        "when": "start",
        **dict.fromkeys(STANDINGS, flag),
        **SOURCE,
    }
    yield {"name": "church", "does": "deck", "add": ["C1"], **SOURCE}


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
