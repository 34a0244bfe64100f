"""Texts that a terminal would obey, streams that are closed, disks that are full, two at once."""

from __future__ import annotations

import json
import os
import re
import shutil
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.cli.forging import written
from tests.fixtures import CHAPTER, ETERNAL, NEW, ROOT, Refuses, Run, Table, entries, tamper
from tests.processes import Program, Streams, ended
from tests.soak import count

RECORD = ("session", "record", str(ETERNAL))
ACTING = "\x1b]0;x\x07\x1b[2J\x9b8m\u202e\u2066\u200b\ufeff\u2028\x7f"
SEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]")
LONG = "x" * 100_000


# Texts on their way in.

NOTES = {
    "a note": ["player", "join", "wolf", "Emil", "--reason"],
    "a difference": ["confirm", "eagle", "--by", "Ben", "--differs"],
    "a name": ["city", "rename", "eagle"],
    "a player": ["player", "rename", "Anna"],
    "a new player": ["player", "join", "wolf"],
    "a reason": ["episode", "edit", "1", str(CHAPTER / "episode-1.toml"), "--yes", "--reason"],
}


@pytest.mark.parametrize("kind", NOTES)
@pytest.mark.parametrize("text", [LONG, "\x1b[2J", "a\nb", "a\u202eb", "a\x9bb", "a\u2028b"])
def test_no_text_that_a_terminal_obeys_is_kept(
    settled: Run, refuses: Refuses, kind: str, text: str
) -> None:
    assert settled("player leave wolf").code == 0
    output = refuses([*NOTES[kind], text], 6)
    assert len(output.err) < 1_000
    assert not SEEN.search(output.err.replace("\n", ""))


# Texts on their way out.


def test_no_stored_text_reaches_the_terminal_as_it_is(settled: Run, db: Path) -> None:
    settled("player leave wolf")
    settled("player join wolf Emil --reason here")
    bad = f"he{ACTING}re"
    with closing(sqlite3.connect(db)) as connection:
        payload = connection.execute("SELECT payload FROM entry ORDER BY seq DESC").fetchone()[0]
    note = written({**json.loads(payload), "note": bad}).replace("'", "''")
    tamper(
        db,
        "DROP TRIGGER entry_no_update",
        f"UPDATE entry SET author = 'A{ACTING}', payload = '{note}' "
        "WHERE seq = (SELECT max(seq) FROM entry)",
    )
    lines = ("history", "history --json", "audit", "audit report", "audit --all --json", "status")
    for line in lines:
        for color in ("", " --no-color"):
            output = settled(line + color)
            assert output.code in (0, 3), output
            assert not SEEN.search((output.out + output.err).replace("\n", "")), line
    assert json.loads(settled("history --json").out)["entries"][-1]["author"] == f"A{ACTING}"


@pytest.mark.parametrize(
    "line",
    [
        ["status", "--campaign", ACTING],
        ["status", "--db", f"{ACTING}.db"],
        ["episode", "show", ACTING],
        ["episode", "record", ACTING],
        ["handover", "take", "x", "--follow", ACTING],
        ["new", "Friday", "--seat", ACTING],
        ["new", "Friday", "--seat", f"fox={ACTING}"],
        ["city", "show", ACTING],
        ["sticker", "place", "eagle", ACTING, "A1"],
        ["episode", "replay", "1", "--moves", ACTING],
        [ACTING],
        ["status", f"--{ACTING}"],
        ["audit", "--head", ACTING],
        ["audit", "--with", ACTING],
        ["what-if", ACTING],
        ["sticker", "place", "eagle", "tree", "G1", ACTING],
        ["handover", "key", ACTING],
    ],
)
def test_no_echo_of_what_was_typed_reaches_the_terminal(settled: Run, line: list[str]) -> None:
    for more in ([], ["--debug"]):
        output = settled([*line, *more])
        assert output.code != 0
        assert not SEEN.search((output.out + output.err).replace("\n", "")), output


# Streams and disks.


