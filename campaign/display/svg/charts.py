"""Small charts of lines over time or of bars, with their figures written beside them.

Each line has its own dashes and its name at its end, so that readers recognise it without colour.
In a page the Tab key stops at each line.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from campaign.display.svg.emblems import emblem
from campaign.display.svg.picture import Element, Picture, cut_to_width, element, shift, text
from campaign.display.svg.style import DASHES, SEATS

WIDTH, HEIGHT = 720, 260
LEFT, TOP, NAMES, BOTTOM = 40, 36, 200, 24
"""The room for figures at the left, the title, names at the right, and labels below."""
LINES = 5
"""The most horizontal steps of a chart."""
PLACES = 14
"""The most labels below a chart."""
EMBLEM, NAME_SIZE = 47, 14
"""The room for the emblem at the end of a line, and the size of the name beside it."""
APART = 17
"""The distance in pixels between two names at the ends of lines."""


class Series(NamedTuple):
    """The values of a seat, one for each place along the chart."""

    seat: str
    name: str
    values: Sequence[int]


def lines(
    title: str, places: Sequence[str], series: Sequence[Series], links: Sequence[str] = ()
) -> Picture:
    """A chart of values over time with a line for each seat; `links` are addresses for places."""
    highest = max((max(curve.values, default=0) for curve in series), default=0)
    lowest = min(0, *(min(curve.values, default=0) for curve in series)) if series else 0
    step = _step(highest - lowest)
    top = max(step, -(-highest // step) * step)
    bottom = lowest // step * step

    def y(value: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (top - value) / (top - bottom)

    def x(place: int) -> float:
        return LEFT + (WIDTH - LEFT - NAMES) * place / max(1, len(places) - 1)

    elements: list[Element] = [text(title, 0, 18, "strong", size=18)]
    for value in range(bottom, top + 1, step):
        elements.append(_rule(LEFT, y(value), WIDTH - NAMES))
        elements.append(text(str(value), LEFT - 8, y(value) + 5, "dim", anchor="end", size=12))
    label_step = max(1, -(-len(places) // PLACES))
    for i, place in enumerate(places):
        if i % label_step == 0:
            label = text(place, x(i), HEIGHT - 4, "dim", anchor="middle", size=12)
            elements.append(
                element("a", {"href": links[i]}, [label]) if any(links[i : i + 1]) else label
            )
    ends = _apart([(y(curve.values[-1]), curve) for curve in series if curve.values])
    for height, curve in ends:
        paint = SEATS.get(curve.seat, "grey")
        points = " ".join(f"{x(i):g},{y(value):g}" for i, value in enumerate(curve.values))
        line = {"class": f"series line-{paint}"}
        if dash := DASHES.get(curve.seat):
            line["stroke-dasharray"] = dash
        name = element("title", {}, text=curve.name)
        last_x = x(len(curve.values) - 1)
        marks = [element("polyline", {**line, "points": points}, [name])]
        for i, value in enumerate(curve.values):
            marks += _point(
                f"{curve.name}, {places[i]}: {value}", str(value), paint, x(i), y(value)
            )
        leader = (
            f"M{last_x + 6:g} {y(curve.values[-1]):g}L{last_x + 20:g} {height:g}H{last_x + 26:g}"
        )
        marks.append(element("path", {**line, "d": leader}))
        end = cut_to_width(f"{curve.values[-1]} {curve.name}", NAMES - EMBLEM, NAME_SIZE)
        place = f"translate({last_x + 26:g} {height - 8:g}) scale(.67)"
        marks.append(element("g", {"transform": place}, [emblem(curve.seat)]))
        marks.append(text(end, last_x + EMBLEM, height + 5, "strong", size=NAME_SIZE))
        elements.append(_by_key(curve, places, marks))
    words = [f"{curve.name}: {', '.join(map(str, curve.values))}" for curve in series]
    return Picture(WIDTH, HEIGHT, title, "; ".join(words), tuple(elements), role="group")


class ChartBar(NamedTuple):
    """A bar with its name, its value, which gives its length, and its figure as text."""

    name: str
    value: float
    figure: str


def bars(title: str, rows: Sequence[ChartBar]) -> Picture:
    """A chart of bars below each other."""
    highest = max((row.value for row in rows), default=0) or 1
    room = WIDTH - NAMES - 80
    elements = [text(title, 0, 18, "strong", size=18)]
    for i, row in enumerate(rows):
        elements.append(
            shift(
                0,
                TOP + i * 24,
                (
                    text(
                        cut_to_width(row.name, NAMES - 10, 13),
                        NAMES - 10,
                        14,
                        anchor="end",
                        size=13,
                    ),
                    element(
                        "rect",
                        {
                            "class": "bar",
                            "x": NAMES,
                            "width": room * row.value / highest,
                            "height": 18,
                        },
                    ),
                    text(row.figure, NAMES + room * row.value / highest + 8, 14, "dim", size=13),
                ),
            )
        )
    words = "; ".join(f"{row.name}: {row.figure}" for row in rows)
    return Picture(WIDTH, TOP + len(rows) * 24, title, words, tuple(elements))


def _by_key(series: Series, places: Sequence[str], marks: Sequence[Element]) -> Element:
    """A line with its marks as one stop of the Tab key, whose label has the values."""
    values = ", ".join(f"{p}: {value}" for p, value in zip(places, series.values, strict=True))
    words = f"{series.name}; {values}"
    attributes = {"class": "by-key", "tabindex": 0, "role": "img", "aria-label": words}
    return element("g", attributes, marks)


def _point(words: str, value: str, paint: str, x: float, y: float) -> tuple[Element, Element]:
    """A point with a tooltip, and its figure, which is hidden until a page chooses the line."""
    point = {"class": paint, "cx": round(x, 1), "cy": round(y, 1), "r": 4}
    figure = text(value, round(x, 1), round(y - 9, 1), "value", size=12, anchor="middle")
    figure.set("display", "none")
    return element("circle", point, [element("title", {}, text=words)]), figure


def _step(span: int) -> int:
    """The distance of horizontal lines: 1, 2 or 5 times a power of ten."""
    size = 1
    while True:
        for factor in (1, 2, 5):
            if span <= factor * size * LINES:
                return factor * size
        size *= 10


def _rule(left: float, y: float, right: float) -> Element:
    return element("path", {"class": "rule", "d": f"M{left:g} {y:g}H{right:g}"})


def _apart(ends: Sequence[tuple[float, Series]]) -> list[tuple[float, Series]]:
    """The heights of names at the ends of lines, moved apart so that none lies on another."""
    placed: list[tuple[float, Series]] = []
    for height, series in sorted(ends, key=lambda end: end[0]):
        lowest = placed[-1][0] + APART if placed else height
        placed.append((max(height, lowest), series))
    room: float = HEIGHT - BOTTOM
    for place in reversed(range(len(placed))):
        height, series = placed[place]
        placed[place] = (min(height, room), series)
        room = placed[place][0] - APART
    return placed
