"""The rows of the projections, derived from a fold: pure, and the only place that derives them."""

from __future__ import annotations

from collections.abc import Iterator

from sqlmodel import Session

from campaign.services.values import History, Outside
from campaign.store import projections
from campaign.store.models.boards import Envelope, ProgressMark, Shaft, Sticker, Tenure
from campaign.store.models.campaigns import Campaign, City
from campaign.store.models.sessions import Result, SessionLog
from campaign.store.projections import Row, Rows
from engine.kernel.record import Record
from engine.kernel.score import Sheet, ranks
from engine.my_city.campaign import model

OUTSIDE = 0
"""The number of the episode in a session outside a campaign."""


def project_campaign(history: History) -> Rows:
    """The rows of one campaign; a history that is set aside has none."""
    stream, entries, campaign, origin = history
    if origin.aside:
        return {}
    return {
        Campaign: [
            {
                "stream": stream,
                "uid": campaign.uid,
                "name": campaign.name,
                "pack": campaign.pack.name,
                "next_episode": campaign.next_episode,
                "entries": len(entries),
                "created_at": entries[0].recorded_at,
                "changed_at": entries[-1].recorded_at,
            }
        ],
        City: [
            {
                "stream": stream,
                "seat": city.seat,
                "name": city.name,
                "player": city.player or None,
                "marks": city.progress,
                "nuggets": city.nuggets,
            }
            for city in campaign.cities
        ],
        Tenure: [
            {
                "stream": stream,
                "seat": tenure.seat,
                "since": tenure.since,
                "player": tenure.player,
                "until": tenure.until or None,
            }
            for tenure in campaign.tenures
        ],
        Sticker: [
            {
                "stream": stream,
                "entry": sticker.entry,
                "seat": city.seat,
                "kind": sticker.kind,
                "square": sticker.square,
                "reason": sticker.reason,
            }
            for city in campaign.cities
            for sticker in city.stickers
        ],
        ProgressMark: [
            {"stream": stream, "seat": city.seat, **mark._asdict()}
            for city in campaign.cities
            for mark in city.marks
        ],
        Shaft: [
            {"stream": stream, "seat": city.seat, "colour": colour, "depth": depth}
            for city in campaign.cities
            for colour, depth in city.shafts.items()
        ],
        Envelope: [
            {
                "stream": stream,
                "number": envelope.number,
                "opened": campaign.opened.get(envelope.number),
            }
            for envelope in campaign.pack.envelopes
        ],
        SessionLog: [
            {
                **_log(stream, played.number, played.record),
                "recorded_at": history.recorded_at(played.entry),
                "verdict": str(played.verdict.kind),
                "as_played": played.as_played,
                "entry": played.entry,
            }
            for played in campaign.played
        ],
        Result: [
            {
                **_result(stream, played.number, sheet, played.verdict.sheets),
                "player": _holder(campaign, sheet.seat, played.entry),
            }
            for played in campaign.played
            for sheet in played.sheets
        ],
    }


def project_session(stream: str, outside: Outside) -> Rows:
    """The rows of one session outside a campaign."""
    record = outside.record
    return {
        SessionLog: [
            {
                **_log(stream, OUTSIDE, record),
                "recorded_at": outside.recorded_at,
                "verdict": str(outside.verdict.kind),
                "as_played": outside.as_played,
                "entry": 1,
            }
        ],
        Result: [
            {
                **_result(stream, OUTSIDE, sheet, outside.verdict.sheets),
                "player": record.names.get(sheet.seat),
            }
            for sheet in counted(outside)
        ],
    }


def update_campaign(session: Session, history: History) -> None:
    """Make the stored rows of a campaign those that its journal gives."""
    projections.sync(session, history.stream, project_campaign(history))


def update_session(session: Session, stream: str, outside: Outside) -> None:
    """Make the stored rows of a session those that its journal gives."""
    projections.sync(session, stream, project_session(stream, outside))


def counted(outside: Outside) -> tuple[Sheet, ...]:
    """The sheets of a session as they count: by replay, or as stated where that was kept."""
    stated = outside.record.result
    if outside.verdict.sheets and not outside.as_played:
        return outside.verdict.sheets
    places = ranks([-score for score in stated.values()])
    return tuple(
        Sheet(seat, (), score, place)
        for (seat, score), place in zip(stated.items(), places, strict=True)
    )


def _holder(campaign: model.Campaign, seat: str, entry: int) -> str | None:
    """Who held a city when an entry was made."""
    held: Iterator[str] = (
        tenure.player
        for tenure in campaign.tenures
        if tenure.seat == seat
        and tenure.since < entry
        and (not tenure.until or entry < tenure.until)
    )
    return next(held, None)


def _log(stream: str, episode: int, record: Record) -> Row:
    return {
        "stream": stream,
        "episode": episode,
        "game": record.game,
        "edition": record.edition,
        "played": record.played.isoformat() if record.played else None,
    }


def _result(stream: str, episode: int, sheet: Sheet, replayed: tuple[Sheet, ...]) -> Row:
    """What a seat scored as it counts, and by the replay."""
    return {
        "stream": stream,
        "episode": episode,
        "seat": sheet.seat,
        "score": sheet.total,
        "replayed": next((other.total for other in replayed if other.seat == sheet.seat), None),
        "rank": sheet.rank,
    }
