"""The kinds of rules: what a row of a pack can do, the keys that it has, and its words.

A new kind of rule is one row of `KINDS`. It names a function of `build` that adds the rule; for a
term of the score sheet this is `build.counted_by` with the function that counts the term, such as
one of `play.terms`. The words are a sentence with values of the row, or a function of `phrases`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from engine.kernel.keys import FLAG, TEXT, KeyCheck, one_of
from engine.kernel.phrases import Wording
from engine.my_city.pack import boxes, build, phrases
from engine.my_city.pack.build import MORE_STANDINGS, NO_STANDING, STANDINGS
from engine.my_city.pack.schema import (
    BOUNDS,
    BOX_STICKERS,
    CELLS,
    COUNT,
    NUMBER,
    PAIRS,
    POINTS,
    SIDES,
    SIZE,
    TEXTS,
    PackRow,
)
from engine.my_city.play import terms
from engine.my_city.play.ruleset import EpisodeRules

Words = str | Callable[[phrases.Colours, phrases.Values], Wording]
"""A sentence with values of the row (`{points:+}`, `{colours}`), or a function that makes one."""


AT_THE_TABLE, AT_ONCE, COUNTS, AFTER = "table", "at once", "counts", "after"
PARTS = (COUNTS, AT_ONCE, AT_THE_TABLE, AFTER)
"""The parts of an evening: what the sheet counts, what a building earns at once, what players may
do, what follows from the result."""


class RuleKind(NamedTuple):
    """What a row of a pack can do: what it sets, the keys that it has, its words for a reader.

    `part` is the part of an evening to which the rule belongs. `brief` are shorter words; "" if
    other rules say enough. If `once`, the rule changes the boards for good when its episode begins.
    `counts` says in words what a term counts, for rows that pay by steps or pay the best seat. If
    `own_words`, the words come from the row. If `set_up`, the rule is carried out when cards and
    pieces are laid out, before the episode.
    """

    set: Callable[[EpisodeRules, PackRow], EpisodeRules]
    keys: Mapping[str, KeyCheck]
    words: Words
    part: str = AT_THE_TABLE
    brief: Words | None = None
    once: bool = False
    counts: str = ""
    own_words: bool = False
    set_up: bool = False


_ONCE = {"points": NUMBER, "order": NUMBER}
_TERM = {
    "points": POINTS,
    "order": NUMBER,
    "best": one_of("most", "fewest").as_optional,
    "ties": one_of("all", "nobody").as_optional,
}
_POINTS = {"points": NUMBER}
_STANDS = {"colours": TEXTS.as_optional, "on": TEXT.as_optional, "beside": TEXT.as_optional}


def _by_standing(key: KeyCheck) -> dict[str, KeyCheck]:
    """The keys of a row that gives each standing something."""
    return {**dict.fromkeys(STANDINGS, key), **dict.fromkeys(MORE_STANDINGS, key.as_optional)}


KINDS: dict[str, RuleKind] = {
    "token": RuleKind(
        build.token,
        {"start": NUMBER, "cap": SIZE, "cap_marks": COUNT},
        "the score token starts at {start}; at {cap} it stays for good and earns {cap_marks}",
        brief="the token starts at {start}; at {cap} it stays and earns {cap_marks}",
    ),
    "pass": RuleKind(
        build.passing,
        {"cost": COUNT, "floor": NUMBER, "allowed": FLAG.as_optional},
        phrases.passing,
        brief=phrases.passing_in_brief,
    ),
    "anchor": RuleKind(build.anchor, {"at": TEXT}, "the first building touches the {at}"),
    "deck": RuleKind(
        build.deck,
        {
            "add": TEXTS.as_optional,
            "remove": TEXTS.as_optional,
            "obstacle": FLAG.as_optional,
            "deal": SIZE.as_optional,
        },
        phrases.deck,
        set_up=True,
    ),
    "forest open": RuleKind(build.forest_open, {}, "forest may be built on"),
    "no building on": RuleKind(build.spared, {"kind": TEXT}, "nothing is built on a {kind}"),
    "bank closed": RuleKind(
        build.bank_closed,
        {"bank": one_of("W", "E")},
        "the {bank} bank is closed: nothing is built there, and nothing on it scores",
    ),
    "pieces leave": RuleKind(
        build.pieces_leave,
        {"colour": TEXT, "without": TEXT},
        "{colour} buildings without a {without} leave the set; who lacks the building skips free",
        set_up=True,
    ),
    "touches previous": RuleKind(
        build.reward,
        _POINTS,
        "a building that touches the one built before it: {points:+} at once",
        part=AT_ONCE,
    ),
    "covers row": RuleKind(
        build.reward,
        {"row": NUMBER, **_POINTS},
        "a building on row {row}: {points:+} at once",
        part=AT_ONCE,
    ),
    "building at once": RuleKind(
        build.earned_at_once,
        {**_STANDS, **_POINTS},
        phrases.building_at_once,
        part=AT_ONCE,
    ),
    "first to cover": RuleKind(
        build.first_to_cover,
        {
            "kind": TEXT,
            **dict.fromkeys(("points", "nuggets", "marks"), COUNT.as_optional),
            "stickers": TEXTS.as_optional,
            "each": FLAG.as_optional,
        },
        phrases.first_to_cover,
        part=AT_ONCE,
        brief=phrases.first_to_cover_in_brief,
    ),
    "first to join": RuleKind(
        build.first_to_join,
        {
            "kind": TEXT,
            "row": NUMBER.as_optional,
            "to": TEXT.as_optional,
            "mixed": FLAG.as_optional,
            **dict.fromkeys(("points", "nuggets", "marks"), COUNT.as_optional),
            "stickers": TEXTS.as_optional,
        },
        phrases.first_to_join,
        part=AT_ONCE,
        brief=phrases.first_to_join_in_brief,
    ),
    "strip": RuleKind(
        boxes.strip,
        {
            "kind": TEXT,
            "boxes": SIZE,
            **dict.fromkeys(("pays", "nuggets", "box_marks"), PAIRS.as_optional),
            "box_stickers": BOX_STICKERS.as_optional,
        },
        phrases.strip,
        part=AT_ONCE,
        brief="",
    ),
    "enclosed cell": RuleKind(
        build.enclosed_cell,
        {"colour": TEXT, "sides": SIDES, "on": TEXTS, "becomes": TEXT},
        "an open cell with {on} on it and {sides} {colour} sides (other sides: edge or forest) "
        "becomes {becomes} at once",
        part=AT_ONCE,
        brief="{sides} {colour} sides around an open cell with {on}: {becomes}",
    ),
    "visible": RuleKind(
        build.counted_by(terms.visible),
        {"kind": TEXT, "at": TEXT.as_optional, **_TERM},
        "each visible {kind}: {points:+}",
        part=COUNTS,
        counts="visible {kind}",
    ),
    "empty": RuleKind(
        build.counted_by(terms.empty),
        {"at": TEXT.as_optional, **_TERM},
        "each empty light-green cell: {points:+}",
        part=COUNTS,
        counts="empty light-green cells",
    ),
    "groups": RuleKind(
        build.counted_by(terms.groups),
        {"colours": TEXTS, **_TERM},
        "for each of {colours}: {points:+} for each building of its largest connected group",
        part=COUNTS,
        brief="largest group of {colours} each: {points:+} a building",
        counts="buildings of the largest connected group of {colours}",
    ),
    "touches": RuleKind(
        build.counted_by(terms.touches),
        {"kind": TEXT, "colours": TEXTS, **_TERM},
        "each {kind} that touches buildings of {colours}: {points:+}",
        part=COUNTS,
        brief="each {kind} that touches {colours}: {points:+}",
        counts="{kind} that touches buildings of {colours}",
    ),
    "enclosed": RuleKind(
        build.counted_by(terms.enclosed),
        {"kind": TEXT, **_TERM},
        "an open {kind} whose four sides touch four different buildings: {points:+}",
        part=COUNTS,
        brief="each open {kind} with four different buildings around it: {points:+}",
        counts="open {kind} whose four sides touch four different buildings",
    ),
    "marked": RuleKind(
        build.counted_by(terms.marked),
        {"kind": TEXT, **_TERM},
        "each building on the board with a {kind}: {points:+}",
        part=COUNTS,
        counts="buildings on the board with a {kind}",
    ),
    "buildings": RuleKind(
        build.buildings, {**_STANDS, **_TERM}, phrases.buildings, part=COUNTS, counts="{buildings}"
    ),
    "filled": RuleKind(
        build.filled,
        {"place": TEXT, **_TERM},
        "{place} with no cell left to build on: {points:+}",
        part=COUNTS,
        counts="{place} with no cell left to build on",
    ),
    "connects": RuleKind(
        build.connects,
        {
            "kind": TEXT,
            "row": NUMBER.as_optional,
            "to": TEXT.as_optional,
            "mixed": FLAG.as_optional,
            **_ONCE,
        },
        phrases.connects,
        part=COUNTS,
        brief=phrases.connects_in_brief,
    ),
    "shaft": RuleKind(
        boxes.shaft,
        {
            "colour": TEXT,
            "beside": TEXT,
            "boxes": SIZE,
            "pays": PAIRS,
            "triangle": SIZE,
            "marks": COUNT,
            "nuggets": PAIRS.as_optional,
            "box_marks": PAIRS.as_optional,
            "box_stickers": BOX_STICKERS.as_optional,
        },
        phrases.shaft,
        part=COUNTS,
        brief=phrases.shaft_in_brief,
    ),
    "fixed": RuleKind(
        build.fixed,
        {"content": TEXT, "cells": CELLS},
        phrases.fixed,
        once=True,
    ),
    "convert": RuleKind(
        build.convert,
        {"kind": TEXT, "content": TEXT},
        "every board: each {kind} becomes {content}",
        once=True,
    ),
    "standings": RuleKind(
        build.standings,
        {"two": TEXTS, "three": TEXTS, "four": TEXTS},
        "ranks count as: {two} of two players, {three} of three, {four} of four",
        part=AFTER,
        brief="",
    ),
    "marks": RuleKind(
        build.marks,
        _by_standing(COUNT),
        phrases.marks,
        part=AFTER,
    ),
    "stickers": RuleKind(
        build.stickers,
        {"when": one_of("start", "end"), **_by_standing(TEXTS)},
        phrases.stickers,
        part=AFTER,
        brief=phrases.stickers_in_brief,
    ),
    "own piece": RuleKind(
        build.own_piece,
        {"card": TEXT, **_by_standing(TEXT)},
        "after the episode each city has a piece of its own for the card {card}, by rank",
        part=AFTER,
    ),
    "by hand": RuleKind(
        build.by_hand,
        {
            "points": BOUNDS.as_optional,
            "order": NUMBER.as_optional,
            "marks": BOUNDS.as_optional,
            "stickers": TEXTS.as_optional,
            "most": SIZE.as_optional,
            "buildings": SIZE.as_optional,
        },
        phrases.by_hand,
        part=COUNTS,
        own_words=True,
    ),
    "absent city": RuleKind(
        build.absence,
        dict.fromkeys(("marks", "stickers"), one_of(*STANDINGS, *MORE_STANDINGS, NO_STANDING)),
        phrases.absence,
    ),
    "bonus": RuleKind(
        build.bonus,
        {"counts": TEXT, "best": one_of("most", "fewest"), "marks": SIZE},
        phrases.bonus,
        part=AFTER,
        brief=phrases.bonus_in_brief,
    ),
}


def remarks_in(row: Mapping[str, Any]) -> tuple[str, ...]:
    """The keys that a correction of a rule drops: `note`, and `words` unless its kind needs it."""
    kind = KINDS.get(str(row.get("does", "")))
    return ("note",) if kind and kind.own_words else ("note", "words")
