"""What one transaction sees, read by another process: later entries are not in it."""

from __future__ import annotations

from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlmodel import Session

from campaign.store import journal, snapshots
from campaign.store.database import open_database, reading, writing
from campaign.store.errors import StoreError
from campaign.store.place import file_of
from tests.store.conftest import Append


def streams(session: Session) -> int:
    return len(journal.numbers_of(session, "session"))


def test_all_see_the_state_that_one_transaction_sees(database: sa.Engine, append: Append) -> None:
    append("session/1")
    with reading(database) as session:
        assert 1 == streams(session)
        with snapshots.share_state(database, session) as source:
            append("session/2")
            for _ in range(2):
                with snapshots.open_source(source) as other:
                    assert 1 == streams(other)
    with reading(database) as session:
        assert 2 == streams(session)


def test_no_copy_stays(sqlite: sa.Engine) -> None:
    file = file_of(sqlite.url)
    assert file is not None
    killed = file.with_name(f".{file.name}.4194400.part")  # no process has this number
    for end in ("", "-wal", "-shm"):
        killed.with_name(killed.name + end).write_bytes(b"of a process that was killed")
    with reading(sqlite) as session, snapshots.share_state(sqlite, session) as source:
        assert source.url != str(file)
    assert not list(file.parent.glob(".*"))
    assert [file.name] == [path.name for path in file.parent.iterdir() if "-" not in path.name]


def test_what_goes_wrong_while_it_is_shared_is_no_fault_of_the_copy(sqlite: sa.Engine) -> None:
    with (
        pytest.raises(BrokenPipeError),
        reading(sqlite) as session,
        snapshots.share_state(sqlite, session),
    ):
        raise BrokenPipeError


def test_a_log_may_be_gone_in_the_next_moment(
    sqlite: sa.Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever closes a file last removes its log, also while another process is opening it."""
    file = file_of(sqlite.url)
    assert file is not None
    sqlite.dispose()
    log = file.with_name(f"{file.name}-wal")
    looks_at = Path.exists

    def exists(path: Path) -> bool:
        found = looks_at(path)
        if path == log:
            log.unlink(missing_ok=True)
        return found

    monkeypatch.setattr(Path, "exists", exists)
    log.touch()
    other = open_database(file)
    with reading(other) as session:
        assert 0 == streams(session)
    other.dispose()


def test_while_somebody_writes_others_see_what_was_before(
    database: sa.Engine, append: Append
) -> None:
    append("session/1")
    with writing(database) as session:
        source = snapshots.writer_source(database, session)
        with snapshots.open_source(source) as other:
            assert 1 == streams(other)


def test_a_database_in_memory_is_not_shared() -> None:
    memory = open_database(":memory:")
    with reading(memory) as session, pytest.raises(StoreError, match="a database in memory"):
        snapshots.share_state(memory, session).__enter__()
    memory.dispose()