def test_a_process_begins_with_closed_streams(begun: Run, db: Path) -> None:
    program = '"$0" -c "from campaign.cli.main import main; main()" status <&- >&- 2>&-'
    done = subprocess.run(["sh", "-c", program, sys.executable], cwd=ROOT, check=False)
    assert done.returncode == 0


@pytest.mark.parametrize(
    "closed", [["stdin"], ["stdout"], ["stderr"], ["stdin", "stdout", "stderr"]], ids="+".join
)
def test_closed_streams_are_no_error(begun: Run, tmp_path: Path, closed: list[str]) -> None:
    nowhere = dict.fromkeys(closed)
    done = ended(tmp_path, "status", streams=nowhere)
    assert (done.code, done.err) == (0, "")
    done = ended(tmp_path, *RECORD, "--yes", "--json", streams=nowhere)
    assert done.code == 0
    assert "unforeseen" not in done.err
    assert begun("audit --all").code == 0


def test_a_closed_input_has_no_answer(begun: Run, tmp_path: Path) -> None:
    done = ended(tmp_path, *RECORD, streams={"stdin": None})
    assert (done.code, "add --yes" in done.err) == (2, True)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
def test_what_cannot_be_shown_is_kept_and_said(begun: Run, tmp_path: Path) -> None:
    done = ended(tmp_path, *RECORD, "--yes", "--json", streams={"stdout": "/dev/full"})
    assert done.code == 1
    assert "the output cannot be written (no space left on device)" in done.err
    assert "It was done and is kept: do not give the command again." in done.err
    assert "Nothing was written." not in done.err
    assert "session 1" in begun("session show 1").out.lower()
    done = ended(tmp_path, "status", streams={"stdout": "/dev/full"})
    assert done.code == 1
    assert "It was done" not in done.err
    copy = tmp_path / "copy.db"
    done = ended(tmp_path, "db", "backup", "-o", str(copy), streams={"stdout": "/dev/full"})
    assert (done.code, copy.exists()) == (1, True)
    assert "The database is as it was." in done.err
    assert "Nothing was written." not in done.err
    assert ended(tmp_path, "status", streams={"stderr": "/dev/full"}).code == 0


