"""Pictures: their size, words and elements, and the SVG document that holds them.

    Picture ─┬─ title, description     read aloud, or shown instead of the picture
             ├─ elements               in units of a pixel at the usual size
             └─ shapes                 elements use them by name; once in a document

A page with many pictures holds the shapes and the style once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple
from unicodedata import combining, east_asian_width
from xml.etree import ElementTree

from campaign.display.svg.hatches import hatches
from campaign.display.svg.style import STYLE, patterns
from engine.kernel.texts import replace_controls

SVG = "http://www.w3.org/2000/svg"
GAP = 24
"""The space between pictures in one document, and around them."""
SIGN = 0.6
"""The width of a character, as a share of the font size."""

HEADING = 66

Element = ElementTree.Element


class Box(NamedTuple):
    """A rectangle in a picture that can be tapped."""

    x: float
    y: float
    width: float
    height: float


class Picture(NamedTuple):
    """A picture with its origin at the top left corner; its words are translated already."""

    width: float
    height: float
    title: str
    description: str
    elements: tuple[Element, ...]
    shapes: Mapping[str, Element] = {}
    role: str = "img"
    """Its role for a screen reader: `img`, or `group` if the reader can reach its parts."""


def element(
    name: str, attributes: Mapping[str, object], children: Iterable[Element] = (), text: str = ""
) -> Element:
    """An XML element; numbers in its attributes are written as short as possible."""
    new_element = ElementTree.Element(
        name, {key: number(value) for key, value in attributes.items()}
    )
    new_element.extend(children)
    new_element.text = replace_controls(text) or None
    return new_element


def number(value: object) -> str:
    """The text of an attribute's value; fractions are rounded to hundredths."""
    return f"{round(value, 2):g}" if isinstance(value, float) else replace_controls(str(value))


def text(
    words: str, x: float, y: float, kind: str = "", *, size: float = 14, anchor: str = "start"
) -> Element:
    """A line of text with its base line at `y`; `anchor` is the part of it that lies at `x`."""
    attributes: dict[str, object] = {"x": x, "y": y, "font-size": size}
    if anchor != "start":
        attributes["text-anchor"] = anchor
    if kind:
        attributes["class"] = kind
    return element("text", attributes, text=words)


def text_width(words: str, size: float) -> float:
    """The width of a line of text in pixels, at most; a Chinese character is as wide as two."""
    signs = (2 if east_asian_width(sign) in "WF" else not combining(sign) for sign in words)
    return SIGN * size * sum(signs)


def cut_to_width(words: str, width: float, size: float) -> str:
    """A text that fits a width; what is too long is cut, with an ellipsis."""
    if text_width(words, size) <= width:
        return words
    while words and text_width(f"{words}…", size) > width:
        words = words[:-1]
    return f"{words}…"


def shift(x: float, y: float, children: Iterable[Element]) -> Element:
    """Elements moved to the right by `x` and down by `y`."""
    return element("g", {"transform": f"translate({number(x)} {number(y)})"}, children)


def use(shape: str, x: float, y: float) -> Element:
    """A shape of the document, drawn with its top left corner at a point."""
    place = {key: value for key, value in (("x", x), ("y", y)) if value}
    return element("use", {"href": f"#{shape}", **place})


def document(picture: Picture) -> str:
    """A picture as an SVG file of its own."""
    width, height = picture.width + 2 * GAP, picture.height + 2 * GAP
    box = f"0 0 {number(width)} {number(height)}"
    root = element(
        "svg",
        {
            "xmlns": SVG,
            "viewBox": box,
            "width": width,
            "height": height,
            "role": picture.role,
            "aria-labelledby": "title description",
        },
        (
            element("title", {"id": "title"}, text=picture.title),
            element("desc", {"id": "description"}, text=picture.description),
            element("style", {}, text=STYLE),
            definitions([picture]),
            element("rect", {"class": "paper", "width": "100%", "height": "100%"}),
            shift(GAP, GAP, picture.elements),
        ),
    )
    ElementTree.indent(root, " ")
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def definitions(pictures: Iterable[Picture]) -> Element:
    """The shapes, hatches and patterns that pictures use."""
    shapes = {name: shape for picture in pictures for name, shape in picture.shapes.items()}
    return element("defs", {}, (*patterns(), *hatches(), *shapes.values()))


def arrange(title: str, description: str, pictures: Sequence[Picture], *, columns: int) -> Picture:
    """Pictures beside and below each other, in rows of `columns` pictures."""
    elements: list[Element] = []
    top, width = 0.0, 0.0
    for start in range(0, len(pictures), columns):
        row, left = pictures[start : start + columns], 0.0
        for picture in row:
            elements.append(shift(left, top, picture.elements))
            left += picture.width + GAP
        width = max(width, left - GAP)
        top += max(picture.height for picture in row) + GAP
    shapes = {name: shape for picture in pictures for name, shape in picture.shapes.items()}
    return Picture(width, max(top - GAP, 0), title, description, tuple(elements), shapes)


def with_heading(picture: Picture, title: str, below: str) -> Picture:
    """A picture with a heading of two lines above it."""
    elements = (
        text(title, 0, 22, "strong", size=22),
        text(below, 0, 46, "dim"),
        shift(0, HEADING, picture.elements),
    )
    words = ". ".join((below, picture.description))
    return picture._replace(
        height=picture.height + HEADING, title=title, description=words, elements=elements
    )
