"""Rules in the making: what the rows of a pack have set so far, and look-ups that name a row."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.kernel.grid import Grid
from engine.my_city.pack.schema import Row
from engine.my_city.play.land import FOREST, MOUNTAIN, Content, Land, Place
from engine.my_city.play.placements import Piece, Placements
from engine.my_city.play.ruleset import (
    Absence,
    Anchor,
    Bonus,
    ByHand,
    Change,
    Enclosure,
    Feat,
    Find,
    Gift,
    Issue,
    Leaving,
    Passing,
    Reward,
    Shaft,
    Term,
    Token,
)


class InForce(NamedTuple):
    """A rule row, and the episode that brought it."""

    row: Row
    since: int


@dataclass
class Builder:
    """Rules in the making, local to one `compose`."""

    title: str
    episode: int
    grid: Grid
    contents: tuple[Content, ...]
    pieces: Mapping[str, Piece]
    variants: Mapping[str, Mapping[str, Piece]]
    colours: Mapping[str, str]
    placements: Placements
    banks: tuple[int, int]
    printed: Mapping[str, Land]
    river: int
    placeholders: list[str]
    fresh: bool = True
    """Whether the row at hand came with the episode itself."""
    land: dict[str, Land] = field(default_factory=dict)
    deck: list[str] = field(default_factory=list)
    dealing: Row | None = None
    """The row that says how many cards are dealt."""
    token: Token | None = None
    passing: Passing | None = None
    anchor: Anchor | None = None
    closed: int = 0
    closed_name: str = ""
    forest_open: bool = False
    rewards: list[Reward] = field(default_factory=list)
    feats: list[Feat] = field(default_factory=list)
    finds: list[Find] = field(default_factory=list)
    enclosures: list[Enclosure] = field(default_factory=list)
    terms: list[Term] = field(default_factory=list)
    shafts: list[Shaft] = field(default_factory=list)
    standings: dict[int, tuple[str, ...]] = field(default_factory=dict)
    marks: dict[str, int] = field(default_factory=dict)
    gifts: list[Gift] = field(default_factory=list)
    issues: list[Issue] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    leaving: list[Leaving] = field(default_factory=list)
    by_hand: list[ByHand] = field(default_factory=list)
    bonuses: list[Bonus] = field(default_factory=list)
    absence: Absence = field(default_factory=Absence)

    def layer(self, row: Row, content: str, key: str = "content") -> int:
        """The layer of a content."""
        for i, known in enumerate(self.contents):
            if known.id == content:
                return i
        names = ", ".join(content.id for content in self.contents)
        raise row.error(f"{content} is none of {names}", key)

    def layers(self, kind: str) -> tuple[int, ...]:
        """The layers of all contents of a kind."""
        return tuple(i for i, content in enumerate(self.contents) if content.kind == kind)

    def kinds(self, row: Row, kind: str, key: str = "kind") -> tuple[int, ...]:
        """The layers of a kind that there is."""
        if not (layers := self.layers(kind)):
            names = ", ".join(sorted({content.kind for content in self.contents}))
            raise row.error(f"nothing of the kind {kind} is known: {names}", key)
        return layers

    def places(self, row: Row, key: str) -> tuple[Place, ...]:
        """The places that a key names: one, or every line of the board."""
        match row[key].split():
            case ["every", "row"]:
                return tuple(Place(self.grid.row(n)) for n in range(1, self.grid.rows + 1))
            case ["every", "column"]:
                return tuple(Place(self.grid.column(n)) for n in range(1, self.grid.columns + 1))
        return (self.place(row, key),)

    def place(self, row: Row, key: str) -> Place:
        """The place that a key names: a line of the board, its edge, a ground, what lies there."""
        grid = self.grid
        match row[key].split():
            case ["row", number] if number.isdecimal() and 1 <= int(number) <= grid.rows:
                return Place(grid.row(int(number)))
            case ["column", letter] if bit := grid.bit(f"{letter}1"):
                return Place(grid.column(bit.bit_length()))
            case ["top" | "bottom" as end, "row"]:
                return Place(grid.row(1 if end == "top" else grid.rows))
            case ["left" | "right" as end, "column"]:
                return Place(grid.column(1 if end == "left" else grid.columns))
            case ["edge"]:
                return Place(grid.edge)
            case ["river"]:
                return Place(self.river, banks=True)
            case ["forest" | "mountain" as ground]:
                return Place(ground=FOREST if ground == "forest" else MOUNTAIN)
        if layers := self.layers(row[key]):
            return Place(layers=layers)
        kinds = ", ".join(sorted({content.kind for content in self.contents}))
        raise row.error(
            f"{row[key]} is no place: row 1 to {grid.rows}, column A to {grid.last_column}, top "
            f"row, bottom row, left column, right column, edge, river, forest, mountain, {kinds}",
            key,
        )

    def in_row(self, row: Row) -> int:
        """The cells of the board's row that a rule names."""
        if not 1 <= row["row"] <= self.grid.rows:
            raise row.error(f"the board has the rows 1 to {self.grid.rows}", "row")
        return self.grid.row(row["row"])

    def colour(self, row: Row, colour: str, key: str = "colour") -> str:
        """A colour that there is."""
        if colour not in self.colours:
            raise row.error(f"{colour} is no colour: {', '.join(self.colours)}", key)
        return colour
