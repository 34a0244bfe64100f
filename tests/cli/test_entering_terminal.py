"""Guided entry at a real terminal: a pseudo-terminal, a line editor, and kills at any moment."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import random
import re
import signal
import sqlite3
import struct
import termios
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from io import StringIO
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

from campaign.cli.entering import prompt
from campaign.display.text.translation import speaker_of
from engine import my_city
from engine.my_city.play.answers import builds_of_card
from tests.cli.test_entering import EPISODE, WHO_PLAYS, answers
from tests.extras.phones.phoning import Phone
from tests.fixtures import Run
from tests.processes import GIVE_UP, Program, Streams, until, until_it_stops
from tests.soak import count

LINES = [line for line in answers(EPISODE) if line != "y"]
"""The lines of an episode without the yes that follows where somebody quits."""


class Terminal:
    """A program at a terminal of 80 by 24, at which everybody plays who can.

    If it is `controlled` by the terminal, Ctrl-C and a closed window send it a signal.
    """

    def __init__(
        self, db: Path, *words: str, controlled: bool = False, kind: str = "xterm"
    ) -> None:
        self._mine, theirs = pty.openpty()
        self._controlled = controlled
        path = os.ttyname(theirs)
        self.program = Program(
            *("--db", str(db), *words),
            streams=Streams(path, path, path),
            controlled=controlled,
            COLUMNS="80",
            LINES="24",
            TERM=kind,
        )
        os.close(theirs)
        os.set_blocking(self._mine, False)
        self._before = termios.tcgetattr(self._mine)
        self._modes: dict[str, bool] = {}
        self.seen = ""
        self.everybody = True

    def type(self, text: str) -> None:
        """Press keys; Ctrl-C and Ctrl-Z only once the program reads keys, or nobody gets them."""
        if {"\x03", "\x1a"} & set(text) and not self._controlled:
            until(lambda: not self.echoes() or self.program.poll() is not None)
        os.write(self._mine, text.encode())

    def waits_for(self, words: str) -> None:
        """Read until the words have been on the screen since the last time."""
        self._reads(words)
        self.seen = self.seen[self.seen.rindex(words) + len(words) :]

    def enters(self, line: str, db: Path) -> None:
        """Type a line and wait until it is safe."""
        before = saved(db)
        self.type(f"{line}\r" + "y\r" * (" q" in line))
        until(lambda: bool(self._new()) and saved(db) > before)

    def _new(self) -> str:
        try:
            while data := os.read(self._mine, 65536):
                text = data.decode(errors="replace")
                if "\x1b[6n" in text:  # the editor asks where the cursor is
                    os.write(self._mine, b"\x1b[1;1R")
                for numbers, end in re.findall(r"\x1b\[\?([\d;]+)([hl])", text):
                    self._modes |= dict.fromkeys(numbers.split(";"), end == "h")
                self.seen += re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text)
                if self.everybody and WHO_PLAYS.rstrip() in self.seen:
                    self.everybody = False
                    self.type("\r")
        except (BlockingIOError, OSError):
            pass
        return self.seen

    def reads_until(self, *words: str) -> str:
        """Read until one of the words has been on the screen; gives all up to now."""
        self._reads(*words)
        shown, self.seen = self.seen, ""
        return shown

    def _reads(self, *words: str) -> None:
        """Read until one of the words is there, or the program has ended without them."""
        until(lambda: self.program.poll() is not None or any(word in self._new() for word in words))
        assert any(word in self._new() for word in words), self.seen

    def rest(self) -> str:
        """All that is shown until the program ends, without colours."""
        until(lambda: bool(self._new()) and self.program.poll() is not None)
        return self._new()

    def size(self, columns: int, lines: int) -> None:
        """The window gets another size."""
        fcntl.ioctl(self._mine, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        self.program.send_signal(signal.SIGWINCH)

    def echoes(self) -> bool:
        """Whether the terminal is as a shell needs it: it shows what is typed, line by line."""
        local = termios.tcgetattr(self._mine)[3]
        return bool(local & termios.ECHO and local & termios.ICANON)

    def is_restored(self) -> bool:
        """Whether the terminal is as before: its settings, and the modes that escapes switch on."""
        self._new()
        shows_cursor = self._modes.pop("25", True)
        wraps = self._modes.pop("7", True)
        is_plain = shows_cursor and wraps and not any(self._modes.values())
        return is_plain and termios.tcgetattr(self._mine) == self._before

    def restore(self) -> None:
        """A shell sets the terminal as it was before."""
        termios.tcsetattr(self._mine, termios.TCSANOW, self._before)

    def close(self) -> None:
        """The window is closed."""
        os.close(self._mine)


def saved(db: Path) -> int:
    """How often a draft was saved."""
    with closing(sqlite3.connect(f"{db.as_uri()}?mode=ro", uri=True)) as connection:
        return int(connection.execute("SELECT coalesce(sum(saved), 0) FROM draft").fetchone()[0])


@contextmanager
def terminal(
    db: Path, *words: str, controlled: bool = False, kind: str = "xterm"
) -> Iterator[Terminal]:
    """A program at a terminal of a kind; it is gone afterwards."""
    opened = Terminal(db, *words, controlled=controlled, kind=kind)
    try:
        yield opened
    finally:
        opened.program.kill()


def drafted(run: Run) -> list[str]:
    """The lines of the one draft, as they were typed."""
    drafts = json.loads(run("draft list --json").out)["drafts"]
    if not drafts:
        return []
    (number,) = (draft["number"] for draft in drafts)
    shown = json.loads(run(f"draft show {number} --json").out)
    return [answer["typed"] for answer in shown["typed"]]


def test_an_episode_is_typed_at_a_terminal(begun: Run, db: Path) -> None:
    with terminal(db, "episode", "enter") as at:
        at.waits_for("card 1 of 24>")
        for line in LINES:
            at.enters(line, db)
        at.waits_for("[Y/n/u/f/d/i]")
        at.type("y\r")
        at.waits_for("Episode 1 is kept.")
        at.waits_for("eagle, tree on>")
        at.type("save\r")
        assert at.program.wait(GIVE_UP) == 0
    assert begun("audit").code == 0


def test_a_dumb_terminal_shows_what_enter_takes(begun: Run, db: Path) -> None:
    with terminal(db, "episode", "enter", kind="dumb") as at:
        at.waits_for("card 1 of 24>")
        at.enters("Y4 E5 E5 p p", db)
        at.waits_for("card 2 of 24>")
        at.type("fix 1\r")
        at.waits_for("line 1> [Y4 E5 E5 p p]")
        at.type("Y4 E5 p p p\r")
        at.waits_for("Line 1 is Y4 E5 p p p now.")
        at.type("save\r")
        assert at.program.wait(GIVE_UP) == 0
    assert "bear: pass" in begun("draft show 1").out


def test_a_dumb_terminal_shows_no_boards(begun: Run, db: Path) -> None:
    with terminal(db, "episode", "enter", "--board", kind="dumb") as at:
        at.waits_for("This terminal shows no boards: line by line instead.")
        at.waits_for("card 1 of 24>")
    with terminal(db, "pack", "paint", kind="dumb") as at:
        assert "shows no boards: campaign pack template > our-box.toml" in at.rest()


def test_tab_completes(begun: Run, db: Path) -> None:
    state = my_city.apply(my_city.start(EPISODE.setup), "*", my_city.parse("reveal Y4"))
    first = builds_of_card(state, "eagle")[0].square
    with terminal(db, "episode", "enter") as at:
        at.waits_for("card 1 of 24>")
        at.enters("y4", db)
        at.waits_for("eagle (Anna)")
        at.type(first[0] + "\t\t")
        at.waits_for(first)


def test_an_error_of_the_completer_ends_the_question_and_leaves_the_line_on_the_screen() -> None:
    """It is reported as other unforeseen errors are; prompt_toolkit showed a traceback."""

    def offers(typed: str) -> list[prompt.Offer]:
        raise ZeroDivisionError(typed)

    shown = StringIO()
    output = Vt100_Output(shown, lambda: Size(24, 80), term="xterm", enable_cpr=False)
    with create_pipe_input() as keys, create_app_session(keys, output):
        keys.send_text("y4 e6\t")
        with pytest.raises(ZeroDivisionError, match="y4 e6"):
            prompt.Editor(speaker_of("en"))("card 1> ", offers)
    assert "y4 e6" in shown.getvalue()
    assert "Traceback" not in shown.getvalue()


def test_the_prompt_notices_what_a_phone_has_answered(
    begun: Run, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CAMPAIGN_PHONES", "127.0.0.1:0")
    with terminal(db, "episode", "enter", "--phones") as at:
        shown = at.reads_until("card 1 of 24>")
        at.type("y4 e6 ")
        with closing(Phone(re.findall(r"http://[\w.:/#]+", shown)[-1])) as phone:
            phone.joins("eagle").answers("y4")
            at.waits_for("your line was not taken")
            at.waits_for("Y4, eagle (Anna)")
            at.type("wolf: e")
            phone.answers("e6")
        at.waits_for("Y4, bear (Ben)")
        at.type("6\r")  # what was typed before stands there still, as wolf is asked
        at.waits_for("wolf E6: covers")
        at.type("save\r")
        assert "Everything that was accepted is saved" in at.rest()


def test_what_was_typed_at_a_question_that_is_over_answers_no_other(
    begun: Run, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line that was typed where a page of the rules ends gave the answer of the next player."""
    monkeypatch.setenv("CAMPAIGN_PHONES", "127.0.0.1:0")
    with terminal(db, "episode", "enter", "--phones") as at:
        shown = at.reads_until("card 1 of 24>")
        at.type("y4\r")
        at.waits_for("Y4, eagle (Anna)")
        at.type("rules\r")
        at.waits_for("q: back>")
        with closing(Phone(re.findall(r"http://[\w.:/#]+", shown)[-1])) as phone:
            phone.joins("eagle").answers("e6")
            at.type("p\r")
            at.waits_for("your line was not taken")
            at.waits_for("Y4, bear (Ben)")
            assert phone.view()["awaited"]["who"] == "bear"
        at.type("save\r")
        at.rest()


