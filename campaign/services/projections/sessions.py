"""The rows of a session outside a campaign, and what a row of any record says."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from sqlmodel import Session

from campaign.services.values import Outside
from campaign.store import projections
from campaign.store.models.sessions import OF_SESSIONS, OUTSIDE, Result, SessionLog
from campaign.store.projections import Row, Rows
from engine.kernel.record import Record
from engine.kernel.replay import Verdict
from engine.kernel.score import Line, Sheet, ranks


def project_session(stream: str, outside: Outside) -> Rows:
    """The rows of one session outside a campaign; one that was withdrawn has none."""
    if outside.withdrawn:
        return {}
    record = outside.record
    return {
        SessionLog: [
            {
                **log_row(stream, OUTSIDE, record),
                "recorded_at": outside.recorded_at,
                "verdict": str(outside.verdict.kind),
                "as_played": outside.as_played,
                "entry": outside.stream.version.entry.seq,
            }
        ],
        Result: list(
            result_rows(stream, OUTSIDE, counted(outside), outside.verdict.sheets, record.names.get)
        ),
    }


def update_session(session: Session, stream: str, outside: Outside) -> None:
    """Make the stored rows of a session those that its journal gives."""
    projections.sync(session, stream, project_session(stream, outside), OF_SESSIONS)


def counted(outside: Outside) -> tuple[Sheet, ...]:
    """The sheets of a session as they count, with the lines that another program kept."""
    sheets = counted_of(outside.record, outside.verdict, as_played=outside.as_played)
    lines = outside.stream.version.imported.get("lines", {})
    return tuple(
        sheet._replace(lines=tuple(Line(one["label"], one["points"]) for one in lines[sheet.seat]))
        if sheet.seat in lines and not sheet.lines
        else sheet
        for sheet in sheets
    )


def counted_of(record: Record, verdict: Verdict, *, as_played: bool) -> tuple[Sheet, ...]:
    """The sheets of a record as they count: by replay, or as stated where that was kept."""
    stated = record.result
    if verdict.sheets and not as_played:
        return verdict.sheets
    places = ranks([-score for score in stated.values()])
    return tuple(
        Sheet(seat, (), score, place)
        for (seat, score), place in zip(stated.items(), places, strict=True)
    )


def log_row(stream: str, episode: int, record: Record) -> Row:
    """What a record says of its session."""
    return {
        "stream": stream,
        "episode": episode,
        "game": record.game,
        "edition": record.edition,
        "played": record.played.isoformat() if record.played else None,
    }


def result_rows(
    stream: str,
    episode: int,
    counted: Iterable[Sheet],
    replayed: Iterable[Sheet],
    player_of: Callable[[str], str | None],
) -> Iterator[Row]:
    """Of each seat the score that counts, the score by replay, the rank, and who sat there."""
    totals = {sheet.seat: sheet.total for sheet in replayed}
    for sheet in counted:
        yield {
            "stream": stream,
            "episode": episode,
            "seat": sheet.seat,
            "player": player_of(sheet.seat),
            "score": sheet.total,
            "replayed": totals.get(sheet.seat),
            "rank": sheet.rank,
        }
