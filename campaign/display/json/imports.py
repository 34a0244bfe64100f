"""What was taken over from elsewhere, as JSON documents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from campaign.display.json.parts import Document, document
from campaign.services.imports.records import Looked


def imported_records(numbers: range) -> Document:
    """What became of a folder, without its `records`."""
    return document("imported_records", kept=len(numbers), records=[])


def records(looked: Iterable[Looked], numbers: range) -> Iterator[Document]:
    """The records of a folder, and the sessions that the new ones became."""
    ids = iter(numbers)
    for one in looked:
        yield {
            "file": one.name,
            "game": one.game or None,
            "played": one.played or None,
            "verdict": one.verdict and str(one.verdict),
            "session": next(ids) if one.new else None,
            "same": one.same or None,
            "reason": one.reason or None,
            "line": one.line or None,
        }
