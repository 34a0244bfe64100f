"""All main screens at 60, 80 and 160 columns, with long names and names of wide characters.

What must be whole is whole at every width: figures, verdicts, commands. Names may be shortened.
"""

from __future__ import annotations

import fcntl
import os
import pty
import re
import shutil
import struct
import sys
import termios
from pathlib import Path

import pytest
from rich.cells import cell_len

from campaign.display.terminal import console
from tests.cli.test_entering_terminal import terminal
from tests.fixtures import CHAPTER, ROOT, SLIPS, Output, Run, as_a_user, head_of, output_of

WIDTHS = (60, 80, 160)
LONG = "Annabella-Constanze-Friederike-von-Irgendwo"[:40]
CJK = "城市建設者的名字很長很長很長很長"
NAMES = (LONG, CJK, "Chen", "多拉 Dora ánná")
CITIES = ("Die-lange-Stadt-am-breiten-Fluss-im-Tal", "河邊的城市名字也非常非常長")
SCREENS = (
    "status",
    "list",
    "standings",
    "standings --all",
    "history",
    "stats",
    "stats --all",
    "city list",
    "city show bear",
    "city diff deer 0 1",
    "episode list",
    "episode show 1",
    "sticker owed",
    "sticker list",
    "envelope list",
    "envelope show 1",
    "player list",
    f"player show {CJK}",
    "checklist",
    "pack show",
    "pack placeholders",
    "brief",
    "brief bear",
    "status --language it",
    "brief --language it",
    "audit",
    "audit --all",
    "draft list",
    "session list",
    "session list --withdrawn",
    "session show 1",
    "session stats machi-koro",
    "--help",
    "--more",
    "new --help",
)


@pytest.fixture(scope="module")
def wide(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign of wide names after its first episode, and a session of Machi Koro."""
    db = tmp_path_factory.mktemp("wide") / "wide.db"
    seats = [f"--seat={seat}={name}" for seat, name in zip(SEATS, NAMES, strict=True)]
    record = (ROOT / "examples" / "machi-koro.toml").read_text(encoding="utf-8")
    outside = db.with_name("machi-koro.toml")
    outside.write_text(record.replace("Anna", LONG).replace("Ben", CJK), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        as_a_user(patch, db)
        for words in (
            ["new", CJK + CJK, *seats],
            ["envelope", "open", "1"],
            ["city", "rename", "eagle", CITIES[0]],
            ["city", "rename", "bear", CITIES[1]],
            ["episode", "record", str(CHAPTER / "episode-1.toml"), *SLIPS],
            ["sticker", "place", "deer", "rock", "F11"],
            ["session", "record", str(outside)],
        ):
            output = output_of([*words, "--yes"], "", patch)
            assert output.code == 0, output.err
    return db


SEATS = ("eagle", "bear", "deer", "wolf")


@pytest.fixture
def at(run: Run, wide: Path, db: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command on that campaign in a console of so many columns."""
    shutil.copy(wide, db)

    def call(line: str, columns: int) -> Output:
        monkeypatch.setenv("COLUMNS", str(columns))
        return run(line)

    return call


def commands(screen: str) -> set[str]:
    """The commands that end a line."""
    return {words.strip() for words in re.findall(r"campaign [a-z].*$", screen, re.MULTILINE)}


def words(screen: str) -> set[str]:
    """The words of a screen but those of names, circles and bars, times, and one heading."""
    named = " ".join(("Command", *NAMES, *CITIES, CJK + CJK))
    return {
        word
        for word in re.split(r"[\s,()]+", screen)
        if word.strip("…") not in named and not re.search(r"[●○█▏▎▍▌▋▊▉…]|^\d\.\d$", word)
    }


@pytest.mark.parametrize("line", SCREENS)
def test_a_screen_is_right_at_every_width(at: Run, line: str) -> None:
    whole = at(line, 160).out
    assert whole
    for columns in WIDTHS:
        shown = at(line, columns).out
        for row in shown.splitlines():
            alone = re.fullmatch(r" +campaign [a-z].*", row)
            assert cell_len(row) <= columns or alone, f"{line} at {columns}: {row}"
            assert "…" not in row or "campaign" not in row, f"{line} at {columns}: {row}"
        if not line.endswith(("--help", "--more")):
            joined = " ".join(shown.split())
            assert [cut for cut in commands(whole) if cut not in joined] == [], columns
            assert words(whole) - words(shown) == set(), columns


@pytest.mark.parametrize("columns", WIDTHS)
def test_the_verdict_and_the_proof_of_an_audit_are_whole(at: Run, columns: int) -> None:
    head = head_of(lambda line: at(line, 80))
    shown = at(f"audit --head {head}", columns).out
    assert re.findall(r" ok +", shown)
    assert f"continues {head}" in " ".join(shown.split())
    assert re.search(r"^All \d+ checks passed\.$", shown, re.MULTILINE)


def test_errors_are_folded_at_words_on_a_terminal(at: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    typed = f"quadropolis score '{'otter ' * 12}'"
    one_line = at(typed, 60).err
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    folded = at(f"{typed} --no-color", 60).err
    assert max(map(cell_len, folded.splitlines())) <= 60
    assert folded.split() == one_line.split()


def test_a_number_stays_with_what_it_counts(chapter: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    shown = chapter("status").out
    assert "\n22 points\n" in shown
    assert [] == re.findall(r"(?m)^(?!.*(?:campaign |Head for the box)).*\b\d+$", shown)


def test_what_is_folded_stays_indented(chapter: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    assert chapter("city rename eagle 'The long town at the broad river in May'").code == 0
    _, shown = chapter("undo --episode 3 --yes").err.split("What that changes:\n")
    folded = re.search(r"(?m)^( +)entry \d+: .*\n( *)\S", shown)
    assert folded
    assert folded[1] == folded[2]


@pytest.mark.parametrize("columns", ["9" * 5_000, "0", "-1", "x", ""])
def test_a_width_that_no_console_has_is_80(
    chapter: Run, monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    usual = chapter("status").out
    monkeypatch.setenv("COLUMNS", columns)
    assert chapter("status").out == usual


@pytest.mark.parametrize("columns", [20, 24, 25])
def test_boxes_to_tick_stand_in_a_window_that_is_narrower_than_one(at: Run, columns: int) -> None:
    output = at("checklist", columns)
    assert (0, at("checklist", 80).out.count("[ ]")) == (output.code, output.out.count("[ ]"))


def test_an_error_of_usage_is_folded_at_blanks(db: Path) -> None:
    with terminal(db, "stats", "Anna") as at:
        rows = at.rest().replace("\r", "").splitlines()
    assert "--since DAY, --until DAY." in " ".join(rows)
    assert max(map(len, rows)) <= 80


@pytest.mark.parametrize(("columns", "shown"), [("", 61), ("70", 70)])
def test_a_dumb_terminal_is_as_wide_as_its_window(
    columns: str, shown: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 20, 61, 0, 0))
    for name, value in (("TERM", "dumb"), ("COLUMNS", columns), ("LINES", "")):
        monkeypatch.setenv(name, value)
    with open(theirs, "w", encoding="utf-8") as stream:
        monkeypatch.setattr(sys, "stdout", stream)
        assert (console.out().width, console.out(width=50).width) == (shown, 50)
        assert console.out().height == 20
    os.close(mine)


@pytest.mark.parametrize("line", ["brief", "brief deer", "status", "envelope show 1", "audit"])
def test_no_sentence_is_cut_that_has_no_blanks(
    settled: Run, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    assert "…" not in settled(f"{line} --language zh-Hant").out
