"""Rows that can do nothing: what they look at is on no board, and in no deck.

Each problem names the row and the key. What only a closed envelope can bring is not waited for: a
row belongs to the episode from which on it can do something.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from engine.kernel.errors import PackError
from engine.kernel.grid import bits
from engine.my_city.pack import named
from engine.my_city.pack.build import NUGGET
from engine.my_city.pack.model import Made, Place
from engine.my_city.pack.schema import Row
from engine.my_city.play.land import FOREST, LIGHT, MOUNTAIN, OR, PIECE, Content, Land
from engine.my_city.play.ruleset import Rules
from engine.my_city.play.terms import SIDES


class Evening(NamedTuple):
    """An episode as its rows make it; `lying` are the contents that can have come to a board by it.

    `given` are those of them that a player or a building can bring to any cell. What has no amount
    does not lie there: it only makes the cell something else.
    """

    rules: Rules
    lying: frozenset[Content]
    given: frozenset[Content]

    def kinds(self, *grounds: str) -> set[str]:
        """The kinds that can lie on a cell, of some grounds or of any."""
        cells = (content for content in self.lying if content.on != PIECE)
        return {c.kind for c in cells if not grounds or c.ground in grounds}

    @property
    def carried(self) -> set[str]:
        """The kinds that buildings can have by now."""
        return {content.kind for content in self.lying if content.on == PIECE}

    @property
    def grounds(self) -> tuple[str, ...]:
        """What a cell can be that is built on."""
        return (LIGHT, FOREST) if self.rules.forest_open else (LIGHT,)


def idle(made: Made) -> Iterator[PackError]:
    """The rows that can do nothing in any of some episodes in which they are in force."""
    in_force: dict[Place, tuple[Row, list[Evening]]] = {}
    lying: set[Content] = set()
    given: set[Content] = set()
    for rules, rows in made.values():
        given |= _given(rules)
        lying |= given.union(*(_lying(rules, land) for land in rules.land.values()))
        evening = Evening(rules, frozenset(lying), frozenset(given))
        for row, _ in rows:
            in_force.setdefault((row.file, row.path), (row, []))[1].append(evening)
    for row, evenings in in_force.values():
        for key, check in _CHECKS.get(row["does"], {}).items():
            reasons = [check(row, evening) for evening in evenings]
            if all(reasons):
                yield row.error(reasons[0], key)


def _given(rules: Rules) -> set[Content]:
    """What an episode hands out, or what a cell can become in it."""
    ids = {gift.kind for gift in rules.gifts} | {one.becomes for one in rules.enclosures}
    ids |= {kind for rule in rules.by_hand for kind in rule.kinds}
    names = {name for id in ids for name in id.split(OR)}
    return {content for content in rules.contents if content.amount and content.id in names}


def _lying(rules: Rules, land: Land) -> Iterator[Content]:
    """What lies on a board."""
    return (content for content, cells in rules.lying(land) if cells)


# Why a row does nothing in an episode, in words; "" where it can do something.

Check = Callable[[Row, Evening], str]


def _lies(key: str) -> Check:
    """What a rule looks at has come to some board, or comes with this episode."""

    def lies(row: Row, evening: Evening) -> str:
        if row[key] in evening.kinds():
            return ""
        return f"no {row[key]} has come to any board by then"

    return lies


def _entrance(row: Row, evening: Evening) -> str:
    """What a shaft begins beside is on some board."""
    if row["beside"] in {content.id for content in evening.lying}:
        return ""
    return f"no {row['beside']} has come to any board by then"


def _open(row: Row, evening: Evening) -> str:
    """What is counted where it lies open is on cells that could be built on."""
    kind = row["kind"]
    if kind not in evening.kinds():
        return _lies("kind")(row, evening)
    if kind not in evening.kinds(*evening.grounds):
        return f"{kind}: nothing is ever built on such a cell, so it never counts as open"
    return ""


def _carried(row: Row, evening: Evening) -> str:
    """Some building can have the mark."""
    if row["kind"] in evening.carried:
        return ""
    return f"no {row['kind']} has come to any building by then"


def _stands(key: str) -> Check:
    """A building can stand on a place."""

    def stands(row: Row, evening: Evening) -> str:
        rules = evening.rules
        if key not in row.values or row[key] in {c.kind for c in evening.given}:
            return ""
        for place in named.places(rules, row, key):
            if any(_fits(rules, land, place.on(land)) for land in rules.land.values()):
                return ""
        return f"nothing can be built on {row[key]}"

    return stands


def _fits(rules: Rules, land: Land, cells: int) -> bool:
    """Whether a building of the deck can cover one of the cells, on a board where no other is."""
    ground = rules.ground(land)
    if not cells & ground:
        return False
    for card in rules.deck:
        for way in rules.placements.ways(card) if card in rules.pieces else ():
            squares, near = way.squares & ground, cells
            for step in way.steps:
                squares &= ground >> step
                near |= cells >> step
            if squares & near:
                return True
    return False


def _is_there(key: str) -> Check:
    """A place is somewhere on a board."""

    def there(row: Row, evening: Evening) -> str:
        rules = evening.rules
        if key not in row.values or row[key] in evening.kinds():
            return ""
        if any(p.on(land) for p in named.places(rules, row, key) for land in rules.land.values()):
            return ""
        return f"there is no {row[key]} on any board"

    return there


def _lies_at(row: Row, evening: Evening) -> str:
    """What is visible, or an empty cell, can be at the place; on a cell lies one thing."""
    if "at" not in row.values:
        return ""
    rules, kind = evening.rules, row.get("kind", "")
    (place,) = named.places(rules, row, "at")
    if place.layers and row["at"] != kind:
        return f"nothing else lies on a cell with {row['at']}"
    if place.ground == MOUNTAIN or (place.ground and kind not in evening.kinds(FOREST)):
        return f"there is none on {row['at']}"
    return _is_there("at")(row, evening)


def _some(key: str) -> Check:
    """A list has something in it."""

    def some(row: Row, evening: Evening) -> str:
        return f"{key}: none is named" if key in row.values and not row[key] else ""

    return some


def _gives(row: Row, evening: Evening) -> str:
    """A feat has a reward."""
    return "" if any(map(row.get, ("points", "nuggets", "marks"))) else "it gives nothing"


def _changes_deck(row: Row, evening: Evening) -> str:
    return "" if any(map(row.get, ("add", "remove", "obstacle", "deal"))) else "it changes nothing"


def _moves(row: Row, evening: Evening) -> str:
    """The token can move from where it starts."""
    if row["start"] < row["cap"]:
        return ""
    above = f", above {row['cap']}" if row["start"] > row["cap"] else ""
    return f"the token starts at {row['start']}{above}, where it stays for good"


def _can_pass(row: Row, evening: Evening) -> str:
    """Some token can pay for a pass."""
    if not row.get("allowed", True) or row["floor"] + row["cost"] <= evening.rules.token.cap:
        return ""
    return "no token can pay for a pass: allowed = false says that nobody may"


def _has_card(row: Row, evening: Evening) -> str:
    """A building of a kind has a card."""
    rules = evening.rules
    kinds = {rules.pieces[card].kind for card in rules.deck if card in rules.pieces}
    return "" if row["kind"] in kinds else f"no card of the deck is a {row['kind']}"


def _turns(row: Row, evening: Evening) -> str:
    """What a cell has on it can be open, and can lie there."""
    if evening.kinds(*evening.grounds).union(["nothing"]).intersection(row["on"]):
        return ""
    return "no open cell has that on it"


def _encloses(row: Row, evening: Evening) -> str:
    """Some cell has as many sides at the edge or beside forest as are no buildings."""
    rules = evening.rules
    if any(content.ground == FOREST for content in evening.lying):
        return ""
    for land in rules.land.values():
        for bit in bits(land.light):
            around = rules.beside[bit]
            if SIDES - (around & ~land.forest).bit_count() >= SIDES - row["sides"]:
                return ""
    return f"no cell has {SIDES - row['sides']} sides at the edge of the board or beside forest"


def _counted(row: Row, evening: Evening) -> str:
    return "" if row["counts"] == NUGGET else _lies("counts")(row, evening)


_CHECKS: Mapping[str, Mapping[str, Check]] = {
    "token": {"start": _moves},
    "pass": {"floor": _can_pass},
    "deck": {"add": _changes_deck},
    "building at once": {
        "on": _stands("on"),
        "beside": _is_there("beside"),
        "colours": _some("colours"),
    },
    "first to cover": {"kind": _stands("kind"), "points": _gives},
    "first to join": {"kind": _lies("kind"), "to": _is_there("to"), "points": _gives},
    "enclosed cell": {"on": _turns, "sides": _encloses},
    "visible": {"kind": _open, "at": _lies_at},
    "empty": {"at": _lies_at},
    "groups": {"colours": _some("colours")},
    "touches": {"kind": _has_card, "colours": _some("colours")},
    "no building on": {"kind": _open},
    "enclosed": {"kind": _open},
    "marked": {"kind": _carried},
    "buildings": {"on": _stands("on"), "beside": _is_there("beside"), "colours": _some("colours")},
    "filled": {"place": _stands("place")},
    "connects": {"kind": _lies("kind"), "to": _is_there("to")},
    "shaft": {"beside": _entrance},
    "convert": {"kind": _lies("kind")},
    "bonus": {"counts": _counted},
}
"""By kind of rule and key what keeps it from ever doing something."""
