"""Rows that can do nothing, because the things that they name are on no board and in no deck.

Each problem names the row and the key, and says what would be right. A row that needs what only a
closed envelope brings is a problem, too: it belongs to the first episode in which it can do
something. `amounts` has the checks that need no boards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from engine.kernel.errors import PackError
from engine.kernel.grid import bits
from engine.my_city.pack import amounts, named
from engine.my_city.pack.amounts import OUT, Check
from engine.my_city.pack.build import MORE_STANDINGS, NUGGET, STANDINGS, ends_of
from engine.my_city.pack.evening import EpisodePrediction, evenings_of
from engine.my_city.pack.model import Made, Place
from engine.my_city.pack.schema import PackRow
from engine.my_city.play.land import FOREST, FOREST_SQUARE, LIGHT, MOUNTAIN, OR, PIECE, SQUARE, Land
from engine.my_city.play.rewards import reaching_cells
from engine.my_city.play.terms import SIDES


def idle(made: Made) -> Iterator[PackError]:
    """Yield a problem for each row that can do nothing in any of its episodes."""
    in_force: dict[Place, tuple[PackRow, list[EpisodePrediction]]] = {}
    for evening, rows in evenings_of(made):
        for row, _ in rows:
            in_force.setdefault((row.file, row.path), (row, []))[1].append(evening)
    for row, evenings in in_force.values():
        for key, checks in _CHECKS.get(row["does"], {}).items():
            reasons = [_first(checks, row, evening) for evening in evenings]
            if all(reasons):
                yield row.error(reasons[0], key)


def _first(checks: Sequence[Check], row: PackRow, evening: EpisodePrediction) -> str:
    return next((why for check in checks if (why := check(row, evening))), "")


# Each check returns in words why a row does nothing in an episode, or "" if it can do something.


def _lies(key: str) -> Check:
    """Check that the kind that a key names is on some board by then."""

    def lies(row: PackRow, evening: EpisodePrediction) -> str:
        kind = row[key]
        if kind == NUGGET or kind in evening.kinds():
            return ""
        contents = [c for c in evening.rules.contents if c.kind == kind and c.on != PIECE]
        if contents and not any(content.amount for content in contents):
            return f"{kind}: with amount = 0 it never lies on a board: write amount = 1"
        return _none_yet(kind)

    return lies


def _none_yet(kind: str) -> str:
    return f"no {kind} is on any board by then: an earlier rule must bring one"


def _entrance(row: PackRow, evening: EpisodePrediction) -> str:
    """Check that a shaft's entrance is on some board, and that buildings can stand beside it."""
    beside, rules = row["beside"], evening.rules
    if beside not in {content.id for content in evening.lying}:
        return _none_yet(beside)
    layer = rules.layer(beside)
    if rules.contents[layer] in evening.given or _any(
        evening, lambda land: rules.beside[land.layers[layer]]
    ):
        return ""
    return (
        f"nothing can be built beside the {beside}: put it where something can be built beside it"
    )


def _any(evening: EpisodePrediction, cells: Callable[[Land], int]) -> bool:
    """Whether buildings can cover one of the given cells on some board."""
    return any(covered & cells(land) for land, covered in evening.boards)


def _open(row: PackRow, evening: EpisodePrediction) -> str:
    """Check that a kind that counts while it is open lies on cells that can be built on."""
    kind = row["kind"]
    if kind in evening.kinds() and kind not in evening.kinds(*evening.grounds):
        return f"{kind}: nothing is ever built on such a cell, so it never counts as open: {OUT}"
    return ""


def _surrounded(row: PackRow, evening: EpisodePrediction) -> str:
    """Check that buildings can stand on all sides of a cell with the kind."""
    rules, kind = evening.rules, row["kind"]
    if kind in evening.anywhere:
        return ""
    layers = named.layers(rules, kind)
    for land, covered in evening.boards:
        for bit in bits(sum(land.layers[layer] for layer in layers)):
            around = rules.beside[bit]
            if around.bit_count() == SIDES and not around & ~covered:
                return ""
    return f"no {kind} has four sides on which something can be built: {OUT}"


def _carried(key: str) -> Check:
    """Check that some building can have the mark."""

    def carried(row: PackRow, evening: EpisodePrediction) -> str:
        if row[key] in evening.carried:
            return ""
        return f"no building has a {row[key]} by then: an earlier rule must hand it out"

    return carried


def _stands(key: str) -> Check:
    """Check that a building can stand on the place."""

    def stands(row: PackRow, evening: EpisodePrediction) -> str:
        if key not in row.values or row[key] in evening.anywhere:
            return ""
        if any(_any(evening, place.cells_on) for place in named.places(evening.rules, row, key)):
            return ""
        return f"nothing can be built on {row[key]}: name a place where something can"

    return stands


def _in_row(row: PackRow, evening: EpisodePrediction) -> str:
    """Check that a building can stand on the row of the board."""
    cells = named.in_row(evening.rules, row)
    if _any(evening, lambda land: cells):
        return ""
    return f"nothing can be built on row {row['row']}: name a row where something can"


