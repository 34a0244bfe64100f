"""Sessions outside a campaign as JSON documents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pydantic import Field

from campaign.display.json import parts
from campaign.display.json.parts import (
    ByName,
    Day,
    Document,
    Head,
    Items,
    OrNull,
    Part,
    Time,
    day,
)
from campaign.services import versions
from campaign.services.projections.sessions import counting_sheets
from campaign.services.sessions_list import SessionListing
from campaign.services.values import SessionHistory
from campaign.store.journal import Entry


class SessionResult(Part):
    """The result of a seat."""

    seat: str
    score: int
    rank: int


class ListedSession(Part):
    """A session that counts."""

    id: int
    game: str
    played: Day | None
    recorded_at: Time
    verdict: parts.Verdict
    as_played: bool
    simulated: bool = Field(description="whether simple players played it")
    results: Items[SessionResult] = Field(description="by rank")
    names: ByName[str] = Field(description="seat to name, as far as the record has them")
    place: OrNull[str] = Field(description="where it was played, as far as somebody said")


class SessionsDocument(Document, kind="sessions"):
    """The sessions outside a campaign that count; some of them with `--last` or a filter."""

    sessions: Items[ListedSession]
    withdrawn: int = Field(description="how many do not count")
    head: OrNull[Head] = Field(
        description="the head over all entries of the database, in its short form"
    )


class SessionEntry(Part):
    """An entry of a session's journal."""

    entry: int
    kind: str
    author: str
    recorded_at: Time
    reason: OrNull[str]


class WithdrawnSession(Part):
    """A session that no longer counts."""

    id: int
    game: str
    played: Day | None
    entry: SessionEntry = Field(description="the one that withdrew it")


class WithdrawnDocument(Document, kind="withdrawn"):
    """The sessions that no longer count."""

    sessions: Items[WithdrawnSession]


class SessionVersionDocument(Document, kind="session_version"):
    """One of the records that a session has had."""

    id: int
    version: int = Field(description="from 1")
    counts: bool = Field(description="whether it is the one that counts")
    entry: SessionEntry = Field(description="the one that brought it")
    record: str = Field(description="the record in its canonical form")


class SessionDocument(Document, kind="session"):
    """One session outside a campaign, with the record that counts."""

    id: int
    game: str
    recorded_at: Time
    author: str = Field(description="who recorded it")
    verdict: parts.Verdict
    as_played: bool
    simulated: bool = Field(description="whether simple players played it")
    by_hand: int = Field(description="how many lines the table gave that no rule proves")
    results: Items[SessionResult] = Field(description="the scores and ranks that count, by rank")
    stated: ByName[int] = Field(description="seat to the result as the players noted it")
    sheets: Items[parts.SheetPart] = Field(description="scores by replay")
    placeholders: Items[str] = Field(description="the made-up values that it relied on")
    details: parts.EveningNotes
    photos: Items[parts.PhotoPart]
    record: str = Field(description="the record in its canonical form")
    withdrawn: bool = Field(description="whether the session is withdrawn and no longer counts")
    version: int = Field(description="which version of the record this is, from 1")
    versions: int = Field(description="how many versions there are")
    entries: Items[SessionEntry] = Field(description="its journal")
    head: Head = Field(description="the head of its journal, in its short form")


def session_list(withdrawn: int, head: str) -> SessionsDocument:
    """The document of a list of sessions, still without its `sessions`."""
    return SessionsDocument(sessions=(), withdrawn=withdrawn, head=head)


def listed_sessions(rows: Iterable[SessionListing]) -> Iterator[ListedSession]:
    """Yield the parts on sessions that count."""
    return map(_row, rows)


def withdrawn_list(gone: Iterable[SessionHistory]) -> WithdrawnDocument:
    """The document of the sessions that no longer count."""
    return WithdrawnDocument.from_value(
        sessions=[
            WithdrawnSession.from_value(
                outside.record,
                id=outside.number,
                played=day(outside.record.played),
                entry=_entry(outside.stream.entries[-1]),
            )
            for outside in gone
        ],
    )


def version(
    outside: SessionHistory, version: versions.SessionRecordVersion
) -> SessionVersionDocument:
    """The document of one version of a session's record."""
    return SessionVersionDocument(
        id=outside.number,
        version=version.number,
        counts=version == outside.stream.version and not outside.withdrawn,
        entry=_entry(version.entry),
        record=version.text,
    )


def session(outside: SessionHistory) -> SessionDocument:
    """The document of one session outside a campaign."""
    verdict, stream = outside.verdict, outside.stream
    return SessionDocument.from_value(
        outside,
        id=outside.number,
        game=outside.record.game,
        verdict=verdict.kind,
        by_hand=verdict.by_hand,
        results=[
            SessionResult.from_value(sheet, score=sheet.total)
            for sheet in sorted(counting_sheets(outside), key=lambda sheet: sheet.rank)
        ],
        stated=outside.record.result,
        sheets=map(parts.sheet, verdict.sheets),
        placeholders=verdict.made_up,
        details=stream.details,
        photos=map(parts.PhotoPart.from_value, stream.photos),
        record=outside.text,
        version=stream.version.number,
        versions=len(stream.versions),
        entries=map(_entry, stream.entries),
        head=stream.head,
    )


def _entry(entry: Entry) -> SessionEntry:
    """The part on an entry of a session's journal, without the record that it may hold."""
    return SessionEntry.from_value(entry, entry=entry.seq, reason=versions.reason_of(entry))


def _row(row: SessionListing) -> ListedSession:
    """The part on a session of the list: its results by rank, and the names of players by seat."""
    by_seat = sorted(row.results, key=lambda result: result.seat)
    return ListedSession.from_value(
        row.log,
        id=row.number,
        results=row.results,
        names={result.seat: result.player for result in by_seat if result.player},
    )
