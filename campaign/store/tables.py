"""All tables of the program, for Alembic: importing this module declares them."""

from __future__ import annotations

from campaign.store import chain, drafts, journal, origins, searches, settings
from campaign.store.columns import METADATA as METADATA
from campaign.store.models.every import PROJECTIONS as PROJECTIONS

BESIDE = (
    journal.ENTRY,
    chain.CHAIN,
    origins.ORIGIN,
    settings.SETTING,
    drafts.StoredDraft,
    searches.HINDSIGHT,
)
"""The tables that are no projections."""
