"""One function for each kind of rule: it returns the rules so far with the rule of one more row.

The docstring of a function names the rule that it adds. Numbers, colours and cells come from the
row; for impossible values the functions raise `PackError`. `kinds` says which function belongs to
which kind, with the keys of its row and its words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from engine.kernel.grid import bits
from engine.kernel.phrases import phrase
from engine.my_city.pack import boxes, named
from engine.my_city.pack.components import read_cells
from engine.my_city.pack.schema import PackRow, in_default_language
from engine.my_city.play import payments, places, terms
from engine.my_city.play.land import (
    CELL,
    PIECE,
    SITE,
    STRIP,
    LandPlace,
)
from engine.my_city.play.notation import OBSTACLE
from engine.my_city.play.ruleset import (
    Absence,
    Anchor,
    BoardChange,
    Bonus,
    Count,
    Enclosure,
    EpisodeRules,
    Feat,
    Gift,
    HandRule,
    Join,
    LeavingPieces,
    PassRule,
    PlacePoints,
    Prize,
    Reward,
    Term,
    Token,
    VariantGift,
)

STANDINGS = ("first", "second", "other")
LAST = "last"
MORE_STANDINGS = ("third", LAST)
"""Standings that a row may leave out; then they get what "other" gets."""
NO_STANDING = "none"
RIVER = "river"
NUGGET = "nugget"

HAS_A_MEANING = ':,#"\\'
"""Signs with a meaning in records, which the name of a rule by hand must not have."""
MOST_BY_HAND = 999
WHERE = {PIECE: "building", STRIP: "strip"}

# What may be done.


def token(rules: EpisodeRules, row: PackRow) -> EpisodeRules:
    """Where the score token starts, its cap, and the marks for reaching it."""
    return replace(rules, token=Token(row["start"], row["cap"], row["cap_marks"]))


def passing(rules: EpisodeRules, row: PackRow) -> EpisodeRules:
    """What a pass costs, and whether it is allowed."""
    return replace(rules, passing=PassRule(row["cost"], row["floor"], row.get("allowed", True)))


def anchor(rules: EpisodeRules, row: PackRow) -> EpisodeRules:
    """What the first building touches: the river or a site."""
    if row["at"] == RIVER:
        return replace(rules, anchor=Anchor(RIVER, rules.river))
    if not (
        layers := [i for i in named.layers(rules, row["at"]) if rules.contents[i].ground == SITE]
    ):
        sites = [content.kind for content in rules.contents if content.ground == SITE]
        raise row.error(f"{row['at']} is not one of {', '.join([RIVER, *sites])}", "at")
    return replace(rules, anchor=Anchor(row["at"], 0, tuple(layers)))


def deck(rules: EpisodeRules, row: PackRow) -> EpisodeRules:
    """Cards added to the deck and taken out of it."""
    cards = list(rules.deck)
    for card in row.get("add", ()):
        if card not in rules.pieces:
            raise row.error(f"{card} is not a piece", "add")
        if card in cards:
            raise row.error(f"{card} is in the deck already", "add")
        cards.append(card)
    for card in row.get("remove", ()):
        if card not in cards:
            raise row.error(f"{card} is not in the deck", "remove")
        cards.remove(card)
    if row.get("obstacle"):
        cards.append(OBSTACLE)
    return replace(rules, deck=tuple(cards), dealt=row.get("deal", rules.dealt))


def forest_open(rules: EpisodeRules, row: PackRow) -> EpisodeRules:
    """Forest may be built on."""
    return replace(rules, forest_open=True)


def spared(rules: EpisodeRules, row: PackRow) -> EpisodeRules:
    """A kind of thing on which nothing is built."""
    return replace(rules, spared=(*rules.spared, *named.layers_of_kind(rules, row, row["kind"])))


def bank_closed(rules: EpisodeRules, row: PackRow) -> EpisodeRules:
    """One bank of the river is out of play."""
    name = {"W": "west", "E": "east"}[row["bank"]]
    return replace(rules, closed=rules.banks["WE".index(row["bank"])], closed_name=name)


def pieces_leave(rules: EpisodeRules, row: PackRow) -> EpisodeRules:
    """Buildings of a colour that lack a mark leave the set."""
    named.layers_of_kind(rules, row, row["without"], "without")
    colour = named.colour(rules, row, row["colour"])
    cards = tuple(piece.id for piece in rules.pieces.values() if piece.colour == colour)
    leaving = LeavingPieces(row.name, cards, row["without"])
    return replace(rules, leaving=(*rules.leaving, leaving))


# What happens at once.


def reward(rules: EpisodeRules, row: PackRow) -> EpisodeRules:
    """Points at once for a building on certain cells."""
    cells = named.in_row(rules, row) if "row" in row.values else 0
    return replace(rules, rewards=(*rules.rewards, Reward(row.name, row["points"], cells)))


def earned_at_once(rules: EpisodeRules, row: PackRow) -> EpisodeRules:
    """Points at once for a building on a place, or beside it."""
    key, beside = _on_or_beside(row)
    if not key:
        raise row.error("write on or beside: it says where the building stands", "on")
    colours = _colours(rules, row)
    place = named.place(rules, row, key)
    find = PlacePoints(row.name, row["points"], place, beside, colours)
    return replace(rules, finds=(*rules.finds, find))


def _on_or_beside(row: PackRow) -> tuple[str, bool]:
    """The key that says where buildings stand, "" for none, and whether it is `beside`.

    Raises `PackError` for a row with both keys.
    """
    if "on" in row.values and "beside" in row.values:
        raise row.error("write on or beside, not both", "beside")
    beside = "beside" in row.values
    return ("beside" if beside else "on" if "on" in row.values else ""), beside


def _colours(rules: EpisodeRules, row: PackRow) -> tuple[str, ...]:
    """The colours that a row names; empty if it names none, which means any colour."""
    return tuple(named.colour(rules, row, colour, "colours") for colour in row.get("colours", ()))


def first_to_cover(rules: EpisodeRules, row: PackRow) -> EpisodeRules:
    """A reward for the first to cover all cells of a kind, or each single one."""
    layers = named.layers_of_kind(rules, row, row["kind"])
    amounts = {
        sum(land.layers[layer].bit_count() for layer in layers) for land in rules.land.values()
    }
    if min(amounts) == 0:
        raise row.error(
            f"there is no {row['kind']} on the board; end = true leaves this rule out", "kind"
        )
    points, nuggets, marks = (row.get(key, 0) for key in ("points", "nuggets", "marks"))
    numbers = range(min(amounts)) if row.get("each") else (None,)
    stickers = boxes.for_strips(rules, row)
    feats = [Feat(row.name, layers, points, nuggets, nth, marks, stickers) for nth in numbers]
    return replace(rules, feats=(*rules.feats, *feats))


def first_to_join(rules: EpisodeRules, row: PackRow) -> EpisodeRules:
    """A reward for the first to join a content with a row, or with another place."""
    start, end = ends_of(rules, row)
    colours = () if row.get("mixed") else tuple(rules.colours)
    points, nuggets, marks = (row.get(key, 0) for key in ("points", "nuggets", "marks"))
    stickers = boxes.for_strips(rules, row)
    join = Join(row.name, start, end, colours, points, nuggets, marks, stickers)
    return replace(rules, joins=(*rules.joins, join))


def ends_of(rules: EpisodeRules, row: PackRow) -> tuple[LandPlace, LandPlace]:
    """The two places that buildings have to connect; raises `PackError`."""
    if ("row" in row.values) == ("to" in row.values):
        raise row.error("write row or to, not both: it says where the buildings end", "to")
    start = LandPlace(layers=named.layers_of_kind(rules, row, row["kind"]))
    end = (
        named.place(rules, row, "to") if "to" in row.values else LandPlace(named.in_row(rules, row))
    )
    return start, end


def enclosed_cell(rules: EpisodeRules, row: PackRow) -> EpisodeRules:
    """An open cell that changes when buildings of a colour are on enough of its sides."""
    named.layer(rules, row, row["becomes"], "becomes")
    kinds = [kind for kind in row["on"] if kind != "nothing"]
    enclosure = Enclosure(
        row.name,
        named.colour(rules, row, row["colour"]),
        row["sides"],
        "nothing" in row["on"],
        tuple(layer for kind in kinds for layer in named.layers_of_kind(rules, row, kind, "on")),
        row["becomes"],
    )
    return replace(rules, enclosures=(*rules.enclosures, enclosure))


# What the sheet counts.


def counted_by(count: Count) -> Callable[[EpisodeRules, PackRow], EpisodeRules]:
    """Return the function that adds a term of the score sheet; `count` counts the term."""

    def term(rules: EpisodeRules, row: PackRow) -> EpisodeRules:
        return _with_term(rules, _paid(rules, row, _term(rules, row, count)))

    return term


def buildings(rules: EpisodeRules, row: PackRow) -> EpisodeRules:
    """A term that counts buildings by their colour and place."""
    key, beside = _on_or_beside(row)
    where = (named.place(rules, row, key),) if key else ()
    term = replace(_term(rules, row, places.buildings), places=where, beside=beside)
    return _with_term(rules, _paid(rules, row, term))


def filled(rules: EpisodeRules, row: PackRow) -> EpisodeRules:
    """A term that counts places with no cell left to build on."""
    term = replace(_term(rules, row, places.filled), places=named.places(rules, row, "place"))
    return _with_term(rules, _paid(rules, row, term))


def connects(rules: EpisodeRules, row: PackRow) -> EpisodeRules:
    """A term for buildings that reach from a site to a row, or to another place."""
    if "row" in row.values and "to" not in row.values and not row.get("mixed"):
        return _with_term(rules, _term(rules, row, terms.connects))
    start, end = ends_of(rules, row)
    colours = () if row.get("mixed") else tuple(rules.colours)
    term = _term(rules, row, places.links)
    term = replace(term, layers=(), places=(start, end), colours=colours)
    return _with_term(rules, term)


def _with_term(rules: EpisodeRules, term: Term) -> EpisodeRules:
    return replace(rules, terms=(*rules.terms, term))


def _term(rules: EpisodeRules, row: PackRow, count: Count) -> Term:
    """The term of a row; with steps or a prize it counts 1 for each thing."""
    kind, points = row.get("kind", ""), row["points"]
    layers = tuple((i, c.amount) for i, c in enumerate(rules.contents) if c.kind == kind)
    cells = named.in_row(rules, row) if "row" in row.values else 0
    pieces = frozenset(piece.id for piece in rules.pieces.values() if piece.kind == kind)
    counts = "best" in row.values or not isinstance(points, int)
    return Term(
        label=row.name,
        count=count,
        order=row["order"],
        points=1 if counts else points,
        kind=kind,
        colours=_colours(rules, row),
        layers=layers,
        cells=cells,
        pieces=pieces,
    )


def _paid(rules: EpisodeRules, row: PackRow, term: Term) -> Term:
    """The term; with keys for it, it counts only at a place, pays by steps, or pays a prize."""
    if "at" in row.values:
        count = payments.counted_at_place(term.count)
        term = replace(term, count=count, places=(named.place(rules, row, "at"),))
    if "best" in row.values:
        if not isinstance(row["points"], int):
            raise row.error("with best, points is one number", "points")
        prize = Prize(row["points"], row["best"] == "most", row.get("ties", "all") == "all")
        return replace(term, count=payments.paid_to_the_best(term.count), prize=prize)
    if "ties" in row.values:
        raise row.error("ties needs best", "ties")
    if not isinstance(row["points"], int):
        scale = tuple((count, points) for count, points in row["points"])
        return replace(term, count=payments.paid_by_scale(term.count), scale=scale)
    return term


# What stays for good.


def fixed(rules: EpisodeRules, row: PackRow) -> EpisodeRules:
    """A sticker on the same cells of all boards: it covers what lies there.

    For a sticker that cannot lie on a mountain, a row of the owner that names a mountain cell
    raises `PackError`. A row of another source may name a cell that is a mountain on the owner's
    map: the owner corrects the row when its envelope is open.
    """
    layer = named.layer(rules, row, row["content"])
    if (on := rules.contents[layer].on) != CELL:
        raise row.error(f"{row['content']} goes on a {WHERE[on]}, not on a cell", "content")
    cells = read_cells(rules.grid, row)
    if not cells:
        return rules
    mountain = 0 if rules.contents[layer].mountain else cells & rules.land[""].mountain
    if mountain and row["source"] == "owner":
        raise row.error(f"{rules.grid.names(mountain)[0]} is a mountain", "cells")
    return _on_boards(rules, row, BoardChange(row.name, row["content"], cells))


def convert(rules: EpisodeRules, row: PackRow) -> EpisodeRules:
    """All of a kind turn into another content on all boards."""
    named.layer(rules, row, row["content"])
    layers = named.layers_of_kind(rules, row, row["kind"])
    return _on_boards(rules, row, BoardChange(row.name, row["content"], 0, layers))


def _on_boards(rules: EpisodeRules, row: PackRow, change: BoardChange) -> EpisodeRules:
    """The rules with a sticker on all boards."""
    for earlier in rules.changes:
        if overlap := earlier.cells & change.cells:
            raise row.error(f"{earlier.name} goes on {rules.grid.names(overlap)[0]} too", "cells")
    layer = rules.layer(change.content)
    lands = dict(rules.land)
    for seat, land in lands.items():
        for bit in bits(change.cells_on(land)):
            land = land.put(layer, rules.contents[layer], bit)
        lands[seat] = land
    return replace(rules, land=lands, changes=(*rules.changes, change))


def standings(rules: EpisodeRules, row: PackRow) -> EpisodeRules:
    """Which ranks count as first, second and other, by the number of players."""
    ranks = {}
    for seats, key in ((2, "two"), (3, "three"), (4, "four")):
        names = tuple(row[key])
        known = (*STANDINGS, *MORE_STANDINGS)
        if len(names) != seats or not set(names) <= set(known):
            raise row.error(f"{key} needs {seats} of {', '.join(known)}", key)
        ranks[seats] = names
    return replace(rules, standings=ranks)


def marks(rules: EpisodeRules, row: PackRow) -> EpisodeRules:
    """Progress marks by standing."""
    return replace(rules, marks=dict(_by_standing(row)))


def stickers(rules: EpisodeRules, row: PackRow) -> EpisodeRules:
    """Stickers to place, by standing, before or after the episode."""
    gifts = []
    for standing, texts in _by_standing(row):
        key = standing if standing in row.values else STANDINGS[-1]
        for text in texts:
            kind, target = boxes.sticker_of(rules, row, key, text)
            gifts.append(Gift(row.name, row["when"], standing, kind, target))
    return replace(rules, gifts=(*rules.gifts, *gifts))


def own_piece(rules: EpisodeRules, row: PackRow) -> EpisodeRules:
    """A building of its own for each city, by rank."""
    variants = rules.variants.get(row["card"], {})
    issues = []
    for standing, form in _by_standing(row):
        if form not in variants:
            known = ", ".join(variants) or "none"
            raise row.error(f"{form} is no form of {row['card']}: {known}", standing)
        issues.append(VariantGift(row.name, row["card"], standing, form))
    return replace(rules, issues=(*rules.issues, *issues))


def _by_standing(row: PackRow) -> Iterator[tuple[str, Any]]:
    """Yield each standing and what a row gives it; one that is left out gets what "other" gets."""
    for standing in STANDINGS:
        yield standing, row[standing]
    for standing in MORE_STANDINGS:
        yield standing, row.get(standing, row[STANDINGS[-1]])


def by_hand(rules: EpisodeRules, row: PackRow) -> EpisodeRules:
    """A rule that the table applies, and the bounds of what it may give."""
    if not row.get("words"):
        raise row.error("words are missing: they say what the table does", "words")
    if strange := set(row.name) & set(HAS_A_MEANING):
        raise row.error(
            f"a record cannot name it, because its name has the sign {min(strange)}", "name"
        )
    kinds = tuple(row.get("stickers", ()))
    for kind in kinds:
        if rules.contents[named.layer(rules, row, kind, "stickers")].on == STRIP:
            raise row.error(f"{kind} goes on a strip, where no player places it", "stickers")
    low, high = row.get("marks", (0, 0))
    if low < 0:
        raise row.error("marks are never taken away", "marks")
    rule = HandRule(
        row.name,
        phrase(in_default_language(row["words"])),
        tuple(row.get("points", (0, 0))),
        (low, high),
        row.get("most", 1) if kinds else 0,
        kinds,
        row.get("buildings", 0),
    )
    if not (rule.stated or rule.buildings):
        raise row.error(
            "write points, marks, stickers or buildings: they say what it may give", "points"
        )
    if max(abs(number) for number in (*rule.points, *rule.marks)) > MOST_BY_HAND:
        raise row.error(f"at most {MOST_BY_HAND}", "points")
    rules = replace(rules, by_hand=(*rules.by_hand, rule))
    if "points" in row.values:
        return _with_term(rules, Term(row.name, places.given, row.get("order", 0), 1))
    return rules


def bonus(rules: EpisodeRules, row: PackRow) -> EpisodeRules:
    """Progress marks at the end of the campaign."""
    if row["counts"] != NUGGET:
        named.layers_of_kind(rules, row, row["counts"], "counts")
    bonus = Bonus(row.name, row["counts"], row["best"] == "most", row["marks"])
    return replace(rules, bonuses=(*rules.bonuses, bonus))


def absence(rules: EpisodeRules, row: PackRow) -> EpisodeRules:
    """The standings whose marks and stickers a city gets if nobody plays it."""
    return replace(rules, absence=absence_of(row["marks"], row["stickers"]))


def absence_of(marks: str, stickers: str) -> Absence:
    """The rule for a city that nobody plays; `NO_STANDING` becomes ""."""
    return Absence(*("" if key == NO_STANDING else key for key in (marks, stickers)))
