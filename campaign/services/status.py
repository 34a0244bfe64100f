"""The sentence on how far a campaign is proved."""

from __future__ import annotations

from campaign.services.words import many, spans
from engine.kernel.phrases import Phrase, Wording, joined, phrase, plural
from engine.kernel.replay import VerdictKind
from engine.my_city.campaign.model import Campaign


def proof_sentence(campaign: Campaign) -> Phrase:
    """A sentence on how far the episodes of a campaign are proved, and their lines by hand."""
    words = _proved(campaign)
    if lines := sum(played.verdict.by_hand for played in campaign.played):
        return phrase("{verdicts} {lines} by hand.", verdicts=words, lines=many(lines, "line"))
    return words


def _proved(campaign: Campaign) -> Phrase:
    if not campaign.played:
        return phrase("No episode counts yet.")
    verified = sum(played.verified for played in campaign.played)
    if verified == len(campaign.played):
        return plural("The episode is verified.", "All {count} episodes verified.", verified)
    parts: list[Wording] = [phrase("{count} verified", count=verified)] if verified else []
    for words, wanted in (
        (phrase("possible"), VerdictKind.POSSIBLE),
        (phrase("kept as played"), None),
        (phrase("results only"), VerdictKind.UNVERIFIABLE),
    ):
        numbers = [
            played.number
            for played in campaign.played
            if (None if played.as_played else played.verdict.kind) is wanted
            and not played.verdict.without_rules
        ]
        if numbers:
            parts.append(
                plural(
                    "{count} {verdict} (episode {numbers})",
                    "{count} {verdict} (episodes {numbers})",
                    len(numbers),
                    verdict=words,
                    numbers=spans(numbers),
                )
            )
    missing: dict[Wording, list[int]] = {}
    for played in campaign.played:
        if played.verdict.without_rules:
            missing.setdefault(played.verdict.reason, []).append(played.number)
    for reason, numbers in missing.items():
        parts.append(
            plural(
                "{count} unverifiable (episode {numbers}: {reason})",
                "{count} unverifiable (episodes {numbers}: {reason})",
                len(numbers),
                numbers=spans(numbers),
                reason=reason,
            )
        )
    return phrase("Episodes: {verdicts}.", verdicts=joined(", ", parts))
