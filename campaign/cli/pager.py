"""Show long screens at a terminal in a pager.

`PAGER` names the pager, as for other programs; empty or `cat` means none. Without `PAGER` the pager
is `less`, if installed. Its flags: end at once on a short screen (F), keep colours (R), leave the
text on the screen (X), end at the end of the text (e), and explain the keys (Ps).
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from pathlib import PurePath
from shutil import which

from campaign.cli import interrupts
from campaign.display.text.translation import Speaker
from engine.kernel.phrases import phrase

LESS = "less"
SPECIAL = re.compile(r"[?:.%\\$]")
"""The characters with a special meaning in a prompt of less."""


def pager_command() -> list[str]:
    """Return the pager and its arguments; an empty list if none is wanted or installed."""
    try:
        words = shlex.split(os.environ.get("PAGER", LESS))
    except ValueError:  # an unclosed quotation mark
        words = []
    return words if words and words[0] != "cat" and which(words[0]) else []


def keeps_colours(words: list[str]) -> bool:
    """Return whether a pager is known to show colours; true only for less."""
    return PurePath(words[0]).name == LESS


def is_long(text: str, lines: int) -> bool:
    """Return whether a text and a prompt below it need more than `lines` lines."""
    return text.count("\n") >= lines


def show_in_pager(words: list[str], text: str, speaker: Speaker) -> bool:
    """Show a text in the pager until the user leaves; False if the pager does not start."""
    flags = os.environ.get("LESS", flags_of_less(speaker))
    environment = {**os.environ, "LESS": flags, "LESSCHARSET": "utf-8"}
    try:
        # PAGER is the user's own setting, and no shell reads it.
        pager = subprocess.Popen(words, stdin=subprocess.PIPE, env=environment)
    except OSError:
        return False
    with interrupts.ignoring_interrupts():
        pager.communicate(text.encode())  # ignores a pipe that is closed before the end
    return True


def flags_of_less(speaker: Speaker) -> str:
    """Return the flags for less, which the user's own in `LESS` replace."""
    english = phrase("Space: more   q: leave")
    words = speaker.say(english)
    keys = words if words.isascii() else str(english)  # less shows other characters as bytes
    return f"FRXePs{SPECIAL.sub(lambda sign: chr(92) + sign[0], keys)}$"
