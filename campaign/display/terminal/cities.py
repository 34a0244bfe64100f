"""Screens of cities: the list, one city with its board, and the changes of a board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.terminal.board import SMALL, CellSize, board, size_for
from campaign.display.terminal.status import on_board
from campaign.display.terminal.words import MixedText
from campaign.display.text.cities import title_of
from campaign.display.text.stickers import mark_in_words, placed_in_words
from campaign.display.text.strips import rows_in_words
from campaign.services.cities import CityDifference, CityView, buildings_after, new_sticker_cells
from campaign.services.values import History
from engine.kernel.phrases import Wording, joined, phrase
from engine.my_city.campaign.model import City, PlayedEpisode
from engine.my_city.campaign.reasons import reason_in_words
from engine.my_city.play.placements import Placement
from engine.my_city.play.ruleset import EpisodeRules

BESIDES = 14
"""The lines of a city's screen besides the board: name, legend, permanent things, keys."""


def city_list(history: History) -> RenderableType:
    """The list of all cities: their players, marks and stickers."""
    table = parts.table(
        *map(phrase, ("Seat", "City", "Player", "Marks", "On the board")),
        right=("Marks",),
        names=("City", "Player"),
        notes=("On the board",),
    )
    for city in history.campaign.cities:
        table.add_row(
            parts.seat(city.seat),
            city.name or "-",
            city.player or phrase("nobody"),
            str(city.progress),
            on_board(history.campaign, city),
        )
    return parts.lines(
        table, parts.line(phrase("A board: {command}", command="campaign city show SEAT"))
    )


def city(seen: CityView, *, bare: bool, size: CellSize = SMALL) -> RenderableType:
    """A city with the buildings of the last episode played there, and later stickers over them."""
    city, rules, played = seen.city, seen.rules, seen.played
    return parts.lines(
        MixedText(title_of(city, played), style="bold"),
        Text(""),
        board(rules, city.land, () if bare else _built(city, played, rules), size=size),
        *map(parts.line, _lasting(seen)),
    )


def board_size(rules: EpisodeRules, columns: int, lines: int) -> CellSize:
    """The size of a city's board in a window of a number of columns and lines."""
    return size_for(rules, columns, lines - BESIDES)


def difference(difference: CityDifference) -> RenderableType:
    """The changes of a board between two episodes: by cell, by reason, and the marks."""
    first, last = difference.first, difference.last
    title = (
        phrase(
            "{seat}: from the end of episode {first} to the end of episode {last}",
            seat=difference.seat,
            first=first,
            last=last,
        )
        if first
        else phrase(
            "{seat}: from the beginning to the end of episode {last}",
            seat=difference.seat,
            last=last,
        )
    )
    rows: list[RenderableType] = [MixedText(title, style="bold")]
    if difference.cells:
        headings = map(phrase, ("Cell", "Before", "After"))
        table = parts.table(*headings, notes=("Before", "After"))
        for cell in difference.cells:
            table.add_row(cell.cell, cell.before, cell.after)
        rows.append(table)
    if gains := list(_came(difference)):
        rows.append(parts.line(phrase("What came:")))
        rows += map(parts.item, gains)
    if difference.gone:
        rows.append(parts.line(phrase("What is gone:")))
        rows += map(parts.item, map(placed_in_words, difference.gone))
    if difference.marks:
        rows.append(parts.line(phrase("Progress marks:")))
        rows += [parts.item(mark_in_words(mark)) for mark in difference.marks]
    if len(rows) == 1:
        rows.append(parts.line(phrase("Nothing changed.")))
    return parts.lines(*rows)


def _came(difference: CityDifference) -> Iterator[Wording]:
    """Yield new stickers with their reasons, deeper shafts, and nuggets."""
    yield from map(placed_in_words, difference.stickers)
    for shaft in difference.shafts:
        yield phrase(
            "{colour} shaft: box {before} to {depth}",
            colour=phrase(shaft.name),
            before=shaft.before,
            depth=shaft.after,
        )
    old_count, new_count = difference.nuggets
    if old_count != new_count:
        yield phrase("nuggets: {old} to {new}", old=old_count, new=new_count)


def _built(city: City, played: PlayedEpisode | None, rules: EpisodeRules) -> Sequence[Placement]:
    """The buildings of an episode, without cells under later stickers."""
    covered_cells = new_sticker_cells(city, played, rules)
    return [_without(placement, covered_cells) for placement in buildings_after(city, played)]


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


def _lasting(seen: CityView) -> Iterator[Wording]:
    """Yield the permanent things of a city: stickers, boxes, nuggets, lost stickers."""
    city, rules = seen.city, seen.rules
    stickers = joined(
        ", ",
        [joined(" ", (phrase(sticker.kind), sticker.square)) for sticker in city.stickers],
    )
    yield (
        phrase("Stickers: {stickers}.", stickers=stickers)
        if stickers
        else phrase("No stickers yet.")
    )
    yield from rows_in_words(rules, seen.reach)
    in_force = [shaft.colour for shaft in rules.shafts]
    if ended := {colour: deep for colour, deep in city.shafts.items() if colour not in in_force}:
        depths = [
            phrase("{colour} {depth}", colour=phrase(rules.colours[colour]), depth=depth)
            for colour, depth in ended.items()
        ]
        yield phrase("Shafts: {depths}.", depths=joined(", ", depths))
    if city.nuggets:
        yield phrase("Nuggets: {count}.", count=city.nuggets)
    if city.lost:
        lost = [
            phrase(
                "{sticker} ({reason})",
                sticker=phrase(right.kind),
                reason=reason_in_words(right.reason),
            )
            for right in city.lost
        ]
        yield phrase("Lost, for want of a place: {stickers}.", stickers=joined(", ", lost))
