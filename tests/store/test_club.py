"""A club's server: the rights of a member, and who was first where two record at once."""

from __future__ import annotations

from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command

from campaign.services import changes, folding, sessions
from campaign.services.audit import database as whole
from campaign.services.audit import run
from campaign.services.values import Author
from campaign.store import schema
from campaign.store.database import open_database, reading, writing
from campaign.store.errors import DatabaseOlder, StoreError
from campaign.store.revision import HEAD
from campaign.store.upgrade import config
from engine.kernel.errors import NotAllowed
from engine.my_city.campaign.entries import EpisodeRecorded
from tests.cli.test_photos import picture
from tests.fixtures import Run
from tests.store.conftest import NOW, NUMBERS, create, psql
from tests.store.test_projections import EXAMPLES, a_campaign


def as_member(address: str) -> str:
    """The same database for the role of its members."""
    name = address.partition("@/")[2].partition("?")[0]
    return address.replace("postgres@", f"{name}_member@")


@pytest.fixture
def member(server: str) -> str:
    """The address of a club's database for somebody who only plays."""
    name = f"club{next(NUMBERS)}"
    create(server, name, like="model")
    owner = open_database(server.format(name))
    with owner.begin() as connection:
        connection.exec_driver_sql(f"CREATE ROLE {name}_member LOGIN")
    owner.dispose()
    psql(server, name, "rights.sql")
    return as_member(server.format(name))


@pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN1", "UTF8"])
def test_a_server_of_another_encoding_keeps_every_name_that_it_has(
    run: Run, server: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, encoding: str
) -> None:
    """SQL_ASCII is what a server gets that was made where no language was set."""
    name = f"encoded{next(NUMBERS)}"
    create(server, name, like=f"template0 ENCODING '{encoding}' LOCALE 'C'")
    monkeypatch.setenv("CAMPAIGN_DB", server.format(name))
    monkeypatch.setenv("PGCLIENTENCODING", "LATIN1")
    assert run("new Börse --seat eagle=Zoë --seat bear=Ben --yes").code == 0
    assert "Zoë" in run("status").out
    output = run("city rename eagle 熊市 --yes")
    if encoding == "LATIN1":
        assert (output.code, "db copy FROM TO" in output.err) == (5, True), output.err
        other = str(tmp_path / "other.db")
        assert run(["new", "熊市", "--seat=eagle=A", "--seat=bear=B", "--db", other]).code == 0
        name = f"encoded{next(NUMBERS)}"
        create(server, name, like="template0 ENCODING 'LATIN1' LOCALE 'C'")
        output = run(["db", "copy", other, server.format(name)])
        assert (output.code, "is damaged" in output.err) == (5, False), output.err
    else:
        assert (output.code, "熊市" in run("status").out) == (0, True), output.err
    assert run("audit --all").code == 0


def test_photos_that_a_server_has_no_place_for_are_said(
    settled: Run, server: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    photo, bundle = tmp_path / "board.png", str(tmp_path / "bundle.zip")
    photo.write_bytes(picture("PNG", (8, 8)))
    assert settled(["photo", "add", str(photo)]).code == 0
    assert settled(["handover", "export", "--all", "--photos", "-o", bundle]).code == 0
    name = f"photos{next(NUMBERS)}"
    create(server, name, like="model")
    monkeypatch.setenv("CAMPAIGN_DB", server.format(name))
    output = settled(["handover", "take", bundle, "--yes"])
    assert (output.code, "not kept: 1. A server has no folder" in output.err) == (0, True)
    monkeypatch.setenv("CAMPAIGN_PHOTOS", str(tmp_path / "photos"))
    assert "Photos that came with it: 1" in settled(["handover", "take", bundle, "--yes"]).err


def test_a_member_plays_and_cannot_touch_the_journal(member: str) -> None:
    database = open_database(member)
    schema.ensure(database)
    with writing(database) as session:
        kept = a_campaign(session)
        text = (EXAMPLES / "eternal.toml").read_text("utf-8")
        sessions.keep(session, sessions.preview(text), Author("Anna", NOW))
    for change in (
        "UPDATE entry SET author = 'Ben'",
        "DELETE FROM entry",
        "TRUNCATE entry",
        "DROP TABLE entry",
        "ALTER TABLE entry DISABLE TRIGGER ALL",
        "DROP TRIGGER entry_no_update ON entry",
    ):
        with pytest.raises(StoreError, match="may not"), writing(database) as session:
            session.connection().exec_driver_sql(change)
    with reading(database) as session:
        assert run.audit_campaign(session, kept.stream).ok
    assert whole.audit_file(database).ok
    database.dispose()


BEFORE = """
CREATE ROLE {role} LOGIN;
GRANT SELECT, INSERT ON entry TO {role};
GRANT SELECT ON alembic_version TO {role};
GRANT SELECT, INSERT, UPDATE, DELETE ON
    campaign, player, city, tenure, session_log, result, sticker, progress_mark, envelope, pack,
    origin, draft, setting
    TO {role};
"""
"""What the page said for schema 0004."""


@pytest.fixture
def old(server: str) -> str:
    """The address of a club's database of schema 0004, for its owner."""
    name = f"club{next(NUMBERS)}"
    create(server, name)
    owner = open_database(server.format(name))
    with owner.begin() as connection:
        command.upgrade(config(connection), "0004")
        connection.exec_driver_sql(BEFORE.format(role=f"{name}_member"))
    owner.dispose()
    return server.format(name)


def test_a_member_plays_on_after_an_upgrade(old: str) -> None:
    owner = open_database(old)
    assert schema.ensure(owner) is not None
    owner.dispose()
    database = open_database(as_member(old))
    with writing(database) as session:
        history = a_campaign(session)
        assert run.audit_campaign(session, history.stream).ok
    database.dispose()


def test_the_owner_is_told_of_an_upgrade_by_whatever_command(old: str, run: Run) -> None:
    told = "The database was upgraded; an older program cannot use it any more."
    assert told in run(["list", "--db", old]).err
    assert told not in run(["list", "--db", old]).err


def test_a_new_database_was_not_upgraded(nothing: str, run: Run) -> None:
    assert "upgraded" not in run(["db", "upgrade", "--db", nothing]).err


def test_before_the_upgrade_a_member_is_told_who_can_give_it(old: str) -> None:
    database = open_database(as_member(old))
    with pytest.raises(DatabaseOlder, match=f"has schema 0004, and this program needs {HEAD}"):
        schema.ensure(database)
    database.dispose()


def test_the_loser_of_a_race_is_told_who_was_first(database: sa.Engine) -> None:
    with writing(database) as session:
        kept = a_campaign(session)
    text = (EXAMPLES / "chapter-1" / "episode-1.toml").read_text("utf-8")
    entry = EpisodeRecorded(text, "1", kept.campaign.pack.digest_of(1))
    with (
        pytest.raises(NotAllowed, match=r"episode 1 is recorded already, by Anna at 2026-"),
        writing(database) as session,
    ):
        changes.add(session, kept, entry, Author("Ben", NOW))
    with reading(database) as session:
        assert len(folding.read(session, kept.stream).entries) == len(kept.entries)
