"""The stored views: exactly what the journal gives, and found out when they are not."""

from __future__ import annotations

from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlmodel import Session

from campaign.services import audit, campaigns, sessions
from campaign.services.campaigns import By
from campaign.services.derived import campaign_rows
from campaign.services.values import Kept
from campaign.store import views
from campaign.store.database import reading, writing
from engine.my_city import chronicle, legacy
from tests.store.conftest import NOW

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
BY = By("Anna", NOW)
SEATS = {"eagle": "Anna", "bear": "Ben", "deer": "Chen", "wolf": "Dora"}


def a_campaign(session: Session) -> Kept:
    """One episode played, one sticker placed, one city named."""
    creation = campaigns.creation("Tuesday", SEATS, uid="u1", pack="stand_in")
    kept = campaigns.begin(session, creation, BY)
    text = (EXAMPLES / "chapter-1" / "episode-1.toml").read_text(encoding="utf-8")
    entries: list[chronicle.Entry] = [
        legacy.opening(kept.campaign, 1),
        chronicle.EpisodeRecorded(text, "1", kept.campaign.pack.digest_of(1)),
        chronicle.StickerPlaced("eagle", "tree", "G1"),
        chronicle.CityNamed("eagle", "Rivers"),
        chronicle.PlayerLeft("wolf"),
        chronicle.PlayerJoined("wolf", "Emil"),
    ]
    for entry in entries:
        kept = campaigns.add(session, kept, entry, BY)
    return kept


@pytest.fixture
def kept(database: sa.Engine) -> Kept:
    with writing(database) as session:
        return a_campaign(session)


def found(database: sa.Engine, kept: Kept) -> tuple[views.ViewProblem, ...]:
    with reading(database) as session:
        stored = views.stored(session, [kept.stream])[kept.stream]
    return views.differences(stored, campaign_rows(kept))


def test_views_follow_every_entry(database: sa.Engine, kept: Kept) -> None:
    assert found(database, kept) == ()


def test_every_changed_value_of_every_view_is_found(database: sa.Engine, kept: Kept) -> None:
    for name, table in views.TABLES.items():
        for column in table.columns:
            if column.primary_key:
                continue
            other = 77 if isinstance(column.type, sa.Integer) else "other"
            with database.connect() as connection:
                connection.execute(sa.update(table).values({column.name: other}))
                with Session(connection) as session:
                    stored = views.stored(session, [kept.stream])[kept.stream]
            problems = views.differences(stored, campaign_rows(kept))
            assert {(p.table, p.column) for p in problems} == {(name, column.name)}


@pytest.mark.parametrize(
    "name", [name for name in views.TABLES if name not in ("campaign", "session_log")]
)
def test_a_missing_row_is_found_and_derived_again(
    database: sa.Engine, kept: Kept, name: str
) -> None:
    with writing(database) as session:
        session.execute(sa.delete(views.TABLES[name]))
    assert {problem.table for problem in found(database, kept)} == {name}
    with writing(database) as session:
        audit.rebuild(session)
    assert found(database, kept) == ()


def test_a_row_without_a_journal_is_found_and_goes(database: sa.Engine, kept: Kept) -> None:
    table = views.TABLES["session_log"]
    with writing(database) as session:
        row = dict(
            zip(table.columns.keys(), ("session/9", 0, "go", *[""] * 5, 0, 1, ""), strict=True)
        )
        session.execute(sa.insert(table), [row])
    with reading(database) as session:
        assert "belongs to no entry" in audit.audit_orphans(session).problems[0]
    with writing(database) as session:
        audit.rebuild(session)
    with reading(database) as session:
        assert audit.audit_orphans(session).ok


def test_a_campaign_is_audited_clean(database: sa.Engine, kept: Kept) -> None:
    with reading(database) as session:
        checks = audit.audit_campaign(session, kept.stream, head=kept.head).checks
    assert [check.problems for check in checks] == [()] * 4


def test_sessions_are_listed_and_audited(database: sa.Engine) -> None:
    text = (EXAMPLES / "eternal.toml").read_text(encoding="utf-8")
    with writing(database) as session:
        first, second = (sessions.keep(session, text, by=BY) for _ in range(2))
    with reading(database) as session:
        assert [row.number for row in sessions.listed(session)] == [first.number, second.number]
        assert audit.audit_sessions(session).ok
        assert [outside.number for outside in sessions.every(session)] == [1, 2]
