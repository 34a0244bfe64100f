"""Charts: lines over time, and bars; small, with their figures written beside them.

Each line has its own dashes and its name at its end, so that it is known without colour. In a page
the Tab key stops at each.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from campaign.display.svg.emblems import emblem
from campaign.display.svg.picture import Element, Picture, at, element, text
from campaign.display.svg.style import DASHES, SEATS

WIDTH, HEIGHT = 720, 260
LEFT, TOP, NAMES, BOTTOM = 40, 36, 200, 24
"""Room for figures at the left, for the title, for names at the right, for places below."""
LINES = 5
"""Lines across a chart at most."""
PLACES = 14
"""Names along a chart at most."""
LONGEST = 17
"""Signs of a name at the end of a line."""
APART = 17
"""Between two names at the ends of lines."""


class Series(NamedTuple):
    """The values of a seat, one for each place along the chart."""

    seat: str
    name: str
    values: Sequence[int]


def lines(
    title: str, places: Sequence[str], series: Sequence[Series], links: Sequence[str] = ()
) -> Picture:
    """Values over time, a line a seat; a place along the chart is a link where it has one."""
    most = max((max(one.values, default=0) for one in series), default=0)
    least = min(0, *(min(one.values, default=0) for one in series)) if series else 0
    step = _step(most - least)
    top = max(step, -(-most // step) * step)
    bottom = least // step * step

    def y(value: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (top - value) / (top - bottom)

    def x(place: int) -> float:
        return LEFT + (WIDTH - LEFT - NAMES) * place / max(1, len(places) - 1)

    elements: list[Element] = [text(title, 0, 18, "strong", size=18)]
    for value in range(bottom, top + 1, step):
        elements.append(_rule(LEFT, y(value), WIDTH - NAMES))
        elements.append(text(str(value), LEFT - 8, y(value) + 5, "dim", anchor="end", size=12))
    shown = max(1, -(-len(places) // PLACES))
    for i, place in enumerate(places):
        if i % shown == 0:
            label = text(place, x(i), HEIGHT - 4, "dim", anchor="middle", size=12)
            elements.append(
                element("a", {"href": links[i]}, [label]) if any(links[i : i + 1]) else label
            )
    ends = _apart([(y(one.values[-1]), one) for one in series if one.values])
    for height, one in ends:
        paint = SEATS.get(one.seat, "grey")
        points = " ".join(f"{x(i):g},{y(value):g}" for i, value in enumerate(one.values))
        line = {"class": f"series line-{paint}"}
        if dash := DASHES.get(one.seat):
            line["stroke-dasharray"] = dash
        name = element("title", {}, text=one.name)
        last = x(len(one.values) - 1)
        marks = [element("polyline", {**line, "points": points}, [name])]
        for i, value in enumerate(one.values):
            marks += _point(f"{one.name}, {places[i]}: {value}", str(value), paint, x(i), y(value))
        leader = f"M{last + 6:g} {y(one.values[-1]):g}L{last + 20:g} {height:g}H{last + 26:g}"
        marks.append(element("path", {**line, "d": leader}))
        name_shown = one.name if len(one.name) <= LONGEST else f"{one.name[: LONGEST - 1]}…"
        end = f"{one.values[-1]} {name_shown}"
        place = f"translate({last + 26:g} {height - 8:g}) scale(.67)"
        marks.append(element("g", {"transform": place}, [emblem(one.seat)]))
        marks.append(text(end, last + 47, height + 5, "strong", size=14))
        elements.append(_by_key(one, places, marks))
    words = [f"{one.name}: {', '.join(map(str, one.values))}" for one in series]
    return Picture(WIDTH, HEIGHT, title, "; ".join(words), tuple(elements), role="group")


class ChartBar(NamedTuple):
    """A bar with its name, its length against that of the longest, and its figure."""

    name: str
    value: float
    figure: str


def bars(title: str, rows: Sequence[ChartBar]) -> Picture:
    """Bars below each other."""
    most = max((row.value for row in rows), default=0) or 1
    room = WIDTH - NAMES - 80
    elements = [text(title, 0, 18, "strong", size=18)]
    for i, row in enumerate(rows):
        elements.append(
            at(
                0,
                TOP + i * 24,
                (
                    text(row.name, NAMES - 10, 14, anchor="end", size=13),
                    element(
                        "rect",
                        {
                            "class": "bar",
                            "x": NAMES,
                            "width": room * row.value / most,
                            "height": 18,
                        },
                    ),
                    text(row.figure, NAMES + room * row.value / most + 8, 14, "dim", size=13),
                ),
            )
        )
    words = "; ".join(f"{row.name}: {row.figure}" for row in rows)
    return Picture(WIDTH, TOP + len(rows) * 24, title, words, tuple(elements))


def _by_key(one: Series, places: Sequence[str], marks: Sequence[Element]) -> Element:
    """A line as one stop of the Tab key, which says its values."""
    values = ", ".join(f"{p}: {value}" for p, value in zip(places, one.values, strict=True))
    words = f"{one.name}; {values}"
    attributes = {"class": "by-key", "tabindex": 0, "role": "img", "aria-label": words}
    return element("g", attributes, marks)


def _point(words: str, value: str, paint: str, x: float, y: float) -> tuple[Element, Element]:
    """A value with its words for whoever points at it; a page shows the figure of a line in use."""
    point = {"class": paint, "cx": round(x, 1), "cy": round(y, 1), "r": 4}
    figure = text(value, round(x, 1), round(y - 9, 1), "value", size=12, anchor="middle")
    figure.set("display", "none")
    return element("circle", point, [element("title", {}, text=words)]), figure


def _step(span: int) -> int:
    """The distance of lines across: 1, 2 or 5 times a power of ten."""
    size = 1
    while True:
        for factor in (1, 2, 5):
            if span <= factor * size * LINES:
                return factor * size
        size *= 10


def _rule(left: float, y: float, right: float) -> Element:
    return element("path", {"class": "rule", "d": f"M{left:g} {y:g}H{right:g}"})


def _apart(ends: Sequence[tuple[float, Series]]) -> list[tuple[float, Series]]:
    """The heights at which names stand, moved so that none lies on another."""
    placed: list[tuple[float, Series]] = []
    for height, one in sorted(ends, key=lambda end: end[0]):
        lowest = placed[-1][0] + APART if placed else height
        placed.append((max(height, lowest), one))
    above = max(0, placed[-1][0] - (HEIGHT - BOTTOM)) if placed else 0
    return [(height - above, one) for height, one in placed]