def _is_covered(row: PackRow, evening: EpisodePrediction) -> str:
    """Check that all cells of the kind can be covered on some board, if all must be."""
    layers = named.layers(evening.rules, row["kind"])
    if row.get("each") or row["kind"] in evening.anywhere:
        return ""
    for land, covered in evening.boards:
        cells = sum(land.layers[layer] for layer in layers) & evening.rules.ground(land)
        if cells and not cells & ~covered:
            return ""
    return (
        f"no board lets all its {row['kind']} cells be covered: each = true rewards each single one"
    )


def _is_filled(row: PackRow, evening: EpisodePrediction) -> str:
    """Check that on some board all ground cells of the place can be covered."""
    rules = evening.rules
    if any(content.ground != LIGHT for content in evening.given):
        return ""
    for place in named.places(rules, row, "place"):
        for land, covered in evening.boards:
            cells = place.cells_on(land) & rules.ground(land)
            if row["place"] in evening.anywhere or (cells and not cells & ~covered):
                return ""
    return f"{row['place']}: there is a cell on which no building fits: name another place"


def _touched(key: str) -> Check:
    """Check that the place is on some board, and that something can be built beside it."""

    def touched(row: PackRow, evening: EpisodePrediction) -> str:
        if key not in row.values or row[key] in evening.anywhere:
            return ""
        rules = evening.rules
        (place,) = named.places(rules, row, key)
        if not any(place.cells_on(land) for land, _ in evening.boards):
            return _not_there(row[key])
        if place.banks and _any(evening, place.cells_on):
            return ""
        if not place.banks and _any(evening, lambda land: rules.beside[place.cells_on(land)]):
            return ""
        return f"nothing can be built beside {row[key]}: name a place where something can"

    return touched


def _not_there(place: str) -> str:
    return f"there is no {place} on any board: name a place that is there, or leave the rule out"


def _joined(row: PackRow, evening: EpisodePrediction) -> str:
    """Check that the places to be joined are two, and that buildings can come to both."""
    rules = evening.rules
    if row.get("to") == row["kind"]:
        return f"from {row['kind']} to {row['kind']} is no way: name another end, such as row 1"
    names = (row["kind"], row.get("to", f"row {row.get('row')}"))
    for place, name in zip(ends_of(rules, row), names, strict=True):
        if name in evening.anywhere:
            continue
        if not any(place.cells_on(land) for land, _ in evening.boards):
            return _not_there(name)
        if not any(
            covered & reaching_cells(rules, land, place) for land, covered in evening.boards
        ):
            return f"no building can come to {name}: name a place to which one can"
    return ""


def _lies_at(row: PackRow, evening: EpisodePrediction) -> str:
    """Check that the kind that is counted can be at the place; a cell has only one content."""
    if "at" not in row.values:
        return ""
    rules, kind = evening.rules, row.get("kind", "")
    (place,) = named.places(rules, row, "at")
    if place.layers and row["at"] != kind:
        return f"nothing else lies on a cell with {row['at']}: name another place"
    if place.ground == MOUNTAIN or (place.ground and kind not in evening.kinds(FOREST)):
        return f"nothing that this rule counts can be on {row['at']}: name another place"
    if row["at"] in evening.kinds() or any(place.cells_on(land) for land, _ in evening.boards):
        return ""
    return _not_there(row["at"])


def _turns(row: PackRow, evening: EpisodePrediction) -> str:
    """Check that one of the kinds of the rule can be on an open cell."""
    if evening.kinds(*evening.grounds).union(["nothing"]).intersection(row["on"]):
        return ""
    return 'no open cell has that on it: on = ["nothing"] means an empty one'


def _encloses(row: PackRow, evening: EpisodePrediction) -> str:
    """Check that a cell has enough sides at the edge or beside forest: all sides but `sides`."""
    rules = evening.rules
    if any(content.ground == FOREST for content in evening.lying):
        return ""
    for land in rules.land.values():
        for bit in bits(land.light):
            around = rules.beside[bit]
            if SIDES - (around & ~land.forest).bit_count() >= SIDES - row["sides"]:
                return ""
    return (
        f"no cell has {SIDES - row['sides']} sides at the edge of the board or beside forest: "
        f"sides = {SIDES} needs none"
    )


def _begins(row: PackRow, evening: EpisodePrediction) -> str:
    """Check that on every board some building can be the first one."""
    if all(covered for _, covered in evening.boards):
        return ""
    return f"no building fits beside the {row['at']}, so nothing could ever be built: name another"


def _closes(row: PackRow, evening: EpisodePrediction) -> str:
    """Check that the bank that is closed could be built on."""
    rules = evening.rules
    if any(rules.closed & (land.light | land.forest) for land in rules.land.values()):
        return ""
    return f"nothing could be built on this bank anyway: {OUT}"


def _forest(row: PackRow, evening: EpisodePrediction) -> str:
    """Check that there is forest."""
    grown = any(content.ground == FOREST for content in evening.rules.contents)
    if grown or any(land.forest for land in evening.rules.land.values()):
        return ""
    return f"there is no forest on any board: {OUT}"


