"""What the program says to type can be pasted into a shell, does not fail there, and helps."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

from tests.fixtures import ETERNAL, ROOT, Output, Run

NAMES = [
    "The Tuesday Group",
    "O'Neil",
    'The "A" Team',
    "$(date) `id`",
    "-x",
    "火曜 会",
    "Go!",
    "a\\",
]
RECORD = Path("examples/chapter-1/episode-2.toml")
BY_HAND = re.compile(
    r"""campaign [a-z -]+(["'])\{|campaign [a-z -]+\{(file|path|output|source)\}"""
)
"""Matches a command in the code that puts a name or a file beside it without asking for quotes."""


def shown(output: Output, beginning: str) -> list[str]:
    """The words that a shell makes of a command on the screen or in an error."""
    assert "Traceback" not in output.err
    (line,) = re.findall(rf"campaign ({beginning}.*)$", output.out + output.err, re.MULTILINE)
    return shlex.split(line)


@pytest.mark.parametrize("name", NAMES)
def test_a_name_of_a_campaign_stays_one_word(sealed: Run, name: str) -> None:
    assert sealed(["rename", "--", name]).code == 0
    back = sealed("archive")
    assert sealed(shown(sealed("list --archived"), "unarchive")).code == 0
    assert sealed(shown(back, "unarchive")).code == 6
    assert sealed(shown(sealed("archive"), "unarchive")).code == 0
    used = shown(sealed(["withdraw", "--yes", "--", name]), "unarchive")
    assert sealed(shown(sealed(used), "use")).code == 0


@pytest.mark.parametrize("name", NAMES)
def test_a_name_of_a_player_stays_one_word(run: Run, name: str, tmp_path: Path) -> None:
    record = tmp_path / "record.toml"
    record.write_text(ETERNAL.read_text("utf-8"), "utf-8")
    assert run(["session", "record", str(record), "--yes"]).code == 0
    merged = run(["player", "merge", "--", "Anna", "Ben"])
    assert merged.code == 6 or run(shown(merged, "player unmerge")).code == 0
    renamed = run(["player", "rename", "--", "Ben", name])
    assert run(shown(renamed, "player rename")).code == 0, renamed.err


@pytest.mark.parametrize("name", ["my copies", "It's $HOME"])
def test_a_file_stays_one_word(
    settled: Run, name: str, db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / name
    folder.mkdir()
    monkeypatch.setenv("CAMPAIGN_DB", str(shutil.copy(db, folder)))
    assert settled("db backup").code == 0
    restored = settled([*shown(settled("db restore"), "db restore"), "--replace"])
    assert restored.code == 0, restored.err


def test_no_command_in_the_code_has_quotes_of_its_own() -> None:
    by_hand = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in (ROOT / "campaign").rglob("*.py")
        for line in path.read_text("utf-8").splitlines()
        if BY_HAND.search(line)
    ]
    assert not by_hand, "command_with and command_on of campaign/shell.py put words into quotes"


def test_the_copy_to_put_back_is_one_that_can_be_read(settled: Run, db: Path) -> None:
    older, newer = (Path(settled("db backup").out.strip()) for _ in range(2))
    for damaged in (db, newer):
        damaged.write_bytes(bytes(damaged.stat().st_size))
    line = shown(settled("db restore"), "db restore")
    assert line[-1] == str(older)
    assert settled([*line, "--replace"]).code == 0
    assert settled("audit --all").code == 0
    db.write_bytes(bytes(4096))
    older.write_bytes(bytes(4096))
    output = settled("db restore")
    assert (output.code, "None of them can be read" in output.out) == (0, True)


def test_without_a_copy_the_list_does_not_end_with_the_error_that_named_it(
    settled: Run, db: Path, tmp_path: Path
) -> None:
    elsewhere = str(shutil.copy(db, tmp_path / "stick.db"))
    db.write_bytes(bytes(4096))
    refused = settled("status")
    listed = settled(shown(refused, "db restore"))
    assert listed.code == 0, listed.err
    line = shown(listed, "db restore")
    assert line[-1] == "FILE"
    assert settled([*line[:-1], elsewhere, "--replace"]).code == 0
    assert settled("audit --all").code == 0


def test_commands_on_a_screen_of_another_campaign_say_so(played: Run) -> None:
    words = "Without --campaign a command means Friday. For Tuesday add to each:"
    assert words not in played("status --campaign Tuesday").err
    assert played("new Friday --seat eagle=Emil --seat bear=Fay --yes").code == 0
    for line in ("status", "sticker owed", f"episode record '{ROOT / RECORD}' --yes"):
        said = played(f"{line} --campaign Tuesday").err
        assert words in said
        assert '  --campaign "Tuesday"' in said.splitlines()
        assert words not in played(line).err
    assert played("status --campaign Tuesday --json").err == ""
    for line, name in (("rename Monday", "Monday"), ("undo", "Tuesday"), ("redo", "Monday")):
        other = {"Monday": "Tuesday", "Tuesday": "Monday"}[name]
        said = played(f"{line} --campaign {other} --yes").err
        assert f"Friday. For {name} add to each:" in said, "it has another name now"
    assert played("undo --campaign Monday --yes").code == 0
    assert played("status --campaign Wednesday").err.startswith("error: there is no campaign")
