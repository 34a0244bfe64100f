"""campaign fleet: many databases and bundles at once; one that is broken stops nobody."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from pathlib import Path
from typing import Any

import pyarrow
import pytest
from pyarrow import parquet

from campaign.services import record_files
from campaign.store import bundles
from tests.cli.forging import Manifest, Members, forged, rechained
from tests.extras.fleet.conftest import tables
from tests.fixtures import ETERNAL, ROOT, Run, tamper

MACHI = ROOT / "examples" / "machi-koro.toml"


def test_every_group_is_audited_and_what_is_wrong_is_named(run: Run, league: Path) -> None:
    (league / "east.db").write_bytes(b"SQLite format 3\0 and then nothing of it")
    outputs = [run(f"fleet audit {league} --json --jobs {jobs}") for jobs in (1, 2)]
    assert outputs[0] == outputs[1]
    assert 3 == outputs[0].code
    shown = tables(outputs[0].out)
    said = {group: audit for group, *_, audit in shown["Groups"]}
    assert {"east", "history", "north", "south", "west"} == set(said)
    assert ("not read", "sound", "sound", "sound") == tuple(
        said[name] for name in ("east", "history", "north", "south")
    )
    wrong = [what for group, what in shown["What is wrong"] if group == "west"]
    assert any("result row session/2" in what for what in wrong)


def test_what_no_replay_proves_is_counted(run: Run, league: Path, tmp_path: Path) -> None:
    """A group of scores alone was called sound, as one that was played again."""
    scores = tmp_path / "scores"
    scores.mkdir()
    text = re.sub(r'(?s)moves = """.*?"""\n', "", MACHI.read_text("utf-8"))
    (scores / "one.toml").write_text(text, "utf-8")
    other = tmp_path / "other.db"
    assert run(f"session record {scores / 'one.toml'} --yes --db {other}").code == 0
    for group in (scores, other):
        (row,) = tables(run(f"fleet audit {group} --json --jobs 1").out)["Groups"]
        assert [0, 1, 1, "sound"] == [*row[1:4], row[-1]]


def test_a_group_has_the_checks_of_its_database(run: Run, league: Path) -> None:
    """A decision that somebody rewrote is in no campaign, and in every audit."""
    database = league / "north.db"
    assert run(f"archive Tuesday --yes --db {database}").code == 0
    tamper(
        database,
        "DROP TRIGGER entry_no_update",
        "UPDATE entry SET author = 'Eve' WHERE stream = 'database/1'",
    )
    problems = [
        what for _, what in tables(run(f"fleet audit {database} --json").out)["What is wrong"]
    ]
    assert any(problem.startswith("database: decisions: entry ") for problem in problems)


@pytest.fixture
def records(run: Run, league: Path, tmp_path: Path) -> tuple[Path, Path]:
    """The records of a group, as a folder and as a Parquet file, looked at two at a time."""
    folder, file = tmp_path / "all", tmp_path / "all.parquet"
    assert run(f"export records -o {folder} --db {league / 'north.db'}").code == 0
    assert run(f"export parquet records -o {file} --db {league / 'north.db'}").code == 0
    return folder / "sessions", file


def test_records_in_files_are_a_group(
    run: Run, league: Path, records: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every record is replayed and counted as in the database that it is from."""
    monkeypatch.setattr(record_files, "TOGETHER", 2)
    counted = {
        run(f"fleet stats my-city {it} --json").out for it in (*records, league / "north.db")
    }
    assert 1 == len(counted)
    for source in records:
        shown = tables(run(f"fleet audit {source} --json --jobs 1").out)
        assert [[source.name, 0, 3, None, None, "sound"]] == shown["Groups"]


def test_what_was_kept_as_played_counts_as_played_in_files(run: Run, tmp_path: Path) -> None:
    """As in the database, also for a score that was added up wrong at the table."""
    written = re.sub(r"^eagle = \d+", "eagle = 99", ETERNAL.read_text("utf-8"), flags=re.MULTILINE)
    assert run("session record - --yes --as-played", stdin=written).code == 0
    assert run(f"export records -o {tmp_path / 'all'}").code == 0
    counted = run("session stats my-city --json").out
    assert "99" in counted
    assert counted == run(f"fleet stats my-city {tmp_path / 'all' / 'sessions'} --json").out


