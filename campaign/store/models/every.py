"""All projections."""

from __future__ import annotations

from sqlmodel import SQLModel

from campaign.store.models.boards import Envelope, ProgressMark, Shaft, Sticker, Tenure
from campaign.store.models.campaigns import Campaign, City
from campaign.store.models.sessions import OF_SESSIONS

OF_CAMPAIGNS: tuple[type[SQLModel], ...] = (
    Campaign,
    City,
    Tenure,
    Sticker,
    ProgressMark,
    Shaft,
    Envelope,
)
"""The projections in which only a campaign has rows, parents first."""

PROJECTIONS = (*OF_CAMPAIGNS, *OF_SESSIONS)
"""What is derived from the journal, parents first."""
