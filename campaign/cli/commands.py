"""The commands of the program: those of this folder, and those of extras and games.

`campaign --help`, the completion of the first word and the suggestions for a mistyped name read the
text of the commands' modules (`stated`). A command's module is imported when the command is called.

`make docs` reads the modules of this folder and writes their commands into `commands.json`. A test
checks that the file is up to date. Reading the modules at every start would cost a tenth of the CPU
time of `campaign --help`.
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
    """A command or a group of commands: its module, the Typer group in it, and its statement."""

    module: str
    app: str
    statement: CommandStatement

    @property
    def help(self) -> str:
        """The text of its `--help`."""
        return self.statement.help

    def load(self) -> Any:
        """Import the module and return the command or group as Typer runs it."""
        with deferred_imports():
            app = getattr(import_module(self.module), self.app)
        built = typer.main.get_group(app)
        return built if built.name == self.statement.name else built.commands[self.statement.name]


@cache
def commands() -> Mapping[str, CommandRow]:
    """Return the commands and groups that follow `campaign` directly, in the order of the help."""
    rows: dict[str, CommandRow] = {}
    for row in (*_indexed(), *added_commands().values()):
        if not row.statement.group:
            rows.setdefault(row.statement.name, row)
    known = (*menu.SECTIONS, *menu.LOWER)
    order = [*dict.fromkeys((*known, *(row.statement.section for row in rows.values())))]
    return dict(
        sorted(
            rows.items(),
            key=lambda item: (
                order.index(item[1].statement.section),
                item[1].statement.place,
                item[0],
            ),
        )
    )


@cache
def added_commands() -> Mapping[str, CommandRow]:
    """Return the commands of extras and games by their words; the first keeps words used twice."""
    rows: dict[str, CommandRow] = {}
    for places in (*(extra.commands for extra in extras()), *(kit.commands for kit in kits())):
        for words, place in places.items():
            module, _, app = place.partition(":")
            *group, name = words.split()
            for statement in stated.read_statements(_source(module), only=f'"{name}"'):
                if (statement.app, statement.name) == (app, name) and words not in rows:
                    rows[words] = CommandRow(module, app, statement._replace(group=" ".join(group)))
    return rows


def all_statements() -> Iterator[CommandStatement]:
    """Yield the statements of all commands: of this folder, of groups, of extras and of games."""
    yield from (row.statement for row in _indexed())
    yield from (row.statement for row in added_commands().values())
    for row in added_commands().values():
        yield from (
            statement
            for statement in stated.read_statements(_source(row.module))
            if statement.group == row.statement.name
        )


def _indexed() -> Iterator[CommandRow]:
    """Yield the commands of this folder, and of the groups in it, from `commands.json`."""
    for module, app, fields in json.loads(INDEX.read_text(encoding="utf-8")):
        yield CommandRow(module, app, CommandStatement(*fields))


def index_text() -> str:
    """Return the text of `commands.json`: one line for each command."""
    rows = (json.dumps(row, ensure_ascii=False) for row in core_commands())
    return "[\n" + ",\n".join(rows) + "\n]\n"


def core_commands() -> Iterator[CommandRow]:
    """Yield the commands of this folder, read from the text of its modules."""
    for path in sorted(HERE.rglob("*.py")):
        module = ".".join(("campaign.cli", *path.relative_to(HERE).with_suffix("").parts))
        for statement in stated.read_statements(path.read_text(encoding="utf-8")):
            yield CommandRow(module, statement.app, statement)


@cache
def _source(module: str) -> str:
    """Return the text of a module without importing it; its package is imported."""
    spec = find_spec(module)
    return Path(spec.origin).read_text(encoding="utf-8") if spec and spec.origin else ""


@cache
def load(name: str) -> Any:
    """Return a command or group as Typer runs it, with the commands that extras add to the group.

    Cached, as `demo` and `meet` call dozens of commands and Typer is slow to build one.
    """
    built = commands()[name].load()
    for words, row in added_commands().items():
        if words.startswith(f"{name} "):
            built.add_lazy(row.statement.name, row.help, row.load)
    return built


class Program(menu.LazyGroup):
    """The program: it lists commands from the text of their modules, and imports those it runs."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        for name, row in commands().items():
            self.add_lazy(name, row.help, partial(load, name))

    def meanings(self) -> Mapping[str, str]:
        """Return the other words that people may type for a command, by command."""
        return {statement.words: statement.also for statement in all_statements()}

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write one screen: the commands by section, each with a few words."""
        self.format_usage(ctx, formatter)
        self.format_help_text(ctx, formatter)
        formatter.write_paragraph()
        short = {
            title: {row.statement.name: row.statement.short for row in rows if row.statement.short}
            for title, rows in sections().items()
        }
        lower = {title: short.pop(title) for title in menu.LOWER if title in short}
        formatter.write(menu.overview(short, formatter.width + 2) + "\n")
        formatter.write(menu.lower_overview(lower) + "\n")
        formatter.write_text(self.epilog or "")

    def whole_help(self, ctx: Any) -> str:
        """Return the long help: the options, then every command with its sentence."""
        formatter = ctx.make_formatter()
        super().format_help(ctx, formatter)
        return str(formatter.getvalue()).rstrip()

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the commands by section, each with its sentence."""
        for title, rows in sections().items():
            with formatter.section(title):
                formatter.write_dl([(row.statement.name, menu.sentence(row.help)) for row in rows])


def sections() -> Mapping[str, list[CommandRow]]:
    """Return the commands by section; sections and commands are in the order of the help."""
    rows: dict[str, list[CommandRow]] = {}
    for row in commands().values():
        rows.setdefault(row.statement.section, []).append(row)
    return rows
