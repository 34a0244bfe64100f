"""The rows of a session outside a campaign, and the columns that every record fills."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from hashlib import sha256

from sqlmodel import Session

from campaign.services.projections import sheets
from campaign.services.values import SessionHistory
from campaign.store import projections
from campaign.store.journal import number_of
from campaign.store.models.sessions import OF_SESSIONS, OUTSIDE, Result, SessionLog
from campaign.store.projections import Row, Rows
from engine.kernel.game import Seat
from engine.kernel.record import Record
from engine.kernel.replay import Verdict
from engine.kernel.score import SeatScore, SheetEntry, ranks


def project_session(stream: str, outside: SessionHistory) -> Rows:
    """The rows of one session outside a campaign; a withdrawn session has none."""
    if outside.withdrawn:
        return {}
    record, verdict, kept, _ = outside
    log = log_row(stream, OUTSIDE, record, kept.details.place) | {
        "digest": digest_of(kept.version.text),
        "simulated": outside.simulated,
        "recorded_at": outside.recorded_at,
        "verdict": str(verdict.kind),
        "as_played": outside.as_played,
        "entry": kept.version.entry.seq,
    }
    rows = result_rows(stream, OUTSIDE, counting_sheets(outside), verdict.sheets, outside.names.get)
    return {SessionLog: [log], Result: list(rows)}


def update_session(session: Session, stream: str, outside: SessionHistory) -> None:
    """Make the stored rows of a session equal to those that its journal gives."""
    projections.sync(session, stream, project_session(stream, outside), OF_SESSIONS)


def counting_sheets(outside: SessionHistory) -> tuple[SeatScore, ...]:
    """The sheets of a session that count; those without lines get the lines of an import."""
    imported = outside.imported
    winners = imported.get("winners", ())
    sheets = counted_of(outside.record, outside.verdict, winners, as_played=outside.as_played)
    lines = imported.get("lines")
    if not lines:
        return sheets
    return tuple(
        sheet._replace(
            lines=tuple(SheetEntry(row["label"], row["points"]) for row in lines[sheet.seat])
        )
        if sheet.seat in lines and not sheet.lines
        else sheet
        for sheet in sheets
    )


def with_lines(
    counting: Iterable[SeatScore], replayed: Iterable[SeatScore]
) -> tuple[SeatScore, ...]:
    """The sheets of a replay, with the scores and ranks that count in place of theirs."""
    counts = {sheet.seat: (sheet.total, sheet.rank) for sheet in counting}
    return tuple(
        sheet
        if counts[sheet.seat] == (sheet.total, sheet.rank)
        else sheet._replace(total=counts[sheet.seat][0], rank=counts[sheet.seat][1], tie="")
        for sheet in replayed
    )


def counted_of(
    record: Record, verdict: Verdict, winners: Collection[Seat] = (), *, as_played: bool
) -> tuple[SeatScore, ...]:
    """The sheets of a record that count: those of its replay, else the stated scores without lines.

    The stated scores count if `as_played` is true, or if the replay gave no sheets. `winners` have
    won whatever the scores say, such as by a tie-break of the table.
    """
    stated = record.result
    if verdict.sheets and not as_played:
        return verdict.sheets
    places = ranks([(0, 0) if seat in winners else (1, -score) for seat, score in stated.items()])
    return tuple(
        SeatScore(seat, (), score, place)
        for (seat, score), place in zip(stated.items(), places, strict=True)
    )


def log_row(stream: str, episode: int, record: Record, place: str = "") -> Row:
    """The row of a session with the columns that every record fills, and where it was played."""
    return {
        "stream": stream,
        "episode": episode,
        "number": number_of(stream),
        "digest": None,
        "game": record.game,
        "edition": record.edition,
        "played": record.played.isoformat() if record.played else None,
        "place": place or None,
    }


def digest_of(text: str) -> str:
    """The first half of the SHA-256 of a canonical text, by which the same record is found."""
    return sha256(text.encode()).hexdigest()[:32]


def result_rows(
    stream: str,
    episode: int,
    counted: Iterable[SeatScore],
    replayed: Iterable[SeatScore],
    player_of: Callable[[str], str | None],
) -> Iterator[Row]:
    """A row for each seat: the score that counts, the sheet by replay, the rank, the player."""
    by_replay = {sheet.seat: sheet for sheet in replayed}
    for sheet in counted:
        proved = by_replay.get(sheet.seat)
        yield {
            "stream": stream,
            "episode": episode,
            "seat": sheet.seat,
            "player": player_of(sheet.seat),
            "score": sheet.total,
            "replayed": proved.total if proved else None,
            "rank": sheet.rank,
            "sheet": sheets.stored_text(proved) if proved else None,
        }