def _goes_somewhere(standing: str) -> Check:
    """Check that each sticker of a standing can go somewhere."""
    return lambda row, evening: _lost(row.get(standing, ()), evening)


def _boxes_go(row: PackRow, evening: EpisodePrediction) -> str:
    """Check that each sticker of a box can go somewhere."""
    return _lost([text for _, text in row.get("box_stickers", ())], evening)


def _lost(stickers: Iterable[str], evening: EpisodePrediction) -> str:
    for text in stickers:
        _, _, target = text.partition(" on ")
        if target and not any(_is_target(place, evening) for place in target.split(OR)):
            return f"{text}: there is no such place on any board: name another, or none"
    return ""


def _extended(row: PackRow, evening: EpisodePrediction) -> str:
    """Check that a rule gives a sticker of the kind of a strip."""
    rules, kind = evening.rules, row["kind"]
    given = {id for feat in rules.feats for id in feat.stickers}
    given |= {id for join in rules.joins for id in join.stickers}
    if any(content.kind == kind and content.id in given for content in rules.contents):
        return ""
    return (
        f'no rule gives a {kind} sticker: stickers = ["{kind}"] of a rule with does = "first to '
        'join" or "first to cover" does'
    )


def _is_target(place: str, evening: EpisodePrediction) -> bool:
    """Whether some board has a target of this name."""
    rules = evening.rules
    if place in (FOREST, FOREST_SQUARE):
        return not _forest(PackRow("", {}), evening)
    if place == MOUNTAIN:
        return any(land.mountain for land in rules.land.values())
    return place == SQUARE or place in evening.colours | evening.kinds()


_JOIN: tuple[Check, ...] = (_lies("kind"), _joined)
_CHECKS: Mapping[str, Mapping[str, tuple[Check, ...]]] = {
    "token": {"start": (amounts.moves,)},
    "pass": {"floor": (amounts.can_pass,)},
    "anchor": {"at": (_begins,)},
    "deck": {"add": (amounts.changes_deck,), "deal": (amounts.deals,)},
    "forest open": {"does": (_forest,)},
    "no building on": {"kind": (_lies("kind"), _open)},
    "bank closed": {"bank": (_closes,)},
    "pieces leave": {"colour": (amounts.cards("colour"),), "without": (_carried("without"),)},
    "touches previous": {"points": (amounts.earns,)},
    "covers row": {"row": (_in_row,), "points": (amounts.earns,)},
    "building at once": {
        "on": (_stands("on"),),
        "beside": (_touched("beside"),),
        "colours": (amounts.some("colours"), amounts.cards("colours")),
        "points": (amounts.earns,),
    },
    "first to cover": {"kind": (_stands("kind"), _is_covered), "points": (amounts.gives,)},
    "first to join": {"kind": _JOIN, "points": (amounts.gives,)},
    "strip": {"kind": (_extended,), "boxes": (amounts.pays,), "box_stickers": (_boxes_go,)},
    "enclosed cell": {
        "colour": (amounts.cards("colour"),),
        "on": (_turns,),
        "becomes": (amounts.becomes,),
        "sides": (_encloses,),
    },
    "visible": {"kind": (_lies("kind"), _open), "at": (_lies_at,), "points": (amounts.worth,)},
    "empty": {"at": (_lies_at,), "points": (amounts.worth,)},
    "groups": {
        "colours": (amounts.some("colours"), amounts.cards("colours")),
        "points": (amounts.worth,),
    },
    "touches": {
        "kind": (amounts.has_card,),
        "colours": (amounts.some("colours"), amounts.every_colour),
        "points": (amounts.worth,),
    },
    "enclosed": {"kind": (_lies("kind"), _open, _surrounded), "points": (amounts.worth,)},
    "marked": {"kind": (_carried("kind"),), "points": (amounts.worth,)},
    "buildings": {
        "on": (_stands("on"),),
        "beside": (_touched("beside"),),
        "colours": (amounts.some("colours"), amounts.cards("colours")),
        "points": (amounts.worth,),
    },
    "filled": {"place": (_stands("place"), _is_filled), "points": (amounts.worth,)},
    "connects": {"kind": _JOIN, "points": (amounts.worth,)},
    "shaft": {
        "colour": (amounts.cards("colour"),),
        "beside": (_entrance,),
        "pays": (amounts.pays,),
        "box_stickers": (_boxes_go,),
    },
    "convert": {"kind": (_lies("kind"),), "content": (amounts.converts,)},
    "marks": {"first": (amounts.gives_by_rank,)},
    "stickers": {
        "when": (amounts.gives_by_rank,),
        **{name: (_goes_somewhere(name),) for name in (*STANDINGS, *MORE_STANDINGS)},
    },
    "by hand": {
        "most": (amounts.goes_with("most", "stickers"),),
        "order": (amounts.goes_with("order", "points"),),
    },
    "bonus": {"counts": (_lies("counts"), amounts.has_nuggets)},
}
"""The checks that say why a value does nothing, by kind of rule and key."""
