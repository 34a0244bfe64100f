"""What was taken over from elsewhere, as JSON documents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from campaign.display.json.parts import Document, document
from campaign.extras.plays.imported import Prepared
from campaign.services.imports.records import Looked
from campaign.store.journal import number_of


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


def plays(prepared: Prepared, numbers: range) -> Document:
    """The plays of a file: how many became sessions, and what became of the others."""
    return document(
        "imported_plays",
        kept=len(numbers),
        sessions=list(numbers),
        plays=prepared.plays,
        new=len(prepared.new),
        here=prepared.here,
        doubles=[
            {"play": double.play.id, "session": number_of(double.stream)}
            for double in prepared.doubles
        ],
        left_out=[{"why": why, "plays": count} for why, count in prepared.left_out.items()],
        notes=[{"what": what, "plays": count} for what, count in prepared.notes.items() if count],
        games=dict(prepared.by_game),
        players=dict(prepared.names),
    )
