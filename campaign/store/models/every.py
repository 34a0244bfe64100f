"""All projections."""

from __future__ import annotations

from sqlmodel import SQLModel

from campaign.store.models.boards import (
    EnvelopeRow,
    ProgressMarkRow,
    ShaftRow,
    StickerRow,
    TenureRow,
)
from campaign.store.models.campaigns import CampaignRow, CityRow
from campaign.store.models.sessions import OF_SESSIONS

OF_CAMPAIGNS: tuple[type[SQLModel], ...] = (
    CampaignRow,
    CityRow,
    TenureRow,
    StickerRow,
    ProgressMarkRow,
    ShaftRow,
    EnvelopeRow,
)
"""The projections in which only a campaign has rows, parents first."""

PROJECTIONS = (*OF_CAMPAIGNS, *OF_SESSIONS)
"""All models whose rows are derived from the journal, parents first."""
