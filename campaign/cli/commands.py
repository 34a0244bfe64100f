"""The commands of the program, each with its module, which is imported when it is called.

`campaign --help`, the completion of the first word and a mistyped name read this table alone.
A test holds the table to the help that the modules give.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

import typer
from typer.core import TyperCommand

from campaign.cli import help as menu
from campaign.cli.deferred import deferred_imports


class Row(NamedTuple):
    """The module of a command or of a group of commands, and what `--help` says of it."""

    module: str
    help: str


COMMANDS = {
    "new": Row(
        "campaign.cli.campaigns",
        "Begin a campaign of My City, or go on with one that was begun without this program.",
    ),
    "list": Row("campaign.cli.campaigns", "All campaigns in the database."),
    "use": Row(
        "campaign.cli.campaigns", "Choose the campaign that your commands mean from now on."
    ),
    "status": Row(
        "campaign.cli.status", "Where we stopped: what is next, what is owed, who leads."
    ),
    "brief": Row(
        "campaign.cli.brief",
        "Before an evening: the rules in short, what is new, what your board offers.",
    ),
    "cards": Row(
        "campaign.cli.cards",
        "All buildings with their names, and which cards are out in the open draft.",
    ),
    "standings": Row("campaign.cli.standings", "Progress marks by city, with their reasons."),
    "chronicle": Row(
        "campaign.cli.chronicle",
        "One page of the campaign: boards, replays, sheets, standings; it proves itself.",
    ),
    "stats": Row(
        "campaign.cli.statistics",
        "Statistics of My City: points by term, passes, who gains in which chapter, luck.",
    ),
    "history": Row(
        "campaign.cli.history",
        "Everything that has happened, entry by entry: the last entries, or those before one.",
    ),
    "undo": Row(
        "campaign.cli.corrections",
        "Take back the last entry, or an episode with all after it; the history still shows them.",
    ),
    "redo": Row("campaign.cli.corrections", "Take back the last undo."),
    "checklist": Row(
        "campaign.cli.checklists", "What the real boards must show, as boxes to tick."
    ),
    "confirm": Row(
        "campaign.cli.checklists",
        "Note that a real board was compared with its checklist, and what differed.",
    ),
    "simulate": Row(
        "campaign.extras.simulate.commands",
        "Play games with simple players: records that replay, kept as sessions or as files.",
    ),
    "audit": Row(
        "campaign.cli.audit",
        "Derive everything from the journal again and compare. Exit code 3 if anything differs.",
    ),
    "demo": Row(
        "campaign.cli.demo", "A short campaign from beginning to end, on a temporary database."
    ),
    "meet": Row(
        "campaign.cli.meet",
        "An evening step by step: where you stopped, envelope, episode, stickers, next time.",
    ),
    "hindsight": Row(
        "campaign.extras.hindsight.commands",
        "What was possible with the same cards in the same order, for each seat on its own board.",
    ),
    "what-if": Row(
        "campaign.cli.what_if",
        "Try commands or another record on a temporary copy, and show what would be different.",
    ),
    "episode": Row("campaign.cli.episodes", "The episodes of a campaign: record, show, replay."),
    "envelope": Row(
        "campaign.cli.envelopes", "The envelopes of a campaign: what is open, what is sealed."
    ),
    "sticker": Row("campaign.cli.stickers", "Stickers: what is owed, and where they go."),
    "city": Row("campaign.cli.cities", "The cities: their boards and names."),
    "pack": Row(
        "campaign.cli.packs", "The data of the campaign: its rules, and corrections from your box."
    ),
    "player": Row("campaign.cli.players", "The players: who holds which city, and since when."),
    "handover": Row(
        "campaign.cli.handover", "A history for somebody else: export, verify, import, accept."
    ),
    "export": Row(
        "campaign.extras.plays.export_commands",
        "What was played, for spreadsheets, analysis and other programs.",
    ),
    "session": Row(
        "campaign.cli.sessions", "Games outside a campaign, such as My City's eternal mode."
    ),
    "import": Row(
        "campaign.cli.imports",
        "Many sessions at once, from files of records or of another program.",
    ),
    "draft": Row("campaign.cli.entering.drafts", "What is being entered and not yet kept."),
    "quadropolis": Row(
        "campaign.games.quadropolis.commands",
        "Quadropolis without a log: the score of a city as it is drawn.",
    ),
    "db": Row("campaign.cli.db", "The database: where it is, its copies, its health."),
    "fleet": Row(
        "campaign.extras.fleet.commands", "Many databases at once, such as the groups of a league."
    ),
}
"""By name; `campaign --help` shows them in the groups of `campaign/cli/help.py`."""


@cache
def load(name: str) -> Any:
    """The command or group of this name as Typer runs it; imports its module.

    Once a process: `demo` and `meet` call dozens of commands, and Typer is slow to build one.
    """
    with deferred_imports():
        app = import_module(COMMANDS[name].module).app
    built = typer.main.get_group(app)
    return built if built.name == name else built.commands[name]


class LazyGroup(menu.SuggestingGroup):
    """The program: what it lists comes from the table, what it runs from the module."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        for name, row in COMMANDS.items():
            self.add_command(TyperCommand(name, help=row.help))

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """One screen: the commands in their groups, each with a few words."""
        self.format_usage(ctx, formatter)
        self.format_help_text(ctx, formatter)
        formatter.write_paragraph()
        formatter.write(menu.overview(formatter.width + 2) + "\n")
        self.format_epilog(ctx, formatter)

    def whole_help(self, ctx: Any) -> str:
        """The options, and every command with its sentence."""
        formatter = ctx.make_formatter()
        super().format_help(ctx, formatter)
        return str(formatter.getvalue()).rstrip()

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The commands in their groups, each with its sentence."""
        for title, names in menu.GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(name, COMMANDS[name].help) for name in names])

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that the first word names; an unknown one is answered from the table."""
        name, _, rest = super().resolve_command(ctx, args)
        return name, name and load(name), rest
