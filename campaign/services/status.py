"""How far a campaign is proved."""

from __future__ import annotations

from engine.kernel.replay import Kind
from engine.my_city.campaign.model import Campaign


def proved(campaign: Campaign) -> str:
    """A sentence on how far the episodes of a campaign are proved."""
    if not campaign.played:
        return "No episode recorded yet."
    kinds = [played.verdict.kind for played in campaign.played if not played.as_played]
    verified = kinds.count(Kind.VERIFIED)
    if verified == len(campaign.played):
        return f"All {verified} episodes verified." if verified > 1 else "The episode is verified."
    parts = [f"{verified} verified"] if verified else []
    for words, wanted in (
        ("possible", Kind.POSSIBLE),
        ("kept as played", None),
        ("results only", Kind.UNVERIFIABLE),
    ):
        numbers = [
            str(played.number)
            for played in campaign.played
            if (None if played.as_played else played.verdict.kind) is wanted
            and not played.verdict.without_rules
        ]
        if numbers:
            parts.append(f"{len(numbers)} {words} (episode {', '.join(numbers)})")
    missing: dict[str, list[str]] = {}
    for played in campaign.played:
        if played.verdict.without_rules:
            missing.setdefault(played.verdict.reason, []).append(str(played.number))
    for reason, numbers in missing.items():
        parts.append(f"{len(numbers)} unverifiable (episode {', '.join(numbers)}: {reason})")
    return f"Episodes: {', '.join(parts)}."
