"""The outlines of the buildings, drawn on a small grid, and the check of a drawing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from engine.kernel.grid import Cells, draw_shape, is_connected, turn
from engine.kernel.phrases import OptionalPhrase, Wording, joined, phrase
from engine.my_city.pack.build import STANDINGS
from engine.my_city.pack.model import Pack
from engine.my_city.pack.tables import BOX

OUTLINE, PIECE = "outline", "piece"
GRID = 6
"""The number of columns and of rows of the small grid."""


class Outline(NamedTuple):
    """An outline: the list and the row of the pack in which it stands, and its drawn cells.

    In the list `outline` it is the shape of a building in each colour, in the list `piece` the
    shape of one building, such as a church. A `variant` is the form for cities of a `rank`.
    """

    list: str
    id: str
    variant: str
    rank: str
    cells: frozenset[tuple[int, int]]
    is_new: bool = False
    """Whether the outline is not in the pack; it counts as soon as it has a cell."""

    @property
    def part(self) -> str:
        """The name of the outline among the parts of a painting."""
        return " ".join(filter(None, self.key))

    @property
    def key(self) -> tuple[str, str, str]:
        """The list, row and variant that identify the outline in the pack."""
        return self.list, self.id, self.variant

    @property
    def name(self) -> Wording:
        """The name of the outline for users: "outline 3", "C1", "C4 cross (first)"."""
        name: Wording = self.id
        if self.list == OUTLINE:
            name = phrase("outline {name}", name=self.id)
        rank = joined("", ("(", phrase(self.rank), ")")) if self.rank else ""
        return joined(" ", [part for part in (name, self.variant, rank) if part])

    @property
    def shape(self) -> Cells:
        """The cells in reading order, moved to the top and the left edge; none while empty."""
        return draw_shape(drawing(self.cells)) if self.cells else ()

    def toggled(self, column: int, row: int) -> Outline:
        """The outline with this cell added, or removed if it has it."""
        return self._replace(cells=self.cells ^ {(column, row)})


def outlines_of(pack: Pack, opened: Iterable[int]) -> Iterator[Outline]:
    """The outlines of the box and of the open envelopes."""
    files = [BOX, *(f"envelope_{number}.toml" for number in sorted(opened))]
    for key in (OUTLINE, PIECE):
        for data in (pack.files[name] for name in files):
            for row in data.get(key, ()):
                variant = row.get("variant", "")
                rank = _rank(pack, files, row["id"], variant) if variant else ""
                cells = frozenset(draw_shape(row["shape"]))
                yield Outline(key, row["id"], variant, rank, cells)


def new_outline(outlines: Sequence[Outline]) -> Outline:
    """An empty outline with the next number, for a box with more buildings."""
    numbers = [
        int(outline.id) for outline in outlines if outline.list == OUTLINE and outline.id.isdigit()
    ]
    return Outline(OUTLINE, str(max(numbers, default=0) + 1), "", "", frozenset(), is_new=True)


def drawing(cells: Iterable[tuple[int, int]]) -> str:
    """The drawing of some cells, such as `"###/..#"`."""
    where = set(cells)
    left, top = min(c for c, _ in where), min(r for _, r in where)
    right, bottom = max(c for c, _ in where), max(r for _, r in where)
    return "/".join(
        "".join("#" if (c, r) in where else "." for c in range(left, right + 1))
        for r in range(top, bottom + 1)
    )


def fault(outline: Outline, others: Iterable[Outline]) -> OptionalPhrase:
    """Why a drawing is no valid outline, or the same as another; "" if it is valid."""
    if not outline.cells:
        return "" if outline.is_new else phrase("{outline} has no cell", outline=outline.name)
    if not is_connected(outline.cells):
        return phrase("{outline} is in two pieces", outline=outline.name)
    forms = {turn(outline.shape, quarters) for quarters in range(4)}
    for other in others:
        same = other.list == outline.list == OUTLINE and other.id != outline.id
        if same and other.shape in forms:
            return phrase(
                "{outline} is there already: {other}, turned or not",
                outline=outline.name,
                other=other.name,
            )
    return ""


def _rank(pack: Pack, files: Iterable[str], card: str, variant: str) -> str:
    """The rank whose cities get this variant of a card by the rules; "" for none."""
    for data in (pack.files[name] for name in files):
        for episode in data.get("episode", ()):
            for row in episode.get("rule", ()):
                if row.get("card") == card:
                    return next((rank for rank in STANDINGS if row.get(rank) == variant), "")
    return ""
