"""A bar with its rate for whoever waits at a terminal; never in a pipe, nor for a second."""

from __future__ import annotations

import io
import shlex
import signal
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from campaign.cli.main import run as run_program
from tests.cli.test_entering_terminal import terminal
from tests.cli.test_episodes_layout import without_order
from tests.fixtures import Run
from tests.processes import GIVE_UP

DRAWING = "campaign.display.terminal.progress"


class Screen(io.StringIO):
    """Standard error at a terminal."""

    def isatty(self) -> bool:
        return True


def at_a_terminal(line: str) -> str:
    """What a command draws on standard error where that is a terminal."""
    err = Screen()
    with redirect_stdout(io.StringIO()), redirect_stderr(err), pytest.raises(SystemExit) as end:
        run_program(shlex.split(line))
    assert not end.value.code
    return err.getvalue()


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits for anything at all waits long, and the bar is drawn each time."""
    monkeypatch.setattr(f"{DRAWING}.LONG", -1.0)
    monkeypatch.setattr(f"{DRAWING}.OFTEN", -1.0)
    monkeypatch.setenv("TERM", "xterm")


@pytest.mark.parametrize(
    ("line", "counted"),
    [
        ("simulate my-city --seats 2 -n 2", "2 of 2 games"),
        ("simulate my-city --seats 2 -n 2 -o FOLDER", "2 of 2 games"),
        ("audit --all", "1 of 1 campaigns"),
        ("db rebuild --yes", "1 of 1 streams"),
        ("episode record BOARDS --yes", "steps"),
    ],
)
@pytest.mark.usefixtures("impatient")
def test_whoever_waits_sees_how_far_it_is(
    begun: Run, tmp_path: Path, line: str, counted: str
) -> None:
    line = line.replace("FOLDER", str(tmp_path / "games"))
    drawn = at_a_terminal(line.replace("BOARDS", str(without_order(tmp_path))))
    assert counted in drawn
    assert "/s" in drawn
    assert drawn.rindex("\x1b[?25h") > drawn.rindex("\x1b[?25l"), "the cursor is shown again"


@pytest.mark.usefixtures("impatient")
def test_a_pipe_and_a_quiet_command_show_no_bar(begun: Run) -> None:
    assert "Kept as" in begun("simulate my-city --seats 2 -n 2 --keep").err
    assert "/s" not in begun("simulate my-city --seats 2 -n 2").err
    assert at_a_terminal("--quiet simulate my-city --seats 2 -n 2") == ""


def test_what_is_quick_shows_no_bar(begun: Run) -> None:
    assert "/s" not in at_a_terminal("db rebuild --yes")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_and_keeps_nothing(begun: Run, db: Path, number: int) -> None:
    with terminal(db, "simulate", "my-city", "-n", "100000", "--jobs", "1") as at:
        at.waits_for("of 100,000 games, ")
        at.program.send_signal(number)
        assert at.program.wait(GIVE_UP) == 128 + number
        assert at.is_restored()
    assert "session show" not in begun("session list").out
