"""The effects of commands that are only tried out, as a JSON document."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from campaign.display.json.changes import ChangePart
from campaign.display.json.parts import ByName, CampaignDocument, Items
from campaign.services.differences import differences
from campaign.services.values import History


class WhatIfDocument(CampaignDocument, kind="what_if"):
    """What would be different."""

    kept: Literal[False] = False
    changes: Items[ChangePart] = Field(description="empty if nothing would be different")
    marks: ByName[int] = Field(description="seat to its progress marks, as they would be")


def difference(before: History, after: History) -> WhatIfDocument:
    """The document of how a campaign would differ after commands that are only tried out."""
    return WhatIfDocument.from_value(
        campaign=before.campaign.name,
        changes=differences(before.campaign, after.campaign),
        marks={city.seat: city.progress for city in after.campaign.cities},
    )
