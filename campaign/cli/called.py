"""Find the command that a command line calls, without importing the command's module."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.cli.commands import all_statements
from campaign.cli.options import SHARED
from campaign.cli.stated import CommandStatement


def find_command(arguments: Sequence[str]) -> CommandStatement | None:
    """Return the command that a command line calls; None if there is no such command."""
    with_value = {flag for option in SHARED if option.metavar for flag in option.flags}
    words = [
        word
        for previous, word in zip(("", *arguments), arguments, strict=False)
        if not word.startswith("-") and previous not in with_value
    ]
    found = None
    for command in all_statements():  # those of extras and games come last, and take longest
        if command.words == " ".join(words[:2]):
            return command
        if command.words == " ".join(words[:1]):
            found = found or command
    return found
