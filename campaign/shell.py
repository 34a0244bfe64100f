"""Commands that are shown to be pasted into a shell: names and files in quotes that it keeps."""

from __future__ import annotations

import os
import re
import shlex

_READ = re.compile(r'["$`!\\]')
"""Matches what a shell reads inside double quotes."""


def command_with(command: str, *names: object) -> str:
    """A command with names as its last arguments, also names that begin with a dash."""
    dashes = ["--"] if any(str(name).startswith("-") for name in names) else []
    return " ".join([command, *dashes, *map(quoted, names)])


def command_on(command: str, *files: object) -> str:
    """A command with files as its last arguments, in quotes only if a shell would split them."""
    words = [f"./{file}" if str(file).startswith("-") else str(file) for file in files]
    return " ".join(
        [command, *(word if shlex.quote(word) == word else quoted(word) for word in words)]
    )


def quoted(name: object) -> str:
    """A name in double quotes, or in single quotes if a shell would read what is in it."""
    text = str(name)
    return shlex.quote(text) if _READ.search(text) and os.name != "nt" else f'"{text}"'
