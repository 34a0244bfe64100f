"""campaign db: where the database is, its upgrade, its copies, its projections."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from campaign.store import restore
from campaign.store.errors import DatabaseFull
from campaign.store.revision import HEAD
from tests.fixtures import CHAPTER, ROOT, Refuses, Run, content, entries, tamper

OLD = ROOT / "tests" / "store" / "old"
pytestmark = pytest.mark.usefixtures("by_alembic")


def test_where_the_database_lies(run: Run, db: Path, tmp_path: Path) -> None:
    assert run("db path").out == f"{db}\n"
    assert run(f"db path --db {tmp_path / 'other.db'}").out == f"{tmp_path / 'other.db'}\n"
    assert not db.exists()


def test_to_say_where_a_database_lies_makes_no_folder(run: Run, tmp_path: Path) -> None:
    """It made the folder, and failed where it could not: in a home that can only be read."""
    elsewhere = tmp_path / "not" / "there" / "campaign.db"
    assert run(f"db path --db {elsewhere}").out == f"{elsewhere}\n"
    assert not (tmp_path / "not").exists()
    (tmp_path / "file").write_text("")
    below = tmp_path / "file" / "campaign" / "campaign.db"
    output = run(f"new Friday --seat eagle=Emil --seat bear=Ben --db {below}")
    assert (5, "name another place with --db or CAMPAIGN_DB") == (
        output.code,
        output.err.splitlines()[1].strip(),
    )


def test_the_data_folder_of_the_user(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CAMPAIGN_DB")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    path = Path(run("db path").out.strip())
    assert path.name == "campaign.db"
    assert tmp_path in path.parents
    assert not path.exists()


def test_upgrade_makes_a_database_and_then_does_nothing(run: Run, db: Path) -> None:
    assert run("db upgrade").err.startswith("The database is at schema ")
    made = content(db)
    assert made
    assert run("db upgrade").code == 0
    assert content(db) == made


def test_check(chapter: Run) -> None:
    output = chapter("db check")
    assert (output.code, output.err) == (0, "")
    assert "the file and its tables  ok" in output.out


def test_a_check_upgrades_nothing(chapter: Run, db: Path, refuses: Refuses) -> None:
    older = f"{int(HEAD) - 1:04}"
    tamper(db, f"UPDATE alembic_version SET version_num = '{older}'")
    refuses("db check", 5, f"has schema {older}, and this program needs {HEAD}", "db upgrade")


def test_status_says_how_large_it_is_and_what_was_last(chapter: Run, db: Path) -> None:
    before = json.loads(chapter("db status --json").out)
    assert before["bytes"] == db.stat().st_size
    assert before["last"] == json.loads(chapter("history --json").out)["entries"][-1]["recorded_at"]
    assert before["copied"] is None
    assert "Last copy: -" in chapter("db status").out
    copy = Path(chapter("db backup").out.strip())
    day, hour = copy.stem.split("-")[1:3]
    copied = json.loads(chapter("db status --json").out)["copied"]
    assert (
        datetime.fromisoformat(copied).astimezone(UTC).strftime("%Y%m%d-%H%M%S") == f"{day}-{hour}"
    )


def test_a_copy_is_a_whole_database(chapter: Run, db: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copies" / "copy.db"
    copy.parent.mkdir()
    assert chapter(f"db backup -o {copy}").out == f"{copy}\n"
    assert content(copy) == content(db)
    assert chapter(f"status --db {copy}").out == chapter("status").out
    assert chapter(f"audit --db {copy}").code == 0


def test_a_copy_lies_beside_the_database(chapter: Run, db: Path) -> None:
    first, second = (Path(chapter("db backup").out.strip()) for _ in range(2))
    assert first != second
    assert first.parent == second.parent
    assert db.parent in first.parents
    assert content(first) == content(second) == content(db)


def test_a_copy_overwrites_nothing(chapter: Run, refuses: Refuses, tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ben", encoding="utf-8")
    refuses(f"db backup -o {letter}", 5, str(letter))
    refuses(f"db backup -o {tmp_path}", 5, str(tmp_path))
    assert letter.read_text(encoding="utf-8") == "Dear Ben"


def test_a_rebuild_of_what_is_right_changes_nothing(chapter: Run, db: Path) -> None:
    before = content(db)
    assert chapter("db rebuild --yes").code == 0
    assert content(db) == before


def test_a_rebuild_without_any_view(chapter: Run, db: Path) -> None:
    before = content(db)
    with closing(sqlite3.connect(db)) as connection:
        for table in ("result", "sticker", "progress_mark", "tenure", "envelope", "session_log"):
            connection.execute(f"DELETE FROM {table}")
        connection.commit()
    assert chapter("audit").code == 3
    assert chapter("db rebuild --yes").code == 0
    assert sorted(content(db) or ()) == sorted(before or ())


def test_a_copy_of_the_file_goes_on_where_it_was(settled: Run, db: Path, tmp_path: Path) -> None:
    moved = Path(shutil.copy(db, tmp_path / "moved.db"))
    line = ["episode", "record", str(CHAPTER / "episode-2.toml"), "--yes", "--db", str(moved)]
    assert settled(line).code == 0
    assert entries(moved) == entries(db) + 1


def test_a_copy_is_put_back_and_what_was_there_is_kept(
    settled: Run, db: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.db"
    assert settled(f"db backup -o {copy}").code == 0
    before = content(db)
    assert settled("city rename eagle Rivers").code == 0
    after = content(db)
    output = settled(f"db restore {copy}")
    assert (output.code, "Tuesday: 1 entry" in output.err) == (8, True)
    assert content(db) == after
    output = settled(f"db restore {copy} --replace --json")
    assert output.code == 0
    assert content(db) == before
    assert content(Path(json.loads(output.out)["path"])) == after
    assert settled("audit --all").code == 0
    assert "nothing would be lost" in settled(f"db restore {copy} --replace").err
    assert [copy] == list(tmp_path.glob("copy.db*"))
    assert settled("city rename eagle Rivers").code == 0


def test_a_copy_with_pages_of_another_size(settled: Run, tmp_path: Path) -> None:
    copy, new = tmp_path / "copy.db", tmp_path / "new.db"
    assert settled(["db", "backup", str(copy)]).code == 0
    with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        for line in ("PRAGMA journal_mode=DELETE", "PRAGMA page_size=8192", "VACUUM"):
            connection.execute(line)
    refused = settled(["db", "restore", str(copy), "--replace"])
    assert (refused.code, f"campaign db copy {copy} FILE" in refused.err) == (5, True), refused.err
    assert not list(tmp_path.glob("backups/*")), "nothing was replaced, so nothing is kept"
    assert settled(["db", "copy", str(copy), str(new)]).code == 0
    assert sorted(content(new) or ()) == sorted(content(copy) or ())


def test_a_restore_for_which_no_room_is_left_leaves_no_copy(
    settled: Run, db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each retry left one more, on a disk that is full."""

    def full(*_: object) -> None:
        raise DatabaseFull("the disk is full")

    assert settled(f"db backup -o {tmp_path / 'copy.db'}").code == 0
    before = content(db)
    monkeypatch.setattr(restore, "copy_pages", full)
    output = settled(f"db restore {tmp_path / 'copy.db'} --replace")
    assert (5, True) == (output.code, "error: the disk is full\n" in output.err)
    assert (before, []) == (content(db), list(db.parent.glob("backups/*")))


