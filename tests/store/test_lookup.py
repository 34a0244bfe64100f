"""What the shell completes from a database: names and numbers, read only, never an error."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from campaign.services import campaigns, changes, founding, sessions
from campaign.store import lookup, schema
from campaign.store.database import open_database, writing
from campaign.store.lookup import LookupPlace
from engine.my_city.campaign.entries import PlayerLeft
from tests.store.conftest import OLD
from tests.store.test_projections import BY, EXAMPLES, a_campaign

ALL = (
    lookup.campaigns,
    lookup.seats,
    lookup.players,
    lookup.episodes,
    partial(lookup.sessions, beginning=""),
    lookup.drafts,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A campaign with an episode, a session; everything is closed."""
    path = tmp_path / "campaign #1.db"
    database = open_database(path)
    schema.ensure(database)
    with writing(database) as session:
        history = a_campaign(session)
        changes.add(session, history, PlayerLeft("deer"), BY)
        text = (EXAMPLES / "eternal.toml").read_text("utf-8")
        for _ in range(11):
            sessions.keep(session, sessions.preview(text), BY)
    database.dispose()
    return path


def friday(path: Path, *, use: str) -> None:
    """A second campaign, and the one that Anna's commands mean from now on."""
    database = open_database(path)
    with writing(database) as session:
        seats = {"eagle": "Fritz", "wolf": "Gerda"}
        founding.begin(
            session,
            founding.creation("Friday", seats, pack="stand_in", uid="u2", secret="s2"),
            BY,
        )
        campaigns.use(session, use, "Anna")
    database.dispose()


def test_names_and_numbers_of_the_only_campaign(path: Path) -> None:
    place = LookupPlace(str(path), None, "Anna")
    assert lookup.campaigns(place) == ["Tuesday"]
    assert lookup.seats(place) == ["bear", "deer", "eagle", "wolf"]
    assert lookup.players(place) == ["Anna", "Ben", "Emil"]
    assert lookup.episodes(place) == ["1"]
    assert lookup.sessions(place, "") == [str(number) for number in range(1, 12)]
    assert lookup.sessions(place, "1") == ["1", "10", "11"]
    assert lookup.drafts(place) == []


def test_the_campaign_is_the_one_that_a_command_would_mean(path: Path) -> None:
    friday(path, use="Friday")
    url = f"sqlite:///{path}"
    assert lookup.players(LookupPlace(url, None, "Anna")) == ["Fritz", "Gerda"]
    assert lookup.players(LookupPlace(url, "Tuesday", "Anna")) == ["Anna", "Ben", "Emil"]
    assert lookup.players(LookupPlace(url, None, "Ben")) == []  # there are two, and he uses none
    assert lookup.players(LookupPlace(url, "Monday", "Anna")) == []


def test_nothing_is_made_and_nothing_is_raised(tmp_path: Path) -> None:
    (tmp_path / "picture.db").write_bytes(b"\x89PNG")
    (tmp_path / "empty.db").touch()
    places = (
        str(tmp_path / "missing.db"),
        str(tmp_path / "picture.db"),
        str(tmp_path / "empty.db"),
        str(tmp_path),
        ":memory:",
        "postgresql://anna@club.example/campaign",
        "~nobody-of-this-name/campaign.db",
        "a\0b",
    )
    before = sorted(tmp_path.iterdir())
    for place in places:
        assert [lookup(LookupPlace(place, None, "Anna")) for lookup in ALL] == [[]] * len(ALL)
    assert sorted(tmp_path.iterdir()) == before


def test_no_file_is_left_beside_the_database(path: Path, tmp_path: Path) -> None:
    """SQLite's log and its index stayed there."""
    (link := tmp_path / "link.db").symlink_to(path)
    before = sorted(file.name for file in tmp_path.iterdir())
    for file in (path, link):
        assert ["bear", "deer"] == lookup.seats(LookupPlace(str(file), None, "Anna"))[:2]
    assert before == sorted(file.name for file in tmp_path.iterdir())


def test_what_is_only_in_the_log_yet_is_read(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM entry").fetchone()  # while it reads, the log stays
        friday(path, use="Friday")
        assert ["Friday", "Tuesday"] == lookup.campaigns(LookupPlace(str(path), None, "Anna"))


def test_an_older_schema_gives_what_it_can(tmp_path: Path) -> None:
    program = (
        "import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(open(sys.argv[2]).read())"
    )
    subprocess.run([sys.executable, "-c", program, tmp_path / "old.db", OLD], check=True)
    place = LookupPlace(str(tmp_path / "old.db"), None, "Anna")
    assert lookup.campaigns(place) == ["Tuesday"]
    assert lookup.episodes(place) == []


def test_it_imports_nothing_heavy() -> None:
    program = "import sys, campaign.store.lookup; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert {"sqlalchemy", "sqlmodel", "pydantic", "alembic"} & set(done.stdout.split()) == set()
