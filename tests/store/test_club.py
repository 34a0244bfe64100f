"""A club's server: the roles of docs/club.md, and who was first where two record at once."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command

from campaign.services import campaigns, changes, sessions
from campaign.services.audit import database as whole
from campaign.services.audit import run
from campaign.services.values import By
from campaign.store import schema
from campaign.store.database import open_database, reading, writing
from campaign.store.errors import DatabaseOlder, StoreError
from campaign.store.revision import HEAD
from campaign.store.upgrade import config
from engine.kernel.errors import Refused
from engine.my_city.campaign.entries import EpisodeRecorded
from tests.store.conftest import NOW, NUMBERS, create
from tests.store.test_projections import EXAMPLES, a_campaign

PAGE = (Path(__file__).parents[2] / "docs" / "club.md").read_text("utf-8")
GRANTS = re.findall(r"(?ms)^GRANT .*?;", PAGE)


@pytest.fixture
def member(server: str) -> str:
    """The address of a club's database for somebody who only plays."""
    name = f"club{next(NUMBERS)}"
    create(server, name, like="model")
    owner = open_database(server.format(name))
    with owner.begin() as connection:
        known = "SELECT 1 FROM pg_roles WHERE rolname = 'campaign_member'"
        if not connection.exec_driver_sql(known).scalar():
            connection.exec_driver_sql("CREATE ROLE campaign_member LOGIN")
        for grant in GRANTS:
            connection.exec_driver_sql(grant)
    owner.dispose()
    return server.format(name).replace("postgres@", "campaign_member@")


def test_a_member_plays_and_cannot_touch_the_journal(member: str) -> None:
    assert len(GRANTS) == 4
    database = open_database(member)
    schema.ensure(database)
    with writing(database) as session:
        kept = a_campaign(session)
        text = (EXAMPLES / "eternal.toml").read_text("utf-8")
        sessions.keep(session, sessions.preview(text), By("Anna", NOW))
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
GRANT SELECT, INSERT ON entry TO campaign_member;
GRANT SELECT ON alembic_version TO campaign_member;
GRANT SELECT, INSERT, UPDATE, DELETE ON
    campaign, player, city, tenure, session_log, result, sticker, progress_mark, envelope, pack,
    origin, draft, setting
    TO campaign_member;
"""
"""What the page said for schema 0004."""


@pytest.fixture
def old(server: str, member: str) -> str:
    """The address of a club's database of schema 0004, for its owner."""
    name = f"club{next(NUMBERS)}"
    create(server, name)
    owner = open_database(server.format(name))
    with owner.begin() as connection:
        command.upgrade(config(connection), "0004")
        connection.exec_driver_sql(BEFORE)
    owner.dispose()
    return server.format(name)


def test_a_member_plays_on_after_an_upgrade(old: str) -> None:
    owner = open_database(old)
    assert schema.ensure(owner) is not None
    owner.dispose()
    database = open_database(old.replace("postgres@", "campaign_member@"))
    with writing(database) as session:
        history = a_campaign(session)
        assert run.audit_campaign(session, history.stream).ok
    database.dispose()


def test_before_the_upgrade_a_member_is_told_who_can_give_it(old: str) -> None:
    database = open_database(old.replace("postgres@", "campaign_member@"))
    with pytest.raises(DatabaseOlder, match=f"has schema 0004, and this program wants {HEAD}"):
        schema.ensure(database)
    database.dispose()


def test_the_loser_of_a_race_is_told_who_was_first(database: sa.Engine) -> None:
    with writing(database) as session:
        kept = a_campaign(session)
    text = (EXAMPLES / "chapter-1" / "episode-1.toml").read_text("utf-8")
    entry = EpisodeRecorded(text, "1", kept.campaign.pack.digest_of(1))
    with (
        pytest.raises(Refused, match=r"episode 1 is recorded already, by Anna at 2026-"),
        writing(database) as session,
    ):
        changes.add(session, kept, entry, By("Ben", NOW))
    with reading(database) as session:
        assert len(campaigns.read(session, kept.stream).entries) == len(kept.entries)
