"""campaign import: many sessions at once, all or none, and the same again changes nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from campaign.display.terminal import imports as screens
from tests.fixtures import Refuses, Run, content, entries


@pytest.fixture
def games(run: Run, tmp_path: Path) -> Path:
    """A folder of eleven records, ten of them of Machi Koro."""
    folder = tmp_path / "games"
    assert run(f"simulate machi-koro --seats 2 -n 10 -o '{folder}'").code == 0
    assert run(f"simulate quadropolis --seats 2 -n 1 -o '{folder}'").code == 0
    return folder


def test_records_become_sessions_in_the_order_of_their_numbers(
    run: Run, games: Path, db: Path
) -> None:
    output = run(f"import records '{games}' --yes")
    assert output.code == 0
    rows = [line.split()[0] for line in output.out.splitlines()[1:-1]]
    assert rows == [f"machi-koro-{n}.toml" for n in range(1, 11)] + ["quadropolis-1.toml"]
    assert output.out.count("verified") == 11
    assert "Kept as sessions 1 to 11" in output.err
    assert entries(db) == 12, "eleven sessions, and that they came together"
    kept = json.loads(run("session show 10 --json").out)
    assert kept["record"] == (games / "machi-koro-10.toml").read_text(encoding="utf-8")
    assert run("audit --all").code == 0


def test_the_same_folder_again_changes_nothing(run: Run, games: Path, db: Path) -> None:
    assert run(f"import records '{games}' --yes").code == 0
    assert run('session withdraw 3 --reason "not ours" --yes').code == 0
    before = content(db)
    again = run(f"import records '{games}'")
    assert (again.code, content(db)) == (0, before)
    assert "11 records: 0 new, 11 here already." in again.out
    assert "is session 3 already" in again.out


def test_a_folder_that_was_taken_back_can_be_imported_again_and_counts_once(
    run: Run, games: Path, refuses: Refuses
) -> None:
    assert run(f"import records '{games}' --yes").code == 0
    assert run("import withdraw --yes").code == 0
    assert "Kept as sessions 12 to 22" in run(f"import records '{games}' --yes").err
    refuses("import reinstate 1", 6, "imported again since", "session list --withdrawn")
    refuses("import withdraw 1", 6, "import 1 is taken back already", "session list --withdrawn")
    assert len(json.loads(run("session list --json").out)["sessions"]) == 11
    assert "0 new, 11 here already" in run(f"import records '{games}' --yes").out
    assert run("audit --all").code == 0
    assert run("session withdraw 14 --reason 'not ours' --yes").code == 0
    said = run("import reinstate 1").err
    assert "Import 1 counts again, 1 session.\n" in said
    assert (
        "because the same was brought back, recorded or imported since: 10 sessions."
        in " ".join(said.split())
    )
    assert len(json.loads(run("session list --json").out)["sessions"]) == 11


def test_imports_of_the_same_that_are_taken_back_come_back_once(
    run: Run, games: Path, refuses: Refuses
) -> None:
    for line in (f"import records '{games}' --yes", "import withdraw --yes") * 2:
        assert run(line).code == 0
    assert run("session reinstate 3 --yes").code == 0
    said = " ".join(run("import reinstate 2").err.split())
    assert "because the same was brought back, recorded or imported since: 1 session." in said
    assert run("import withdraw 2 --yes").code == 0
    assert run("import reinstate 1").code == 0
    refuses("import reinstate 2", 6, "was brought back, recorded", "session list --withdrawn")
    assert len(json.loads(run("session list --json").out)["sessions"]) == 11
    assert run("audit --all").code == 0


def test_an_import_whose_sessions_were_withdrawn_one_by_one_was_not_taken_back(
    run: Run, games: Path, refuses: Refuses
) -> None:
    assert run(f"import records '{games}' --yes").code == 0
    for number in range(1, 12):
        assert run(f"session withdraw {number} --reason 'not ours' --yes").code == 0
    one_by_one = "every session of import 1 is withdrawn already, each by itself"
    refuses("import withdraw", 6, one_by_one, "session list --withdrawn")
    refuses("import reinstate", 6, "import 1 is not taken back")
    assert run("session reinstate 3 --yes").code == 0
    assert run("import withdraw --yes").code == 0
    refuses("import withdraw", 6, "import 1 is taken back already", "import reinstate 1")


def test_of_very_many_records_those_are_listed_that_are_not_new_and_proved(
    run: Run, games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(screens, "MANY", 10)
    text = (games / "machi-koro-2.toml").read_text(encoding="utf-8")
    (games / "machi-koro-11.toml").write_text(f"{text}# the same once more\n", encoding="utf-8")
    output = run(f"import records '{games}' --yes")
    assert [line.split()[0] for line in output.out.splitlines()] == [
        "File",
        "machi-koro-11.toml",
        "At",
        "12",
    ]
    assert "as machi-koro-2.toml" in output.out
    listed = json.loads(run("session list --json").out)["sessions"]
    assert [one["id"] for one in listed] == list(range(1, 12))


def test_one_bad_record_keeps_all_out_and_is_named_with_line_and_reason(
    run: Run, games: Path, db: Path
) -> None:
    bad = games / "machi-koro-4.toml"
    lines = bad.read_text(encoding="utf-8").splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("*: dice"))
    lines[at] = "*: dice 7"
    bad.write_text("\n".join(lines), encoding="utf-8")
    (games / "machi-koro-5.toml").write_text("format = 2\n", encoding="utf-8")
    (games / "machi-koro-6.toml").write_bytes(b"\xff\xfe")
    output = run(f"import records '{games}'")
    assert (output.code, db.exists()) == (7, False)
    assert "11 records: 8 new, 3 cannot be kept." in output.out
    assert f"machi-koro-4.toml, line {at + 1}" in output.err
    assert "Nothing was written." in output.err
    kept = run(f"import records '{games}' --keep-going --yes --json")
    assert kept.code == 7
    assert "Nothing was written" not in kept.err
    said = json.loads(kept.out)
    assert [one["session"] for one in said["records"]] == [1, 2, 3, None, None, None, *range(4, 9)]
    assert [one["line"] for one in said["records"] if one["reason"]] == [at + 1, None, None]
    assert entries(db) == 9


def test_a_differing_result_is_kept_as_played_when_that_is_wanted(run: Run, games: Path) -> None:
    record = games / "quadropolis-1.toml"
    text = record.read_text(encoding="utf-8")
    record.write_text(text.replace("[result]\np1 = ", "[result]\np1 = 9"), encoding="utf-8")
    assert "--as-played" in run(f"import records '{games}'").err
    assert run(f"import records '{games}' --as-played --yes").code == 0
    assert "kept as played" in run("session show 11").out


@pytest.mark.parametrize(
    ("folder", "words"),
    [("none", "no such file"), ("empty", "no record in it"), ("file.toml", "is no folder")],
)
def test_what_is_no_folder_of_records_is_refused(
    refuses: Refuses, tmp_path: Path, folder: str, words: str
) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "file.toml").touch()
    refuses(["import", "records", str(tmp_path / folder)], 7, words)


def test_in_a_pipe_nothing_is_kept_without_yes(run: Run, games: Path, db: Path) -> None:
    output = run(f"import records '{games}'")
    assert (output.code, db.exists()) == (2, False)
    assert "--yes" in output.err
