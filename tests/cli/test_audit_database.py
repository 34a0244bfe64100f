"""campaign audit over the whole database: what is gone or rewritten outside the named campaign."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.fixtures import ETERNAL, ROOT, Run, head_of, seal_again, tamper

MACHI_KORO = ROOT / "examples" / "machi-koro.toml"
UNGUARDED = [
    f"DROP TRIGGER {table}_{guard}"
    for table in ("entry", "chain")
    for guard in ("no_update", "no_delete", "follows")
]
OF_SESSION = [
    f"DELETE FROM {table} WHERE stream = 'session/1'"
    for table in ("result", "session_log", "entry")
]
OF_CAMPAIGN = [
    f"DELETE FROM {table} WHERE stream = 'campaign/1'"
    for table in ("tenure", "sticker", "progress_mark", "envelope", "result", "session_log")
] + [f"DELETE FROM {table} WHERE stream = 'campaign/1'" for table in ("city", "campaign", "entry")]
REWRITTEN = [
    "UPDATE entry SET payload = replace(payload, 'Anna', 'Emil') WHERE stream = 'session/1'",
]


@pytest.fixture
def full(chapter: Run) -> Run:
    """A campaign and two sessions outside it."""
    for file in (ETERNAL, MACHI_KORO):
        assert chapter(["session", "record", str(file), "--yes"]).code == 0
    return chapter


def head_of_database(run: Run) -> str:
    head = json.loads(run("db status --json").out)["head"]
    assert isinstance(head, str)
    return head


def without_schema(out: str) -> str:
    """An audit without the line on the guards that the test has taken away."""
    return "\n".join(line for line in out.splitlines() if "file and schema" not in line)


def test_the_head_of_the_database_is_shown_and_is_part_of_what_it_becomes(full: Run) -> None:
    noted = head_of_database(full)
    for line in ("list", "session list"):
        assert f"Head of the whole database: {noted}" in full(line).out
    assert full("city rename eagle Ulm").code == 0
    output = full(["session", "record", str(MACHI_KORO), "--doubles"])
    now = head_of_database(full)
    assert f"Head of the whole database: {now}" in output.err
    output = full(f"audit --all --head {noted}")
    words = f"19 entries, head {now}, continues the head {noted} after 17 entries"
    assert (output.code, words in " ".join(output.out.replace("0.0 s", "").split())) == (0, True)


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (OF_SESSION, "link 16 (entry 1 of session/1): the entry is missing"),
        (OF_CAMPAIGN, "link 1 (entry 1 of campaign/1): the entry is missing"),
        (
            ["UPDATE entry SET hash = 'zz' WHERE stream = 'session/1'"],
            "link 16 (entry 1 of session/1): the entry is not the one that was appended",
        ),
        (["UPDATE chain SET number = 99 WHERE number = 17"], "link 99 (entry 1 of session/2)"),
        (["DELETE FROM chain WHERE number = 17"], "entry 1 of session/2: is not in the chain"),
        (
            ["UPDATE entry SET stream = 'caipaign/1' WHERE stream = 'session/2'"],
            "stream caipaign/1: this program writes no such stream",
        ),
    ],
)
def test_what_is_gone_elsewhere_is_named_in_every_audit(
    full: Run, db: Path, change: Iterable[str], named: str
) -> None:
    full("new Friday --seat eagle=Emil --seat bear=Fay")
    full("campaign use Friday")
    tamper(db, *UNGUARDED, *change)
    for line in ("audit --campaign Friday", "audit --all"):
        output = full(line)
        assert output.code == 3
        assert named in " ".join(output.out.split())


@pytest.mark.parametrize(
    ("change", "order"),
    [
        (OF_SESSION, "number"),
        (OF_CAMPAIGN, "number"),
        (REWRITTEN, "number"),
        ([], "stream DESC, seq"),
    ],
    ids=["session deleted", "campaign deleted", "session rewritten", "order changed"],
)
def test_what_was_made_sound_again_is_found_by_the_head(
    full: Run, db: Path, change: Iterable[str], order: str
) -> None:
    noted = head_of_database(full)
    tamper(db, *UNGUARDED, *change)
    seal_again(db, order)
    assert full("db rebuild --yes").code == 0
    assert without_schema(full("audit --all --verbose").out).count("FAILED") == 0
    output = full(f"audit --all --head {noted}")
    assert output.code == 3
    assert f"nothing in this database has the head {noted}" in output.out


def test_a_replaced_database_is_found_by_the_head(full: Run, db: Path, tmp_path: Path) -> None:
    assert full(["db", "backup", "-o", str(tmp_path / "older.db")]).code == 0
    assert full("city rename eagle Ulm").code == 0
    noted = head_of_database(full)
    db.write_bytes((tmp_path / "older.db").read_bytes())
    for log in ("-wal", "-shm"):
        db.with_name(db.name + log).unlink(missing_ok=True)
    assert full(f"audit --all --head {noted}").code == 3
    assert full("audit --all").code == 0


def test_heads_of_a_campaign_and_of_the_database_are_not_mixed_up(full: Run) -> None:
    of_campaign, of_database = head_of(full), head_of_database(full)
    output = full(f"audit --head {of_database}")
    assert output.code == 3
    words = f"a head of the whole database: campaign audit --all --head {of_database}"
    assert words in " ".join(output.out.split())
    assert "db restore" not in output.out
    output = full(f"audit --all --head {of_campaign}")
    assert output.code == 3
    assert (
        f"{of_campaign} is not a head of the whole database; it is the head of entry 15"
        in " ".join(output.out.split())
    )
    assert f"-> campaign audit --head {of_campaign} --campaign " in output.out
    assert "is gone, was moved" not in output.out, "nothing is"
    assert "db restore" not in output.out
    of_session = json.loads(full("session show 1 --json").out)["head"]
    output = full(f"audit --all --head {of_session}")
    assert "it is the head of entry 1 of session/1" in " ".join(output.out.split())
    assert "db restore" not in output.out
    output = full("audit --all --head 0000-0000")
    assert "is it the head of another database? if it is not: campaign db restore" in output.out


def test_rows_without_a_journal_are_named_in_every_audit(full: Run, db: Path) -> None:
    tamper(
        db,
        "INSERT INTO session_log SELECT 'session/9', 0, game, edition, played, recorded_at, "
        "verdict, as_played, entry, 9, digest, simulated, place FROM session_log "
        "WHERE stream = 'session/1'",
    )
    output = full("audit")
    assert output.code == 3
    assert "session_log row session/9 belongs to no entry" in output.out


def test_a_lost_secret_of_the_seals_is_restored(full: Run, db: Path, tmp_path: Path) -> None:
    """Every closed envelope fails then, and the release of the program is not to blame."""
    copy = tmp_path / "copy.db"
    assert full(["db", "backup", str(copy)]).code == 0
    tamper(db, "DELETE FROM setting WHERE key = 'secret of the seals'")
    output = full("audit --verbose")
    assert (output.code, "campaign db restore FILE" in " ".join(output.out.split())) == (3, True)
    assert full(["db", "restore", str(copy), "--replace"]).code == 0
    assert full("audit --all").code == 0
