"""How far a campaign is proved."""

from __future__ import annotations

from engine.kernel.replay import Kind
from engine.my_city.campaign.model import Campaign


def proved(campaign: Campaign) -> str:
    """A sentence on how far the episodes of a campaign are proved."""
    kinds = [played.verdict.kind for played in campaign.played]
    if not kinds:
        return "No episode recorded yet."
    verified = kinds.count(Kind.VERIFIED)
    if verified == len(kinds):
        return f"All {verified} episodes verified." if verified > 1 else "The episode is verified."
    parts = [f"{verified} verified"] if verified else []
    for kind, words in (
        (Kind.POSSIBLE, "possible"),
        (Kind.DIFFERS, "kept as played"),
        (Kind.UNVERIFIABLE, "results only"),
    ):
        numbers = [
            str(played.number)
            for played in campaign.played
            if played.verdict.kind is kind and not played.verdict.without_rules
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
