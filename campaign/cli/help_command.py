"""The help of one command (`campaign COMMAND --help`): its own arguments and options.

Typer's own help gives the Python type of each argument, and lists the dozen options that every
command has before the options of this command.
"""

from __future__ import annotations

import re
from typing import Any

import typer
from pydantic import ValidationError
from typer.core import TyperCommand

from campaign.cli.empty import refuse_empty
from campaign.cli.help import did_you_mean
from campaign.cli.options import SHARED
from campaign.shell import quoted

_SHARED = {(option.name, option.help) for option in SHARED}
EVERYWHERE = "Every command also takes -y, -q, --json, --db and others: campaign --more."
"""The line in a command's help that stands for the options that every command has."""
_BETWEEN = re.compile(r"(\d+)<=x<=(\d+)")
"""A range of numbers as Typer writes it in the help of an option."""

NAMED = 5
"""The number of words that an error names: a script may have given thousands."""


class Command(TyperCommand):
    """A command whose help lists its own options only, and names arguments as players do."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Return the words after the command's name: `N`, or `[SEAT]` if it may be left out."""
        pieces = super().collect_usage_pieces(ctx)
        return [piece.replace("{", "").replace("}", "") for piece in pieces]

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words of a command line; one too many fails with where it may belong."""
        ctx.allow_extra_args = True
        try:
            refuse_empty(self, ctx, args)
            left: list[str] = super().parse_args(ctx, args)
        except typer.BadParameter as error:
            error.message = _plain(error)
            raise
        if left and not ctx.resilient_parsing:
            named = ", ".join(map(repr, left[:NAMED]))
            more = f" and {len(left) - NAMED:,} more" if len(left) > NAMED else ""
            ctx.fail(f"Too many words: {named}{more}.{self._where_one_may_go(ctx, left)}")
        return left

    def _where_one_may_go(self, ctx: Any, left: list[str]) -> str:
        """Return the options of this command that take a word, else the commands of its name.

        `left` are the words too many; one after `campaign status` may be the name of a campaign.
        """
        rows = [_row(param, ctx) for param in self._own(ctx) if not getattr(param, "is_flag", True)]
        if valued := [row[0].split(", ")[-1] for row in rows if row]:
            return f" Options that take one: {', '.join(valued)}."
        all_commands = ctx.find_root().command.meanings()
        alike = [words for words in all_commands if words.endswith(f" {self.name}")]
        suggested = [words for words in alike if f"campaign {words}" != ctx.command_path]
        takes_none = all(param.param_type_name == "option" for param in self.params)
        is_campaign = takes_none and len(left) == 1 and ctx.parent.parent is None
        named = f"{ctx.command_path} --campaign {quoted(left[0])}"
        return f" If it names a campaign: {named}." * is_campaign + did_you_mean(suggested)

    def _own(self, ctx: Any) -> list[Any]:
        """Return the parameters that not every command has."""
        params: list[Any] = self.get_params(ctx)
        return [param for param in params if (param.name, param.help) not in _SHARED]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the arguments, then the command's own options, then a line about all others."""
        own_params = self._own(ctx)
        for kind, title in (("argument", "Arguments"), ("option", "Options")):
            rows = [_row(param, ctx) for param in own_params if param.param_type_name == kind]
            if visible_rows := [row for row in rows if row and not row[0].endswith("--help")]:
                with formatter.section(title):
                    formatter.write_dl(visible_rows)
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(EVERYWHERE)


def _plain(error: typer.BadParameter) -> str:
    """Return why a value is refused: it stands in the words in place of `Input`."""
    if not isinstance(error.__cause__, ValidationError):
        return error.message
    problem = error.__cause__.errors(include_url=False)[0]
    value = repr(str(problem["input"]))
    words = problem["msg"].removeprefix("Value error, ").partition(", unable to parse")[0]
    words = words.replace("Input should be a valid integer", f"{value} is no whole number")
    return words.replace("Input should", f"{value} should")


def _row(param: Any, ctx: Any) -> tuple[str, str] | None:
    """Return what is typed for a parameter, and its help; None if it has no help."""
    record = param.get_help_record(ctx)
    if record is None:
        return None
    name, words = record
    words, _, remarks = words.partition("  [")
    facts = [_BETWEEN.sub(r"\1 to \2", fact) for fact in remarks.removesuffix("]").split("; ")]
    facts = [fact for fact in facts if fact and not fact.startswith("x>=")]
    if param.param_type_name == "argument":
        name = param.metavar or name
        facts = [fact for fact in facts if fact != "required"]
    name = name.replace("<", "").replace(">", "")
    return name, f"{words}  [{'; '.join(facts)}]" if facts else words
