"""Rule components: what a row of a pack can do, the keys that it has, and its words.

A new kind of rule is a function here and a line in `COMPONENTS`. Numbers, colours and
cells come from the row. A term of the score sheet has its function in `terms`, a reward at
once in `rewards`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from engine.my_city.components import (
    OBSTACLE,
    Anchor,
    Bonus,
    Change,
    Enclosure,
    Feat,
    Gift,
    Issue,
    Leaving,
    Passing,
    Reward,
    Shaft,
    Term,
    Token,
)
from engine.my_city.draft import Draft
from engine.my_city.land import FOREST, PIECE, SITE
from engine.my_city.schema import (
    COUNT,
    FLAG,
    NUMBER,
    PAIRS,
    SIZE,
    TEXT,
    TEXTS,
    Key,
    Row,
    one_of,
)

STANDINGS = ("first", "second", "other")
SQUARE = "square"
RIVER = "river"
NUGGET = "nugget"
EVENTS = ("fixed", "convert")
"""Components that change the boards once, when their episode begins, and for good."""


# What may be done.


def _token(draft: Draft, row: Row) -> None:
    draft.token = Token(row["start"], row["cap"], row["cap_marks"])


def _pass(draft: Draft, row: Row) -> None:
    draft.passing = Passing(row["cost"], row["floor"], row.get("allowed", True))


def _anchor(draft: Draft, row: Row) -> None:
    if row["at"] == RIVER:
        draft.anchor = Anchor(RIVER, draft.river)
        return
    if not (layers := [i for i in draft.layers(row["at"]) if draft.contents[i].ground == SITE]):
        sites = [content.kind for content in draft.contents if content.ground == SITE]
        raise row.error(f"{row['at']} is not one of {', '.join([RIVER, *sites])}", "at")
    draft.anchor = Anchor(row["at"], 0, tuple(layers))


def _deck(draft: Draft, row: Row) -> None:
    for card in row.get("add", ()):
        if card not in draft.pieces:
            raise row.error(f"{card} is not a piece", "add")
        if card in draft.deck:
            raise row.error(f"{card} is in the deck already", "add")
        draft.deck.append(card)
    for card in row.get("remove", ()):
        if card not in draft.deck:
            raise row.error(f"{card} is not in the deck", "remove")
        draft.deck.remove(card)
    if row.get("obstacle"):
        draft.deck.append(OBSTACLE)


def _open(draft: Draft, row: Row) -> None:
    draft.forest_open = True


def _closed(draft: Draft, row: Row) -> None:
    draft.closed = draft.banks["WE".index(row["bank"])]
    draft.closed_name = {"W": "west", "E": "east"}[row["bank"]]


def _leave(draft: Draft, row: Row) -> None:
    draft.kinds(row, row["without"], "without")
    colour = draft.colour(row, row["colour"])
    cards = tuple(piece.id for piece in draft.pieces.values() if piece.colour == colour)
    draft.leaving.append(Leaving(row.name, cards, row["without"]))


# What happens at once.


def _reward(draft: Draft, row: Row) -> None:
    cells = draft.in_row(row) if "row" in row.values else 0
    draft.rewards.append(Reward(row.name, row["points"], cells))


def _first_to_cover(draft: Draft, row: Row) -> None:
    layers = draft.kinds(row, row["kind"])
    amounts = {
        sum(land.layers[layer].bit_count() for layer in layers) for land in draft.land.values()
    }
    if min(amounts) == 0:
        raise row.error(f"there is no {row['kind']} on the board", "kind")
    points, nuggets = row.get("points", 0), row.get("nuggets", 0)
    if not row.get("each"):
        draft.feats.append(Feat(row.name, layers, points, nuggets))
        return
    for nth in range(min(amounts)):
        draft.feats.append(Feat(row.name, layers, points, nuggets, nth))


def _enclosed_cell(draft: Draft, row: Row) -> None:
    draft.layer(row, row["becomes"], "becomes")
    kinds = [kind for kind in row["on"] if kind != "nothing"]
    draft.enclosures.append(
        Enclosure(
            row.name,
            draft.colour(row, row["colour"]),
            row["sides"],
            "nothing" in row["on"],
            tuple(layer for kind in kinds for layer in draft.kinds(row, kind, "on")),
            row["becomes"],
        )
    )


# What the sheet counts.


def _term(draft: Draft, row: Row) -> None:
    kind = row.get("kind", "")
    layers = tuple((i, c.amount) for i, c in enumerate(draft.contents) if c.kind == kind)
    colours = tuple(draft.colour(row, each, "colours") for each in row.get("colours", ()))
    cells = draft.in_row(row) if "row" in row.values else 0
    pieces = frozenset(piece.id for piece in draft.pieces.values() if piece.kind == kind)
    draft.terms.append(
        Term(
            row.name, row["does"], row["order"], row["points"], kind, colours, layers, cells, pieces
        )
    )


def _shaft(draft: Draft, row: Row) -> None:
    if (highest := max([row["triangle"], *(box for box, _ in row["pays"])])) > row["boxes"]:
        raise row.error(f"the shaft has {row['boxes']} boxes, there is no box {highest}", "pays")
    draft.shafts.append(
        Shaft(
            row.name,
            draft.colour(row, row["colour"]),
            (draft.layer(row, row["beside"], "beside"),),
            row["boxes"],
            tuple((box, points) for box, points in row["pays"]),
            row["triangle"],
            row["marks"],
        )
    )


# What stays for good.


def _fixed(draft: Draft, row: Row) -> None:
    layer = draft.layer(row, row["content"])
    if draft.contents[layer].on == PIECE:
        raise row.error(f"{row['content']} goes on a building, not on a cell", "content")
    cells = draft.cells(row, row["cells"])
    if mountain := cells & draft.land[""].mountain:
        raise row.error(f"{draft.grid.names(mountain)[0]} is a mountain", "cells")
    _change(draft, row, Change(row.name, row["content"], cells))


def _convert(draft: Draft, row: Row) -> None:
    draft.layer(row, row["content"])
    _change(draft, row, Change(row.name, row["content"], 0, draft.kinds(row, row["kind"])))


def _change(draft: Draft, row: Row, change: Change) -> None:
    """Put a sticker on all boards; only what is new is also a change for the campaign."""
    layer = next(i for i, c in enumerate(draft.contents) if c.id == change.content)
    for seat, land in draft.land.items():
        cells = change.on(land)
        while cells:
            bit = cells & -cells
            cells ^= bit
            land = land.put(layer, draft.contents[layer], bit)
        draft.land[seat] = land
    if draft.fresh:
        for other in draft.changes:
            if both := other.cells & change.cells:
                raise row.error(f"{other.name} goes on {draft.grid.names(both)[0]} too", "cells")
        draft.changes.append(change)


def _standings(draft: Draft, row: Row) -> None:
    for seats, key in ((2, "two"), (3, "three"), (4, "four")):
        names = tuple(row[key])
        if len(names) != seats or not set(names) <= set(STANDINGS):
            raise row.error(f"{key} needs {seats} of {', '.join(STANDINGS)}", key)
        draft.standings[seats] = names


def _marks(draft: Draft, row: Row) -> None:
    draft.marks = {standing: row[standing] for standing in STANDINGS}


def _stickers(draft: Draft, row: Row) -> None:
    for standing in STANDINGS:
        for text in row[standing]:
            content, _, target = text.partition(" on ")
            layer = draft.layer(row, content, standing)
            if draft.contents[layer].on == PIECE:
                target = f"{PIECE} {draft.colour(row, target, standing)}"
            elif target not in ("", FOREST):
                draft.kinds(row, target, standing)
            draft.gifts.append(Gift(row.name, row["when"], standing, content, target or SQUARE))


def _own_piece(draft: Draft, row: Row) -> None:
    variants = draft.variants.get(row["card"], {})
    for standing in STANDINGS:
        if row[standing] not in variants:
            known = ", ".join(variants) or "none"
            raise row.error(f"{row[standing]} is no form of {row['card']}: {known}", standing)
        draft.issues.append(Issue(row.name, row["card"], standing, row[standing]))


def _bonus(draft: Draft, row: Row) -> None:
    if row["counts"] != NUGGET:
        draft.kinds(row, row["counts"], "counts")
    draft.bonuses.append(Bonus(row.name, row["counts"], row["best"] == "most", row["marks"]))


class Component(NamedTuple):
    """What a rule row can do: what it sets, the keys of its row, and its words for a reader.

    Words are filled in from the row: `{points:+}`, and `{colours}` by their names.
    """

    set: Callable[[Draft, Row], None]
    keys: Mapping[str, Key]
    words: str


SIDES = Key("a whole number from 1 to 4", lambda value: type(value) is int and 1 <= value <= 4)
_TERM = {"points": NUMBER, "order": NUMBER}
_POINTS = {"points": NUMBER}
_STANDINGS = dict.fromkeys(STANDINGS, COUNT)

COMPONENTS: Mapping[str, Component] = {
    "token": Component(
        _token,
        {"start": NUMBER, "cap": SIZE, "cap_marks": COUNT},
        "the score token starts at {start}; at {cap} it stays for good and earns {marks}",
    ),
    "pass": Component(
        _pass,
        {"cost": COUNT, "floor": NUMBER, "allowed": FLAG.or_none},
        "{passes}",
    ),
    "anchor": Component(_anchor, {"at": TEXT}, "the first building touches the {at}"),
    "deck": Component(
        _deck,
        {"add": TEXTS.or_none, "remove": TEXTS.or_none, "obstacle": FLAG.or_none},
        "the deck: {deck}",
    ),
    "forest open": Component(_open, {}, "forest may be built on"),
    "bank closed": Component(
        _closed,
        {"bank": one_of("W", "E")},
        "the {bank} bank is closed: nothing is built there, and nothing on it scores",
    ),
    "pieces leave": Component(
        _leave,
        {"colour": TEXT, "without": TEXT},
        "{colour} buildings without a {without} leave the set; who lacks a building skips it free",
    ),
    "touches previous": Component(
        _reward, _POINTS, "a building that touches the one built before it: {points:+} at once"
    ),
    "covers row": Component(
        _reward,
        {"row": NUMBER, **_POINTS},
        "a building on row {row}: {points:+} at once",
    ),
    "first to cover": Component(
        _first_to_cover,
        {"kind": TEXT, "points": COUNT.or_none, "nuggets": COUNT.or_none, "each": FLAG.or_none},
        "the first to cover {cells}: {gains}; who does so on the same card shares",
    ),
    "enclosed cell": Component(
        _enclosed_cell,
        {"colour": TEXT, "sides": SIDES, "on": TEXTS, "becomes": TEXT},
        "an open cell with {on} on it and {sides} {colour} sides (any other is edge or forest) "
        "becomes {becomes} at once",
    ),
    "visible": Component(_term, {"kind": TEXT, **_TERM}, "each visible {kind}: {points:+}"),
    "empty": Component(_term, _TERM, "each empty light-green cell: {points:+}"),
    "groups": Component(
        _term,
        {"colours": TEXTS, **_TERM},
        "for each of {colours}: {points:+} for each building of its largest connected group",
    ),
    "touches": Component(
        _term,
        {"kind": TEXT, "colours": TEXTS, **_TERM},
        "each {kind} that touches buildings of {colours}: {points:+}",
    ),
    "enclosed": Component(
        _term,
        {"kind": TEXT, **_TERM},
        "an open {kind} whose four sides touch four different buildings: {points:+}",
    ),
    "marked": Component(
        _term, {"kind": TEXT, **_TERM}, "each building on the board with a {kind}: {points:+}"
    ),
    "connects": Component(
        _term,
        {"kind": TEXT, "row": NUMBER, **_TERM},
        "connected buildings of one colour from the {kind} to row {row}: {points:+}, once",
    ),
    "shaft": Component(
        _shaft,
        {
            "colour": TEXT,
            "beside": TEXT,
            "boxes": SIZE,
            "pays": PAIRS,
            "triangle": SIZE,
            "marks": COUNT,
        },
        "buildings of {colour} that hang together from the {beside} deepen its shaft of {boxes} "
        "boxes, over all episodes: {pays}; box {triangle}: {marks}, in the first "
        "episode in which anybody reaches it",
    ),
    "fixed": Component(
        _fixed, {"content": TEXT, "cells": TEXT}, "every board: {content} on {cells}"
    ),
    "convert": Component(
        _convert, {"kind": TEXT, "content": TEXT}, "every board: each {kind} becomes {content}"
    ),
    "standings": Component(
        _standings,
        {"two": TEXTS, "three": TEXTS, "four": TEXTS},
        "ranks count as: {two} of two players, {three} of three, {four} of four",
    ),
    "marks": Component(
        _marks, _STANDINGS, "progress marks: first {first}, second {second}, other {other}"
    ),
    "stickers": Component(
        _stickers,
        {"when": one_of("start", "end"), **dict.fromkeys(STANDINGS, TEXTS)},
        "{gifts}",
    ),
    "own piece": Component(
        _own_piece,
        {"card": TEXT, **dict.fromkeys(STANDINGS, TEXT)},
        "after the episode each city has a piece of its own for the card {card}, by rank",
    ),
    "bonus": Component(
        _bonus,
        {"counts": TEXT, "best": one_of("most", "fewest"), "marks": SIZE},
        "at the end of the campaign, {best} of {counts}: {marks}; all who tie get them",
    ),
}
