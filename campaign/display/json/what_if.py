"""What would be different, as a JSON document."""

from __future__ import annotations

from campaign.display.json import campaign_parts
from campaign.display.json.parts import Document, document
from campaign.services.differences import differences
from campaign.services.values import History


def difference(before: History, after: History) -> Document:
    """How a campaign would differ after commands of which nothing is kept."""
    return document(
        "what_if",
        campaign=before.campaign.name,
        kept=False,
        changes=[
            campaign_parts.change(one) for one in differences(before.campaign, after.campaign)
        ],
        marks={city.seat: city.progress for city in after.campaign.cities},
    )
