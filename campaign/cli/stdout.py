"""Print data on stdout: texts and documents, without control characters that a terminal obeys."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from campaign.cli import nearest
from engine.kernel import texts

if TYPE_CHECKING:
    from collections.abc import Iterable

    from campaign.display.json.parts import Document, Part


def print_line(text: str) -> None:
    """Print text without wrapping, colour or control characters for the terminal."""
    plain = texts.replace_controls(text)
    nearest.write_document(plain if plain.endswith("\n") else plain + "\n")


def print_document(document: Document) -> None:
    """Print a document as JSON."""
    print_line(texts.escape_controls(_json_text(document)))


def print_list(document: Document, key: str, items: Iterable[Part]) -> None:
    """Print a document as JSON; its long list `key` gets the items one by one."""
    head, place, tail = _json_text(document).partition(f'\n  "{key}": []')
    lead, end = head + place[:-1], "]"
    for item in items:
        text = _json_text(item).replace("\n", "\n    ")
        sys.stdout.write(texts.escape_controls(f"{lead}\n    {text}"))
        lead, end = ",", "\n  ]"
    print_line(texts.escape_controls((lead if end == "]" else "") + end + tail))


def _json_text(part: Part) -> str:
    """Return a document or a part of it as JSON; escape characters that stdout cannot show."""
    return json.dumps(part.model_dump(), ensure_ascii=not nearest.is_utf8(sys.stdout), indent=2)
