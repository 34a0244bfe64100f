"""What a database decides, also where a hand has written it."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from campaign.store import decisions, schema
from campaign.store.database import open_database, reading, writing
from campaign.store.decisions import MERGED, MergeDecision

NOON = datetime(2026, 11, 25, 12, tzinfo=UTC)


def test_a_name_that_is_merged_into_itself_leads_to_itself(tmp_path: Path) -> None:
    database = open_database(tmp_path / "campaign.db")
    schema.ensure(database)
    with writing(database) as session:
        for merged in (MergeDecision("Ben", "Ann"), MergeDecision("Ann", "Ann")):
            decisions.decide(session, MERGED, merged, author="Ann", now=NOON)
    with reading(database) as session:
        assert decisions.persons(session) == {"Ben": "Ann"}
    database.dispose()
