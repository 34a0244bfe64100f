"""What `campaign --help` shows, and what is suggested for a word that is no command.

    Evening  meet        the evening in steps   status      what is next and owed
              ...

The program itself needs this module: it imports little but Typer.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from difflib import get_close_matches
from typing import Any

from typer.core import TyperCommand, TyperGroup

from campaign.extras import extra
from campaign.games import kit

SECTIONS = ("Evening", "Boards", "History", "Sharing", "Data")
"""The sections of the help; a command says in which it stands, at which place, with which words."""
LOWER = ("Your box", "Analysis", "Clubs")
"""Sections that the help only names; their commands are one level down, as few people need them."""

OPTIONS = {"--help": "help commands usage ?", "--version": "version"}
"""For each option the words that people may type for it as a command."""

ALIKE = 0.7
"""How alike a mistyped word and a known one must be, of 1."""
MOST = 3
"""How many suggestions are made at most."""
LABEL, NAME, COLUMN = 9, 12, 35
"""Columns of a group's title, of a command's name, and of a command with its words."""


class LazyGroup(TyperGroup):
    """A group of commands that knows of some what they say, and loads them when they are called.

    It answers an unknown word with the commands that it may mean.
    """

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self._loads: dict[str, Callable[[], Any]] = {}

    def add_lazy(self, name: str, help: str, load: Callable[[], Any]) -> None:
        """Add a command that is loaded when it is called."""
        self.add_command(TyperCommand(name, help=help))
        self._loads[name] = load

    def loaded(self, name: str) -> Any:
        """The command of a name, as it runs; None where there is none."""
        return self._loads[name]() if name in self._loads else self.commands.get(name)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The commands, each with its whole sentence, which Typer would cut."""
        with formatter.section("Commands"):
            formatter.write_dl(
                [(one.name or "", sentence(one.help or "")) for one in self.commands.values()]
            )

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that the first word names; else the error names what may be meant."""
        word = args[0]
        if not ctx.resilient_parsing and not word.startswith("-") and word not in self.commands:
            meanings = ctx.find_root().command.meanings()
            meant = suggestions(word, [*self.commands], meanings, root=ctx.parent is None)
            ctx.fail(f"No such command {word!r}.{_question(meant)}{_absent()}")
        name, command, rest = super().resolve_command(ctx, args)
        return name, self.loaded(name) if name else command, rest


def sentence(help: str) -> str:
    """What a command does, without what its help says besides."""
    return " ".join(help.split("\n\n")[0].split())


def suggestions(
    word: str, commands: list[str], also: Mapping[str, str], *, root: bool
) -> list[str]:
    """Commands that a word may mean: by its meaning, else by letters, else by a like meaning.

    `commands` are those that could stand in its place, `also` of every command the words that
    somebody types who means it. Below the root a command that is meant
    is given from its beginning, `campaign undo`.
    """
    typed = word.lower()
    meanings: dict[str, list[str]] = {}
    for command, words in {**also, **OPTIONS}.items():
        for known in words.split():
            meanings.setdefault(known, []).append(command if root else f"campaign {command}")
    close = get_close_matches(typed, commands, n=2, cutoff=ALIKE)
    if close and typed not in meanings:
        return close
    return [
        command
        for known in get_close_matches(typed, meanings, n=1, cutoff=ALIKE)
        for command in meanings[known][:MOST]
    ]


def _absent() -> str:
    """A sentence on extras and games that are gone: an unknown word may be a command of these."""
    names = [*extra.absent(), *kit.absent()]
    return f" Not installed here: {', '.join(names)}." if names else ""


def _question(meant: list[str]) -> str:
    if not meant:
        return ""
    *first, last = [repr(command) for command in meant]
    return f" Did you mean {', '.join(first)}{' or ' if first else ''}{last}?"


def lower(sections: Mapping[str, Collection[str]]) -> str:
    """The names of commands one level down, a line for each section."""
    return "\n".join(f"{title:<{LABEL}}{' '.join(names)}" for title, names in sections.items())


def overview(sections: Mapping[str, Mapping[str, str]], width: int) -> str:
    """The commands of each section with their words, as many side by side as the width allows."""
    across = max(1, (width - LABEL) // COLUMN)
    lines = []
    for title, commands in sections.items():
        cells = [f"{name:<{NAME}}{words}" for name, words in commands.items()]
        for first in range(0, len(cells), across):
            row = "".join(f"{cell:<{COLUMN}}" for cell in cells[first : first + across])
            lines.append(f"{'' if first else title:<{LABEL}}{row}".rstrip())
    return "\n".join(lines)
