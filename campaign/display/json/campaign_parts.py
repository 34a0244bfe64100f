"""What several JSON documents of a campaign contain: cities, owed stickers, recorded episodes."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from campaign.display.json.parts import Document, sheet
from campaign.services.differences import CampaignDifference, DueSticker, Placing
from campaign.services.record_differences import RecordDifference
from campaign.services.values import Allowed
from engine.my_city.campaign.deviations import Deviation
from engine.my_city.campaign.model import Campaign, City, Mark, Played, Right
from engine.my_city.campaign.reasons import Reason
from engine.my_city.campaign.stickers import targets


def city(city: City) -> Document:
    """A city as it stands."""
    return {
        "seat": city.seat,
        "name": city.name or None,
        "player": city.player or None,
        "marks": city.progress,
        "stickers": list(city.board),
    }


def reason(reason: Reason) -> Document:
    """Why a city has a sticker or progress marks."""
    return {
        "kind": reason.kind,
        "episode": reason.episode or None,
        "rule": reason.rule or None,
        "amount": reason.amount,
    }


def mark(mark: Mark) -> Document:
    """Progress marks for one reason."""
    return {"episode": mark.episode, "amount": mark.amount, "reason": reason(mark.reason)}


def owed(campaign: Campaign, right: Right) -> Document:
    """A sticker that is owed, with the squares it may go on."""
    return {
        "seat": right.seat,
        "kind": right.kind,
        "reason": reason(right.reason),
        "before_episode": right.before,
        "squares": list(targets(campaign, right)),
    }


def played(played: Played) -> Document:
    """A recorded episode."""
    return {
        "episode": played.number,
        "played": played.record.played.isoformat() if played.record.played else None,
        "verdict": str(played.verdict.kind),
        "as_played": played.as_played,
        "by_hand": played.verdict.by_hand,
        "inked": [one._asdict() for one in played.deviations],
        "sheets": [sheet(one) for one in played.sheets],
        "absent": list(played.absent),
        "substitutes": dict(played.substitutes),
    }


def change(difference: CampaignDifference) -> Document:
    """One thing that is other than before."""
    return {
        "kind": difference.kind,
        "episode": difference.episode or None,
        "seat": difference.seat or None,
        "before": _side(difference.before),
        "after": _side(difference.after),
    }


def record_change(difference: RecordDifference) -> Document:
    """One thing that a record would give otherwise under other rules."""
    return {
        "kind": difference.kind,
        "seat": difference.seat or None,
        "before": _side(difference.before),
        "after": _side(difference.after),
        "move": difference.move or None,
        "why": difference.why or None,
    }


def _side(value: Any) -> Any:
    """What a difference was before, or is after it."""
    match value:
        case Deviation() | Placing() | DueSticker():
            return value._asdict()
        case tuple():
            return list(map(_side, value))
        case StrEnum():
            return str(value)
    return None if value == "" else value


def allowed(known: Allowed) -> Document:
    """What the cards of an evening allowed, by seat."""
    return {
        seat: {"best": row.best, "bound": row.bound, "proved": row.proved}
        for seat, row in known.items()
    }
