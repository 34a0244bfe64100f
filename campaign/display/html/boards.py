"""A board of My City over time, as one picture with everything that is visible at some time.

The attributes `data-since` and `data-until` of an element are its first and its last time. The
page shows the elements of one time, and begins with the last time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from campaign.display.svg import shafts
from campaign.display.svg.board import (
    LEFT,
    TOP,
    board_in_words,
    building,
    corner,
    covered,
    frame,
    frame_name,
    labels,
    lay,
    river,
    rows_below,
    shape_name,
    short,
    size,
    terrain,
)
from campaign.display.svg.picture import Element, Picture, element, shift, use
from campaign.display.svg.signs import sign
from campaign.display.svg.strips import number, sticker, strip_row, top_of
from campaign.display.text.translation import Speaker
from campaign.services.chronicle import BoardItem, BoardTimeline, BoxTimeline, BuildingPeriod
from engine.kernel.phrases import Wording
from engine.my_city.play.land import Land
from engine.my_city.play.ruleset import ShaftRule, Strip

NEVER = -1
"""Stands for the last time of an element that stays."""
HIDDEN = "gone"
"""The class of an element that is not shown."""


def board(title: Wording, board: BoardTimeline, last: int, speaker: Speaker) -> Picture:
    """The picture of a board; `last` is its last time."""
    rules, grid = board.rules, board.rules.grid
    name = frame_name(grid)
    shapes = {name: frame(grid), f"{name}-labels": _labels(board)}
    for stands in board.buildings:
        shapes.setdefault(shape_name(stands.placement), building(rules, stands.placement))
    for thing in board.things:
        shapes.setdefault(_sign_name(board, thing), _sign(board, thing))
    for land, _, _ in board.grounds:
        shape = element("g", {"id": _terrain_name(land)}, terrain(rules, land))
        shapes.setdefault(_terrain_name(land), shape)
    for boxes in board.rows:
        if isinstance(shaft := boxes.row, ShaftRule):
            run_lengths = {after - before for _, before, after in _runs(boxes.reached)}
            shapes |= shafts.shapes(rules, shaft, run_lengths)
    river_name = f"river-{short(rules.banks[0])}"
    shapes[river_name] = element("g", {"id": river_name}, river(rules))
    cell_elements = [_TimedElement(use(name, 0, 0))]
    for land, since, until in board.grounds:
        ground_elements = (use(_terrain_name(land), 0, 0), *covered(rules, land))
        cell_elements += (_TimedElement(drawn, since, until) for drawn in ground_elements)
    cell_elements += (_thing(board, thing) for thing in board.things)
    cell_elements += (
        _TimedElement(lay(grid, s.placement), s.since, s.until) for s in board.buildings
    )
    cell_elements.append(_TimedElement(use(river_name, 0, 0)))
    cell_elements += (_thing(board, thing) for thing in _over(board.things, board.buildings))
    land = board.grounds[-1][0]
    standing = [s.placement for s in board.buildings if s.since <= last and s.until in (-1, last)]
    reach = {boxes.row.label: boxes.at_last for boxes in board.rows}
    return Picture(
        *size(rules),
        speaker.say(title),
        speaker.say(board_in_words(rules, land, standing, reach)),
        (
            use(f"{name}-labels", 0, 0),
            shift(LEFT, TOP, _shown(cell_elements, last)),
            *rows_below(rules, [_row(board, boxes, last) for boxes in board.rows]),
        ),
        shapes,
    )


class _TimedElement(NamedTuple):
    """An element, with its first and its last time."""

    drawn: Element
    since: int = 0
    until: int = NEVER


def _shown(timed_elements: Iterable[_TimedElement], last: int) -> Iterator[Element]:
    """Yield the elements with their times; neighbours with equal times become one group."""
    for (since, until), neighbours in groupby(timed_elements, key=lambda lasting: lasting[1:]):
        elements = [lasting.drawn for lasting in neighbours]
        if (since, until) == (0, NEVER):
            yield from elements
        else:
            group = elements[0] if len(elements) == 1 else element("g", {}, elements)
            yield _timed(group, since, until, last)


def _row(board: BoardTimeline, boxes: BoxTimeline, last: int) -> Element:
    """A row of boxes, shown from its first time on."""
    if isinstance(boxes.row, ShaftRule):
        return _timed(_shaft(board, boxes.row, boxes, last), boxes.since, NEVER, last)
    return _timed(_strip(board, boxes.row, boxes, last), boxes.since, NEVER, last)


def _shaft(board: BoardTimeline, shaft: ShaftRule, boxes: BoxTimeline, last: int) -> Element:
    """A shaft: boxes are crossed out when reached; the triangle goes when its marks are taken."""
    rules = board.rules
    drawn = [use(shafts.printed_name(rules, shaft), 0, 0)]
    for since, before, after in _runs(boxes.reached):
        drawn.append(_timed(shafts.crossed(rules, shaft, before, after), since, NEVER, last))
    if shaft.marks and boxes.taken:
        until = boxes.taken - 1 if boxes.taken > 0 else NEVER
        drawn.append(_timed(shafts.triangle(rules, shaft), 0, until, last))
    return shift(0, top_of(rules, shaft), drawn)


def _runs(times: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """Yield each time at which boxes are reached, with the numbers reached before and after it."""
    before = 0
    for since, run in groupby(times):
        after = before + len(list(run))
        yield since, before, after
        before = after


def _strip(board: BoardTimeline, strip: Strip, boxes: BoxTimeline, last: int) -> Element:
    """A strip: the number of each box until it is reached, then a sticker."""

    def inside(box: int) -> Iterator[Element]:
        since = boxes.reached[box - 1] if box <= len(boxes.reached) else NEVER
        if since:
            until = since if since == NEVER else since - 1
            yield _timed(element("g", {}, number(box)), 0, until, last)
        if since != NEVER:
            yield _timed(element("g", {}, sticker(board.rules, strip)), since, NEVER, last)

    return strip_row(board.rules, strip, inside)


def _timed(drawn: Element, since: int, until: int, last: int) -> Element:
    """Write an element's times on it; an element that ends before `last` begins hidden."""
    if since > 0:
        drawn.set("data-since", str(since))
    if until >= 0:
        drawn.set("data-until", str(until))
        if until < last:
            drawn.set("class", HIDDEN)
    return drawn


def _thing(board: BoardTimeline, thing: BoardItem) -> _TimedElement:
    place = corner(board.rules.grid, thing.bit)
    return _TimedElement(use(_sign_name(board, thing), *place), thing.since, thing.until)


def _over(things: Iterable[BoardItem], buildings: Iterable[BuildingPeriod]) -> Iterator[BoardItem]:
    """Yield the stickers that came when a building stood on their cell, to lie over it then."""
    for thing in things:
        for stands in buildings:
            if stands.since == stands.until == thing.since and stands.placement.mask & thing.bit:
                yield thing._replace(until=thing.since)


def _terrain_name(land: Land) -> str:
    return f"g{short(land.forest)}-{short(land.mountain)}"


def _sign_name(board: BoardTimeline, thing: BoardItem) -> str:
    return f"c{thing.layer}-{board.rules.contents[thing.layer].id.replace(' ', '-')}"


def _sign(board: BoardTimeline, thing: BoardItem) -> Element:
    content = board.rules.contents[thing.layer]
    return element("g", {"id": _sign_name(board, thing)}, sign(content))


def _labels(board: BoardTimeline) -> Element:
    grid = board.rules.grid
    return element("g", {"id": f"{frame_name(grid)}-labels"}, labels(grid))
