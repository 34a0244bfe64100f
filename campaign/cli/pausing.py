"""Let output wait for a key when the window is full, and before each new page.

    with pausing(speaker) as screen:
        while screen.next_page(title): print(...)       Enter or space goes on, q leaves

What is printed after the user has left is dropped. The terminal is restored in every case.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import TextIOBase
from select import select
from typing import TextIO, cast

from prompt_toolkit.input import create_input
from prompt_toolkit.keys import Keys
from rich.text import Text

from campaign.cli import restoring
from campaign.display.terminal import console
from campaign.display.text.translation import Speaker
from engine.kernel.phrases import Wording, phrase

LEAVES = ("q", "Q", Keys.Escape, Keys.ControlD)
SUSPENDS = Keys.ControlZ
"""The keys that leave, and the key that suspends the program; any other key goes on."""
MORE, NEXT = phrase("Enter: more   q: leave"), phrase("Enter: next   q: leave")


class PausingTerminal(TextIOBase):
    """A terminal that waits when it is full; `has_left` says whether the user has left.

    A command that prints would catch an interruption. So `interruption` keeps it, and `pausing`
    raises it at its end.
    """

    def __init__(self, terminal: TextIO, speaker: Speaker) -> None:
        self._terminal, self._speaker = terminal, speaker
        self._used = self._column = 0
        self._begun = self.has_left = False
        self.interruption: BaseException | None = None

    def next_page(self, title: Wording) -> bool:
        """Wait at the end of this page, then begin an empty one; False if the user has left."""
        if self._begun:
            self.wait(NEXT)
        if not self.has_left:
            self._begun = True
            self._clear()
            self.write(f"{self._speaker.say(title)}\n")
        return not self.has_left

    def wait(self, words: Wording) -> None:
        """Show a question below the text, and wait for a key."""
        if self.has_left:
            return
        try:
            with _keys() as key:
                pressed: str = SUSPENDS
                while pressed == SUSPENDS:
                    self._terminal.write(f"\n{self._speaker.say(words)} ")
                    self._terminal.flush()
                    pressed = key()
                self.has_left = pressed in LEAVES
        except (KeyboardInterrupt, SystemExit) as end:
            self.has_left, self.interruption = True, end
        self._terminal.write("\r\x1b[K\x1b[A")
        self._used = self._column = 0

    def write(self, text: str) -> int:
        """Print a text, and wait for a key whenever the window is full."""
        for line in text.splitlines(keepends=True):
            if self._used >= self._room:
                self.wait(MORE)
            if self.has_left:
                break
            self._terminal.write(line)
            self._count(line)
        return len(text)

    def flush(self) -> None:
        """Flush the terminal; this stream has no buffer of its own."""
        self._terminal.flush()

    def isatty(self) -> bool:
        """Return True, so that colours are shown as on a terminal."""
        return True

    def fileno(self) -> int:
        """Return the terminal's file number, from which the size of the window is read."""
        return self._terminal.fileno()

    @property
    def encoding(self) -> str:  # type: ignore[override]  # read only here
        """The encoding of the terminal."""
        return self._terminal.encoding

    @property
    def _room(self) -> int:
        """The number of lines that fit above the question."""
        return max(1, console.out().height - 2)

    def _count(self, line: str) -> None:
        """Count the lines of the window that a line of text fills."""
        self._column += Text.from_ansi(line.rstrip("\n")).cell_len
        if line.endswith("\n"):
            self._used += max(1, -(-self._column // console.out().width))
            self._column = 0

    def _clear(self) -> None:
        self._terminal.write("\x1b[H\x1b[2J")
        self._used = self._column = 0


@contextmanager
def pausing(speaker: Speaker) -> Iterator[PausingTerminal]:
    """A context in which output waits for a key when the window is full.

    At its end it raises the interruption that came while the terminal waited.
    """
    screen = PausingTerminal(sys.stdout, speaker)
    stream = cast(TextIO, screen)
    with redirect_stdout(stream), redirect_stderr(stream):
        yield screen
    if screen.interruption:
        raise screen.interruption


@contextmanager
def _keys() -> Iterator[Callable[[], str]]:
    """Yield a function that reads one key; the terminal is restored in every case.

    The function raises `KeyboardInterrupt` for Ctrl-C, and `SystemExit` on SIGTERM.
    """
    keyboard = create_input()

    def key() -> str:
        while True:
            select([keyboard.fileno()], [], [])
            for press in (*keyboard.read_keys(), *keyboard.flush_keys()):
                if press.key == Keys.ControlC:
                    raise KeyboardInterrupt
                if press.key == SUSPENDS:
                    with keyboard.cooked_mode():
                        os.kill(0, signal.SIGTSTP)
                return press.key
            if keyboard.closed:
                return LEAVES[0]

    with restoring.restoring_terminal(), keyboard.raw_mode():
        yield key
