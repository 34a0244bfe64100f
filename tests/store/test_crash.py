"""Killed at any moment, in whatever it does: what was acknowledged is there, all is sound."""

from __future__ import annotations

import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
import sqlalchemy as sa
from alembic import command

from campaign.services import campaigns, changes, sessions
from campaign.services.audit import run
from campaign.services.campaigns import By
from campaign.services.handover import histories
from campaign.store import journal, schema, upgrade
from campaign.store.database import open_database, reading, writing
from engine.my_city.campaign.entries import CityNamed
from tests.soak import count
from tests.store.conftest import NOW
from tests.store.test_projections import a_campaign

ROOT = Path(__file__).parent.parent.parent
KILLS = count(4, 200)
HEAD = """
import sys, itertools
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from campaign.services import campaigns, corrections, sessions
from campaign.services.handover import histories
from campaign.services.campaigns import By
from campaign.store import copies, journal, schema
from campaign.store.database import open_database, reading, writing
def by(): return By("Anna", datetime.now(UTC))
def say(what): print(what, flush=True)
path = Path(sys.argv[1])
database = open_database(path)
"""
DOES = {
    "recording": """
schema.ensure(database)
text = open(sys.argv[2], encoding="utf-8").read()
while True:
    with writing(database) as session:
        sessions.keep(session, sessions.preview(text), by())
    with reading(database) as session:
        say(len(journal.streams(session, "session")))
""",
    "amending": """
first = open(sys.argv[2], encoding="utf-8").read()
head = first[:first.index("moves =")]
texts = [head + "[result]\\neagle = %d\\nbear = 5\\ndeer = 1\\nwolf = 9\\n" % n for n in (3, 4)]
for text in itertools.cycle(texts):
    with writing(database) as session:
        amend = partial(corrections.amend, number=1, text=text, reason="x", as_played=False,
                        and_later=True)
        cascade = amend(campaigns.read(session, "campaign/1"))
        kept = corrections.keep(session, cascade, amend, by())
    say(len(kept.entries))
""",
    "importing": """
schema.ensure(database)
for bundle in sorted(path.parent.glob("bundle-*.zip")):
    handed = histories.unpack(bundle.read_bytes())
    with writing(database) as session:
        kept = histories.take(session, handed, by())
    say(len(kept.entries))
""",
    "upgrading": """
schema.ensure(database)
say(0)
""",
    "backing up": """
while True:
    copies.backup(database, keep=3)
    say(0)
""",
}


class Table(NamedTuple):
    """A database that is worked on, and the file that the work is done with."""

    path: Path
    file: Path


def empty(folder: Path) -> Table:
    return Table(folder / "c.db", ROOT / "examples" / "eternal.toml")


def played(folder: Path) -> Table:
    table = Table(folder / "c.db", ROOT / "examples" / "chapter-1" / "episode-1.toml")
    database = open_database(table.path)
    schema.ensure(database)
    with writing(database) as session:
        a_campaign(session)
    database.dispose()
    return table


def with_bundles(folder: Path) -> Table:
    """Histories of one campaign, each longer than the one before."""
    source = open_database(folder / "source.db")
    schema.ensure(source)
    with writing(source) as session:
        kept = a_campaign(session)
        for number in range(30):
            kept = changes.add(session, kept, CityNamed("bear", f"n{number}"), By("Anna", NOW))
            data = histories.pack(session, kept, ("bear",), "Dear Emil\n", By("Anna", NOW))
            (folder / f"bundle-{number:02}.zip").write_bytes(data)
    source.dispose()
    return empty(folder)


def old(folder: Path) -> Table:
    """A database of the first release, with a campaign in it."""
    table = played(folder)
    database = open_database(table.path)
    with database.execution_options(foreign_keys=False).begin() as connection:
        command.downgrade(upgrade.config(connection), "0002")
    database.dispose()
    shutil.copy(table.path, folder / "old.db")
    return table


