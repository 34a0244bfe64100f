"""Killed at any moment: what was acknowledged is there, and the views are as derived."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from campaign.services import audit
from campaign.store import journal
from campaign.store.database import open_database, reading

ROOT = Path(__file__).parent.parent.parent
RECORD = """
import sys
from datetime import UTC, datetime
from campaign.services import sessions
from campaign.services.campaigns import By
from campaign.store import schema
from campaign.store.database import open_database, writing
text = open(sys.argv[2], encoding="utf-8").read()
database = open_database(sys.argv[1])
schema.ensure(database)
while True:
    with writing(database) as session:
        kept = sessions.keep(session, text, by=By("Anna", datetime.now(UTC)))
    print(kept.number, flush=True)
"""
KILLS = 40


@pytest.mark.parametrize("seed", [1])
def test_nothing_acknowledged_is_lost(tmp_path: Path, seed: int) -> None:
    path, chance = tmp_path / "c.db", random.Random(seed)
    program = [sys.executable, "-c", RECORD, str(path), str(ROOT / "examples" / "eternal.toml")]
    acknowledged = 0
    for _ in range(KILLS):
        with subprocess.Popen(program, cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout is not None
            child.stdout.readline()  # the first is kept: now at any moment
            time.sleep(chance.uniform(0, 0.02))
            child.send_signal(signal.SIGKILL)
            said = child.stdout.read().split()
        acknowledged += 1 + sum(word.isdigit() for word in said)
    database = open_database(path)
    with reading(database) as session:
        kept = len(journal.streams(session, "session"))
        found = audit.audit_sessions(session)
    database.dispose()
    assert acknowledged <= kept <= acknowledged + KILLS  # one each may be kept, not yet said
    assert found.ok
