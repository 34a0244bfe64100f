"""The words of Dilluvia Project's moves; `parse` reads them and `format` writes them.

*: order p2 p1              the turn order of the first round
*: market W12 W3            tiles come onto the empty squares, in reading order
p1: airship north 2         a side of the market, and a column or row
p1: buy 1 3                 squares of the own line by their distance; or `buy nothing`
p1: workers 3 income        workers into an area; `with special` at the end adds the special one
p1: claim F5 F6             p1: build 2A E5 goods          p1: propeller D7
p1: garden F5               p1: switch E5                  p1: pick W12
p1: square 2 3              p1: take white 1 black 2       p1: use CONVERT white brown
p1: done                    nothing more in this area or this turn
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import NamedTuple

from engine.dilluvia.components import AREAS, COLOURS, Cubes
from engine.kernel.errors import NotationError, shortened_text
from engine.kernel.fast.memo import same
from engine.kernel.phrases import phrase


class SeatOrder(NamedTuple):
    """The seats in the order of the first round."""

    seats: tuple[str, ...]


class Refill(NamedTuple):
    """Tiles that come onto the market."""

    tiles: tuple[str, ...]


class Airship(NamedTuple):
    """An airship at the end of a line: `north 2` is the head of the second column."""

    side: str
    number: int


class Buy(NamedTuple):
    """The purchase of squares of the player's line, by their distance from the airship."""

    distances: tuple[int, ...]


class WorkerPlacement(NamedTuple):
    """Workers on the next circle of an area; `special` if one of them is the special worker."""

    discs: int
    area: str
    special: bool = False


class ClaimMove(NamedTuple):
    """Squares of the city that are claimed together, in reading order."""

    squares: tuple[str, ...]


class DilluviaBuild(NamedTuple):
    """A building on squares, its cube on a space; `less` are the cubes that a discount saves."""

    building: str
    squares: tuple[str, ...]
    space: str
    less: Cubes = (0, 0, 0, 0)


class BuyPropeller(NamedTuple):
    """The purchase of a propeller, by its square."""

    square: str


class PlaceGarden(NamedTuple):
    """A garden on a square that the player has claimed."""

    square: str


class Switch(NamedTuple):
    """The move of a cube to the other space of its building, by a square of the building."""

    square: str


class Use(NamedTuple):
    """The use of a tile, by its effect, with the squares or colours that it asks for."""

    effect: str
    words: tuple[str, ...] = ()


class CubeChoice(NamedTuple):
    """Cubes of the player's choice."""

    cubes: Cubes


class TileChoice(NamedTuple):
    """A tile of the market, or a tile that was put aside."""

    tile: str


class Square(NamedTuple):
    """A printed square of the market."""

    row: int
    column: int


class EndOfDecisions(NamedTuple):
    """The player decides nothing more, in this area or this turn."""


Action = (
    SeatOrder
    | Refill
    | Airship
    | Buy
    | WorkerPlacement
    | ClaimMove
    | DilluviaBuild
    | BuyPropeller
    | PlaceGarden
    | Switch
    | Use
    | CubeChoice
    | TileChoice
    | Square
    | EndOfDecisions
)

_CELL = re.compile(r"([A-Z])([1-9]\d?)", re.IGNORECASE | re.ASCII)
_TILE = re.compile(r"[WG][1-9]\d?", re.IGNORECASE | re.ASCII)
_BUILDING = re.compile(r"\d[AB]?", re.IGNORECASE | re.ASCII)
_EFFECT = re.compile(r"[A-Z][A-Z0-9_]{1,19}", re.IGNORECASE | re.ASCII)
_SEAT = re.compile(r"[a-z][a-z0-9_-]{0,30}")
_NUMBER = re.compile(r"[1-9]\d?", re.ASCII)

RIGHT = {
    "order": phrase("the seats in turn order, such as order p2 p1"),
    "market": phrase("the tiles that come, such as market W12 W3"),
    "airship": phrase("a side and a number from 1 to 4, such as airship north 2"),
    "buy": phrase("distances from the airship, such as buy 1 3, or buy nothing"),
    "workers": phrase(
        "how many and where, such as workers 3 income, or workers 1 build with special"
    ),
    "claim": phrase("the squares of one claim, such as claim F5 F6"),
    "build": phrase("a building, its squares, a space for the cube, such as build 2A E5 goods"),
    "propeller": phrase("its square, such as propeller D7"),
    "garden": phrase("a square, such as garden F5"),
    "switch": phrase("a square of the building, such as switch E5"),
    "use": phrase("a tile and what it asks for, such as use CONVERT white brown"),
    "take": phrase("colours and numbers, such as take white 1 black 2"),
    "pick": phrase("one tile, such as pick W12"),
    "square": phrase("row and column of the market, such as square 2 3"),
    "done": phrase("done alone"),
}
"""The words that are right after each verb."""
MOVES = phrase("a move is like workers 3 income; docs/notation.md has all")


def parse(text: str) -> Action:
    """The action of a text; raises `NotationError`, which says what would be right."""
    verb, *words = text.split() or [""]
    action = _read(verb, words)
    if action is None and verb in RIGHT:
        raise NotationError(
            phrase('"{text}": write {right}', text=shortened_text(text), right=RIGHT[verb])
        )
    if action is None:
        near = get_close_matches(verb.lower(), RIGHT, n=1)
        right = MOVES
        if near:
            right = phrase("did you mean {verb}? Write {right}", verb=near[0], right=RIGHT[near[0]])
        raise NotationError(
            phrase(
                '"{text}": no move begins with {verb}: {right}',
                text=shortened_text(text),
                verb=repr(shortened_text(verb)),
                right=right,
            )
        )
    return action


