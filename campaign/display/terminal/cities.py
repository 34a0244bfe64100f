"""Cities: the list of them, one with its board, and what changed on a board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.terminal.games.my_city.board import SMALL, Size, board, size_for
from campaign.display.terminal.status import on_board
from campaign.display.text.cities import title_of
from campaign.services.cities import Difference, built, fresh
from campaign.services.values import History
from engine.my_city.campaign.model import City, Played
from engine.my_city.play.placements import Placement
from engine.my_city.play.ruleset import Rules

BESIDES = 14
"""Lines of a city besides its board: its name, the legend, what it has for good, the keys."""


def city_list(history: History) -> RenderableType:
    """All cities: who holds them, marks, stickers."""
    table = parts.table(
        "Seat",
        "City",
        "Player",
        "Marks",
        "On the board",
        right=("Marks",),
        names=("City", "Player"),
        notes=("On the board",),
    )
    for city in history.campaign.cities:
        table.add_row(
            parts.seat(city.seat),
            city.name or "-",
            city.player or "nobody",
            str(city.progress),
            on_board(city),
        )
    return parts.lines(table, parts.line("A board: campaign city show SEAT"))


def city(
    city: City, rules: Rules, played: Played | None, *, bare: bool, size: Size = SMALL
) -> RenderableType:
    """A city with the buildings of the episode last played there, stickers since then on top."""
    return parts.lines(
        Text(title_of(city, played), style="bold"),
        Text(""),
        board(rules, city.land, () if bare else _built(city, played), size=size),
        *map(parts.line, _lasting(city, rules)),
    )


def board_size(rules: Rules, columns: int, lines: int) -> Size:
    """The size of the board of a city in a window of so many columns and lines."""
    return size_for(rules, columns, lines - BESIDES)


def difference(difference: Difference) -> RenderableType:
    """What came to a board between two episodes: cell by cell, then why, then the marks."""
    first, last = difference.first, difference.last
    since = f"the end of episode {first}" if first else "the beginning"
    rows: list[RenderableType] = [
        Text(f"{difference.seat}: from {since} to the end of episode {last}", style="bold")
    ]
    if difference.cells:
        table = parts.table("Cell", "Before", "After", notes=("Before", "After"))
        for cell in difference.cells:
            table.add_row(cell.cell, cell.before, cell.after)
        rows.append(table)
    if difference.came:
        rows.append(parts.line("What came:"))
        rows += map(parts.item, difference.came)
    if difference.marks:
        rows.append(parts.line("Progress marks:"))
        rows += [parts.item(f"+{mark.amount} {mark.reason}") for mark in difference.marks]
    if len(rows) == 1:
        rows.append(parts.line("Nothing changed."))
    return parts.lines(*rows)


def _built(city: City, played: Played | None) -> Sequence[Placement]:
    """The buildings of an episode without the cells of stickers that came after it."""
    over = fresh(city, played)
    return [_without(placement, over) for placement in built(city, played)]


def _without(placement: Placement, cells: int) -> Placement:
    """A placement without some cells."""
    if not placement.mask & cells:
        return placement
    return Placement(
        placement.piece,
        placement.colour,
        placement.square,
        placement.turns,
        placement.mask & ~cells,
        placement.beside,
    )


def _lasting(city: City, rules: Rules) -> Iterator[str]:
    """What is for good besides the ground: stickers, nuggets, shafts, stickers without a place."""
    stickers = ", ".join(f"{sticker.kind} {sticker.square}" for sticker in city.stickers)
    yield f"Stickers: {stickers}." if stickers else "No stickers yet."
    if city.shafts:
        boxes = {shaft.colour: f" of {shaft.boxes}" for shaft in rules.shafts}
        depths = (
            f"{rules.colours[colour]} {depth}{boxes.get(colour, '')}"
            for colour, depth in city.shafts.items()
        )
        yield f"Shafts: {', '.join(depths)}."
    if city.nuggets:
        yield f"Nuggets: {city.nuggets}."
    if city.lost:
        lost = ", ".join(f"{right.kind} ({right.reason})" for right in city.lost)
        yield f"Lost, for want of a place: {lost}."
