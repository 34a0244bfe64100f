"""campaign audit on which history counts: what stands beside the decisions of the database."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.test_audit_database import head_of_database
from tests.cli.test_handover_taking import EPISODE_2, follow, packed
from tests.fixtures import Refuses, Run, Table, head_of, tamper

FORGED = (
    "INSERT INTO origin (stream, sealed_as, aside) "
    "VALUES ('campaign/1', 'campaign/1', 'diverged after entry 3, set aside by Anna')"
)
ASIDE = "set aside (diverged after entry 3, set aside by Anna)"


@pytest.fixture
def ben(anna: Table) -> Table:
    """The same history on another laptop, with an evening more."""
    table = Table(anna.run, anna.patch, anna.folder, "Ben")
    table.db.write_bytes(anna.db.read_bytes())
    table.does(EPISODE_2)
    return table


@pytest.fixture
def parted(anna: Table, ben: Table) -> Table:
    """Anna's copies of a history that went on in two ways: her own is followed."""
    anna.does("city rename eagle Rivers")
    follow(anna, packed(ben, "b.zip"), "--follow", "ours")
    return anna


def kinds(table: Table) -> list[str]:
    """What a database has decided about histories, in order."""
    with closing(sqlite3.connect(table.db)) as connection:
        query = "SELECT kind FROM entry WHERE stream = 'database/1' ORDER BY seq"
        return [kind for (kind,) in connection.execute(query)]


def words(run: Run | Table, line: str, code: int = 0) -> str:
    """All that a command says, in one line."""
    output = run(line)
    assert output.code == code, output.err
    return " ".join((output.out + output.err).split())


def test_a_row_that_no_entry_explains_is_named_and_sets_nothing_aside(
    chapter: Run, db: Path
) -> None:
    noted, head = head_of_database(chapter), head_of(chapter)
    tamper(db, FORGED)
    for line in ("audit", "audit --all", f"audit --all --head {noted}"):
        said = words(chapter, line, 3)
        assert f"campaign/1 is stored as {ASIDE}; by the entries it is followed" in said
    said = words(chapter, "db rebuild --yes")
    assert f"Put right: campaign/1 is stored as {ASIDE}; by the entries it is followed." in said
    assert head_of(chapter) == head
    words(chapter, f"audit --all --head {noted}")
    assert "aside" not in words(chapter, "list")


def test_a_row_of_no_history_is_named_and_taken_away(chapter: Run, db: Path) -> None:
    tamper(db, FORGED.replace("campaign/1", "campaign/9"))
    assert "campaign/9" in words(chapter, "audit --all", 3)
    assert "campaign/9" in words(chapter, "db rebuild --yes")
    words(chapter, "audit --all")


def test_exchanged_branches_are_named_and_put_right(parted: Table) -> None:
    noted, head = head_of_database(parted.run), head_of(parted)
    before = parted("status --json").out
    tamper(
        parted.db,
        "INSERT INTO origin SELECT 'campaign/1', 'campaign/1', aside FROM origin",
        "UPDATE origin SET aside = '' WHERE stream = 'campaign/2'",
    )
    said = words(parted, f"audit --all --head {noted}", 3)
    assert "campaign/1 is stored as set aside" in said
    assert "campaign/2 is stored as followed, called campaign/1 in its chain; by the" in said
    words(parted, "db rebuild --yes --jobs 2")
    assert (head_of(parted), parted("status --json").out) == (head, before)
    words(parted, f"audit --all --head {noted}")


def test_a_row_that_is_gone_comes_back(parted: Table) -> None:
    listed = parted("list --json").out
    tamper(parted.db, "DELETE FROM origin")
    assert "campaign/2 is stored as followed; by the entries it is set aside (from Ben" in words(
        parted, "audit --all", 3
    )
    words(parted, "db rebuild --yes")
    words(parted, "audit --all")
    assert parted("list --json").out == listed


def test_what_is_decided_about_histories_is_in_the_chain(anna: Table, ben: Table) -> None:
    theirs = packed(ben, "b.zip")
    follow(anna, theirs)
    assert kinds(anna) == ["history adopted"]
    anna.does("city rename eagle Rivers")
    ben.does("city rename bear Lakes")
    follow(anna, packed(ben, "b2.zip"), "--follow", "ours")
    assert kinds(anna)[1:] == ["history adopted", "history set aside"]
    follow(anna, str(anna.folder / "b2.zip"), "--follow", "theirs")
    assert kinds(anna)[3:] == ["history set aside", "history followed"]
    anna.does("city rename deer Brooks")
    ben.does("city rename wolf Woods")
    follow(anna, packed(ben, "b3.zip"), "--follow", "both")
    assert kinds(anna)[5:] == ["history adopted", "history carried over"]
    said = words(anna, "audit --all")
    assert "2 histories only to be read" in said
    document = json.loads(anna("list --json").out)
    assert (len(document["campaigns"]), document["set_aside"]) == (1, 2)


@pytest.mark.parametrize("line", ["status", "audit --all", "city rename eagle Ulm", "db upgrade"])
def test_a_schema_that_is_said_twice_stops_what_is_ambiguous(
    settled: Run, refuses: Refuses, db: Path, line: str
) -> None:
    tamper(
        db,
        "UPDATE alembic_version SET version_num = '0007'",
        "INSERT INTO alembic_version VALUES ('0009')",
    )
    refuses(line, 5, "alembic_version has the schemas 0007 and 0009", "restore a backup")


def test_a_row_beside_the_schema_is_named(settled: Run, db: Path) -> None:
    tamper(db, "INSERT INTO alembic_version VALUES ('0003')")
    assert settled("city rename eagle Ulm").code == 0
    for line in ("audit", "audit --all", "db check"):
        assert "alembic_version: a second row has the schema 0003" in words(settled, line, 3)
    tamper(db, "DELETE FROM alembic_version WHERE version_num = '0003'")
    words(settled, "audit --all")
