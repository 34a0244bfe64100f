"""Finds what a row of a pack names in the rules so far; raises `PackError` for unknown names."""

from __future__ import annotations

from engine.kernel.texts import number_in
from engine.my_city.pack.schema import PackRow
from engine.my_city.play.land import FOREST, MOUNTAIN, LandPlace
from engine.my_city.play.ruleset import EpisodeRules


def layer(rules: EpisodeRules, row: PackRow, content: str, key: str = "content") -> int:
    """The layer of a content; raises `PackError` for an unknown content."""
    for i, known in enumerate(rules.contents):
        if known.id == content:
            return i
    names = ", ".join(content.id for content in rules.contents)
    raise row.error(f"{content} is none of {names}", key)


def layers(rules: EpisodeRules, kind: str) -> tuple[int, ...]:
    """The layers of all contents of a kind."""
    return tuple(i for i, content in enumerate(rules.contents) if content.kind == kind)


def layers_of_kind(
    rules: EpisodeRules, row: PackRow, kind: str, key: str = "kind"
) -> tuple[int, ...]:
    """The layers of all contents of a kind; raises `PackError` for an unknown kind."""
    if not (found := layers(rules, kind)):
        names = ", ".join(sorted({content.kind for content in rules.contents}))
        raise row.error(f"nothing of the kind {kind} is known: {names}", key)
    return found


def places(rules: EpisodeRules, row: PackRow, key: str) -> tuple[LandPlace, ...]:
    """The places that a key names: one, or every row or column; raises `PackError`."""
    match row[key].split():
        case ["every", "row"]:
            return tuple(LandPlace(rules.grid.row(n)) for n in range(1, rules.grid.rows + 1))
        case ["every", "column"]:
            return tuple(LandPlace(rules.grid.column(n)) for n in range(1, rules.grid.columns + 1))
    return (place(rules, row, key),)


def place(rules: EpisodeRules, row: PackRow, key: str) -> LandPlace:
    """The place that a key names: a line of the board, its edge, a ground, or a kind of content.

    Raises `PackError` for any other word.
    """
    grid = rules.grid
    match row[key].split():
        case ["row", number] if 1 <= number_in(number) <= grid.rows:
            return LandPlace(grid.row(number_in(number)))
        case ["column", letter] if bit := grid.bit(f"{letter}1"):
            return LandPlace(grid.column(bit.bit_length()))
        case ["top" | "bottom" as end, "row"]:
            return LandPlace(grid.row(1 if end == "top" else grid.rows))
        case ["left" | "right" as end, "column"]:
            return LandPlace(grid.column(1 if end == "left" else grid.columns))
        case ["edge"]:
            return LandPlace(grid.edge)
        case ["river"]:
            return LandPlace(rules.river, banks=True)
        case ["forest" | "mountain" as ground]:
            return LandPlace(ground=FOREST if ground == "forest" else MOUNTAIN)
    if found := layers(rules, row[key]):
        return LandPlace(layers=found)
    names = ", ".join(sorted({content.kind for content in rules.contents}))
    raise row.error(
        f"{row[key]} is no place: row 1 to {grid.rows}, column A to {grid.last_column}, top "
        f"row, bottom row, left column, right column, edge, river, forest, mountain, {names}",
        key,
    )


def in_row(rules: EpisodeRules, row: PackRow) -> int:
    """The cells of the board's row that a rule names; raises `PackError` for an unknown row."""
    if not 1 <= row["row"] <= rules.grid.rows:
        raise row.error(f"the board has the rows 1 to {rules.grid.rows}", "row")
    return rules.grid.row(row["row"])


def colour(rules: EpisodeRules, row: PackRow, colour: str, key: str = "colour") -> str:
    """Return the colour; raise `PackError` for an unknown colour."""
    if colour not in rules.colours:
        raise row.error(f"{colour} is no colour: {', '.join(rules.colours)}", key)
    return colour