def format(action: Action) -> str:
    """The words of an action."""
    match action:
        case SeatOrder(seats):
            return f"order {' '.join(seats)}"
        case Refill(tiles):
            return f"market {' '.join(tiles)}"
        case Airship(side, number):
            return f"airship {side} {number}"
        case Buy(distances):
            return f"buy {' '.join(map(str, distances)) or 'nothing'}"
        case WorkerPlacement(discs, area, special):
            return f"workers {discs} {area}{' with special' * special}"
        case ClaimMove(squares):
            return f"claim {' '.join(squares)}"
        case DilluviaBuild(building, squares, space, less):
            saved = [name for name, n in zip(COLOURS, less, strict=True) for _ in range(n)]
            words = ["build", building, *squares, space, *(["less", *saved] if saved else [])]
            return " ".join(words)
        case BuyPropeller(square):
            return f"propeller {square}"
        case PlaceGarden(square):
            return f"garden {square}"
        case Switch(square):
            return f"switch {square}"
        case Use(effect, words):
            return " ".join(["use", effect, *words])
        case CubeChoice(cubes):
            return " ".join(
                ["take", *(f"{c} {n}" for c, n in zip(COLOURS, cubes, strict=True) if n)]
            )
        case TileChoice(tile):
            return f"pick {tile}"
        case Square(row, column):
            return f"square {row} {column}"
        case EndOfDecisions():
            return "done"


def _read(verb: str, words: list[str]) -> Action | None:
    """The action of a verb and its words; None if they are wrong."""
    match verb, words:
        case "order", [*seats] if seats and all(map(_SEAT.fullmatch, seats)):
            return SeatOrder(tuple(map(same, seats)))
        case "market", [*tiles] if tiles and all(map(_TILE.fullmatch, tiles)):
            return Refill(tuple(map(_upper, tiles)))
        case "airship", [("north" | "south" | "west" | "east") as side, n] if n in _LINE:
            return Airship(same(side), int(n))
        case "buy", ["nothing"]:
            return Buy(())
        case "buy", [*distances] if (
            distances and len(set(distances)) == len(distances) and _LINE.issuperset(distances)
        ):
            return Buy(tuple(sorted(map(int, distances))))
        case "workers", [n, area] if _NUMBER.fullmatch(n) and area in AREAS:
            return WorkerPlacement(int(n), same(area))
        case "workers", [n, area, "with", "special"] if _NUMBER.fullmatch(n) and area in AREAS:
            return WorkerPlacement(int(n), same(area), True)
        case "claim", [*squares] if cells := _cells(squares):
            return ClaimMove(cells)
        case "build", [kind, *place] if _BUILDING.fullmatch(kind):
            return _build(_upper(kind), place)
        case "propeller", [square] if _CELL.fullmatch(square):
            return BuyPropeller(_upper(square))
        case "garden", [square] if _CELL.fullmatch(square):
            return PlaceGarden(_upper(square))
        case "switch", [square] if _CELL.fullmatch(square):
            return Switch(_upper(square))
        case "use", [effect, *choice] if _EFFECT.fullmatch(effect):
            chosen = choice if all(word in COLOURS for word in choice) else _cells(choice)
            return Use(_upper(effect), tuple(map(same, chosen))) if chosen or not choice else None
        case "take", [*pairs]:
            cubes = _cubes(pairs)
            return CubeChoice(cubes) if cubes else None
        case "pick", [tile] if _TILE.fullmatch(tile):
            return TileChoice(_upper(tile))
        case "square", [row, column] if row in _LINE and column in _LINE:
            return Square(int(row), int(column))
        case "done", []:
            return EndOfDecisions()
    return None


_LINE = frozenset("1234")
_SPACES = ("goods", "prestige", "worker")


def _build(kind: str, words: list[str]) -> DilluviaBuild | None:
    at = next((i for i, word in enumerate(words) if word in _SPACES), 0)
    squares, discount = _cells(words[:at]), words[at + 1 :]
    if not squares or (discount and (discount[0] != "less" or len(discount) == 1)):
        return None
    saved = discount[1:]
    if any(word not in COLOURS for word in saved):
        return None
    white, black, brown, purple = map(saved.count, COLOURS)
    return DilluviaBuild(kind, squares, same(words[at]), (white, black, brown, purple))


def _cells(words: list[str]) -> tuple[str, ...]:
    """The names of squares in reading order; none if a word is no name or a name comes twice."""
    matches = [match for word in words if (match := _CELL.fullmatch(word))]
    if len(matches) != len(words) or len({match[0].upper() for match in matches}) != len(words):
        return ()
    matches.sort(key=lambda match: (int(match[2]), match[1].upper()))
    return tuple(_upper(match[0]) for match in matches)


def _cubes(words: list[str]) -> Cubes | None:
    """The cubes from pairs of a colour and a number; None if the words are no such pairs."""
    pairs = dict(zip(words[::2], words[1::2], strict=False))
    if not pairs or 2 * len(pairs) != len(words):
        return None
    if not all(c in COLOURS and _NUMBER.fullmatch(n) for c, n in pairs.items()):
        return None
    white, black, brown, purple = (int(pairs.get(colour, 0)) for colour in COLOURS)
    return white, black, brown, purple


def _upper(text: str) -> str:
    return same(text.upper())