@pytest.mark.parametrize(("key", "code"), [("\x03", 130), ("\x04", 0)], ids=["ctrl-c", "ctrl-d"])
def test_keys_that_leave_lose_nothing(begun: Run, db: Path, key: str, code: int) -> None:
    with terminal(db, "episode", "enter") as at:
        at.waits_for("card 1 of 24>")
        at.enters("Y4 E5", db)
        at.waits_for("bear (Ben)")
        at.type(key)
        assert at.program.wait(GIVE_UP) == code
    assert ["Y4 E5"] == drafted(begun)


def test_a_closed_window_loses_nothing(begun: Run, db: Path) -> None:
    with terminal(db, "episode", "enter") as at:
        at.waits_for("card 1 of 24>")
        at.enters("Y4 E5", db)
        at.close()
        at.program.wait(GIVE_UP)
    assert ["Y4 E5"] == drafted(begun)


READING_KEYS = [
    (("episode", "enter"), "card 1 of 24>"),
    (("episode", "enter", "--board"), "Esc leave"),
    (("episode", "replay", "1", "--step"), "q leave"),
    (("pack", "paint"), "? all keys"),
    (("demo",), "Enter: next"),
]
"""What reads keys, and the words on the screen that show that it does."""


@pytest.mark.parametrize(("words", "shown"), READING_KEYS, ids=lambda part: part[0])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_the_terminal_is_restored_if_a_signal_ends_the_program(
    settled: Run, db: Path, words: tuple[str, ...], shown: str, number: int
) -> None:
    with terminal(db, *words) as at:
        at.waits_for(shown)
        until(lambda: not at.echoes())
        at.program.send_signal(number)
        assert at.program.wait(GIVE_UP) == 128 + number
        assert at.is_restored()


