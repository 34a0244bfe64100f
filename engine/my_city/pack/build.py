"""What each kind of rule sets in rules that are being built: a function a kind.

Numbers, colours and cells come from the row. Which function belongs to which kind, with the
keys of its row and its words, is in `kinds`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from engine.kernel.phrases import phrase
from engine.my_city.pack.builder import Builder
from engine.my_city.pack.components import read_cells
from engine.my_city.pack.schema import Row
from engine.my_city.play import payments, places, terms
from engine.my_city.play.land import FOREST, MOUNTAIN, OR, PIECE, SITE, Place
from engine.my_city.play.notation import OBSTACLE
from engine.my_city.play.ruleset import (
    Absence,
    Anchor,
    Bonus,
    ByHand,
    Change,
    Count,
    Enclosure,
    Feat,
    Find,
    Gift,
    Issue,
    Leaving,
    Passing,
    Prize,
    Reward,
    Shaft,
    Term,
    Token,
)

STANDINGS = ("first", "second", "other")
THIRD, LAST = MORE_STANDINGS = ("third", "last")
"""Standings that a row may name besides; where it does not, they get what "other" gets."""
NO_STANDING = "none"
SQUARE = "square"
RIVER = "river"
NUGGET = "nugget"

HAS_A_MEANING = ':,#"\\'
"""Signs that mean something in a move, so that no rule that is named in one has them."""
MOST_BY_HAND = 999

# What may be done.


def token(builder: Builder, row: Row) -> None:
    """Where the score token starts, its cap, and the marks for reaching it."""
    builder.token = Token(row["start"], row["cap"], row["cap_marks"])


def passing(builder: Builder, row: Row) -> None:
    """What a pass costs, and whether it is allowed."""
    builder.passing = Passing(row["cost"], row["floor"], row.get("allowed", True))


def anchor(builder: Builder, row: Row) -> None:
    """What the first building touches: the river or a site."""
    if row["at"] == RIVER:
        builder.anchor = Anchor(RIVER, builder.river)
        return
    if not (layers := [i for i in builder.layers(row["at"]) if builder.contents[i].ground == SITE]):
        sites = [content.kind for content in builder.contents if content.ground == SITE]
        raise row.error(f"{row['at']} is not one of {', '.join([RIVER, *sites])}", "at")
    builder.anchor = Anchor(row["at"], 0, tuple(layers))


def deck(builder: Builder, row: Row) -> None:
    """Cards added to the deck and taken out of it."""
    for card in row.get("add", ()):
        if card not in builder.pieces:
            raise row.error(f"{card} is not a piece", "add")
        if card in builder.deck:
            raise row.error(f"{card} is in the deck already", "add")
        builder.deck.append(card)
    for card in row.get("remove", ()):
        if card not in builder.deck:
            raise row.error(f"{card} is not in the deck", "remove")
        builder.deck.remove(card)
    if row.get("obstacle"):
        builder.deck.append(OBSTACLE)
    if row.get("deal"):
        builder.dealing = row


def forest_open(builder: Builder, row: Row) -> None:
    """Forest may be built on."""
    builder.forest_open = True


def bank_closed(builder: Builder, row: Row) -> None:
    """One bank of the river is out of play."""
    builder.closed = builder.banks["WE".index(row["bank"])]
    builder.closed_name = {"W": "west", "E": "east"}[row["bank"]]


def pieces_leave(builder: Builder, row: Row) -> None:
    """Buildings of a colour that lack a mark leave the set."""
    builder.kinds(row, row["without"], "without")
    colour = builder.colour(row, row["colour"])
    cards = tuple(piece.id for piece in builder.pieces.values() if piece.colour == colour)
    builder.leaving.append(Leaving(row.name, cards, row["without"]))


# What happens at once.


def reward(builder: Builder, row: Row) -> None:
    """Points at once for a building on certain cells."""
    cells = builder.in_row(row) if "row" in row.values else 0
    builder.rewards.append(Reward(row.name, row["points"], cells))


def earned_at_once(builder: Builder, row: Row) -> None:
    """Points at once for a building on a place, or beside it."""
    key, beside = _on_or_beside(row)
    if not key:
        raise row.error("on or beside says where the building stands", "on")
    colours = _colours(builder, row)
    place = builder.place(row, key)
    builder.finds.append(Find(row.name, row["points"], place, beside, colours))


def _on_or_beside(row: Row) -> tuple[str, bool]:
    """Which key says where buildings stand, "" for neither; and whether that is beside a place."""
    if "on" in row.values and "beside" in row.values:
        raise row.error("on a place, or beside one: not both", "beside")
    beside = "beside" in row.values
    return ("beside" if beside else "on" if "on" in row.values else ""), beside


def _colours(builder: Builder, row: Row) -> tuple[str, ...]:
    """The colours that a row names, none for any."""
    return tuple(builder.colour(row, colour, "colours") for colour in row.get("colours", ()))


def first_to_cover(builder: Builder, row: Row) -> None:
    """A reward for whoever is first to cover all of a kind, or each of them."""
    layers = builder.kinds(row, row["kind"])
    amounts = {
        sum(land.layers[layer].bit_count() for layer in layers) for land in builder.land.values()
    }
    if min(amounts) == 0:
        raise row.error(
            f"there is no {row['kind']} on the board; end = true leaves this rule out", "kind"
        )
    points, nuggets, marks = (row.get(key, 0) for key in ("points", "nuggets", "marks"))
    for nth in range(min(amounts)) if row.get("each") else (None,):
        builder.feats.append(Feat(row.name, layers, points, nuggets, nth, marks))


def enclosed_cell(builder: Builder, row: Row) -> None:
    """An open cell that turns when enough of its sides are buildings of a colour."""
    builder.layer(row, row["becomes"], "becomes")
    kinds = [kind for kind in row["on"] if kind != "nothing"]
    builder.enclosures.append(
        Enclosure(
            row.name,
            builder.colour(row, row["colour"]),
            row["sides"],
            "nothing" in row["on"],
            tuple(layer for kind in kinds for layer in builder.kinds(row, kind, "on")),
            row["becomes"],
        )
    )


# What the sheet counts.


def counted_by(count: Count) -> Callable[[Builder, Row], None]:
    """A term of the score sheet, counted by one function of `play.terms`."""

    def term(builder: Builder, row: Row) -> None:
        builder.terms.append(_paid(builder, row, _term(builder, row, count)))

    return term


def buildings(builder: Builder, row: Row) -> None:
    """A term that counts buildings by their colour and place."""
    key, beside = _on_or_beside(row)
    where = (builder.place(row, key),) if key else ()
    term = replace(_term(builder, row, places.buildings), places=where, beside=beside)
    builder.terms.append(_paid(builder, row, term))


def filled(builder: Builder, row: Row) -> None:
    """A term that counts places that are built up."""
    term = replace(_term(builder, row, places.filled), places=builder.places(row, "place"))
    builder.terms.append(_paid(builder, row, term))


def connects(builder: Builder, row: Row) -> None:
    """A term for buildings that reach from a site to a row, or to another place."""
    if ("row" in row.values) == ("to" in row.values):
        raise row.error("row or to says where the buildings end, one of them", "to")
    if "row" in row.values and not row.get("mixed"):
        builder.terms.append(_term(builder, row, terms.connects))
        return
    start = Place(layers=builder.kinds(row, row["kind"]))
    end = builder.place(row, "to") if "to" in row.values else Place(builder.in_row(row))
    colours = () if row.get("mixed") else tuple(builder.colours)
    term = _term(builder, row, places.links)
    builder.terms.append(replace(term, layers=(), places=(start, end), colours=colours))


def _term(builder: Builder, row: Row, count: Count) -> Term:
    """A term with what the keys of its row name; one with steps or a prize counts one a thing."""
    kind, points = row.get("kind", ""), row["points"]
    layers = tuple((i, c.amount) for i, c in enumerate(builder.contents) if c.kind == kind)
    cells = builder.in_row(row) if "row" in row.values else 0
    pieces = frozenset(piece.id for piece in builder.pieces.values() if piece.kind == kind)
    counts = "best" in row.values or not isinstance(points, int)
    return Term(
        label=row.name,
        count=count,
        order=row["order"],
        points=1 if counts else points,
        kind=kind,
        colours=_colours(builder, row),
        layers=layers,
        cells=cells,
        pieces=pieces,
    )


def _paid(builder: Builder, row: Row, term: Term) -> Term:
    """The term at its place, by its steps, or with its prize, where the row has such keys."""
    if "at" in row.values:
        count = payments.at_place(term.count)
        term = replace(term, count=count, places=(builder.place(row, "at"),))
    if "best" in row.values:
        if not isinstance(row["points"], int):
            raise row.error("points is one number where best is given", "points")
        prize = Prize(row["points"], row["best"] == "most", row.get("ties", "all") == "all")
        return replace(term, count=payments.to_the_best(term.count), prize=prize)
    if "ties" in row.values:
        raise row.error("ties goes with best", "ties")
    if not isinstance(row["points"], int):
        scale = tuple((count, points) for count, points in row["points"])
        return replace(term, count=payments.by_scale(term.count), scale=scale)
    return term


def shaft(builder: Builder, row: Row) -> None:
    """A shaft that grows deeper over all episodes."""
    if (highest := max([row["triangle"], *(box for box, _ in row["pays"])])) > row["boxes"]:
        raise row.error(f"the shaft has {row['boxes']} boxes, there is no box {highest}", "pays")
    builder.shafts.append(
        Shaft(
            row.name,
            builder.colour(row, row["colour"]),
            (builder.layer(row, row["beside"], "beside"),),
            row["boxes"],
            tuple((box, points) for box, points in row["pays"]),
            row["triangle"],
            row["marks"],
        )
    )


# What stays for good.


def fixed(builder: Builder, row: Row) -> None:
    """A sticker on the same cells of all boards: it covers what lies there.

    The owner of a box knows what may lie on a mountain. What was made up, or is public, may meet a
    mountain of the owner's map; it is corrected when its envelope is open.
    """
    layer = builder.layer(row, row["content"])
    if builder.contents[layer].on == PIECE:
        raise row.error(f"{row['content']} goes on a building, not on a cell", "content")
    cells = read_cells(builder.grid, row)
    if not cells:
        return
    mountain = 0 if builder.contents[layer].mountain else cells & builder.land[""].mountain
    if mountain and row["source"] == "owner":
        raise row.error(f"{builder.grid.names(mountain)[0]} is a mountain", "cells")
    _lay_on_boards(builder, row, Change(row.name, row["content"], cells))


def convert(builder: Builder, row: Row) -> None:
    """All of a kind turn into another content on all boards."""
    builder.layer(row, row["content"])
    _lay_on_boards(
        builder, row, Change(row.name, row["content"], 0, builder.kinds(row, row["kind"]))
    )


def _lay_on_boards(builder: Builder, row: Row, change: Change) -> None:
    """Put a sticker on all boards; only what is new is also a change for the campaign."""
    layer = next(i for i, c in enumerate(builder.contents) if c.id == change.content)
    for seat, land in builder.land.items():
        cells = change.on(land)
        while cells:
            bit = cells & -cells
            cells ^= bit
            land = land.put(layer, builder.contents[layer], bit)
        builder.land[seat] = land
    if builder.fresh:
        for other in builder.changes:
            if both := other.cells & change.cells:
                raise row.error(f"{other.name} goes on {builder.grid.names(both)[0]} too", "cells")
        builder.changes.append(change)


def standings(builder: Builder, row: Row) -> None:
    """Which ranks count as first, second and other, by the number of players."""
    for seats, key in ((2, "two"), (3, "three"), (4, "four")):
        names = tuple(row[key])
        known = (*STANDINGS, *MORE_STANDINGS)
        if len(names) != seats or not set(names) <= set(known):
            raise row.error(f"{key} needs {seats} of {', '.join(known)}", key)
        builder.standings[seats] = names


def marks(builder: Builder, row: Row) -> None:
    """Progress marks by standing."""
    builder.marks = dict(_by_standing(row))


def stickers(builder: Builder, row: Row) -> None:
    """Stickers to place, by standing, before or after the episode."""
    for standing, texts in _by_standing(row):
        key = standing if standing in row.values else STANDINGS[-1]
        for text in texts:
            kind, target = _sticker(builder, row, key, text)
            builder.gifts.append(Gift(row.name, row["when"], standing, kind, target))


def _sticker(builder: Builder, row: Row, key: str, text: str) -> tuple[str, str]:
    """What a text such as `tree or rock on mountain or forest` hands out, and where it may go."""
    kind, _, target = text.partition(" on ")
    contents = [builder.contents[builder.layer(row, one, key)] for one in kind.split(OR)]
    if any(content.on == PIECE for content in contents):
        if len(contents) > 1:
            raise row.error(f"{kind}: a sticker on a building is of one kind", key)
        return kind, f"{PIECE} {builder.colour(row, target, key)}"
    for place in target.split(OR) if target else ():
        if place == MOUNTAIN:
            for content in contents:
                if not content.mountain:
                    raise row.error(f"{content.id} has no mountain = true in its [[content]]", key)
        elif place not in (SQUARE, FOREST):
            builder.kinds(row, place, key)
    return kind, target or SQUARE


def own_piece(builder: Builder, row: Row) -> None:
    """A building of its own for each city, by rank."""
    variants = builder.variants.get(row["card"], {})
    for standing, form in _by_standing(row):
        if form not in variants:
            known = ", ".join(variants) or "none"
            raise row.error(f"{form} is no form of {row['card']}: {known}", standing)
        builder.issues.append(Issue(row.name, row["card"], standing, form))


def _by_standing(row: Row) -> Iterator[tuple[str, Any]]:
    """What a row gives each standing; those that it may leave out get what the others get."""
    for standing in STANDINGS:
        yield standing, row[standing]
    for standing in MORE_STANDINGS:
        yield standing, row.get(standing, row[STANDINGS[-1]])


def by_hand(builder: Builder, row: Row) -> None:
    """A rule that the table applies, and the bounds of what it may give."""
    if not row.get("words"):
        raise row.error("words say what the table does", "words")
    if strange := set(row.name) & set(HAS_A_MEANING):
        raise row.error(f"a record cannot name it: {min(strange)} in its name", "name")
    kinds = tuple(row.get("stickers", ()))
    for kind in kinds:
        builder.layer(row, kind, "stickers")
    low, high = row.get("marks", (0, 0))
    if low < 0:
        raise row.error("marks are never taken away", "marks")
    rule = ByHand(
        row.name,
        phrase(row["words"]),
        tuple(row.get("points", (0, 0))),
        (low, high),
        row.get("most", 1) if kinds else 0,
        kinds,
        row.get("buildings", 0),
    )
    if not (rule.stated or rule.buildings):
        raise row.error("points, marks, stickers or buildings say what it may give", "points")
    if max(abs(number) for number in (*rule.points, *rule.marks)) > MOST_BY_HAND:
        raise row.error(f"at most {MOST_BY_HAND}", "points")
    builder.by_hand.append(rule)
    if "points" in row.values:
        builder.terms.append(Term(row.name, places.given, row.get("order", 0), 1))


def bonus(builder: Builder, row: Row) -> None:
    """Progress marks at the end of the campaign."""
    if row["counts"] != NUGGET:
        builder.kinds(row, row["counts"], "counts")
    builder.bonuses.append(Bonus(row.name, row["counts"], row["best"] == "most", row["marks"]))


def absence(builder: Builder, row: Row) -> None:
    """The standings whose marks and stickers a city gets that nobody plays."""
    builder.absence = absence_of(row["marks"], row["stickers"])


def absence_of(marks: str, stickers: str) -> Absence:
    """What a row says of a city that nobody plays."""
    return Absence(*("" if key == NO_STANDING else key for key in (marks, stickers)))
