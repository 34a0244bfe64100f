"""The rows of the projections of a campaign."""

from __future__ import annotations

from sqlmodel import Session

from campaign.services.projections.sessions import log_row, result_rows
from campaign.services.values import History
from campaign.store import decisions, projections
from campaign.store.decisions import Persons
from campaign.store.models.boards import (
    EnvelopeRow,
    ProgressMarkRow,
    ShaftRow,
    StickerRow,
    TenureRow,
)
from campaign.store.models.campaigns import CampaignRow, CityRow
from campaign.store.models.every import PROJECTIONS
from campaign.store.models.sessions import Result, SessionLog
from campaign.store.projections import Rows
from engine.my_city.campaign.reasons import recorded_reason


def project_campaign(history: History, persons: Persons) -> Rows:
    """The rows of a campaign; a history that is set aside has none.

    A player has the name of the person, for lists over all that was played here.
    """
    if history.origin.aside:
        return {}
    return {
        model: [
            {**row, "player": persons.get(row["player"], row["player"])} if "player" in row else row
            for row in rows
        ]
        for model, rows in _as_named(history).items()
    }


def _as_named(history: History) -> Rows:
    """The rows of a campaign, with players by their names in the history."""
    stream, entries, campaign, _ = history
    return {
        CampaignRow: [
            {
                "stream": stream,
                "uid": campaign.uid,
                "name": campaign.name,
                "pack": campaign.pack.name,
                "next_episode": campaign.next_episode,
                "entries": len(entries),
                "created_at": entries[0].recorded_at,
                "changed_at": entries[-1].recorded_at,
                "simulated": campaign.simulated,
            }
        ],
        CityRow: [
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
        TenureRow: [
            {
                "stream": stream,
                "seat": tenure.seat,
                "since": tenure.since,
                "player": tenure.player,
                "until": tenure.until or None,
            }
            for tenure in campaign.tenures
        ],
        StickerRow: [
            {
                "stream": stream,
                "entry": sticker.entry,
                "seat": city.seat,
                "kind": sticker.kind,
                "square": sticker.square,
                "reason": recorded_reason(sticker.reason),
            }
            for city in campaign.cities
            for sticker in city.stickers
        ],
        ProgressMarkRow: [
            {
                "stream": stream,
                "seat": city.seat,
                "episode": mark.episode,
                "amount": mark.amount,
                "reason": recorded_reason(mark.reason),
            }
            for city in campaign.cities
            for mark in city.marks
        ],
        ShaftRow: [
            {"stream": stream, "seat": city.seat, "colour": colour, "depth": depth}
            for city in campaign.cities
            for colour, depth in city.shafts.items()
        ],
        EnvelopeRow: [
            {
                "stream": stream,
                "number": envelope.number,
                "opened": campaign.opened.get(envelope.number),
            }
            for envelope in campaign.pack.envelopes
        ],
        SessionLog: [
            {
                **log_row(stream, played.number, played.record, played.details.place),
                "recorded_at": history.recorded_at(played.entry),
                "verdict": str(played.verdict.kind),
                "as_played": played.as_played,
                "entry": played.entry,
                "simulated": campaign.simulated,
            }
            for played in campaign.played
        ],
        Result: [
            row
            for played in campaign.played
            for row in result_rows(
                stream,
                played.number,
                played.sheets,
                played.verdict.sheets,
                played.player,
            )
        ],
    }


def update_campaign(session: Session, history: History) -> None:
    """Make the stored rows of a campaign equal to those that its journal gives."""
    projections.sync(
        session, history.stream, project_campaign(history, decisions.persons(session)), PROJECTIONS
    )
