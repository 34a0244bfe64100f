"""Every table of the program, for Alembic: importing this declares them all."""

from __future__ import annotations

from sqlmodel import SQLModel

from campaign.store import drafts, journal, origins, settings
from campaign.store.columns import METADATA as METADATA
from campaign.store.models.every import PROJECTIONS as PROJECTIONS

JOURNAL = journal.ENTRY
BESIDE: tuple[type[SQLModel], ...] = (origins.StoredOrigin, settings.Setting, drafts.StoredDraft)
"""What does not follow from the journal."""
