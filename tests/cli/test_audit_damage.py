"""campaign audit on damaged files: random bytes are changed, and nothing that changes is missed."""

from __future__ import annotations

import json
import random
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.fixtures import ROOT, Run
from tests.soak import count

BESIDE = ("setting", "draft", "alembic_version")
"""Tables that no journal vouches for: what a user chose, what is being entered, the schema."""
ENDS = (0, 3)
"""Exit codes of an audit that was made; any other one is an error with one clear line."""

LOOKING = (
    *("status", "history --json", "standings", "city show eagle", "player show Anna", "checklist"),
    *("session list", "session show 1", "session stats machi-koro", "export json", "draft list"),
)
"""Commands that show what a database holds; one of them is tried after each audit."""


@pytest.fixture
def file(begun: Run, db: Path, tmp_path: Path) -> Path:
    """A campaign and two sessions, one of them amended, as one file without empty pages."""
    record = ROOT / "examples" / "machi-koro.toml"
    amended = tmp_path / "amended.toml"
    amended.write_text(record.read_text("utf-8").replace('"Anna"', '"Emil"'), "utf-8")
    for words in (
        ["session", "record", str(record)],
        ["session", "record", str(ROOT / "examples" / "eternal.toml")],
        ["session", "edit", "1", str(amended), "--reason", "another player"],
        ["city", "rename", "eagle", "Ulm"],
    ):
        output = begun([*words, "--yes"])
        assert output.code == 0, output.err
    with closing(sqlite3.connect(db)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
        connection.execute("VACUUM")
    return Path(shutil.copy(db, tmp_path / "sound.db"))


def content(path: Path) -> dict[str, list[tuple[object, ...]]] | None:
    """What a database holds, table by table; None where it cannot be read."""
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
        try:
            tables = connection.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
            ).fetchall()
            return {
                name: sorted(connection.execute(f'SELECT * FROM "{name}"').fetchall(), key=repr)
                for (name,) in tables
                if name not in BESIDE
            }
        except (sqlite3.Error, OverflowError, UnicodeDecodeError):
            return None


def places(data: bytes, dice: random.Random) -> Iterator[int]:
    """Places in a file: anywhere, and as often where it is not empty."""
    used = [at for at in range(0, len(data), 512) if data[at : at + 512].strip(b"\0")]
    while True:
        yield dice.randrange(len(data))
        yield dice.choice(used) + dice.randrange(512)


def test_a_changed_byte_is_found_and_stops_no_audit(run: Run, file: Path, db: Path) -> None:
    dice = random.Random(18)
    data, sound = file.read_bytes(), content(file)
    head = json.loads(run("db status --json").out)["head"]
    changed = 0
    for place in places(data, dice):
        if changed >= count(15, 2000):
            break
        other = bytearray(data)
        other[place] ^= dice.randrange(1, 256)
        for log in ("-wal", "-shm", "-journal"):
            db.with_name(db.name + log).unlink(missing_ok=True)
        db.write_bytes(other)
        same = content(db) == sound
        output = run(f"audit --all --head {head}")
        about = f"byte {place}: {data[place]} became {other[place]}: {output.err}{output.out}"
        assert "Traceback" not in output.err, about
        assert "unforeseen" not in output.err, about
        if output.code in ENDS:
            assert output.err == "", about
        else:
            assert output.err.count("error: ") == 1, about
        assert same or output.code != 0, about
        line = dice.choice(LOOKING)
        output = run(line)
        assert "unforeseen" not in output.err, (line, about, output)
        is_error = output.err.startswith(("error: ", '{"error": '))
        assert is_error == (output.code not in ENDS), (line, about, output)
        changed += not same


@pytest.mark.parametrize("column", ["result.sheet", "session_log.verdict"])
@pytest.mark.parametrize("damaged", ["", '{"lines":[["x"', "[]", "1"])
def test_a_damaged_row_that_was_derived_is_read_from_the_journal(
    run: Run, file: Path, db: Path, column: str, damaged: str
) -> None:
    """What no list can use is named by an audit, and no command ends at it."""
    sound = run("export json results").out
    table, _, name = column.partition(".")
    with closing(sqlite3.connect(db)) as connection, connection:
        connection.execute(f"UPDATE {table} SET {name} = ? WHERE {name} IS NOT NULL", [damaged])
    assert run("export json results").out == sound
    for line in LOOKING:
        output = run(line)
        assert "unforeseen" not in output.err, (line, output.err)
    assert run("audit --all").code == 3


def test_a_name_that_is_damaged_in_one_place_is_named(run: Run, file: Path, db: Path) -> None:
    """In a row, or in the index of its table, which then says something else than the row."""
    data = file.read_bytes()
    places = [found.start() for found in re.finditer(rb"session/1", data)]
    assert len(places) > 10
    for place in places:
        for log in ("-wal", "-shm", "-journal"):
            db.with_name(db.name + log).unlink(missing_ok=True)
        db.write_bytes(data[:place] + b"sess)on/1" + data[place + 9 :])
        assert run("audit --all").code != 0
        for line in ("export json", "session list", "session stats machi-koro"):
            output = run(line)
            assert "unforeseen" not in output.err, (place, line, output.err)