def test_a_wrong_record_is_named_by_file_or_row(
    run: Run, records: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record_files, "TOGETHER", 2)
    folder, file = records
    first, second, _ = sorted(folder.iterdir())
    wrong = first.read_text("utf-8").replace("eagle: build", "eagle: bild", 1)
    first.write_text(wrong, "utf-8")
    (folder / "notes.toml").write_text("no record")
    rows = [wrong, second.read_text("utf-8"), None, "no record"]
    parquet.write_table(pyarrow.table({"record": rows}), file, row_group_size=3)
    for source, names in (
        (folder, [first.name, "notes.toml"]),
        (file, ["row 1", "row 3", "row 4"]),
    ):
        output = run(f"fleet audit {source} --json")
        assert 3 == output.code
        problems = tables(output.out)["What is wrong"]
        assert [(source.name, name) for name in names] == [
            (group, what.partition(":")[0]) for group, what in problems
        ]
    assert f"{file}, row 1, line " in run(f"import records {file}").err


def test_a_record_that_is_too_large_is_named_so(
    run: Run, records: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record_files, "LARGEST_TEXT", 20)
    for source in records:
        problems = tables(run(f"fleet audit {source} --json --jobs 1").out)["What is wrong"]
        assert all("this is no record" in what for _, what in problems)


def test_a_parquet_file_that_unpacks_to_far_more_is_not_read(run: Run, tmp_path: Path) -> None:
    """A cell of blanks, and a cell of 20 MB that all rows share: in memory neither is unpacked."""
    long, shared = "#" + "x" * 70_000_000, "#" + "y" * 20_000_000
    once = pyarrow.DictionaryArray.from_arrays(pyarrow.array([0] * 200), pyarrow.array([shared]))
    for name, cells, why in (
        ("long", pyarrow.array([long]), "bytes of it unpack to 70,"),
        ("shared", once, "row 1 has 20,000,001 bytes in a cell"),
    ):
        path = tmp_path / f"{name}.parquet"
        parquet.write_table(pyarrow.table({"record": cells}), path, compression="zstd")
        assert path.stat().st_size < 10_000
        assert why in run(f"fleet audit '{path}'").out
        refused = run(f"import records '{path}' --yes")
        assert (refused.code, why in refused.err) == (7, True), refused.err


@pytest.mark.parametrize("cells", [[["format = 1"]], [{"text": "format = 1"}]])
@pytest.mark.parametrize("column", ["record", "tables"])
def test_a_column_of_lists_or_parts_has_no_records(
    run: Run, tmp_path: Path, column: str, cells: list[object]
) -> None:
    file = tmp_path / "games.parquet"
    parquet.write_table(pyarrow.table({"record": ["format = 1"], column: cells}), file)
    why = f"its column {column} has lists or parts in its cells"
    for code, line in ((7, "import records"), (3, "fleet audit")):
        output = run(f"{line} {file}")
        assert (code, True) == (output.code, why in " ".join(output.out.split()))


