"""The box as values: faces, buildings, boards, the construction site, the score tables.

The code of a tile's face has one or two characters: the kind of building, then what it brings.

    T1 T2 T3 TM   towers with 1, 2, 3 inhabitants; TM with 1 and the mayor's pawn
    S  P          shop; park
    V0 V1 V2      services with 0, 1, 2 printed points
    F1 F2 F3      factories with 1, 2, 3 energy
    HI HE HM      harbours with 2 inhabitants, 2 energy, one of each; H1 H2 H3 with points
    O  M          office; monument (Expert)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

TOWER, SHOP, SERVICE, PARK = "T", "S", "V", "P"
FACTORY, HARBOUR, OFFICE, MONUMENT = "F", "H", "O", "M"
KINDS: Mapping[str, str] = {
    TOWER: "towers",
    SHOP: "shops",
    SERVICE: "services",
    PARK: "parks",
    FACTORY: "factories",
    HARBOUR: "harbours",
    OFFICE: "offices",
    MONUMENT: "monuments",
}
"""The names of the kinds of buildings on the score sheet."""


class Face(NamedTuple):
    """The face of a tile: its kind of building, and what the city gets when it is built."""

    id: str
    kind: str
    inhabitants: int = 0
    energy: int = 0
    points: int = 0
    mayor: bool = False


FACES: Mapping[str, Face] = {
    face.id: face
    for face in (
        Face("T1", TOWER, inhabitants=1),
        Face("T2", TOWER, inhabitants=2),
        Face("T3", TOWER, inhabitants=3),
        Face("TM", TOWER, inhabitants=1, mayor=True),
        Face("S", SHOP),
        Face("V0", SERVICE),
        Face("V1", SERVICE, points=1),
        Face("V2", SERVICE, points=2),
        Face("P", PARK),
        Face("F1", FACTORY, energy=1),
        Face("F2", FACTORY, energy=2),
        Face("F3", FACTORY, energy=3),
        Face("HI", HARBOUR, inhabitants=2),
        Face("HE", HARBOUR, energy=2),
        Face("HM", HARBOUR, inhabitants=1, energy=1),
        Face("H1", HARBOUR, points=1),
        Face("H2", HARBOUR, points=2),
        Face("H3", HARBOUR, points=3),
        Face("O", OFFICE),
        Face("M", MONUMENT),
    )
}
BLANK = "-"
"""A tile that stays face down, because it is for more players."""

# The inhabitants and the energy that an active building takes; parks and monuments take nothing.
NEEDS: Mapping[str, tuple[int, int]] = {
    TOWER: (0, 1),
    SHOP: (0, 1),
    SERVICE: (1, 0),
    FACTORY: (1, 0),
    HARBOUR: (1, 0),
    OFFICE: (1, 1),
}

# Points by floors (towers), customers, districts, neighbours (parks), length of a row (harbours).
TOWERS = (0, 1, 3, 6, 10, 15)
SHOPS = (0, 1, 2, 4, 7, 11)
SERVICES = (0, 2, 5, 9, 14, 20)
PARKS = (0, 2, 4, 7, 11)
FACTORIES: Mapping[str, int] = {SHOP: 2, HARBOUR: 3, OFFICE: 4}
HARBOURS = (0, 0, 3, 7, 12, 18)
OFFICES = (
    (0, 0, 1, 3, 6, 10),
    (0, 1, 3, 6, 10, 15),
    (0, 2, 5, 9, 14, 20),
    (0, 3, 7, 12, 18, 25),
    (0, 4, 9, 15, 22, 30),
)
"""Points by number of offices in a group, from 1 to "5 or more", then by floors."""
MONUMENTS: Mapping[str, int] = {FACTORY: -5, HARBOUR: -5, SERVICE: 2, SHOP: 3, PARK: 5}


class Mode(NamedTuple):
    """A mode of the game: its board, architects and limits.

    `district` and `fits` are by square, in reading order; `fits` has a bit for each architect who
    may build on the square.
    """

    name: str
    rounds: int
    columns: int
    architects: int
    shared: bool
    """Whether the architects lie in a common pool."""
    stacking: str
    """The kinds that may have upper floors."""
    floors: int
    customers: int
    district: tuple[int, ...]
    fits: tuple[int, ...]
    monument_by_type: bool = False
    """Whether a monument counts each kind of building beside it once (ruling 10)."""

    @property
    def squares(self) -> int:
        """The number of squares of a city."""
        return len(self.district)

    def square(self, name: str) -> int:
        """The number of a square such as C2, in reading order; -1 for none."""
        return _NUMBERS[self.name].get(name, -1)

    def name_of(self, square: int) -> str:
        """The name of a square."""
        return f"{chr(65 + square % self.columns)}{square // self.columns + 1}"


def _classic() -> Mode:
    squares = range(16)
    return Mode(
        "classic",
        rounds=4,
        columns=4,
        architects=4,
        shared=False,
        stacking=TOWER,
        floors=4,
        customers=4,
        district=tuple(1 + i % 4 // 2 + 2 * (i // 8) for i in squares),
        fits=tuple(1 << i % 4 + 1 | 1 << i // 4 + 1 for i in squares),
    )


def _expert() -> Mode:
    district = tuple(map(int, "11422114225543355433"))
    number = tuple(map(int, "23113542541231243554"))
    return Mode(
        "expert",
        rounds=5,
        columns=5,
        architects=5,
        shared=True,
        stacking=TOWER + OFFICE,
        floors=5,
        customers=5,
        district=district,
        fits=tuple(1 << d | 1 << n for d, n in zip(district, number, strict=True)),
    )


MODES: Mapping[str, Mode] = {mode.name: mode for mode in (_classic(), _expert())}
_NUMBERS: Mapping[str, Mapping[str, int]] = {
    name: {mode.name_of(square): square for square in range(mode.squares)}
    for name, mode in MODES.items()
}

SIDES = ("north", "south", "west", "east")
LINES = (1, 2, 3, 4, 5)
SITE = 25
"""The number of squares of the construction site, five rows of five."""
SLOTS: Mapping[tuple[str, int], int] = {
    (side, line): 5 * i + line - 1 for i, side in enumerate(SIDES) for line in LINES
}
"""The numbers of the slots: the twenty ends of the site's rows and columns, by side and line."""


def _target(architect: int, side: str, line: int) -> int:
    row, column = {
        "north": (architect - 1, line - 1),
        "south": (5 - architect, line - 1),
        "west": (line - 1, architect - 1),
        "east": (line - 1, 5 - architect),
    }[side]
    return 5 * row + column


TARGETS: tuple[tuple[int, ...], ...] = (
    (),
    *(tuple(_target(k, side, line) for side, line in SLOTS) for k in LINES),
)
"""The square of the site from which an architect takes a tile, by architect, then by slot."""

CLOSED: tuple[int, ...] = (
    *(
        1 << SLOTS["north", c + 1]
        | 1 << SLOTS["south", c + 1]
        | 1 << SLOTS["west", r + 1]
        | 1 << SLOTS["east", r + 1]
        for r in range(5)
        for c in range(5)
    ),
    0,
)
"""By square of the Urbanist: the slots that he closes, as bits; the last entry is for no square."""
