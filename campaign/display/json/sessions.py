"""Sessions outside a campaign as JSON documents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from campaign.display.json import parts
from campaign.display.json.parts import Document, document
from campaign.services.sessions import Listed
from campaign.services.values import Outside
from campaign.services.versions import Version, reason_of
from campaign.store.journal import Entry


def session_list(withdrawn: int, head: str) -> Document:
    """How many sessions do not count, and the head of the database; without the `sessions`."""
    return document("sessions", sessions=[], withdrawn=withdrawn, head=head or None)


def listed(rows: Iterable[Listed]) -> Iterator[Document]:
    """Sessions that count."""
    return map(_row, rows)


def withdrawn_list(gone: Iterable[Outside]) -> Document:
    """The sessions that count no more."""
    return document(
        "withdrawn",
        sessions=[
            {
                "id": outside.number,
                "game": outside.record.game,
                "played": outside.record.played and outside.record.played.isoformat(),
                "entry": _entry(outside.stream.entries[-1]),
            }
            for outside in gone
        ],
    )


def version(outside: Outside, version: Version) -> Document:
    """One of the records that a session has had."""
    return document(
        "session_version",
        id=outside.number,
        version=version.number,
        counts=version == outside.stream.version and not outside.withdrawn,
        entry=_entry(version.entry),
        record=version.text,
    )


def session(outside: Outside) -> Document:
    """One session outside a campaign."""
    return document(
        "session",
        id=outside.number,
        game=outside.record.game,
        recorded_at=outside.recorded_at,
        author=outside.author,
        verdict=str(outside.verdict.kind),
        as_played=outside.as_played,
        by_hand=outside.verdict.by_hand,
        stated=dict(outside.record.result),
        sheets=[parts.sheet(sheet) for sheet in outside.verdict.sheets],
        placeholders=list(outside.verdict.placeholders),
        record=outside.text,
        withdrawn=outside.withdrawn,
        version=outside.stream.version.number,
        versions=len(outside.stream.versions),
        entries=[_entry(entry) for entry in outside.stream.entries],
        head=outside.stream.head,
    )


def _entry(entry: Entry) -> Document:
    """An entry of a session's journal, without the record that it may hold."""
    return {
        "entry": entry.seq,
        "kind": entry.kind,
        "author": entry.author,
        "recorded_at": entry.recorded_at,
        "reason": reason_of(entry) or None,
    }


def _row(row: Listed) -> Document:
    """A session of the list: its results by rank, its players' names by seat."""
    by_seat = sorted(row.results, key=lambda result: result.seat)
    return {
        "id": row.number,
        "game": row.log.game,
        "played": row.log.played,
        "recorded_at": row.log.recorded_at,
        "verdict": row.log.verdict,
        "as_played": row.log.as_played,
        "results": [
            {"seat": result.seat, "score": result.score, "rank": result.rank}
            for result in row.results
        ],
        "names": {result.seat: result.player for result in by_seat if result.player},
    }
