"""A server's database is copied into files, which are proved without the server and put back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.fixtures import Refuses, Run
from tests.store.conftest import NUMBERS, create


def test_a_backup_is_a_file_that_an_audit_proves(
    run: Run, group: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CAMPAIGN_COPIES", str(tmp_path / "copies"))
    assert "after each evening" not in run("db restore").out, "a server is not copied by itself"
    first, second = (Path(run("db backup").out.strip()) for _ in range(2))
    assert sorted((tmp_path / "copies").iterdir()) == [first, second]
    status = json.loads(run("db status --json").out)
    assert status["bytes"] > 1_000_000
    assert status["copied"] >= status["last"]
    listed = " ".join(run("db restore").out.split())
    assert first.name in listed
    assert f"campaign db copy {second} ADDRESS" in listed
    proved = run(f"audit --all --db {first} --head {status['head']}")
    assert proved.code == 0, proved.out
    assert run(f"standings --db {second}").out == run("standings").out


@pytest.mark.parametrize("words", ["demo", "demo --whole"])
def test_no_demo_is_played_into_the_database_of_a_group(
    run: Run, group: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = run("db status --json").out
    monkeypatch.delenv("CAMPAIGN_DB")
    refused = run(f"{words} --db {group}")
    assert (refused.code, "holds something already" in refused.err) == (5, True), refused.err
    assert json.loads(run(f"db status --json --db {group}").out) == json.loads(before)


def test_a_backup_goes_where_it_is_told(
    run: Run, group: str, refuses: Refuses, tmp_path: Path
) -> None:
    refuses("db backup", 5, "is no file: its copy needs a place", "name a file, or a folder")
    copy = tmp_path / "copy.db"
    assert run(f"db backup {copy}").out == f"{copy}\n"
    refuses(f"db backup {copy}", 5, "exists already")
    assert run(f"status --db {copy}").out == run("status").out


def test_a_backup_goes_back_into_an_empty_database(
    run: Run, group: str, server: str, refuses: Refuses, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.db"
    assert run(f"db backup {copy}").code == 0
    refuses(f"db restore {copy} --replace", 5, "is not a file", f"campaign db copy {copy} ADDRESS")
    name = f"back{next(NUMBERS)}"
    create(server, name)
    head = json.loads(run("db status --json").out)["head"]
    done = run(["db", "copy", str(copy), server.format(name), "--json"])
    assert json.loads(done.out)["head"] == head
    proved = run(["audit", "--all", "--head", head, "--db", server.format(name)])
    assert proved.code == 0, proved.out


def test_a_check_of_a_server_says_what_is_wrong_with_it(run: Run, group: str) -> None:
    import psycopg  # noqa: PLC0415  an extra, which is there when there is a server

    assert run("db check").code == 0
    with psycopg.connect(group.replace("+psycopg", ""), autocommit=True) as connection:
        connection.execute(b"DROP TRIGGER entry_no_update ON entry")
    found = run("db check --json")
    assert found.code == 3
    (check,) = json.loads(found.out)["audits"][0]["checks"]
    assert check["problems"] == ["entry_no_update: is missing or switched off"]
