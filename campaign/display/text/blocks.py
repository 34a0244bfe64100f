"""Blocks of a text, such as headings and tables, for a page or for Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from campaign.display.text.translation import ENGLISH, Speaker
from engine.kernel.phrases import Wording

_MARKUP = re.compile(r"([\\`*_\[\]<>|#])")


class Heading(NamedTuple):
    """A heading; `level` 1 is the heading of the whole text."""

    level: int
    text: Wording


class Paragraph(NamedTuple):
    """A paragraph of sentences."""

    text: Wording


class Items(NamedTuple):
    """A list."""

    texts: Sequence[Wording]


class RowBlock(NamedTuple):
    """A table; the first cell of a row says what the row is about."""

    columns: Sequence[Wording]
    rows: Sequence[Sequence[Wording]]


Block = Heading | Paragraph | Items | RowBlock


def as_markdown(blocks: Iterable[Block], speaker: Speaker = ENGLISH) -> str:
    """The blocks as Markdown; texts are escaped, so that they contain no markup."""
    return "\n\n".join("\n".join(_lines(block, speaker)) for block in blocks) + "\n"


def _lines(block: Block, speaker: Speaker) -> Iterator[str]:
    def said(text: Wording) -> str:
        return escaped_line(speaker.say(text))

    def row(cells: Iterable[Wording]) -> str:
        return f"| {' | '.join(map(said, cells))} |"

    match block:
        case Heading(level, text):
            yield f"{'#' * level} {said(text)}"
        case Paragraph(text):
            yield said(text)
        case Items(texts):
            yield from (f"- {said(text)}" for text in texts)
        case RowBlock(columns, rows):
            yield row(columns)
            yield row("---" for _ in columns)
            yield from map(row, rows)


def escaped_line(text: Wording) -> str:
    """A text in one line, escaped so that Markdown shows it as it is."""
    return _MARKUP.sub(r"\\\1", " ".join(str(text).split()))
