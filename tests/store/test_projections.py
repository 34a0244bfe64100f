"""The projections: exactly what the journal gives, and found out when they are not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sqlmodel import Session, SQLModel, select

from campaign.services import changes, founding, sessions, sessions_list
from campaign.services.audit import database as whole
from campaign.services.audit import run
from campaign.services.audit import sessions as audit
from campaign.services.audit.heads import KeptHead
from campaign.services.projections.campaigns import project_campaign, update_campaign
from campaign.services.values import Author, History
from campaign.store import projections
from campaign.store.database import reading, writing
from campaign.store.errors import ForbiddenWrite
from campaign.store.models.boards import EnvelopeRow, ProgressMarkRow, StickerRow, TenureRow
from campaign.store.models.campaigns import CityRow
from campaign.store.models.every import PROJECTIONS
from campaign.store.models.sessions import OF_SESSIONS, Result, SessionLog
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
BY = Author("Anna", NOW)
SEATS = {"eagle": "Anna", "bear": "Ben", "deer": "Chen", "wolf": "Dora"}


def a_campaign(session: Session) -> History:
    """One episode played, one sticker placed, one city named."""
    founded = founding.creation("Tuesday", SEATS, pack="stand_in", uid="u1", secret="s1")
    history = founding.begin(session, founded, BY)
    text = (EXAMPLES / "chapter-1" / "episode-1.toml").read_text(encoding="utf-8")
    entries: list[Entry] = [
        changes.opening_entry(session, history, 1),
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


def differences(
    database: sa.Engine, history: History
) -> tuple[projections.ProjectionDifference, ...]:
    with reading(database) as session:
        stored = projections.stored_rows(session, [history.stream], PROJECTIONS)[history.stream]
    return projections.differences(stored, project_campaign(history, {}), PROJECTIONS)


def test_projections_follow_every_entry(database: sa.Engine, history: History) -> None:
    assert differences(database, history) == ()


def test_every_changed_value_of_every_projection_is_found(
    database: sa.Engine, history: History
) -> None:
    for table in map(projections.table_of, PROJECTIONS):
        for column in table.columns:
            if column.primary_key or table.name == "shaft":
                continue
            with database.connect() as connection:
                connection.execute(sa.update(table).values({column.name: other(column)}))
                with Session(connection) as session:
                    stored = projections.stored_rows(session, [history.stream], PROJECTIONS)[
                        history.stream
                    ]
            problems = projections.differences(stored, project_campaign(history, {}), PROJECTIONS)
            assert {(p.table, p.column) for p in problems} == {(table.name, column.name)}


def other(column: sa.Column[Any]) -> object:
    """A value that no row of the campaign has."""
    if isinstance(column.type, sa.Boolean):
        return True
    return 77 if isinstance(column.type, sa.Integer) else "other"


def test_every_changed_key_of_every_projection_is_found(
    database: sa.Engine, history: History
) -> None:
    rows = project_campaign(history, {})
    with reading(database) as session:
        present = projections.stored_rows(session, [history.stream], PROJECTIONS)[history.stream]
    for model, stored in present.items():
        table = projections.table_of(model)
        for column in table.primary_key:
            key, row = sorted(stored.items(), key=repr)[0]
            others = {at: kept for at, kept in stored.items() if at != key}
            changed = {**row, column.name: other(column)}
            problems = projections.differences(
                {**present, model: {**others, "changed": changed}}, rows, PROJECTIONS
            )
            words = [str(problem).rpartition(" row ")[0] for problem in problems]
            assert words == [table.name, table.name]
            assert {problem.stored for problem in problems} == {"", "a row"}


def test_two_rows_of_one_key_are_no_projection(database: sa.Engine, history: History) -> None:
    rows = project_campaign(history, {})
    twice = [{**rows[EnvelopeRow][0], "number": 99}] * 2
    rows = {**rows, EnvelopeRow: [*rows[EnvelopeRow], *twice]}
    with pytest.raises(ForbiddenWrite), writing(database) as session:
        projections.sync(session, history.stream, rows, PROJECTIONS)


def test_a_long_text_is_shown_where_it_differs(database: sa.Engine, history: History) -> None:
    with writing(database) as session:
        for city in session.exec(select(CityRow).where(CityRow.seat == "eagle")):
            city.name = f"{'Rivers and ' * 9}more\ntowns"
    (problem,) = differences(database, history)
    assert str(problem).isprintable()
    assert len(str(problem)) < 200


LOG: dict[str, Any] = {
    "episode": 0,
    "game": "my-city",
    "edition": "1",
    "played": None,
    "recorded_at": "2026-11-20T21:00:00Z",
    "verdict": "verified",
    "as_played": False,
    "entry": 1,
    "number": 1,
    "digest": None,
    "simulated": False,
    "place": None,
}
SCORE = {"episode": 0, "player": "Anna", "score": 5, "replayed": None, "rank": 1, "sheet": None}


def test_rows_come_go_and_change_with_their_parents(database: sa.Engine) -> None:
    log, score = {"stream": "session/1", **LOG}, {"stream": "session/1", **SCORE}
    eagle, bear = {**score, "seat": "eagle"}, {**score, "seat": "bear"}
    alone: projections.Rows = {SessionLog: [{"stream": "session/2", **LOG}]}
    beginning: projections.Rows = {SessionLog: [log], Result: [eagle, bear]}
    changed: projections.Rows = {
        SessionLog: [{**log, "verdict": "possible"}, {**log, "episode": 1}],
        Result: [{**eagle, "player": None}, {**bear, "episode": 1}],
    }
    for rows in (beginning, changed, beginning, {}, beginning):
        with writing(database) as session:
            projections.sync(session, "session/1", rows, OF_SESSIONS)
            projections.sync(session, "session/2", alone, OF_SESSIONS)
        with reading(database) as session:
            stored = projections.stored_rows(session, ["session/1", "session/2"], OF_SESSIONS)
        assert projections.differences(stored["session/1"], rows, OF_SESSIONS) == ()
        assert projections.differences(stored["session/2"], alone, OF_SESSIONS) == ()


def test_what_is_as_derived_is_not_written_again(sqlite: sa.Engine) -> None:
    with writing(sqlite) as session:
        history = a_campaign(session)
    with writing(sqlite) as session:
        connection = session.connection()
        before = connection.exec_driver_sql("SELECT total_changes()").scalar()
        update_campaign(session, history)
        assert connection.exec_driver_sql("SELECT total_changes()").scalar() == before


@pytest.mark.parametrize("model", [TenureRow, StickerRow, ProgressMarkRow, EnvelopeRow, Result])
def test_a_missing_row_is_found_and_derived_again(
    database: sa.Engine, history: History, model: type[SQLModel]
) -> None:
    with writing(database) as session:
        session.execute(sa.delete(model))
    assert {problem.table for problem in differences(database, history)} == {model.__tablename__}
    with writing(database) as session:
        run.rebuild(session)
    assert differences(database, history) == ()


def test_a_row_without_a_journal_is_found_and_goes(database: sa.Engine, history: History) -> None:
    with writing(database) as session:
        session.add(SessionLog(stream="session/9", **LOG))
    with reading(database) as session:
        assert "belongs to no entry" in whole.audit_orphans(session).problems[0]
    with writing(database) as session:
        run.rebuild(session)
    with reading(database) as session:
        assert whole.audit_orphans(session).ok


def test_a_campaign_is_audited_clean(database: sa.Engine, history: History) -> None:
    with reading(database) as session:
        checks = run.audit_campaign(session, history.stream, heads=[KeptHead(history.head)]).checks
    assert {check.name: check.problems for check in checks if check.problems} == {}


def test_sessions_are_listed_and_audited(database: sa.Engine) -> None:
    text = (EXAMPLES / "eternal.toml").read_text(encoding="utf-8")
    with writing(database) as session:
        first, second = (sessions.keep(session, sessions.preview(text), BY) for _ in range(2))
    with reading(database) as session:
        assert [row.number for row in sessions_list.listed(session)] == [
            first.number,
            second.number,
        ]
        assert audit.audit_sessions(session).ok
        assert [outside.number for outside in sessions.every(session)] == [1, 2]
