"""What the processes of `test_crash` do to a database.

Each sends 0 when it runs, and after each transaction how much the database has to hold.
"""

from __future__ import annotations

import itertools
import shutil
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from uuid import uuid4

from campaign.services import changes, folding, sessions, sync
from campaign.services.corrections.amending import amend
from campaign.services.corrections.cascade import keep
from campaign.services.corrections.decisions import DRAFT, FixedDecisions
from campaign.services.handover import carrying, histories, packing
from campaign.services.handover.comparing import Relation
from campaign.services.values import Author
from campaign.store import copies, journal, restore, schema
from campaign.store.database import open_database, reading, writing
from campaign.store.errors import DatabaseBusy
from engine.my_city.campaign.entries import CityNamed
from tests.processes import Send


def by(author: str = "Anna") -> Author:
    return Author(author, datetime.now(UTC))


def recording(send: Send, path: Path, file: Path) -> None:
    """Keep the same record as one session after another, in a new database."""
    send(0)
    database = open_database(path)
    schema.ensure(database)
    text = file.read_text(encoding="utf-8")
    while True:
        with writing(database) as session:
            sessions.keep(session, sessions.preview(text), by())
        with reading(database) as session:
            send(len(journal.streams(session, sessions.FAMILY)))


def amending(send: Send, path: Path, file: Path) -> None:
    """Give episode 1 one result after another."""
    send(0)
    database = open_database(path)
    header = file.read_text(encoding="utf-8").partition("moves =")[0]
    while True:
        with writing(database) as session:
            history = folding.read(session, "campaign/1")
            points = len(history.entries) % 50  # 50 is the most that the rules allow
            text = f"{header}[result]\neagle = {points}\nbear = 5\ndeer = 1\nwolf = 9\n"
            change = partial(
                amend,
                number=1,
                text=text,
                reason="x",
                as_played=False,
                decide=FixedDecisions(DRAFT),
            )
            history = keep(session, change(history), change, by()).history
        send(len(history.entries))


def importing(send: Send, path: Path, _file: Path) -> None:
    """Take in histories of one campaign, each longer than the one before."""
    send(0)
    database = open_database(path)
    schema.ensure(database)
    for bundle in sorted(path.parent.glob("bundle-*.zip")):
        handed = packing.unpack(bundle.read_bytes())
        with writing(database) as session:
            compared = histories.compare(session, handed, folding.campaign_of(handed.entries))
            history = histories.take(session, handed, compared, by()).history
        send(len(history.entries))


def catching_up(send: Send, path: Path, file: Path) -> None:
    """Take in the same histories where the first of them and sessions are already."""
    importing(send, path, file)


def meeting(send: Send, path: Path, _file: Path) -> None:
    """Take in what comes to a shared folder, and write the own file there, again and again."""
    send(0)
    database, folder = open_database(path), path.with_name("shared")
    folder.mkdir(exist_ok=True)
    for bundle in sorted(path.parent.glob("bundle-*.zip")):
        shutil.copy(bundle, folder / f"{sync.BEGINS}of-another.zip")
        with reading(database) as session:
            (copy,) = (c for c in sync.copies_in(session, folder) if c.file.endswith("another.zip"))
        assert copy.handed is not None
        with writing(database) as session:
            campaign = folding.campaign_of(copy.handed.entries)
            compared = histories.compare(session, copy.handed, campaign)
            history = histories.take(session, copy.handed, compared, by()).history
        with writing(database) as session:
            sync.remember(session, history.campaign.uid, folder)
        with reading(database) as session:
            sync.write(session, folder, history, "Dear all\n", by())
        send(len(history.entries))


def carrying_over(send: Send, path: Path, _file: Path) -> None:
    """Go on otherwise than another copy, and carry over what that has, again and again."""
    send(0)
    database = open_database(path)
    for number, bundle in enumerate(sorted(path.parent.glob("bundle-*.zip"))):
        handed = packing.unpack(bundle.read_bytes())
        with writing(database) as session:
            here = histories.followed_history(session, handed.uid)
            assert here is not None
            here = changes.add(session, here, CityNamed("eagle", f"o{number}"), by())
        send(len(here.entries))
        with writing(database) as session:
            compared = histories.compare(session, handed, folding.campaign_of(handed.entries))
            if compared.how is not Relation.DIVERGED:
                continue
            again = partial(
                carrying.carry_over,
                theirs=compared.theirs,
                shared=compared.shared,
                whose="Anna",
                decide=FixedDecisions(DRAFT),
                choose=lambda *_: False,
            )
            plan = again(here)
            here = histories.carry_over(session, handed, compared, plan, again, by()).history
        send(len(here.entries))


def restoring(send: Send, path: Path, file: Path) -> None:
    """Keep sessions, and put a copy from before the last one in the place of the database."""
    send(0)
    database = open_database(path)
    schema.ensure(database)
    text = file.read_text(encoding="utf-8")
    for number in itertools.count(1):
        with writing(database) as session:
            sessions.keep(session, sessions.preview(text), by())
        send(number)
        copy = copies.backup(database, path.with_name(f"copy-{uuid4().hex}.db"))
        with writing(database) as session:
            sessions.keep(session, sessions.preview(text), by())
        restore.restore(database, copy, restore.losses(database, copy))
        copy.unlink()
        send(number)


def upgrading(send: Send, path: Path, _file: Path) -> None:
    """Bring an old database to the newest schema."""
    send(0)
    schema.ensure(open_database(path))
    send(0)


def backing_up(send: Send, path: Path, _file: Path) -> None:
    """Make one copy after another, and delete the older ones."""
    send(0)
    database = open_database(path)
    while True:
        copies.backup(database, keep=3)
        send(0)


def recording_among_others(send: Send, url: str, file: Path, author: str, times: int) -> None:
    """Keep a record so many times in a database into which others write, too."""
    database = open_database(url)
    text = file.read_text(encoding="utf-8")
    kept = 0
    while kept < times:
        try:
            with writing(database) as session:
                sessions.keep(session, sessions.preview(text), by(author))
        except DatabaseBusy:
            continue
        kept += 1
    database.dispose()
    send(kept)
