"""What was taken over from elsewhere, as JSON documents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pydantic import Field

from campaign.display.json.parts import Day, Document, Items, OrNull, Part, Verdict
from campaign.services.imports.records import Looked


class ImportedRecord(Part):
    """A record of a folder, and what became of it."""

    file: str
    game: OrNull[str]
    played: OrNull[Day]
    verdict: Verdict | None = Field(description="null if nothing could be replayed")
    session: int | None = Field(description="the id that it got")
    same: OrNull[str] = Field(
        description="the session (`session/12`) or file that has this record already"
    )
    reason: OrNull[str] = Field(description="why it was not kept")
    line: OrNull[int] = Field(description="the line of the reason")


class ImportedRecords(Document, kind="imported_records"):
    """Every record of a folder, and what became of it."""

    kept: int = Field(description="how many are new and were kept")
    records: Items[ImportedRecord]


def imported_records(numbers: range) -> ImportedRecords:
    """What became of a folder, without its `records`."""
    return ImportedRecords(kept=len(numbers), records=())


def records(looked: Iterable[Looked], numbers: range) -> Iterator[ImportedRecord]:
    """The records of a folder, and the sessions that the new ones became."""
    ids = iter(numbers)
    for one in looked:
        yield ImportedRecord.of(one, file=one.name, session=next(ids) if one.new else None)
