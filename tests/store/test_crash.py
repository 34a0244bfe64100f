"""Killed at any moment, in whatever it does: what was acknowledged is there, all is sound."""

from __future__ import annotations

import random
import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest
import sqlalchemy as sa

from campaign.services import campaigns, changes, folding, sessions, sync
from campaign.services.audit import database as whole
from campaign.services.audit import run
from campaign.services.audit import sessions as audit
from campaign.services.handover import histories, packing
from campaign.services.values import Author
from campaign.store import journal, schema
from campaign.store.database import open_database, reading, writing
from engine.my_city.campaign.entries import CityNamed
from tests.processes import Send, Worker
from tests.soak import count
from tests.store import works
from tests.store.conftest import NOW, OLD
from tests.store.test_projections import a_campaign

ROOT = Path(__file__).parent.parent.parent
KILLS = count(1, 200, ci=4)
TIMES = count(3, 500, ci=5)
"""How often each of eight processes records."""


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
            kept = changes.add(session, kept, CityNamed("bear", f"n{number}"), Author("Anna", NOW))
            data = packing.pack(session, kept, ("bear",), "Dear Emil\n", Author("Anna", NOW))
            (folder / f"bundle-{number:02}.zip").write_bytes(data)
    source.dispose()
    return empty(folder)


def with_a_beginning(folder: Path) -> Table:
    """The same histories, and a database that has sessions and the shortest of them."""
    table = with_bundles(folder)
    database = open_database(folder / "begun.db")
    schema.ensure(database)
    first, *_ = sorted(folder.glob("bundle-*.zip"))
    with writing(database) as session:
        for _ in range(3):
            sessions.keep(session, sessions.preview(table.file.read_text("utf-8")), works.by())
        handed = packing.unpack(first.read_bytes())
        compared = histories.compare(session, handed, folding.campaign_of(handed.entries))
        histories.take(session, handed, compared, works.by())
    database.dispose()
    return table


def old(folder: Path) -> Table:
    """A database of an older schema, with a campaign and sessions in it."""
    with closing(sqlite3.connect(folder / "old.db")) as connection:
        connection.executescript(OLD.read_text(encoding="utf-8"))
    return empty(folder)


Work = Callable[[Send, Path, Path], None]
BEGINS: dict[Work, Callable[[Path], Table]] = {
    works.recording: empty,
    works.amending: played,
    works.importing: with_bundles,
    works.catching_up: with_a_beginning,
    works.meeting: with_a_beginning,
    works.carrying_over: with_a_beginning,
    works.restoring: empty,
    works.upgrading: old,
    works.backing_up: played,
}


def again(work: Work, table: Table) -> None:
    """Works that come to an end, or count from 1, begin anew each time."""
    if work not in (works.recording, works.amending, works.backing_up):
        for name in ("c.db", "c.db-wal", "c.db-shm"):
            table.path.with_name(name).unlink(missing_ok=True)
    if work == works.upgrading:
        shutil.copy(table.path.with_name("old.db"), table.path)
    if BEGINS[work] is with_a_beginning:
        shutil.copy(table.path.with_name("begun.db"), table.path)
    shutil.rmtree(table.path.with_name("shared"), ignore_errors=True)


@pytest.fixture(autouse=True)
def _own_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAMPAIGN_KEY", str(tmp_path / "key.pem"))


@pytest.mark.parametrize("work", BEGINS, ids=lambda work: work.__name__)
def test_killed_at_any_moment(tmp_path: Path, work: Work) -> None:
    """A pause chooses the moment; what has to hold afterwards, holds at every moment."""
    table, chance = BEGINS[work](tmp_path), random.Random(1)
    longest = time_to_do_one(work, table)
    for _ in range(KILLS):
        again(work, table)
        worker = Worker(work, *table)
        acknowledged = [worker.receive() for _ in range(chance.randrange(1, 5))]
        time.sleep(longest * chance.random())
        acknowledged += worker.kill()
        most = max(number or 0 for number in acknowledged)
        if table.path.exists() and (most or is_made(table.path)):
            sound(table.path, most)
        if work is works.meeting and most:
            shared(table.path.with_name("shared"), most)
    for copy in (tmp_path / "backups").glob("*.db"):
        sound(copy, 0)


def is_made(path: Path) -> bool:
    """Whether a database has its tables: its making may have been killed."""
    database = open_database(path, create=False)
    try:
        return schema.read_revision(database) is not None
    finally:
        database.dispose()


def time_to_do_one(work: Work, table: Table) -> float:
    """Seconds from the beginning of the work until the first thing is done."""
    again(work, table)
    worker = Worker(work, *table)
    worker.receive()
    began = time.monotonic()
    assert worker.receive() is not None
    spent = time.monotonic() - began
    worker.kill()
    return spent


def sound(path: Path, acknowledged: int) -> None:
    """The database is whole, and what was acknowledged is in it."""
    database = open_database(path, create=False)
    try:
        schema.ensure(database)
        assert whole.audit_file(database).problems == ()
        with reading(database) as session:
            assert whole.audit_chain(session).problems == ()
            assert all(check.ok for check in audit.audit_sessions(session).checks)
            kept = len(journal.streams(session, sessions.FAMILY))
            for stream in journal.streams(session, campaigns.FAMILY):
                assert run.audit_campaign(session, stream).ok
                kept = max(kept, len(journal.read(session, stream)))
        assert kept >= acknowledged
    finally:
        database.dispose()


def shared(folder: Path, acknowledged: int) -> None:
    """The file in the shared folder is whole, and has what was acknowledged."""
    others = {f"{sync.BEGINS}of-another.zip"}
    (own,) = (path for path in folder.glob("campaign-*.zip") if path.name not in others)
    handed = packing.unpack(own.read_bytes())
    report, _ = histories.audit(handed)
    assert report.ok
    assert len(handed.entries) >= acknowledged


def test_eight_processes_record_into_one_database(database: sa.Engine) -> None:
    url = database.url.render_as_string(hide_password=False)
    example = ROOT / "examples" / "eternal.toml"
    workers = [
        Worker(works.recording_among_others, url, example, f"writer {number}", TIMES)
        for number in range(8)
    ]
    assert [worker.receive() for worker in workers] == [TIMES] * 8
    assert [worker.wait() for worker in workers] == [0] * 8
    with reading(database) as session:
        assert len(journal.streams(session, sessions.FAMILY)) == 8 * TIMES
        assert whole.audit_chain(session).ok
        assert audit.audit_sessions(session).ok
