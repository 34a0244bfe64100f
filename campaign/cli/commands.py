"""The commands of the program: those of this folder, and those that extras and games bring.

What `campaign --help`, the completion of the first word and a mistyped name need of them is read
from the text of their modules (`stated`). The module of a command is imported when it is called.

`commands.json` is what is read from this folder, written by `make docs` and held to the modules by
a test: to read them at every start would cost a tenth of the CPU of `campaign --help`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import typer

from campaign.cli import help as menu
from campaign.cli import stated
from campaign.cli.deferred import deferred_imports
from campaign.cli.stated import CommandStatement
from campaign.extras.extra import extras
from campaign.games.kit import kits

HERE = Path(__file__).parent
INDEX = HERE / "commands.json"


class CommandRow(NamedTuple):
    """A command or a group of commands: its module, the group in there, and what is said of it."""

    module: str
    app: str
    said: CommandStatement

    @property
    def help(self) -> str:
        """What `--help` says of it."""
        return self.said.help

    def load(self) -> Any:
        """The command or group as Typer runs it; imports its module."""
        with deferred_imports():
            app = getattr(import_module(self.module), self.app)
        built = typer.main.get_group(app)
        return built if built.name == self.said.name else built.commands[self.said.name]


@cache
def commands() -> Mapping[str, CommandRow]:
    """The commands and groups that stand first on a command line, in the order of the help."""
    rows: dict[str, CommandRow] = {}
    for row in (*_indexed(), *brought().values()):
        if not row.said.group:
            rows.setdefault(row.said.name, row)
    known = (*menu.SECTIONS, *menu.LOWER)
    order = [*dict.fromkeys((*known, *(row.said.section for row in rows.values())))]
    return dict(
        sorted(
            rows.items(),
            key=lambda item: (order.index(item[1].said.section), item[1].said.place, item[0]),
        )
    )


@cache
def brought() -> Mapping[str, CommandRow]:
    """What extras and games bring, by the words that call it; of the same words the first."""
    rows: dict[str, CommandRow] = {}
    for places in (*(extra.commands for extra in extras()), *(kit.commands for kit in kits())):
        for words, place in places.items():
            module, _, app = place.partition(":")
            *group, name = words.split()
            for one in stated.stated(_source(module), only=f'"{name}"'):
                if (one.app, one.name) == (app, name) and words not in rows:
                    rows[words] = CommandRow(module, app, one._replace(group=" ".join(group)))
    return rows


def every() -> Iterator[CommandStatement]:
    """What is said of every command, also of those in groups, of extras and of games."""
    yield from (row.said for row in core())
    yield from (row.said for row in brought().values())
    for row in brought().values():
        yield from (one for one in stated.stated(_source(row.module)) if one.group == row.said.name)


def _indexed() -> Iterator[CommandRow]:
    """The commands of this folder that stand first."""
    for module, app, said in json.loads(INDEX.read_text(encoding="utf-8")):
        yield CommandRow(module, app, CommandStatement(*said))


def index() -> str:
    """The text of `commands.json`: a line for each command of this folder that stands first."""
    rows = (json.dumps(row, ensure_ascii=False) for row in core() if not row.said.group)
    return "[\n" + ",\n".join(rows) + "\n]\n"


def core() -> Iterator[CommandRow]:
    """The commands of this folder."""
    for path in sorted(HERE.rglob("*.py")):
        module = ".".join(("campaign.cli", *path.relative_to(HERE).with_suffix("").parts))
        for one in stated.stated(path.read_text(encoding="utf-8")):
            yield CommandRow(module, one.app, one)


@cache
def _source(module: str) -> str:
    """The text of a module that is not imported; its package is."""
    spec = find_spec(module)
    return Path(spec.origin).read_text(encoding="utf-8") if spec and spec.origin else ""


@cache
def load(name: str) -> Any:
    """The command or group of this name as Typer runs it, with what is brought into the group.

    Once a process: `demo` and `meet` call dozens of commands, and Typer is slow to build one.
    """
    built = commands()[name].load()
    for words, row in brought().items():
        if words.startswith(f"{name} "):
            built.add_lazy(row.said.name, row.help, row.load)
    return built


class Program(menu.LazyGroup):
    """The program: what it lists is read, what it runs is loaded."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        for name, row in commands().items():
            self.add_lazy(name, row.help, partial(load, name))

    def meanings(self) -> Mapping[str, str]:
        """For each command the words that people may type for it."""
        return {one.words: one.also for one in every()}

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """One screen: the commands in their groups, each with a few words."""
        self.format_usage(ctx, formatter)
        self.format_help_text(ctx, formatter)
        formatter.write_paragraph()
        short = {
            title: {row.said.name: row.said.short for row in rows if row.said.short}
            for title, rows in sections().items()
        }
        lower = {title: short.pop(title) for title in menu.LOWER if title in short}
        formatter.write(menu.overview(short, formatter.width + 2) + "\n")
        formatter.write(menu.lower(lower) + "\n")
        formatter.write_text(self.epilog or "")

    def whole_help(self, ctx: Any) -> str:
        """The options, and every command with its sentence."""
        formatter = ctx.make_formatter()
        super().format_help(ctx, formatter)
        return str(formatter.getvalue()).rstrip()

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The commands in their groups, each with its sentence."""
        for title, rows in sections().items():
            with formatter.section(title):
                formatter.write_dl([(row.said.name, menu.sentence(row.help)) for row in rows])


def sections() -> Mapping[str, list[CommandRow]]:
    """The commands by the sections of the help, both in its order."""
    rows: dict[str, list[CommandRow]] = {}
    for row in commands().values():
        rows.setdefault(row.said.section, []).append(row)
    return rows
