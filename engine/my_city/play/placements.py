"""All ways to lay a building: each is computed when it is first needed, then looked up.

A replay of an evening needs fewer than a hundred of some ten thousand ways, and the ways that are
used together lie together in memory.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from engine.kernel.errors import IllegalMove
from engine.kernel.fast.memo import Memo, same
from engine.kernel.grid import Cells, Grid, turn
from engine.kernel.phrases import Refusal, Wording, phrase, plural
from engine.my_city.play.notation import BuildMove, build_move


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
    """A turned piece on a board: `mask` are its cells, `beside` those that share an edge with it.

    `flaw` says why the placement is illegal in every state: it covers both banks of the river.
    Each placement exists once, in `Placements`, and is compared by identity.
    """

    piece: str
    colour: str
    square: str
    turns: int
    mask: int
    beside: int
    flaw: Refusal = ""


@dataclass(frozen=True, slots=True, eq=False)
class PieceTurn:
    """One turn of a piece, with all placements of it that are on one bank.

    `squares` are the cells on which its first cell may lie. `steps` are the numbers of bits from
    the first cell to each other cell. `laid` gives the placement by the bit of its first cell.
    """

    squares: int
    steps: tuple[int, ...]
    laid: Memo[int, Placement]


class Placements(dict[BuildMove, Placement]):
    """The placements on a board by build, each computed when it is first needed.

    Turns that cover the same cells share one placement; `of_piece` lists each once.
    `with_variants` returns a table in which some pieces have another shape; it shares the
    placements of all other pieces. A lookup raises `IllegalMove` for a build that is not on
    the board.
    """

    def __init__(
        self,
        grid: Grid,
        pieces: Mapping[str, Piece],
        banks: tuple[int, int],
        below: Placements | None = None,
    ) -> None:
        self._grid, self._pieces, self._banks, self._below = grid, pieces, banks, below
        self._turned = Memo[str, tuple[Cells, ...]](self._turns)
        self._distinct = Memo[str, tuple[BuildMove, ...]](self._ways)
        self._laid_ways = Memo[str, tuple[Placement, ...]](self._without_flaw)
        self._all_ways = Memo[str, tuple[PieceTurn, ...]](self._as_masks)
        self._others: dict[tuple[tuple[str, str], ...], Placements] = {}

    def with_variants(
        self, chosen: Mapping[str, str], variants: Mapping[str, Mapping[str, Piece]]
    ) -> Placements:
        """The table with the chosen variants of some cards; this table itself if none is chosen."""
        if not chosen:
            return self
        names = tuple(chosen.items())
        table = self._others.get(names)
        if table is None:
            pieces = {card: variants[card][variant] for card, variant in names}
            table = self._others[names] = Placements(self._grid, pieces, self._banks, self)
        return table

    def of_piece(self, piece: str) -> tuple[BuildMove, ...]:
        """The builds of one piece that cover different cells, each with the fewest turns."""
        if self._below is not None and piece not in self._pieces:
            return self._below.of_piece(piece)
        return self._distinct[piece]

    def laid(self, piece: str) -> tuple[Placement, ...]:
        """The placements of one piece that cover different cells, without those with a flaw."""
        if self._below is not None and piece not in self._pieces:
            return self._below.laid(piece)
        return self._laid_ways[piece]

    def ways(self, piece: str) -> tuple[PieceTurn, ...]:
        """The turns of one piece that give different shapes, without placements with a flaw."""
        if self._below is not None and piece not in self._pieces:
            return self._below.ways(piece)
        return self._all_ways[piece]

    def __missing__(self, build: BuildMove) -> Placement:
        piece = self._pieces.get(build.piece)
        if piece is not None:
            placement = self._lay(piece, build)
        elif self._below is not None:
            placement = self._below[build]
        else:
            raise IllegalMove(phrase("{piece} is not a building of this set", piece=build.piece))
        self[build] = placement
        return placement

    def _lay(self, piece: Piece, build: BuildMove) -> Placement:
        """The placement of a build; raises `IllegalMove` for one that is not on the board."""
        name, square, turns = build
        grid, shapes = self._grid, self._turned[name]
        bit = grid.bit(square)
        if not bit:
            raise IllegalMove(phrase("{square} is not a cell of the board", square=square))
        if not 0 <= turns < len(shapes):
            raise IllegalMove(
                phrase("{turns} turns: a building is turned 0 to 3 times", turns=turns)
            )
        row, column = divmod(bit.bit_length() - 1, grid.columns)
        mask = grid.place(shapes[turns], column, row)
        if not mask:
            where: Wording = square
            if turns:
                where = plural(
                    "{square} after {count} turn",
                    "{square} after {count} turns",
                    turns,
                    square=square,
                )
            raise IllegalMove(
                phrase("{piece} at {where} hangs over the board's edge", piece=name, where=where)
            )
        if (fewest := shapes.index(shapes[turns])) < turns:
            return self[build_move(name, square, fewest)]
        return Placement(
            name, piece.colour, square, turns, mask, grid.edge_neighbours(mask), self._flaw(mask)
        )

    def _flaw(self, mask: int) -> Refusal:
        west, east = self._banks
        if not (mask & west and mask & east):
            return ""
        west_cells, east_cells = (" ".join(self._grid.names(mask & bank)) for bank in self._banks)
        return phrase(
            "covers both banks of the river ({ours} and {others})",
            ours=west_cells,
            others=east_cells,
        )

    def _turns(self, piece: str) -> tuple[Cells, ...]:
        """The four shapes of a piece, by the number of turns."""
        return tuple([turn(self._pieces[piece].cells, turns) for turns in range(4)])

    def _ways(self, piece: str) -> tuple[BuildMove, ...]:
        grid, shapes = self._grid, self._turned[piece]
        return tuple(
            build_move(piece, same(f"{chr(65 + column)}{row + 1}"), turns)
            for turns, shape in enumerate(shapes)
            if shapes.index(shape) == turns
            for row in range(grid.rows)
            for column in range(grid.columns)
            if grid.place(shape, column, row)
        )

    def _without_flaw(self, piece: str) -> tuple[Placement, ...]:
        laid = [self[build] for build in self.of_piece(piece)]
        return tuple([placement for placement in laid if not placement.flaw])

    def _as_masks(self, piece: str) -> tuple[PieceTurn, ...]:
        grid, shapes = self._grid, self._turned[piece]
        return tuple(
            PieceTurn(
                sum(grid.bit(way.square) for way in self.laid(piece) if way.turns == turns),
                tuple(row * grid.columns + column - shape[0][0] for column, row in shape[1:]),
                Memo(partial(self._at, piece, turns)),
            )
            for turns, shape in enumerate(shapes)
            if shapes.index(shape) == turns
        )

    def _at(self, piece: str, turns: int, bit: int) -> Placement:
        """The placement of a turned piece whose first cell has this bit."""
        return self[build_move(piece, same(self._grid.name(bit)), turns)]
