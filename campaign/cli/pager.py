"""Long screens at a terminal, given to a pager.

`PAGER` names it, as for other programs; empty or `cat` means none. Without it `less` is taken, if
there is one: it leaves a short screen alone (F), keeps colours (R) and what was shown (X), is left
where the text ends (e), and says what its keys do (Ps).
"""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import PurePath
from shutil import which

from campaign.display.text.translation import Speaker
from engine.kernel.phrases import phrase

LESS = "less"
SPECIAL = re.compile(r"[?:.%\\$]")
"""Signs that mean something in a prompt of less."""


def program() -> list[str]:
    """The pager and its arguments; nothing where none is wanted, or none is there."""
    try:
        words = shlex.split(os.environ.get("PAGER", LESS))
    except ValueError:  # a quotation mark without its fellow
        words = []
    return words if words and words[0] != "cat" and which(words[0]) else []


def keeps_colours(words: list[str]) -> bool:
    """Whether a pager shows colours; of others than less that is not known."""
    return PurePath(words[0]).name == LESS


def is_long(text: str, lines: int) -> bool:
    """Whether a text is too long for a window of so many lines, with the prompt below it."""
    return text.count("\n") >= lines


def page(words: list[str], text: str, speaker: Speaker) -> bool:
    """Give a text to the pager and wait; False where it could not be started."""
    flags = os.environ.get("LESS", flags_of_less(speaker))
    environment = {**os.environ, "LESS": flags, "LESSCHARSET": "utf-8"}
    try:
        # The user's own setting, without a shell.
        pager = subprocess.Popen(words, stdin=subprocess.PIPE, env=environment)
    except OSError:
        return False
    with _left_to_the_pager():
        pager.communicate(text.encode())  # whoever leaves early closes the pipe: that is no error
    return True


def flags_of_less(speaker: Speaker) -> str:
    """Flags of less where its user has not set others."""
    english = phrase("Space: more   q: leave")
    said = speaker.say(english)
    keys = said if said.isascii() else str(english)  # less shows other signs as their bytes
    return f"FRXePs{SPECIAL.sub(lambda sign: chr(92) + sign[0], keys)}$"


@contextmanager
def _left_to_the_pager() -> Iterator[None]:
    """Leave Ctrl-C to the pager, which ends what it shows and not the program."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
