"""What a database decides about its campaigns is chained, guarded and the last word counts."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from campaign.store import continuity, decisions, journal
from campaign.store.database import reading, writing

NOW = datetime(2026, 11, 20, 21, tzinfo=UTC)


def decide(database: sa.Engine, *kinds: str) -> None:
    with writing(database) as session:
        for kind in kinds:
            decisions.decide(session, kind, "u1", "", author="Anna", now=NOW)


def test_the_last_decision_counts(database: sa.Engine) -> None:
    decide(database, decisions.ARCHIVED)
    with reading(database) as session:
        assert decisions.is_archived(decisions.latest(session)["u1"])
    decide(database, decisions.UNARCHIVED, decisions.WITHDRAWN)
    with reading(database) as session:
        decided = decisions.latest(session)
        assert decisions.is_withdrawn(decided["u1"])
        assert not decisions.is_archived(decided["u1"])
        assert not decisions.is_archived(decided.get("u2"))


def test_decisions_are_in_the_chain_of_the_database(database: sa.Engine) -> None:
    decide(database, decisions.ARCHIVED, decisions.UNARCHIVED)
    with reading(database) as session:
        examined = continuity.examine(session)
        assert (examined.problems, examined.end and examined.end.number) == ((), 2)
        assert continuity.contents(session)[:3] == (0, 0, 2)
        assert journal.verify(journal.read(session, decisions.STREAM)) == ()


def test_no_other_stream_of_the_database_is_known(database: sa.Engine) -> None:
    with writing(database) as session:
        journal.append(session, "database/2", "note", {}, author="Anna", now=NOW)
    with reading(database) as session:
        assert continuity.examine(session).problems == (
            "stream database/2: this program writes no such stream",
        )


def test_a_decision_cannot_be_changed(database: sa.Engine) -> None:
    decide(database, decisions.ARCHIVED)
    with pytest.raises(DBAPIError, match="append-only"), database.begin() as connection:
        connection.exec_driver_sql("DELETE FROM entry WHERE stream = 'database/1'")
