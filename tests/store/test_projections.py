"""The projections: exactly what the journal gives, and found out when they are not."""

from __future__ import annotations

from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlmodel import Session

from campaign.services import campaigns, changes, sessions
from campaign.services.audit import run
from campaign.services.campaigns import By
from campaign.services.projections import project_campaign
from campaign.services.values import History
from campaign.store import projections
from campaign.store.database import reading, writing
from engine.my_city.campaign.entries import (
    CityNamed,
    Entry,
    EpisodeRecorded,
    PlayerJoined,
    PlayerLeft,
    StickerPlaced,
)
from tests.store.conftest import NOW

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
BY = By("Anna", NOW)
SEATS = {"eagle": "Anna", "bear": "Ben", "deer": "Chen", "wolf": "Dora"}


def a_campaign(session: Session) -> History:
    """One episode played, one sticker placed, one city named."""
    founded = campaigns.creation("Tuesday", SEATS, pack="stand_in", uid="u1", secret="s1")
    history = campaigns.begin(session, founded, BY)
    text = (EXAMPLES / "chapter-1" / "episode-1.toml").read_text(encoding="utf-8")
    entries: list[Entry] = [
        campaigns.opening(session, history, 1),
        EpisodeRecorded(text, "1", history.campaign.pack.digest_of(1)),
        StickerPlaced("eagle", "tree", "G1"),
        CityNamed("eagle", "Rivers"),
        PlayerLeft("wolf"),
        PlayerJoined("wolf", "Emil"),
    ]
    for entry in entries:
        history = changes.add(session, history, entry, BY)
    return history


@pytest.fixture
def history(database: sa.Engine) -> History:
    with writing(database) as session:
        return a_campaign(session)


def found(database: sa.Engine, history: History) -> tuple[projections.Difference, ...]:
    with reading(database) as session:
        stored = projections.stored(session, [history.stream])[history.stream]
    return projections.differences(stored, project_campaign(history))


def test_projections_follow_every_entry(database: sa.Engine, history: History) -> None:
    assert found(database, history) == ()


def test_every_changed_value_of_every_projection_is_found(
    database: sa.Engine, history: History
) -> None:
    for name, table in projections.TABLES.items():
        for column in table.columns:
            if column.primary_key:
                continue
            other = 77 if isinstance(column.type, sa.Integer) else "other"
            with database.connect() as connection:
                connection.execute(sa.update(table).values({column.name: other}))
                with Session(connection) as session:
                    stored = projections.stored(session, [history.stream])[history.stream]
            problems = projections.differences(stored, project_campaign(history))
            assert {(p.table, p.column) for p in problems} == {(name, column.name)}


def test_every_changed_key_of_every_projection_is_found(
    database: sa.Engine, history: History
) -> None:
    rows = project_campaign(history)
    with reading(database) as session:
        present = projections.stored(session, [history.stream])[history.stream]
    for name, table in projections.TABLES.items():
        for place, column in enumerate(table.columns):
            if not column.primary_key:
                continue
            row = sorted(present[name])[0]
            other = (*row[:place], 77 if row[place] != "" else "x", *row[place + 1 :])
            changed = {**present, name: present[name] - {row} | {other}}
            problems = projections.differences(changed, rows)
            words = sorted(str(problem).rpartition(" row ")[0] for problem in problems)
            assert words == [name, name]
            assert {problem.stored for problem in problems} == {"", "a row"}


def test_a_long_text_is_shown_where_it_differs(database: sa.Engine, history: History) -> None:
    with writing(database) as session:
        log = projections.TABLES["session_log"]
        session.execute(sa.update(log).values(record=log.c.record + "one move\nmore"))
    (problem,) = found(database, history)
    assert str(problem).isprintable()
    assert "one move more" in str(problem)
    assert len(str(problem)) < 200


def test_rows_come_go_and_change_with_their_parents(database: sa.Engine) -> None:
    stream, other = "session/1", "session/2"
    log = ("my-city", "1", "", "", "2026-11-20T21:00:00Z", "verified", 0, 1, "text")
    beginning: projections.Rows = {
        "session_log": [(stream, 0, *log)],
        "result": [(stream, 0, "eagle", 5, 5, 1), (stream, 0, "bear", 4, None, 2)],
    }
    changed: projections.Rows = {
        "session_log": [(stream, 0, *log[:-1], "other text"), (stream, 1, *log)],
        "result": [(stream, 0, "eagle", 5, 5, 1), (stream, 1, "bear", 4, None, 2)],
    }
    for rows in (beginning, changed, beginning, {}, beginning):
        with writing(database) as session:
            projections.sync(session, stream, rows)
            projections.sync(session, other, {"session_log": [(other, 0, *log)]})
        with reading(database) as session:
            stored = projections.stored(session, [stream, other])
        assert projections.differences(stored[stream], rows) == ()
        assert stored[other] == {"session_log": {(other, 0, *log)}}


def test_what_is_as_derived_is_not_written_again(sqlite: sa.Engine) -> None:
    with writing(sqlite) as session:
        history = a_campaign(session)
    with writing(sqlite) as session:
        connection = session.connection()
        before = connection.exec_driver_sql("SELECT total_changes()").scalar()
        projections.sync(session, history.stream, project_campaign(history))
        assert connection.exec_driver_sql("SELECT total_changes()").scalar() == before


@pytest.mark.parametrize(
    "name", [name for name in projections.TABLES if name not in ("campaign", "session_log")]
)
def test_a_missing_row_is_found_and_derived_again(
    database: sa.Engine, history: History, name: str
) -> None:
    with writing(database) as session:
        session.execute(sa.delete(projections.TABLES[name]))
    assert {problem.table for problem in found(database, history)} == {name}
    with writing(database) as session:
        run.rebuild(session)
    assert found(database, history) == ()


def test_a_row_without_a_journal_is_found_and_goes(database: sa.Engine, history: History) -> None:
    table = projections.TABLES["session_log"]
    with writing(database) as session:
        row = dict(
            zip(table.columns.keys(), ("session/9", 0, "go", *[""] * 5, 0, 1, ""), strict=True)
        )
        session.execute(sa.insert(table), [row])
    with reading(database) as session:
        assert "belongs to no entry" in run.audit_orphans(session).problems[0]
    with writing(database) as session:
        run.rebuild(session)
    with reading(database) as session:
        assert run.audit_orphans(session).ok


def test_a_campaign_is_audited_clean(database: sa.Engine, history: History) -> None:
    with reading(database) as session:
        checks = run.audit_campaign(session, history.stream, head=history.head).checks
    assert [check.problems for check in checks] == [()] * 8


def test_sessions_are_listed_and_audited(database: sa.Engine) -> None:
    text = (EXAMPLES / "eternal.toml").read_text(encoding="utf-8")
    with writing(database) as session:
        first, second = (sessions.keep(session, sessions.preview(text), BY) for _ in range(2))
    with reading(database) as session:
        assert [row.number for row in sessions.listed(session)] == [first.number, second.number]
        assert run.audit_sessions(session).ok
        assert [outside.number for outside in sessions.every(session)] == [1, 2]
