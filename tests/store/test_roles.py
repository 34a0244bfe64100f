"""PostgreSQL roles without rights, and statements that take too long: every command says so."""

from __future__ import annotations

import json
from itertools import count
from pathlib import Path

import pytest

from tests.cli.test_json import COMMANDS
from tests.extras.plays.plays import a_log
from tests.fixtures import Run
from tests.soak import CI

NUMBERS = count(1)
MAY_NOT = "this account may not do that"
LIMITS = {
    "no rights": ("", MAY_NOT),
    "reading alone": ("GRANT SELECT ON ALL TABLES IN SCHEMA public TO {role}", MAY_NOT),
    "some tables": ("GRANT SELECT ON entry, campaign TO {role}", MAY_NOT),
    "no time": (
        "ALTER ROLE {role} SUPERUSER; ALTER ROLE {role} SET statement_timeout = 1",
        "allows no statement to take so long",
    ),
    "no login": ("ALTER ROLE {role} NOLOGIN", "does not let you in"),
    "no connections": ("ALTER ROLE {role} CONNECTION LIMIT 0", "too many users"),
}
"""What a role lacks: how it is made so, and what is said where something is to be written."""
WRITES = "city rename eagle Ulm --yes"


@pytest.mark.parametrize("limit", LIMITS)
def test_a_role_with_less_is_told_what_it_lacks(
    run: Run, group: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    import psycopg  # noqa: PLC0415  an extra, which is there when there is a server

    made, words = LIMITS[limit]
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CAMPAIGN_KEY", str(tmp_path / "key.pem"))
    (tmp_path / "LOG").write_text(json.dumps(a_log()), encoding="utf-8")
    role = f"role{next(NUMBERS)}"
    with psycopg.connect(group.replace("+psycopg", ""), autocommit=True) as connection:
        connection.execute(f"CREATE ROLE {role} LOGIN".encode())
        for statement in filter(None, made.split(";")):
            connection.execute(statement.format(role=role).encode())
    monkeypatch.setenv("CAMPAIGN_DB", group.replace("postgres@", f"{role}@"))
    refused = run(WRITES)
    assert (refused.code, words in refused.err) == (5, True), refused.err
    for line in COMMANDS if CI else ("status", "audit", "db status", "history"):
        done = run(line)
        assert done.code != 1, (line, done.err)
        assert "unforeseen" not in done.err, (line, done.err)
