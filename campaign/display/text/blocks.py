"""A text for people in blocks, of which a page and Markdown are made."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from engine.kernel.phrases import Wording

_MARKUP = re.compile(r"([\\`*_\[\]<>|#])")


class Heading(NamedTuple):
    """A heading; `level` 1 is that of the whole text."""

    level: int
    text: Wording


class Paragraph(NamedTuple):
    """Some sentences."""

    text: Wording


class Items(NamedTuple):
    """A list."""

    texts: Sequence[Wording]


class Rows(NamedTuple):
    """A table; the first cell of a row says what the row is of."""

    columns: Sequence[Wording]
    rows: Sequence[Sequence[Wording]]


Block = Heading | Paragraph | Items | Rows


def as_markdown(blocks: Iterable[Block]) -> str:
    """The blocks as Markdown; nothing in a text of somebody counts as markup."""
    return "\n\n".join("\n".join(_lines(block)) for block in blocks) + "\n"


def _lines(block: Block) -> Iterator[str]:
    match block:
        case Heading(level, text):
            yield f"{'#' * level} {plain(text)}"
        case Paragraph(text):
            yield plain(text)
        case Items(texts):
            yield from (f"- {plain(text)}" for text in texts)
        case Rows(columns, rows):
            yield _row(columns)
            yield _row("---" for _ in columns)
            yield from map(_row, rows)


def _row(cells: Iterable[Wording]) -> str:
    return f"| {' | '.join(plain(cell) for cell in cells)} |"


def plain(text: Wording) -> str:
    """A text that Markdown shows as it is, in one line."""
    return _MARKUP.sub(r"\\\1", " ".join(str(text).split()))
