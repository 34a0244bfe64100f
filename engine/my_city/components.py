"""What lies on the table: pieces, land, placements, and the rules in force as one value.

    Pack ── rules_of(pack, episode) ──> Rules      what may be built, what earns what
    Land                                           the ground of one city, and what lies on it
    Placements                                     every way to lay every building, once

Values only. What a component means is in `rules.py` (play) and `terms.py` (scoring).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from engine.kernel.errors import IllegalMove
from engine.kernel.grid import Cells, Grid, turn
from engine.kernel.memo import same
from engine.my_city.notation import Build


class Piece(NamedTuple):
    """One building of the set; `colour` is "" for a church."""

    id: str
    kind: str
    colour: str
    cells: Cells
    must_build: bool = False


class Content(NamedTuple):
    """Something that lies on a light-green cell: `amount` of a `kind`, in the layer `id`."""

    id: str
    kind: str
    amount: int


class Land(NamedTuple):
    """The ground of one city, as masks; `layers` run parallel to the pack's contents."""

    light: int
    forest: int
    mountain: int
    squares: int
    layers: tuple[int, ...]

    @property
    def bare(self) -> int:
        """Light-green cells on which nothing lies."""
        taken = 0
        for layer in self.layers:
            taken |= layer
        return self.light & ~taken

    def put(self, layer: int, bit: int) -> Land:
        """The land with a sticker of that layer on a cell: it covers what lay there."""
        layers = tuple(
            mask | bit if i == layer else mask & ~bit for i, mask in enumerate(self.layers)
        )
        return self._replace(layers=layers, squares=self.squares & ~bit)


@dataclass(frozen=True, slots=True, eq=False)
class Placement:
    """A piece, turned, on cells: `mask` covers them, `beside` shares an edge with them.

    `flaw` is set when no board state makes it legal: it covers both banks. Each exists
    once, in `Placements`, and is compared by identity.
    """

    piece: str
    colour: str
    square: str
    turns: int
    mask: int
    beside: int
    flaw: str = ""


class Placements(dict[Build, Placement]):
    """Every way to lay every piece on a board, prepared once a piece, on first use.

    Turns that give the same cells share one placement; `of` yields each once.
    """

    def __init__(self, grid: Grid, pieces: Mapping[str, Piece], banks: tuple[int, int]) -> None:
        self._grid, self._pieces, self._banks = grid, pieces, banks
        self._distinct: dict[str, tuple[Build, ...]] = {}

    def of(self, piece: str) -> tuple[Build, ...]:
        """The placements of one piece that differ, by square and fewest turns."""
        if piece not in self._distinct:
            self._prepare(self._pieces[piece])
        return self._distinct[piece]

    def __missing__(self, build: Build) -> Placement:
        piece = self._pieces.get(build.piece)
        if piece is None:
            raise IllegalMove(f"{build.piece} is not a building of this set")
        if piece.id not in self._distinct:
            self._prepare(piece)
            if build in self:
                return self[build]
        if not self._grid.bit(build.square):
            raise IllegalMove(f"{build.square} is not a cell of the board")
        turns = "1 turn" if build.turns == 1 else f"{build.turns} turns"
        turned = f" after {turns}" if build.turns else ""
        raise IllegalMove(f"{build.piece} at {build.square}{turned} hangs over the board's edge")

    def _prepare(self, piece: Piece) -> None:
        grid, seen = self._grid, dict[int, Placement]()
        for turns in range(4):
            cells = turn(piece.cells, turns)
            for row in range(grid.rows):
                for column in range(grid.columns):
                    mask = grid.place(cells, column, row)
                    if not mask:
                        continue
                    square = same(f"{chr(65 + column)}{row + 1}")
                    if mask not in seen:
                        seen[mask] = self._lay(piece, square, turns, mask)
                    self[Build(piece.id, square, turns)] = seen[mask]
        self._distinct[piece.id] = tuple(Build(p.piece, p.square, p.turns) for p in seen.values())

    def _lay(self, piece: Piece, square: str, turns: int, mask: int) -> Placement:
        west, east = self._banks
        flaw = ""
        if mask & west and mask & east:
            names = self._grid.names
            flaw = (
                f"covers both banks of the river "
                f"({' '.join(names(mask & west))} and {' '.join(names(mask & east))})"
            )
        return Placement(piece.id, piece.colour, square, turns, mask, self._grid.beside(mask), flaw)


class Passing(NamedTuple):
    """What a pass costs, and the token below which it may not bring a player."""

    cost: int
    floor: int


class Token(NamedTuple):
    """Where the score token starts, where it stays for good, and the marks for getting there."""

    start: int
    cap: int
    cap_marks: int


class Feat(NamedTuple):
    """Cells to cover: whoever does so in the first round in which anybody does earns points."""

    label: str
    cells: int
    points: int


class Gift(NamedTuple):
    """A sticker that a standing ("first", "second", "other") earns, after or before an episode."""

    name: str
    when: str
    standing: str
    kind: str


class Term(NamedTuple):
    """A term of the score sheet; `does` names its function in `terms.py`."""

    label: str
    does: str
    order: int
    points: int
    kind: str = ""
    colours: tuple[str, ...] = ()
    layers: tuple[tuple[int, int], ...] = ()
    """The layers of its kind, and how much one cell of each holds."""


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """Everything that is in force in one episode; there is one of a pack and episode."""

    title: str
    grid: Grid
    contents: tuple[Content, ...]
    pieces: Mapping[str, Piece]
    colours: Mapping[str, str]
    placements: Placements
    banks: tuple[int, int]
    land: Land
    deck: tuple[str, ...]
    cards: Mapping[str, int]
    token: Token
    passing: Passing
    anchor: int
    anchor_name: str
    terms: tuple[Term, ...]
    feats: tuple[Feat, ...]
    standings: Mapping[int, tuple[str, ...]]
    marks: Mapping[str, int]
    gifts: tuple[Gift, ...]
    placeholders: tuple[str, ...]

    def layer(self, content: str) -> int:
        """The index of a content's layer; -1 when there is no such content."""
        return next((i for i, c in enumerate(self.contents) if c.id == content), -1)


OBSTACLE = "obstacle"
"""The card that bars the next one."""
