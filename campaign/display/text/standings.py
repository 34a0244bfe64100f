"""The leaders or winners of a campaign in words."""

from __future__ import annotations

from engine.kernel.phrases import Phrase, Wording, phrase, plural
from engine.my_city.campaign.model import Campaign, City

NOBODY_NAMED = phrase("No game that counts names a player.")
"""What a list of players says that has none; games without names may be there."""


def leaders_of(campaign: Campaign) -> list[City]:
    """The winners, or the cities with the most marks so far."""
    return list(campaign.winners) or [city for rank, city in campaign.standings if rank == 1]


def leaders_in_words(campaign: Campaign, names: Wording) -> Phrase:
    """A sentence on the leaders or winners; `names` are the names of the leaders."""
    if not (campaign.played or campaign.declared):
        return phrase("No episode counts yet.")
    if campaign.winners:
        return plural(
            "{names} wins the campaign.",
            "{names} share the victory.",
            len(campaign.winners),
            names=names,
        )
    count = len(leaders_of(campaign))
    return plural("{names} leads.", "{names} share the lead.", count, names=names)