def test_nothing_is_left_of_a_file_that_could_not_be_written(
    settled: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CAMPAIGN_KEY", str(tmp_path / "key.pem"))
    report, copy, bundle = (tmp_path / name for name in ("r.md", "copy.db", "b.zip"))
    assert settled("handover key").code == 0
    for words, path in (
        (("audit", "report"), report),
        (("db", "backup"), copy),
        (("handover", "export", "eagle"), bundle),
    ):
        done = ended(tmp_path, *words, "-o", str(path), longest=512)
        assert done.code != 0, done
        assert "unforeseen" not in done.err
        assert not path.exists()
    assert not list(tmp_path.glob("*.part*"))
    assert settled("status").code == 0


def test_who_holds_a_database_can_read_it_and_nobody_else(
    run: Run, db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CAMPAIGN_KEY", str(tmp_path / "key.pem"))
    before = os.umask(0o022)
    try:
        assert run(NEW).code == 0
        bundle, copy = tmp_path / "b.zip", tmp_path / "copy.db"
        assert run(["handover", "export", "eagle", "-o", str(bundle)]).code == 0
        assert run(["db", "backup", "-o", str(copy)]).code == 0
        assert run("db backup").code == 0
    finally:
        os.umask(before)
    files = [db, bundle, copy, *(tmp_path / "backups").iterdir()]
    assert {0o600} == {stat.S_IMODE(path.stat().st_mode) for path in files}


# Two at once, and twice.


def test_a_key_is_made_where_the_disk_has_no_hard_links(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    monkeypatch.setenv("CAMPAIGN_KEY", str(key := tmp_path / "key.pem"))
    made = run("handover key")
    assert made.code == 0, made.err
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert run("handover key").out == made.out


def test_eight_first_uses_of_a_key_make_one(tmp_path: Path) -> None:
    for number in range(count(1, 30)):
        key = tmp_path / f"{number}" / "key.pem"
        outputs = [tmp_path / f"{number}-{user}" for user in range(8)]
        running = [
            Program(
                *("handover", "key"),
                streams=Streams(stdout=str(output), stderr=f"{output}-errors"),
                CAMPAIGN_KEY=str(key),
            )
            for output in outputs
        ]
        assert [0] * 8 == [program.wait() for program in running]
        assert len({output.read_text("utf-8") for output in outputs}) == 1
        assert [path.name for path in key.parent.iterdir()] == ["key.pem"]


def test_a_history_is_set_aside_once(anna: Table, emil: Table, bundle: str) -> None:
    emil.does(["handover", "take", bundle, "--yes"], "city rename bear Hills")
    anna.does("city rename eagle Rivers")
    path = str(anna.folder / "other.zip")
    anna.does(["handover", "export", "--all", "-o", path])
    for _ in range(2):
        emil.does(["handover", "take", path, "--follow", "ours", "--yes"])
    assert "1 other history, to be read: campaign list --histories" in emil.does("list")
    anna.does("city rename deer Lakes")
    longer = str(anna.folder / "longer.zip")
    anna.does(["handover", "export", "--all", "-o", longer])
    emil.does(["handover", "take", longer, "--follow", "ours", "--yes"], "audit --all")
    assert "1 other history, to be read: campaign list --histories" in emil.does("list")
    emil.does(["handover", "take", longer, "--follow", "theirs", "--yes"], "audit --all")
    assert "1 other history, to be read: campaign list --histories" in emil.does("list")
    assert "Lakes" in emil.does("city list")


def test_a_failing_upgrade_leaves_the_copies_as_they_are(
    chapter: Run, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(5):
        assert chapter("db backup").code == 0
    good = sorted((db.parent / "backups").iterdir())
    with closing(sqlite3.connect(db)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0005'")
        connection.commit()
    for _ in range(3):
        output = chapter("status")
        assert output.code != 0
    assert sorted((db.parent / "backups").iterdir()) == good


# Addresses, demo, clock.

URLS = (
    "postgres//anna:geheim@host/db",
    "postgresql:/anna:geheim@host/db",
    "postgressql://anna:geheim@host/db",
    "anna:geheim@host/db",
    "postgresql://anna:geheim@host:port/db",
    "mysql://anna:geheim@host/db",
    "postgresql://anna:gehe@im:geheim@host:port/db",
    "host=here password=geheim dbname=db",
)


@pytest.mark.parametrize("url", URLS)
def test_a_mistyped_address_never_shows_its_password(run: Run, tmp_path: Path, url: str) -> None:
    for line in ("status", NEW, "db path"):
        output = run([*line.split(), "--db", url])
        assert output.code != 0
        assert "geheim" not in output.out + output.err
    assert not list(tmp_path.glob("*geheim*"))


def test_a_demo_is_kept_where_it_is_told(run: Run, tmp_path: Path) -> None:
    kept = tmp_path / "kept.db"
    assert run(["demo", "--db", str(kept)]).code == 0
    assert "The Tuesday Group" in run(["status", "--db", str(kept)]).out
    count = entries(kept)
    output = run(["demo", "--db", str(kept)])
    assert (output.code, "file exists" in output.err) == (7, True)
    assert entries(kept) == count


def test_a_clock_in_the_first_year(
    anna: Table, emil: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("campaign.store.clock.now", lambda: datetime(1, 1, 1, tzinfo=UTC))
        anna.does("city rename eagle Rivers", "history", "status")
        path = str(tmp_path / "early.zip")
        anna.does(["handover", "export", "--all", "-o", path])
    emil.does(["audit", "--file", path], ["handover", "take", path, "--yes"], "history")


def test_a_full_disk_is_read_and_not_written(
    settled: Run, refuses: Refuses, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(db.parent)._replace(free=4096)
    monkeypatch.setattr("campaign.store.database.shutil.disk_usage", lambda _: usage)
    before = sorted(db.parent.iterdir())
    for line in ("status", "history", "city show eagle", "audit"):
        assert settled(line).code == 0
    assert sorted(db.parent.iterdir()) == before
    refuses("city rename eagle Rivers", 5, "the disk is full", "make room")
