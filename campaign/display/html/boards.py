"""A board of My City over some time, as one picture: everything that is ever seen is in it.

An element has in `data-since` and `data-until` the time at which it comes and after which it is
gone; the page shows those of one time. At first that is the last one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from campaign.display.svg.board import (
    LEFT,
    TOP,
    below,
    building,
    corner,
    frame,
    frame_name,
    ground,
    in_words,
    labels,
    lay,
    river,
    shape_name,
    short,
    size,
)
from campaign.display.svg.picture import Element, Picture, at, element, use
from campaign.display.svg.signs import sign
from campaign.display.svg.strips import number, sticker, strip_row
from campaign.display.text.translation import Speaker
from campaign.services.chronicle import Board, Boxes, Stands, Thing
from engine.kernel.phrases import Wording

NEVER = -1
"""When something ends that stays."""
HIDDEN = "gone"
"""The class of what is not shown."""


def board(title: Wording, board: Board, last: int, speaker: Speaker) -> Picture:
    """The picture of a board whose times end with `last`."""
    rules, grid = board.rules, board.rules.grid
    name = frame_name(grid)
    shapes = {name: frame(grid), f"{name}-labels": _labels(board)}
    for stands in board.buildings:
        shapes.setdefault(shape_name(stands.placement), building(rules, stands.placement))
    for thing in board.things:
        shapes.setdefault(_sign_name(board, thing), _sign(board, thing))
    inside: list[Element] = [use(name, 0, 0)]
    for land, since, until in board.grounds:
        ground_name = f"g{short(land.forest)}-{short(land.mountain)}-{short(land.squares)}"
        ground_name += f"-{short(rules.closed)}"
        if ground_name not in shapes:
            shapes[ground_name] = element("g", {"id": ground_name}, ground(rules, land))
        inside.append(_timed(use(ground_name, 0, 0), since, until, last))
    inside += (_thing(board, thing, last) for thing in board.things)
    for stands in board.buildings:
        inside.append(_timed(lay(grid, stands.placement), stands.since, stands.until, last))
    inside += river(rules)
    inside += (_thing(board, thing, last) for thing in _over(board.things, board.buildings))
    land = board.grounds[-1][0]
    standing = [s.placement for s in board.buildings if s.since <= last and s.until in (-1, last)]
    reached = {boxes.strip.kind: len(boxes.reached) for boxes in board.strips}
    return Picture(
        *size(rules),
        speaker.say(title),
        speaker.say(in_words(rules, land, standing, reached)),
        (
            use(f"{name}-labels", 0, 0),
            at(LEFT, TOP, inside),
            *below(rules, [_strip(board, boxes, last) for boxes in board.strips]),
        ),
        shapes,
    )


def _strip(board: Board, boxes: Boxes, last: int) -> Element:
    """A strip from when it is there: the number of each box until it is reached, then a sticker."""

    def inside(box: int) -> Iterator[Element]:
        since = boxes.reached[box - 1] if box <= len(boxes.reached) else NEVER
        if since:
            until = since if since == NEVER else since - 1
            yield _timed(element("g", {}, number(box)), 0, until, last)
        if since != NEVER:
            yield _timed(element("g", {}, sticker(board.rules, boxes.strip)), since, NEVER, last)

    return _timed(strip_row(board.rules, boxes.strip, inside), boxes.since, NEVER, last)


def _timed(shown: Element, since: int, until: int, last: int) -> Element:
    """An element with its time; one that is gone by the last time begins hidden."""
    if since > 0:
        shown.set("data-since", str(since))
    if until >= 0:
        shown.set("data-until", str(until))
        if until < last:
            shown.set("class", HIDDEN)
    return shown


def _thing(board: Board, thing: Thing, last: int) -> Element:
    x, y = corner(board.rules.grid, thing.bit)
    return _timed(use(_sign_name(board, thing), x, y), thing.since, thing.until, last)


def _over(things: Iterable[Thing], buildings: Iterable[Stands]) -> Iterator[Thing]:
    """The stickers that came when a building stood there: for that time they lie over it."""
    for thing in things:
        for stands in buildings:
            if stands.since == stands.until == thing.since and stands.placement.mask & thing.bit:
                yield thing._replace(until=thing.since)


def _sign_name(board: Board, thing: Thing) -> str:
    return f"c{thing.layer}-{board.rules.contents[thing.layer].id.replace(' ', '-')}"


def _sign(board: Board, thing: Thing) -> Element:
    content = board.rules.contents[thing.layer]
    return element("g", {"id": _sign_name(board, thing)}, sign(content))


def _labels(board: Board) -> Element:
    grid = board.rules.grid
    return element("g", {"id": f"{frame_name(grid)}-labels"}, labels(grid))
