"""Run commands as a user types them, in this process, on a database of their own.

`run` returns what a command prints, and its exit code. `refuses` checks that a command ends with
one clear error and writes nothing. A campaign with which several tests begin is played once, and
its file is copied.
"""

from __future__ import annotations

import io
import json
import os
import shlex
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import pytest
import sqlalchemy as sa

from campaign.cli.main import run as run_program
from campaign.services import campaigns
from campaign.services.values import History
from campaign.store import chain, journal
from campaign.store.database import open_database, reading
from tests import quick

ROOT = Path(__file__).parent.parent
CHAPTER = ROOT / "examples" / "chapter-1"
SCREENS = Path(__file__).parent / "cli" / "screens"
ETERNAL = ROOT / "examples" / "eternal.toml"
NEW = (
    "new Tuesday --pack stand_in "
    "--seat eagle=Anna --seat bear=Ben --seat deer=Chen --seat wolf=Dora"
)
SLIPS = tuple(f"--slip={seat}" for seat in ("eagle", "bear", "deer", "wolf"))
"""The options that keep a record of the examples with the names of the cities' holders."""
STICKERS = (
    "eagle tree G1",
    "deer rock F11",
    "wolf tree G1",
    "eagle well F7",
    "bear well F7",
    "deer well F7",
    "wolf well F7",
)
LATER_STICKERS = ("eagle rock F11", "bear tree G1", "deer tree G1")


class Output(NamedTuple):
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str


Run = Callable[..., Output]
Refuses = Callable[..., Output]


class Typed(io.TextIOWrapper):
    """Standard input that holds a text and is no terminal."""

    def __init__(self, text: str) -> None:
        super().__init__(io.BytesIO(text.encode()), encoding="utf-8")


def output_of(words: list[str], stdin: str, patch: pytest.MonkeyPatch) -> Output:
    """Run the program in this process, and return its output."""
    out, err = io.StringIO(), io.StringIO()
    patch.setattr("sys.stdin", Typed(stdin))
    with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as end:
        run_program(words)
    code = end.value.code
    return Output(code if isinstance(code, int) else 0, out.getvalue(), err.getvalue())


def as_a_user(patch: pytest.MonkeyPatch, db: Path) -> None:
    """Set the environment of a user at a terminal of 80 columns and 24 lines, with a quick disk."""
    quick.databases(patch)
    patch.setenv("CAMPAIGN_DB", str(db))
    patch.setenv("CAMPAIGN_AUTHOR", "Anna")
    patch.setenv("CAMPAIGN_COPIES", "off")
    patch.setenv("COLUMNS", "80")
    patch.setenv("LINES", "24")
    patch.setenv("LC_ALL", "C.UTF-8")
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "CAMPAIGN_LANGUAGE"):
        patch.delenv(name, raising=False)


class Prepared(NamedTuple):
    """Databases in five states of the same campaign, to be copied and never written."""

    sealed: Path
    begun: Path
    played: Path
    settled: Path
    chapter: Path


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Prepared:
    """The campaign of the examples, kept at five points of its first chapter."""
    folder = tmp_path_factory.mktemp("prepared")
    with pytest.MonkeyPatch.context() as patch:
        as_a_user(patch, folder / "now.db")

        def does(*lines: str) -> None:
            for line in lines:
                output = output_of([*shlex.split(line), "--yes"], "", patch)
                assert output.code == 0, output.err

        def copied(name: str) -> Path:
            return Path(shutil.copy(folder / "now.db", folder / f"{name}.db"))

        does(NEW)
        sealed = copied("sealed")
        does("envelope open 1")
        begun = copied("begun")
        does(f"episode record '{CHAPTER / 'episode-1.toml'}'")
        played = copied("played")
        does(*(f"sticker place {sticker}" for sticker in STICKERS))
        settled = copied("settled")
        does(f"episode record '{CHAPTER / 'episode-2.toml'}'")
        does(*(f"sticker place {sticker}" for sticker in LATER_STICKERS))
        does(f"episode record '{CHAPTER / 'episode-3.toml'}'")
        chapter = copied("chapter")
    return Prepared(sealed, begun, played, settled, chapter)


@pytest.fixture
def db(tmp_path: Path) -> Path:
    """The path of the database, which the first command makes."""
    return tmp_path / "campaign.db"


def is_screen(name: str, shown: str) -> None:
    """Compare a screen with its file in `screens/`; WRITE_SCREENS=1 writes the file anew."""
    path = SCREENS / f"{name}.txt"
    if os.environ.get("WRITE_SCREENS"):
        path.write_text(shown, encoding="utf-8")
    assert shown == path.read_text(encoding="utf-8")


