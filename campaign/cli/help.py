"""The layout of `campaign --help`, and the suggestions for a word that is no command.

    Evening  meet        the evening in steps   status      what is next and owed
              ...

Every start of the program imports this module, so it imports little but Typer.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from difflib import get_close_matches
from typing import Any

from typer.core import TyperCommand, TyperGroup

from campaign.cli.empty import refuse_empty
from campaign.extras import extra
from campaign.games import kit

SECTIONS = ("Evening", "Boards", "History", "Sharing", "Data")
"""The sections of the help; `menu` of a command gives its section, place and words."""
LOWER = ("Your box", "Analysis", "Clubs")
"""The sections of which the help only lists the commands' names, as few people need them."""

OPTIONS = {"--help": "help commands usage ?", "--version": "version"}
"""The words that people type as a command although they mean an option, by option."""

ALIKE = 0.7
"""The least similarity of a mistyped word and a known one, from 0 to 1."""
MOST = 3
"""The most suggestions."""
LABEL, NAME, COLUMN = 9, 12, 35
"""The widths of a section's title, of a command's name, and of a command with its words."""


class LazyGroup(TyperGroup):
    """A group of commands; it knows the help of lazy ones, and loads them when they are called.

    The error for an unknown word suggests commands.
    """

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self._loads: dict[str, Callable[[], Any]] = {}

    def add_lazy(self, name: str, help: str, load: Callable[[], Any]) -> None:
        """Add a command that is loaded when it is called."""
        self.add_command(TyperCommand(name, help=help))
        self._loads[name] = load

    def load_command(self, name: str) -> Any:
        """Return the command of this name as Typer runs it; None for an unknown name."""
        return self._loads[name]() if name in self._loads else self.commands.get(name)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the commands, each with its whole sentence, which Typer would cut."""
        with formatter.section("Commands"):
            formatter.write_dl(
                [
                    (command.name or "", sentence(command.help or ""))
                    for command in self.commands.values()
                ]
            )

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the options before a command's name."""
        refuse_empty(self, ctx, args)
        left: list[str] = super().parse_args(ctx, args)
        return left

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command that the first word names; else fail with suggestions."""
        word = args[0]
        if not ctx.resilient_parsing and not word.startswith("-") and word not in self.commands:
            meanings = ctx.find_root().command.meanings()
            group = ctx.info_name if ctx.parent else ""
            suggested = suggestions(word, [*self.commands], meanings, group=group)
            is_elsewhere = ctx.parent is not None and not {*suggested} & {*self.commands}
            there = f" There are: {', '.join(self.commands)}." * is_elsewhere
            ctx.fail(f"No such command {word!r}.{did_you_mean(suggested)}{there}{_absent()}")
        name, command, remaining = super().resolve_command(ctx, args)
        return name, self.load_command(name) if name else command, remaining


def sentence(help: str) -> str:
    """Return the first paragraph of a command's help, on one line."""
    return " ".join(help.split("\n\n")[0].split())


def suggestions(
    word: str, commands: list[str], also: Mapping[str, str], *, group: str
) -> list[str]:
    """Return commands that a word may mean.

    These are the commands for which people type this word, else commands with similar letters, else
    commands for which people type a similar word. `commands` are those of the `group`, which is
    "" for the program; `also` has the other words that people type for each command of the program.
    In a group its own commands come first: `session delete 2` does not ask for `campaign undo`.
    A command found elsewhere is returned from its beginning: `campaign undo`.
    """
    typed = word.lower()
    meanings: dict[str, list[str]] = {}
    for command, words in {**also, **OPTIONS}.items():
        for known in words.split():
            meanings.setdefault(known, []).append(command)
    close = get_close_matches(typed, commands, n=2, cutoff=ALIKE)
    if close and typed not in meanings:
        return close
    meant = [
        command
        for known in get_close_matches(typed, meanings, n=1, cutoff=ALIKE)
        for command in meanings[known]
    ]
    if not group:
        return meant[:MOST]
    own = [name for name in commands if f"{group} {name}" in meant]
    of_program = [command for command in meant if " " not in command]
    return own or [f"campaign {command}" for command in (of_program or meant)[:MOST]]


def _absent() -> str:
    """Return a sentence on missing extras and games: an unknown word may be one of theirs."""
    names = [*extra.missing_extras(), *kit.missing_games()]
    return f" Not installed here: {', '.join(names)}." if names else ""


def did_you_mean(suggested: list[str]) -> str:
    """Return a question that names the suggested commands; "" if there are none."""
    if not suggested:
        return ""
    *first, last = [repr(command) for command in suggested]
    return f" Did you mean {', '.join(first)}{' or ' if first else ''}{last}?"


def lower_overview(sections: Mapping[str, Collection[str]]) -> str:
    """Return a line for each section, with the names of its commands but no words."""
    return "\n".join(f"{title:<{LABEL}}{' '.join(names)}" for title, names in sections.items())


def overview(sections: Mapping[str, Mapping[str, str]], width: int) -> str:
    """Return the commands of each section with their words, in as many columns as fit."""
    across = max(1, (width - LABEL) // COLUMN)
    lines = []
    for title, commands in sections.items():
        cells = [f"{name:<{NAME}}{words}" for name, words in commands.items()]
        for first in range(0, len(cells), across):
            row = "".join(f"{cell:<{COLUMN}}" for cell in cells[first : first + across])
            lines.append(f"{'' if first else title:<{LABEL}}{row}".rstrip())
    return "\n".join(lines)