@pytest.mark.parametrize("older", sorted(OLD.glob("*.sql")), ids=lambda path: path.stem)
def test_the_copy_of_an_older_schema_is_listed_with_what_it_holds(
    begun: Run, db: Path, older: Path
) -> None:
    (folder := db.with_name("backups")).mkdir(exist_ok=True)
    copy = folder / f"{db.stem}-20260101-000000-000000.db"
    with closing(sqlite3.connect(copy)) as connection:
        connection.executescript(older.read_text(encoding="utf-8"))
        (last,) = connection.execute("SELECT max(recorded_at) FROM entry").fetchone()
    listed = json.loads(begun("db restore --json").out)["copies"]
    assert last in [one["last"] for one in listed if one["path"] == str(copy)]


def test_a_database_is_no_bundle(settled: Run, refuses: Refuses, db: Path) -> None:
    refuses(["audit", "--file", str(db)], 7, "is a database, not a bundle", "campaign audit --all")
    assert settled(["audit", "--all", "--db", str(db)]).code == 0


def zeroed(db: Path) -> None:
    db.write_bytes(bytes(db.stat().st_size))


def torn(db: Path) -> None:
    with open(db, "r+b") as file:
        for page in range(3, db.stat().st_size // 4096):
            file.seek(page * 4096)
            file.write(b"\xff" * 512)


def with_a_view(db: Path) -> None:
    with closing(sqlite3.connect(db)) as connection:
        connection.executescript("DROP TABLE result; CREATE VIEW result AS SELECT 1")


def emptied(db: Path) -> None:
    db.write_bytes(b"")


def with_a_hash_that_is_no_text(db: Path) -> None:
    tamper(
        db,
        "DROP TRIGGER entry_no_update",
        "UPDATE entry SET hash = CAST(x'ff' AS TEXT) WHERE seq = 1",
    )


def with_a_name_that_is_no_text(db: Path) -> None:
    tamper(db, "UPDATE campaign SET name = CAST(x'ff' AS TEXT)")


def without_its_entries(db: Path) -> None:
    with closing(sqlite3.connect(db)) as connection:
        connection.executescript("ALTER TABLE entry RENAME TO entrx")


def without_its_origins(db: Path) -> None:
    tamper(db, "DROP TABLE origin")


def of_a_schema_that_it_has_not(db: Path) -> None:
    """Of 0011, which has no column `place`."""
    tamper(db, "UPDATE alembic_version SET version_num = '0011'")


def without_an_upgrade(db: Path) -> None:
    """The database of an earlier release in which a row points to no other."""
    db.unlink()
    with closing(sqlite3.connect(db)) as connection:
        connection.executescript((OLD / "0004.sql").read_text(encoding="utf-8"))
        connection.executescript("UPDATE sticker SET stream = 'campaign/9'")


@pytest.mark.parametrize(
    "damaging",
    [
        zeroed,
        torn,
        with_a_view,
        emptied,
        with_a_hash_that_is_no_text,
        with_a_name_that_is_no_text,
        without_its_entries,
        without_its_origins,
        of_a_schema_that_it_has_not,
        without_an_upgrade,
        Path.unlink,
    ],
)
def test_a_copy_takes_the_place_of_a_damaged_database(
    settled: Run, db: Path, damaging: Callable[[Path], None]
) -> None:
    """The errors name a command, which lists the copies and puts one back, whatever is there."""
    assert settled("db backup").code == 0
    before = content(db)
    damaging(db)
    refused = settled("status")
    assert (refused.code, "restore" in refused.err) == (5, True), refused.err
    damaged = db.read_bytes() if db.exists() else None
    (copy,) = json.loads(settled("db restore --json").out)["copies"]
    line = ["db", "restore", copy["path"]]
    if damaged is not None:
        assert settled(line).code == 8
        assert settled([*line, "--dry-run"]).code == 0
        assert db.read_bytes() == damaged
    output = settled([*line, "--replace"])
    assert (output.code, "Restored" in output.err) == (0, True), output.err
    assert content(db) == before
    kept = [path.read_bytes() for path in db.parent.glob(f"{db.stem}-damaged-*{db.suffix}")]
    assert kept == ([] if damaged is None else [damaged])
    assert settled("audit --all").code == 0


@pytest.mark.skipif(os.name == "nt", reason="files there have other permissions")
def test_a_copy_has_the_permissions_of_the_file_in_whose_place_it_is(
    settled: Run, db: Path, tmp_path: Path
) -> None:
    """Others who play with this file can go on."""
    assert settled(f"db backup {(copy := tmp_path / 'copy.db')}").code == 0
    db.chmod(0o660)
    zeroed(db)
    assert settled(f"db restore {copy} --replace").code == 0
    assert db.stat().st_mode & 0o777 == 0o660


@pytest.mark.parametrize("damaging", [zeroed, Path.unlink])
def test_a_copy_takes_the_place_of_the_file_to_which_a_link_leads(
    settled: Run, db: Path, tmp_path: Path, damaging: Callable[[Path], None]
) -> None:
    """As on a file server, where others have a link of their own."""
    copy, real = tmp_path / "copy.db", tmp_path / "server" / "club.db"
    assert settled(f"db backup {copy}").code == 0
    before = content(db)
    real.parent.mkdir()
    db.rename(real)
    db.symlink_to(real)
    damaging(real)
    assert settled("status").code == 5
    output = settled(f"db restore {copy} --replace")
    assert (output.code, "Restored" in output.err) == (0, True), output.err
    assert (db.is_symlink(), content(real)) == (True, before)
    assert not list(tmp_path.glob("*-damaged-*"))


def test_a_log_without_its_database_does_not_get_into_a_copy(
    settled: Run, refuses: Refuses, db: Path, tmp_path: Path
) -> None:
    """A killed program leaves its log, and the database is moved away without it."""
    copy, log = tmp_path / "copy.db", db.with_name(f"{db.name}-wal")
    assert settled(f"db backup {copy}").code == 0
    before = content(db)
    with closing(sqlite3.connect(db)) as writer:
        writer.execute("PRAGMA wal_autocheckpoint=0")
        writer.execute("CREATE TABLE holiday (day TEXT)")
        writer.commit()
        left = log.read_bytes()
    log.write_bytes(left)
    db.rename(tmp_path / "moved.db")
    assert log.stat().st_size > 0
    refuses(f"db backup {db} --db {copy}", 5, f"{log} exists already")
    output = settled(f"db restore {copy}")
    assert (output.code, "Restored" in output.err) == (0, True), output.err
    assert content(db) == before
    assert settled("db check").code == 0
    (kept,) = db.parent.glob(f"{db.stem}-damaged-*{log.name.removeprefix(db.stem)}")
    assert kept.read_bytes() == left


def test_a_damaged_database_stays_if_no_copy_can_take_its_place(
    settled: Run, db: Path, tmp_path: Path
) -> None:
    torn(Path(shutil.copy(db, copy := tmp_path / "copy.db")))
    zeroed(db)
    damaged = db.read_bytes()
    assert settled(f"db restore {copy} --replace").code == 5
    assert db.read_bytes() == damaged
    assert not list(db.parent.glob("*-damaged-*"))


def test_no_database_of_another_program_is_moved_away(
    settled: Run, refuses: Refuses, db: Path, tmp_path: Path
) -> None:
    assert settled(f"db backup -o {tmp_path / 'copy.db'}").code == 0
    db.unlink()
    with closing(sqlite3.connect(db)) as connection:
        connection.execute("CREATE TABLE holiday (day TEXT)")
    refuses(f"db restore {tmp_path / 'copy.db'} --replace", 5, "of another program")
    assert db.exists()


@pytest.mark.parametrize("is_damaged", [False, True])
def test_what_cannot_be_put_back(
    settled: Run, refuses: Refuses, db: Path, tmp_path: Path, is_damaged: bool
) -> None:
    """Neither in the place of a damaged database: what stood there then could not be replaced."""
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ben", encoding="utf-8")
    refuses(f"db restore {letter} --replace", 5, "letter.txt")
    refuses(f"db restore {tmp_path / 'none.db'} --replace", 5, "there is no database at")
    newer = tmp_path / "newer.db"
    assert settled(f"db backup -o {newer}").code == 0
    if is_damaged:
        zeroed(db)
    tamper(newer, "UPDATE alembic_version SET version_num = '0099'")
    refuses(f"db restore {newer} --replace", 6, "was written by a newer program")
    other = tmp_path / "other.db"
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE holiday (day TEXT)")
    refuses(f"db restore {other} --replace", 5, "another program")
    (empty := tmp_path / "empty.db").touch()
    refuses(f"db restore {empty} --replace", 5, "is no copy: it is empty")
    assert not list(db.parent.glob("*-damaged-*"))


def test_an_evening_is_copied_and_found_again(
    settled: Run, db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CAMPAIGN_COPIES", "")
    assert "There is no copy yet" in settled("db restore").out
    first = settled(f"session record '{ROOT / 'examples' / 'machi-koro.toml'}' --yes")
    assert "From now on the database is copied after each evening" in " ".join(first.err.split())
    kept = content(db)
    second = settled(f"episode record '{CHAPTER / 'episode-2.toml'}' --yes")
    assert second.code == 0
    assert "From now on" not in second.err, "told of once"
    newest, older = json.loads(settled("db restore --json").out)["copies"]
    assert [one["episode"] for one in newest["campaigns"]] == [2]
    assert [one["episode"] for one in older["campaigns"]] == [1]
    assert (newest["sessions"], older["sessions"]) == (1, 1)
    assert "Tuesday: episode 2, 1 session" in settled("db restore").out
    assert settled(["db", "restore", older["path"], "--replace"]).code == 0
    assert content(db) == kept
    monkeypatch.setenv("CAMPAIGN_COPIES", str(tmp_path / "stick"))
    assert settled(f"session record '{ROOT / 'examples' / 'quadropolis.toml'}' --yes").code == 0
    assert len(list((tmp_path / "stick").iterdir())) == 1


def test_a_copy_is_put_back_where_it_is_from(settled: Run, db: Path, tmp_path: Path) -> None:
    """What is typed as it is shown never replaces another database than the one that is named."""
    other = Path(shutil.copy(db, tmp_path / "other.db"))
    assert "after each evening" not in settled("db restore").out, "copies are switched off"
    assert settled(f"db backup --db {other}").code == 0
    kept = content(other)
    assert settled(f"city rename eagle Rivers --db {other}").code == 0
    shown = settled(f"db restore --db {other}").out.split("Put one back:")[1].split()
    assert shown.pop(0) == "campaign"
    before = content(db)
    assert settled([*shown, "--replace"]).code == 0
    assert (content(other), content(db)) == (kept, before)


@pytest.mark.parametrize("folder", ["/dev/null", "~no-such-user/copies", "backups"])
def test_an_evening_is_kept_where_no_copy_can_be_made(
    settled: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CAMPAIGN_COPIES", folder)
    output = settled(f"session record '{ROOT / 'examples' / 'machi-koro.toml'}' --yes")
    assert output.code == 0
    assert "The evening is kept, but no copy was made:" in output.err
    assert not (tmp_path / folder).is_dir()


@pytest.mark.parametrize("call", ["iterdir", "unlink"])
def test_an_evening_is_copied_where_no_older_copy_can_be_removed(
    settled: Run, db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    folder = tmp_path / "stick"
    folder.mkdir()
    for day in range(10, 30):
        (folder / f"{db.stem}-200601{day}-200000-000000.db").touch()
    monkeypatch.setenv("CAMPAIGN_COPIES", str(folder))
    allowed = getattr(Path, call)

    def refuse(path: Path, *words: object, **more: object) -> object:
        if path == folder or path.name.startswith(f"{db.stem}-2006"):
            raise PermissionError(13, "Permission denied", str(path))
        return allowed(path, *words, **more)

    with monkeypatch.context() as patch:
        patch.setattr(Path, call, refuse)
        output = settled(f"session record '{ROOT / 'examples' / 'machi-koro.toml'}' --yes")
    assert (output.code, "error" in output.err) == (0, False), output.err
    assert len([*folder.iterdir()]) == 21