@pytest.fixture
def run(db: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command line; `stdin` is what is typed into it."""
    as_a_user(monkeypatch, db)

    def call(line: str | list[str], stdin: str = "") -> Output:
        return output_of(shlex.split(line) if isinstance(line, str) else line, stdin, monkeypatch)

    return call


@pytest.fixture
def by_alembic(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """New databases are made by migrations, as they are for a user."""
    quick.migrations(monkeypatch)


@pytest.fixture
def sealed(run: Run, prepared: Prepared, db: Path) -> Run:
    """A campaign of four before its first envelope."""
    shutil.copy(prepared.sealed, db)
    return run


@pytest.fixture
def begun(run: Run, prepared: Prepared, db: Path) -> Run:
    """A campaign of four with its first envelope open."""
    shutil.copy(prepared.begun, db)
    return run


@pytest.fixture
def played(run: Run, prepared: Prepared, db: Path) -> Run:
    """Episode 1 recorded; its stickers are owed."""
    shutil.copy(prepared.played, db)
    return run


@pytest.fixture
def settled(run: Run, prepared: Prepared, db: Path) -> Run:
    """Episode 1 recorded and every sticker placed."""
    shutil.copy(prepared.settled, db)
    return run


@pytest.fixture
def chapter(run: Run, prepared: Prepared, db: Path) -> Run:
    """The three episodes of the first chapter recorded."""
    shutil.copy(prepared.chapter, db)
    return run


@contextmanager
def opened(db: Path) -> Iterator[sa.Engine]:
    """A context in which a database is open; whatever is left open is an error of the test."""
    database = open_database(db)
    try:
        yield database
    finally:
        database.dispose()


@dataclass(frozen=True)
class Table:
    """A player's own database and key; a call runs a command line there."""

    run: Run
    patch: pytest.MonkeyPatch
    folder: Path
    author: str

    @property
    def db(self) -> Path:
        return self.folder / f"{self.author}.db"

    def __call__(self, line: str | list[str], stdin: str = "") -> Output:
        self.patch.setenv("CAMPAIGN_DB", str(self.db))
        self.patch.setenv("CAMPAIGN_AUTHOR", self.author)
        self.patch.setenv("CAMPAIGN_KEY", str(self.folder / f"{self.author}.pem"))
        return self.run(line, stdin)

    def history(self) -> History:
        """What this table has of its campaign."""
        with opened(self.db) as database, reading(database) as session:
            return campaigns.find(session, None, self.author)

    def does(self, *lines: str | list[str]) -> str:
        """Run commands, which must all work; return what the last one printed."""
        for line in lines:
            output = self(line)
            assert output.code == 0, output.err
        return output.out + output.err


@pytest.fixture
def anna(settled: Run, db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    """Anna, who has the campaign."""
    table = Table(settled, monkeypatch, tmp_path, "Anna")
    shutil.copy(db, table.db)
    return table


@pytest.fixture
def emil(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    """Emil, who takes a city over."""
    return Table(run, monkeypatch, tmp_path, "Emil")


@pytest.fixture
def bundle(anna: Table, tmp_path: Path) -> str:
    path = tmp_path / "for-emil.zip"
    anna.does(["handover", "export", "eagle", "-o", str(path)])
    return str(path)


@pytest.fixture
def refuses(run: Run, db: Path) -> Refuses:
    """Run a command that must be refused: one error with all the words, and nothing written."""

    def call(line: str | list[str], code: int, *words: str, stdin: str = "") -> Output:
        before = content(db)
        output = run(line, stdin)
        one_clear_error(output, code, *words)
        assert content(db) == before
        return output

    return call


def one_clear_error(output: Output, code: int, *words: str) -> None:
    """Check that a command printed no data and one error, as a document with --json."""
    assert output.out == ""
    if output.err.startswith("{"):
        assert json.loads(output.err)["code"] == code
    else:
        assert output.err.startswith("error: ")
        assert output.err.count("error:") == 1
    assert "Traceback" not in output.err
    for word in words:
        assert word in output.err
    assert output.code == code


def content(db: Path) -> list[str] | None:
    """Return every row of a database as text; None if there is no database."""
    if not db.exists():
        return None
    with closing(sqlite3.connect(f"{db.as_uri()}?mode=ro", uri=True)) as connection:
        try:
            return list(connection.iterdump())
        except sqlite3.DatabaseError:
            return None


def entries(db: Path) -> int:
    """Return the number of entries in the journal."""
    if not db.exists():
        return 0
    with closing(sqlite3.connect(db)) as connection:
        count = connection.execute("SELECT count(*) FROM entry").fetchone()
    return int(count[0])


def head_of(run: Run) -> str:
    """Return the head for the note in the box."""
    return run("status").out.rsplit("Head for the box: ", 1)[1].strip()


def tamper(db: Path, *statements: str) -> None:
    """Change a database without the program."""
    with closing(sqlite3.connect(db)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def seal_again(db: Path, order: str = "number") -> None:
    """Make every chain of a changed database sound again, as an attacker could.

    The entries are linked in this `order`.
    """
    guards = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name IN (?, ?)"
    with closing(sqlite3.connect(db)) as connection:
        triggers = connection.execute(guards, ["entry", "chain"]).fetchall()
        for name, _ in triggers:
            connection.execute(f"DROP TRIGGER {name}")
        entries = connection.execute(
            "SELECT entry.stream, entry.seq, kind, author, recorded_at, payload "
            f"FROM entry JOIN chain USING (stream, seq) ORDER BY {order}"
        ).fetchall()
        sealed: list[tuple[str, int, str]] = []
        ends: dict[str, str] = {}
        for stream, seq, *content in entries:
            before = ends.get(stream, "")
            ends[stream] = journal.entry_hash(before, stream, seq, *content)
            sealed.append((stream, seq, ends[stream]))
            connection.execute(
                "UPDATE entry SET previous_hash = ?, hash = ? WHERE stream = ? AND seq = ?",
                [before, ends[stream], stream, seq],
            )
        connection.execute("DELETE FROM chain")
        connection.executemany("INSERT INTO chain VALUES (?, ?, ?, ?)", chain.links(None, sealed))
        for _, sql in triggers:
            connection.execute(sql)
        connection.commit()


def mistyped(head: str) -> str:
    """Return a short head in which two neighbouring characters have changed places."""
    at = next(i for i in range(3) if head[i] != head[i + 1])
    return head[:at] + head[at + 1] + head[at] + head[at + 2 :]
