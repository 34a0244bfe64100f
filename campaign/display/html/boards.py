"""A board of My City over time as one picture, which contains everything that is seen at any time.

An element has in `data-since` and `data-until` the time at which it comes and after which it is
gone; the page shows those of one time. At first that is the last one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from campaign.display.svg import shafts
from campaign.display.svg.board import (
    LEFT,
    TOP,
    below,
    building,
    corner,
    covered,
    frame,
    frame_name,
    in_words,
    labels,
    lay,
    river,
    shape_name,
    short,
    size,
    terrain,
)
from campaign.display.svg.picture import Element, Picture, at, element, use
from campaign.display.svg.signs import sign
from campaign.display.svg.strips import number, sticker, strip_row, top_of
from campaign.display.text.translation import Speaker
from campaign.services.chronicle import BoardItem, BoardTimeline, Boxes, Stands
from engine.kernel.phrases import Wording
from engine.my_city.play.land import Land
from engine.my_city.play.ruleset import ShaftRule, Strip

NEVER = -1
"""When something ends that stays."""
HIDDEN = "gone"
"""The class of what is not shown."""


def board(title: Wording, board: BoardTimeline, last: int, speaker: Speaker) -> Picture:
    """The picture of a board whose times end with `last`."""
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
            together = {after - before for _, before, after in _runs(boxes.reached)}
            shapes |= shafts.shapes(rules, shaft, together)
    flowing = f"river-{short(rules.banks[0])}"
    shapes[flowing] = element("g", {"id": flowing}, river(rules))
    inside = [_TimedElement(use(name, 0, 0))]
    for land, since, until in board.grounds:
        over = (use(_terrain_name(land), 0, 0), *covered(rules, land))
        inside += (_TimedElement(drawn, since, until) for drawn in over)
    inside += (_thing(board, thing) for thing in board.things)
    inside += (_TimedElement(lay(grid, s.placement), s.since, s.until) for s in board.buildings)
    inside.append(_TimedElement(use(flowing, 0, 0)))
    inside += (_thing(board, thing) for thing in _over(board.things, board.buildings))
    land = board.grounds[-1][0]
    standing = [s.placement for s in board.buildings if s.since <= last and s.until in (-1, last)]
    reach = {boxes.row.label: boxes.at_last for boxes in board.rows}
    return Picture(
        *size(rules),
        speaker.say(title),
        speaker.say(in_words(rules, land, standing, reach)),
        (
            use(f"{name}-labels", 0, 0),
            at(LEFT, TOP, _shown(inside, last)),
            *below(rules, [_row(board, boxes, last) for boxes in board.rows]),
        ),
        shapes,
    )


class _TimedElement(NamedTuple):
    """An element, and from when to when it is there."""

    drawn: Element
    since: int = 0
    until: int = NEVER


def _shown(inside: Iterable[_TimedElement], last: int) -> Iterator[Element]:
    """Elements with their times; neighbours that come and go together have them once."""
    for (since, until), neighbours in groupby(inside, key=lambda lasting: lasting[1:]):
        drawn = [lasting.drawn for lasting in neighbours]
        if (since, until) == (0, NEVER):
            yield from drawn
        else:
            one = drawn[0] if len(drawn) == 1 else element("g", {}, drawn)
            yield _timed(one, since, until, last)


def _row(board: BoardTimeline, boxes: Boxes, last: int) -> Element:
    """A row of boxes from when it is there."""
    if isinstance(boxes.row, ShaftRule):
        return _timed(_shaft(board, boxes.row, boxes, last), boxes.since, NEVER, last)
    return _timed(_strip(board, boxes.row, boxes, last), boxes.since, NEVER, last)


def _shaft(board: BoardTimeline, shaft: ShaftRule, boxes: Boxes, last: int) -> Element:
    """A shaft: boxes crossed out since they are reached, a triangle until its marks are gone."""
    rules = board.rules
    drawn = [use(shafts.printed_name(rules, shaft), 0, 0)]
    for since, before, after in _runs(boxes.reached):
        drawn.append(_timed(shafts.crossed(rules, shaft, before, after), since, NEVER, last))
    if shaft.marks and boxes.taken:
        until = boxes.taken - 1 if boxes.taken > 0 else NEVER
        drawn.append(_timed(shafts.triangle(rules, shaft), 0, until, last))
    return at(0, top_of(rules, shaft), drawn)


def _runs(times: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """The boxes that are reached at the same time: that time, how many before, how many then."""
    before = 0
    for since, some in groupby(times):
        after = before + len(list(some))
        yield since, before, after
        before = after


def _strip(board: BoardTimeline, strip: Strip, boxes: Boxes, last: int) -> Element:
    """A strip: the number of each box until it is reached, then a sticker."""

    def inside(box: int) -> Iterator[Element]:
        since = boxes.reached[box - 1] if box <= len(boxes.reached) else NEVER
        if since:
            until = since if since == NEVER else since - 1
            yield _timed(element("g", {}, number(box)), 0, until, last)
        if since != NEVER:
            yield _timed(element("g", {}, sticker(board.rules, strip)), since, NEVER, last)

    return strip_row(board.rules, strip, inside)


def _timed(shown: Element, since: int, until: int, last: int) -> Element:
    """An element with its time; one that is gone by the last time begins hidden."""
    if since > 0:
        shown.set("data-since", str(since))
    if until >= 0:
        shown.set("data-until", str(until))
        if until < last:
            shown.set("class", HIDDEN)
    return shown


def _thing(board: BoardTimeline, thing: BoardItem) -> _TimedElement:
    place = corner(board.rules.grid, thing.bit)
    return _TimedElement(use(_sign_name(board, thing), *place), thing.since, thing.until)


def _over(things: Iterable[BoardItem], buildings: Iterable[Stands]) -> Iterator[BoardItem]:
    """The stickers that came when a building stood there: for that time they lie over it."""
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