@pytest.mark.parametrize(("words", "shown"), READING_KEYS, ids=lambda part: part[0])
def test_ctrl_z_suspends_and_fg_shows_again_what_is_asked(
    settled: Run, db: Path, words: tuple[str, ...], shown: str
) -> None:
    with terminal(db, *words) as at:
        at.waits_for(shown)
        at.type("\x1a")
        until_it_stops(at.program.pid)
        assert at.echoes()
        at.program.send_signal(signal.SIGCONT)
        at.waits_for(shown)
        at.type("\x03")
        at.rest()
        assert at.is_restored()


def test_a_prompt_shows_again_after_a_stop_from_elsewhere(begun: Run, db: Path) -> None:
    """A shell takes the terminal back meanwhile; what is typed then came only with Enter."""
    with terminal(db, "episode", "enter") as at:
        at.waits_for("card 1 of 24>")
        at.type("zz")
        at.waits_for("zz")
        at.program.send_signal(signal.SIGSTOP)
        until_it_stops(at.program.pid)
        at.restore()
        at.program.send_signal(signal.SIGCONT)
        at.waits_for("card 1 of 24> zz")
        until(lambda: not at.echoes())
        at.type("\x03")
        at.rest()
        assert at.is_restored()


def test_a_board_ends_if_its_window_is_closed_without_a_signal(begun: Run, db: Path) -> None:
    with terminal(db, "episode", "enter", "--board") as at:
        at.waits_for("Esc leave")
        at.close()
        assert at.program.wait(GIVE_UP) == 1


@pytest.mark.parametrize("seed", range(count(1, 50)))
def test_a_kill_loses_at_most_the_line_that_is_typed(begun: Run, db: Path, seed: int) -> None:
    """SIGKILL at a random moment: every line that was answered with a new question is there."""
    rng = random.Random(seed)
    lines = LINES
    stop = rng.randrange(1, 20)
    with terminal(db, "episode", "enter") as at:
        at.waits_for("card 1 of 24>")
        for line in lines[:stop]:
            at.enters(line, db)
        at.type(f"{lines[stop]}\r")
        time.sleep(rng.random() * 0.1)
        at.program.send_signal(signal.SIGKILL)
        at.program.wait(GIVE_UP)
    after = drafted(begun)
    assert after in (lines[:stop], lines[: stop + 1])
    assert begun("audit").code == 0
