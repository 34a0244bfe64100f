"""Imported records as JSON documents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pydantic import Field

from campaign.display.json.parts import Day, Document, Items, OrNull, Part, Verdict
from campaign.services.imports.records import FileReading
from campaign.services.imports.steps import ImportStep
from campaign.services.versions import Stream
from campaign.store.journal import number_of


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
    doubt: OrNull[str] = Field(description="why its day is probably wrong")


class ImportedRecordsDocument(Document, kind="imported_records"):
    """Every record of a folder, and what became of it."""

    kept: int = Field(description="how many are new and were kept")
    records: Items[ImportedRecord]


class WithdrawnImportDocument(Document, kind="withdrawn_import"):
    """An import that was taken back, or counts again, and its sessions."""

    number: int
    source: str = Field(description="the file or folder")
    day: Day
    sessions: Items[int]


def step(step: ImportStep, streams: Iterable[Stream]) -> WithdrawnImportDocument:
    """The document of an import whose sessions were withdrawn or restored."""
    numbers = [number_of(stream.entries[0].stream) for stream in streams]
    return WithdrawnImportDocument.from_value(step, sessions=numbers)


def imported_records(numbers: range) -> ImportedRecordsDocument:
    """The document of an imported folder, still without its `records`."""
    return ImportedRecordsDocument(kept=len(numbers), records=())


def records(looked: Iterable[FileReading], numbers: range) -> Iterator[ImportedRecord]:
    """Yield the parts on the records of a folder; `numbers` are the sessions of the new ones."""
    ids = iter(numbers)
    for reading in looked:
        yield ImportedRecord.from_value(
            reading, file=reading.name, session=next(ids) if reading.new else None
        )