def test_a_file_that_is_no_parquet_of_records_stops_nobody(
    run: Run, league: Path, records: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(records[1], league / "games.parquet")
    (league / "half.parquet").write_bytes(records[1].read_bytes()[:-100])
    assert run(f"export parquet plays -o {league / 'plays.parquet'}").code == 0
    rows = {
        name: said for name, *_, said in tables(run(f"fleet audit {league} --json").out)["Groups"]
    }
    assert ("sound", "not read") == (rows["games.parquet"], rows["half.parquet"])
    assert "plays.parquet" not in rows
    assert "it has no column record" in run(f"fleet audit {league / 'plays.parquet'}").out
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert "Parquet needs the extra parquet" in run(f"fleet audit {records[1]} --json").out
    output = run(f"import records {records[1]}")
    assert (7, True) == (output.code, "pyarrow>=21" in output.err)


def test_the_name_of_a_file_of_records_may_be_no_utf_8(
    run: Run, league: Path, records: tuple[Path, Path]
) -> None:
    """As on an old disk: one such file ended the audit of all groups."""
    there = str(shutil.copy(records[1], league / os.fsdecode(b"caf\xe9.parquet")))
    groups = tables(run(["fleet", "audit", str(league), "--json"]).out)["Groups"]
    assert [(os.fsdecode(b"caf\xe9.parquet"), "sound")] == [
        (n, said) for n, *_, said in groups if "caf" in n
    ]
    table = str(league / os.fsdecode(b"se\xf1or.parquet"))
    for line in (
        ["import", "records", there, "--yes"],
        ["simulate", "machi-koro", "-n", "2", "--records", "-o", table],
    ):
        output = run(line)
        assert output.code == 0, output.err


def test_what_a_file_says_of_its_row_groups_is_read_once(
    run: Run, records: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was read for each of them: 5,000 games, each in a group of its own, took four minutes."""
    rows, read = parquet.read_table(records[1], columns=["record"]), parquet.read_metadata
    files = list[object]()

    def noting(file: object) -> object:
        files.append(file)
        return read(file)

    monkeypatch.setattr(parquet, "read_metadata", noting)
    parquet.write_table(rows, records[1], row_group_size=1)
    audit = run(f"fleet audit {records[1]} --jobs 1 --json")
    assert ([[records[1].name, 0, 3, None, None, "sound"]], 1) == (
        tables(audit.out)["Groups"],
        len(files),
    )


def test_a_name_may_be_in_capital_letters(
    run: Run, league: Path, records: tuple[Path, Path]
) -> None:
    """As on an old stick: such a bundle or record was left out without a word."""
    bundle = league / "BUNDLE.ZIP"
    assert run(f"handover export --all -o {bundle} --db {league / 'north.db'}").code == 0
    records[1].rename(league / "GAMES.PARQUET")
    first = min(records[0].iterdir())
    first.rename(first.with_name("FIRST.TOML"))
    audit = run(f"fleet audit {league} {records[0]} --json")
    said = {name: (count, outcome) for name, _, count, *_, outcome in tables(audit.out)["Groups"]}
    assert {"BUNDLE": (0, "sound"), "GAMES.PARQUET": (3, "sound"), "sessions": (3, "sound")} == {
        name: said.get(name) for name in ("BUNDLE", "GAMES.PARQUET", "sessions")
    }
    assert "BUNDLE" in run(f"fleet standings {league} --json").out


def test_sessions_are_recorded_again_from_rows(
    run: Run, db: Path, records: tuple[Path, Path], tmp_path: Path
) -> None:
    again = tmp_path / "again.db"
    assert run(f"import records {records[1]} --db {again} --yes").code == 0
    assert (
        "3 records: 0 new, 3 here already." in run(f"import records {records[0]} --db {again}").out
    )
    shown = [run(f"export csv records --db {it}").out for it in (db, again)]
    assert [line.split(",", 1)[1:] for line in shown[0].splitlines()] == [
        line.split(",", 1)[1:] for line in shown[1].splitlines()
    ]


def test_standings_and_statistics_are_over_all_groups(run: Run, league: Path) -> None:
    new = "new Later --seat eagle=Anna --seat bear=Ben -y"
    assert run(f"{new} --db {league / 'other.db'}").code == 0
    shown = tables(run(f"fleet standings {league / 'north.db'} {league / 'other.db'} --json").out)
    assert ["north", "other"] == [row[0] for row in shown["Campaigns"]]
    assert {3} == {row[1] for row in shown["Players over all groups"]}
    document = json.loads(
        run(f"fleet stats my-city {league / 'north.db'} {league / 'gone.db'} --json").out
    )
    assert 3 == document["sessions"]
    assert "gone" == document["tables"][-1]["rows"][0][0]


def test_copies_of_a_campaign_count_once_where_the_history_is_longest(
    run: Run, league: Path, tmp_path: Path
) -> None:
    older = tmp_path / "older.db"
    shutil.copy(league / "north.db", older)
    alone = tables(run(f"fleet standings {older} --json").out)
    assert run(f"city rename eagle Ulm --db {league / 'north.db'} --yes").code == 0
    shown = tables(run(f"fleet standings {older} {league / 'north.db'} --json").out)
    assert [["older", alone["Campaigns"][0][1], "north"]] == shown["Copies, counted once"]
    assert ["north"] == [row[0] for row in shown["Campaigns"]]
    assert alone["Players over all groups"] == shown["Players over all groups"]


def test_a_history_that_diverges_is_called_no_copy(run: Run, league: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    shutil.copy(league / "north.db", other)
    for db, names in ((league / "north.db", ("Ulm",)), (other, ("Graz", "Linz"))):
        for name in names:
            assert run(f"city rename eagle {name} --db {db} --yes").code == 0
    shown = tables(run(f"fleet standings {league / 'north.db'} {other} --json").out)
    apart = shown["Not counted: another history of the campaign is longer"]
    assert [["north", "other"]] == [[group, counts] for group, _, counts in apart]
    assert "Copies, counted once" not in shown


def test_a_stranger_with_the_id_of_a_campaign_displaces_nobody(
    run: Run, league: Path, tmp_path: Path
) -> None:
    """The id of a campaign stands in each of its bundles and pages."""
    bundle = str(league / "history.zip")
    uid = bundles.unpack_bundle(Path(bundle).read_bytes()).manifest["campaign"]
    assert run("new Evil --seat eagle=Eve --seat bear=Moe --yes").code == 0
    assert run("envelope open 1 --campaign Evil --yes").code == 0
    for number in range(20):
        assert run(f"city rename eagle X{number} --campaign Evil --yes").code == 0
    evil = tmp_path / "evil.zip"
    assert run(f"handover export --all --campaign Evil -o {evil}").code == 0

    def change(members: Members, manifest: Manifest) -> None:
        rechained(1, payload={"uid": uid})(members, manifest)
        manifest["campaign"] = uid

    evil.write_bytes(forged(str(evil), change))
    shown = tables(run(f"fleet standings {bundle} {evil} --json").out)
    assert {"evil", "history"} == {row[0] for row in shown["Campaigns"]}
    assert "Copies, counted once" not in shown


def test_copies_of_the_same_name_and_length_count_once(
    run: Run, league: Path, tmp_path: Path
) -> None:
    north, other = league / "north.db", tmp_path / "other"
    other.mkdir()
    shutil.copy(north, other / "north.db")
    alone = tables(run(f"fleet standings {north} --json").out)["Campaigns"]
    shown = tables(run(f"fleet standings {north} {other / 'north.db'} --json").out)
    assert [["league/north", *alone[0][1:]]] == shown["Campaigns"]
    assert [["other/north", alone[0][1], "league/north"]] == shown["Copies, counted once"]


def test_a_bundle_has_the_standings_of_its_campaign(run: Run, league: Path, tmp_path: Path) -> None:
    north, bundle = league / "north.db", league / "history.zip"
    of_database = tables(run(f"fleet standings {north} --json").out)
    of_bundle = tables(run(f"fleet standings {bundle} --json").out)
    assert [row[1:] for row in of_database["Campaigns"]] == [
        row[1:] for row in of_bundle["Campaigns"]
    ]
    assert of_database["Players over all groups"] == of_bundle["Players over all groups"]
    both = tables(run(f"fleet standings {north} {bundle} --json").out)
    assert ["history", of_database["Campaigns"][0][1], "north"] in both["Copies, counted once"]
    assert run(f"fleet pages -o {tmp_path / 'pages'} {bundle}").code == 0
    index = (tmp_path / "pages" / "index.html").read_text(encoding="utf-8")
    assert "Players over all groups" in index


def test_a_bundle_has_no_sessions_to_count(run: Run, league: Path) -> None:
    """It was called a file that is no database."""
    of_database = tables(run(f"fleet stats my-city {league / 'north.db'} --json").out)
    bundle, broken = league / "history.zip", league / "broken.zip"
    broken.write_text("no zip")
    both = f"fleet stats my-city {league / 'north.db'} {bundle}"
    assert of_database == tables(run(f"{both} --json").out)
    (row,) = tables(run(f"{both} {broken} --json").out)["Not read"]
    assert "broken" == row[0]


def test_groups_that_could_not_be_read_are_named_if_no_other_has_a_session(
    run: Run, tmp_path: Path
) -> None:
    """It said that no session of My City had been recorded, and nothing of the groups."""
    broken = tmp_path / "east.db"
    broken.write_text("no database")
    shown = run(f"fleet stats my-city {broken}").out
    assert "My City, 0 sessions" == shown.splitlines()[0]
    assert "this file is not a database" in shown


def test_the_episodes_of_an_exported_campaign_are_not_called_wrong(
    run: Run, league: Path, records: tuple[Path, Path]
) -> None:
    """They were replayed on boards without the stickers of earlier episodes."""
    folder = records[0].parent / "campaign-01"
    output = run(f"fleet audit {folder} --json")
    shown = tables(output.out)
    assert (3, "not read") == (output.code, shown["Groups"][0][-1])
    assert "record them with sh steps.sh" in shown["What is wrong"][0][1]
    refused = run(f"fleet audit {folder.parent}")
    assert (4, True) == (refused.code, "no database, bundle or record" in refused.err)


def test_what_is_given_twice_is_one_group(run: Run, league: Path) -> None:
    assert run(f"session record '{MACHI}' --yes --db {league / 'north.db'}").code == 0
    once = tables(run(f"fleet standings {league}/north.db --json").out)
    (league / "again.db").symlink_to(league / "north.db")
    for more in (f"{league}/north.db", f"{league}/../league/north.db", f"{league}/again.db"):
        assert once == tables(run(f"fleet standings {league}/north.db {more} --json").out)
    copy = league.parent / "copy.db"
    shutil.copy(league / "north.db", copy)
    eternal = f"session record '{ETERNAL}' --yes"
    assert run(f"{eternal} --db {league / 'north.db'}").code == 0
    alone = tables(run(f"fleet standings {league}/north.db --json").out)
    both = tables(run(f"fleet standings {league}/north.db {copy} --json").out)
    assert alone["Players over all groups"] == both["Players over all groups"]
    assert [["copy", None, "north"]] == [row for row in both["Copies, counted once"] if not row[1]]
    counted = run(f"fleet stats my-city {league}/north.db --json").out
    assert counted == run(f"fleet stats my-city {league}/north.db {league}/north.db --json").out
    copied = json.loads(run(f"fleet stats my-city {copy} {league}/north.db --json").out)
    assert {"title": "Copies, counted once", "rows": [["copy", "north"]]}.items() <= (
        copied["tables"].pop().items()
    )
    assert copied == json.loads(counted)


@pytest.mark.parametrize("size", [0, 8192])
def test_a_database_without_its_first_bytes_is_named(run: Run, league: Path, size: int) -> None:
    (league / "friday.db").write_bytes(bytes(size))
    output = run(f"fleet audit {league} --json")
    assert (output.code, tables(output.out)["What is wrong"][0][0]) == (3, "friday")


def test_a_loop_of_links_stops_no_other_group(run: Run, league: Path, tmp_path: Path) -> None:
    for name in ("loop.db", "ring.parquet"):
        (league / name).symlink_to(name)
    (league / "gone.db").symlink_to("nowhere.db")
    shown = run(f"fleet audit {league} --json")
    said = {group: audit for group, *_, audit in tables(shown.out)["Groups"]}
    assert ("not read", "sound", None) == (said["loop"], said["north"], said.get("gone"))
    assert "not read" == said["ring.parquet"]
    assert run(f"fleet pages -o {tmp_path / 'pages'} {league}").code == 3
    assert (tmp_path / "pages" / "north-tuesday.html").is_file()


@pytest.mark.parametrize("gone", [True, False])
def test_a_file_that_cannot_be_looked_at_stops_no_other_group(
    run: Run, league: Path, monkeypatch: pytest.MonkeyPatch, *, gone: bool
) -> None:
    log, locked, opens = league / "north.db-wal", league / "east.db", Path.open
    log.touch()
    locked.write_text("readable for its owner alone")

    def opened(path: Path, *words: Any, **more: Any) -> Any:
        if path in {log, locked}:
            if gone:
                path.unlink()
                raise FileNotFoundError(path)
            raise PermissionError(path)
        return opens(path, *words, **more)

    monkeypatch.setattr(Path, "open", opened)
    groups = tables(run(f"fleet audit {league} --json").out)["Groups"]
    expected = ["history", "north", "south", "west"]
    assert [*([] if gone else ["east"]), *expected] == [name for name, *_ in groups]
    assert gone or groups[0][-1] == "not read"