BEGINS: dict[str, Callable[[Path], Table]] = {
    "recording": empty,
    "amending": played,
    "importing": with_bundles,
    "upgrading": old,
    "backing up": played,
}


def again(work: str, table: Table) -> None:
    """Works that come to an end begin anew each time."""
    if work in ("importing", "upgrading"):
        for name in ("c.db", "c.db-wal", "c.db-shm"):
            table.path.with_name(name).unlink(missing_ok=True)
    if work == "upgrading":
        shutil.copy(table.path.with_name("old.db"), table.path)


@pytest.fixture(autouse=True)
def _own_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAMPAIGN_KEY", str(tmp_path / "key.pem"))


@pytest.mark.parametrize("work", BEGINS)
def test_killed_at_any_moment(tmp_path: Path, work: str) -> None:
    table, chance = BEGINS[work](tmp_path), random.Random(1)
    program = [sys.executable, "-c", HEAD + DOES[work], str(table.path), str(table.file)]
    begins = time_to_begin(program, work, table)
    for _ in range(KILLS):
        again(work, table)
        with subprocess.Popen(program, cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
            time.sleep(begins * chance.uniform(0.7, 1.3))
            child.send_signal(signal.SIGKILL)
            assert child.stdout is not None
            said = [int(word) for word in child.stdout.read().split() if word.isdigit()]
        if table.path.exists():
            sound(table.path, max(said, default=0))
    for copy in (tmp_path / "backups").glob("*.db"):
        sound(copy, 0)


def time_to_begin(program: list[str], work: str, table: Table) -> float:
    """Seconds until the work says that something is done."""
    again(work, table)
    began = time.monotonic()
    with subprocess.Popen(program, cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stdout.readline()
        spent = time.monotonic() - began
        child.send_signal(signal.SIGKILL)
    return spent


def sound(path: Path, acknowledged: int) -> None:
    """The database is whole, and what was acknowledged is in it."""
    database = open_database(path, create=False)
    try:
        schema.ensure(database)
        assert run.audit_file(database).problems == ()
        with reading(database) as session:
            assert all(check.ok for check in run.audit_sessions(session).checks)
            kept = len(journal.streams(session, sessions.FAMILY))
            for stream in journal.streams(session, campaigns.FAMILY):
                assert run.audit_campaign(session, stream).ok
                kept = max(kept, len(journal.read(session, stream)))
        assert kept >= acknowledged
    finally:
        database.dispose()


# Many at a time.

WRITER = """
import sys, time
from datetime import UTC, datetime
from campaign.services import sessions
from campaign.services.campaigns import By
from campaign.store.database import open_database, writing
from campaign.store.errors import DatabaseBusy
database = open_database(sys.argv[1])
text = open(sys.argv[2], encoding="utf-8").read()
end, kept, refused = time.monotonic() + float(sys.argv[3]), 0, 0
while time.monotonic() < end:
    try:
        with writing(database) as session:
            sessions.keep(session, sessions.preview(text), By(sys.argv[4], datetime.now(UTC)))
        kept += 1
    except DatabaseBusy as error:
        assert "\\n" not in str(error)
        refused += 1
print(kept, refused)
"""


def test_eight_processes_record_into_one_database(database: sa.Engine) -> None:
    seconds = str(count(2, 60))
    url = database.url.render_as_string(hide_password=False)
    example = str(ROOT / "examples" / "eternal.toml")
    children = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, url, example, seconds, f"writer {number}"],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for number in range(8)
    ]
    counts = []
    for child in children:
        out, err = child.communicate(timeout=count(60, 300))
        assert err == ""
        counts.append([int(word) for word in out.split()])
    with reading(database) as session:
        kept = len(journal.streams(session, sessions.FAMILY))
        found = run.audit_sessions(session)
    assert found.ok
    assert kept == sum(each[0] for each in counts)
    assert all(each[0] for each in counts)
