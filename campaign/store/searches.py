"""The table with the results of searches for better lines; an extra reads and writes it.

The table is part of the schema even if the extra is not installed.
"""

from __future__ import annotations

import sqlalchemy as sa

from campaign.store.columns import METADATA, text_column


def _number(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, nullable=False)


HINDSIGHT = sa.Table(
    "hindsight",
    METADATA,
    text_column("evening", primary_key=True),
    text_column("seat", primary_key=True),
    _number("played"),
    _number("best"),
    _number("bound"),
    _number("parted"),
    text_column("line"),
    text_column("solver"),
    text_column("program"),
    _number("seed"),
    _number("seconds"),
    text_column("author"),
    text_column("searched_at"),
)
"""Not a model: `status` reads it, and a mapped class takes long to make."""
