"""Every way to lay every building, worked out once: what a move names is looked up here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.kernel.errors import IllegalMove
from engine.kernel.grid import Cells, Grid, turn
from engine.kernel.memo import same
from engine.my_city.notation import Build, laid


@dataclass(frozen=True, slots=True)
class Piece:
    """One building of the set; `colour` is "" for a church.

    Where cities have different pieces for one card, `variant` tells them apart.
    """

    id: str
    kind: str
    colour: str
    cells: Cells
    must_build: bool = False
    variant: str = ""


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

    Turns that give the same cells share one placement; `of` yields each once. `instead`
    gives a table in which some pieces have another shape, and which shares all others.
    """

    def __init__(
        self,
        grid: Grid,
        pieces: Mapping[str, Piece],
        banks: tuple[int, int],
        below: Placements | None = None,
    ) -> None:
        self._grid, self._pieces, self._banks, self._below = grid, pieces, banks, below
        self._distinct: dict[str, tuple[Build, ...]] = {}
        self._others: dict[tuple[tuple[str, str], ...], Placements] = {}

    def instead(
        self, chosen: Mapping[str, str], variants: Mapping[str, Mapping[str, Piece]]
    ) -> Placements:
        """The table with the chosen variant of some cards; this one for none."""
        if not chosen:
            return self
        names = tuple(chosen.items())
        found = self._others.get(names)
        if found is None:
            own = {card: variants[card][variant] for card, variant in names}
            found = self._others[names] = Placements(self._grid, own, self._banks, self)
        return found

    def of(self, piece: str) -> tuple[Build, ...]:
        """The placements of one piece that differ, by square and fewest turns."""
        if self._below is not None and piece not in self._pieces:
            return self._below.of(piece)
        if piece not in self._distinct:
            self._prepare(self._pieces[piece])
        return self._distinct[piece]

    def __missing__(self, build: Build) -> Placement:
        piece = self._pieces.get(build.piece)
        if piece is None and self._below is not None:
            placement = self[build] = self._below[build]
            return placement
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
                    self[laid(piece.id, square, turns)] = seen[mask]
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
