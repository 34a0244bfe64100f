"""The list of kept sessions: read from the projections alone, however many there are."""

from __future__ import annotations

import sqlalchemy as sa

from campaign.store import projections
from campaign.store.database import reading, writing
from campaign.store.listing import Listed, listed_sessions


def fill(database: sa.Engine, count: int) -> None:
    """Sessions of two seats; the first seat by name comes second in rank."""
    logs, results = [], []
    for n in range(1, count + 1):
        stream, at = f"session/{n}", "2026-11-20T21:00:00Z"
        text = 'game = "my-city"\n\n[names]\neagle = "Anna"\n\n[result]\nbear = 4\n'
        logs.append((stream, 0, "my-city", "1", "", "2026-11-20", at, "verified", n % 2, 1, text))
        results += [(stream, 0, "bear", 4, 4, 2), (stream, 0, "eagle", 5, 5, 1)]
    with writing(database) as session:
        for name, rows in (("session_log", logs), ("result", results)):
            table = projections.TABLES[name]
            columns = table.columns.keys()
            session.execute(
                sa.insert(table), [dict(zip(columns, row, strict=True)) for row in rows]
            )


def test_the_newest_session_comes_last(database: sa.Engine) -> None:
    fill(database, 12)
    with reading(database) as session:
        found = listed_sessions(session)
        assert listed_sessions(session, "campaign") == ()
    assert [row.number for row in found] == list(range(1, 13))
    assert found[-1] == Listed(
        number=12,
        game="my-city",
        played="2026-11-20",
        recorded_at="2026-11-20T21:00:00Z",
        verdict="verified",
        as_played=False,
        scores=(("eagle", 5, 1), ("bear", 4, 2)),
        names={"eagle": "Anna"},
    )
    assert found[0].as_played


def test_a_long_list_takes_two_queries_and_no_record(sqlite: sa.Engine) -> None:
    fill(sqlite, 500)
    asked: list[str] = []
    sa.event.listen(sqlite, "before_cursor_execute", lambda *call: asked.append(call[2]))
    with reading(sqlite) as session:
        assert len(listed_sessions(session)) == 500
    queries = [query for query in asked if query.startswith("SELECT")]
    assert len(queries) == 2
    assert not any("record," in query or "payload" in query for query in queries)
