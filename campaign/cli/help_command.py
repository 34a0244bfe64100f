"""The help of one command (`campaign COMMAND --help`): its own arguments and options.

Typer says of each argument which type of Python it is, and lists the dozen options that every
command has before anybody sees those of this one.
"""

from __future__ import annotations

import re
from typing import Any

from typer.core import TyperCommand

from campaign.cli.options import SHARED

_SHARED = {(option.name, option.help) for option in SHARED}
EVERYWHERE = "Every command also takes -y, -q, --json, --db and others: campaign --more."
"""What stands in the help of a command for the options that every command has."""
_BETWEEN = re.compile(r"(\d+)<=x<=(\d+)")
"""How a range of numbers is written in what Typer says of an option."""


class Command(TyperCommand):
    """A command whose help has its own options, and the words of the table for what is typed."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """What follows the name: `N`, and `[SEAT]` for what may be left out."""
        pieces = super().collect_usage_pieces(ctx)
        return [piece.replace("{", "").replace("}", "") for piece in pieces]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """The arguments, then the options; those of every command are named alone."""
        params: list[Any] = self.get_params(ctx)
        own = [param for param in params if (param.name, param.help) not in _SHARED]
        for kind, title in (("argument", "Arguments"), ("option", "Options")):
            rows = [_row(param, ctx) for param in own if param.param_type_name == kind]
            if shown := [row for row in rows if row and not row[0].endswith("--help")]:
                with formatter.section(title):
                    formatter.write_dl(shown)
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(EVERYWHERE)


def _row(param: Any, ctx: Any) -> tuple[str, str] | None:
    """What is typed for a parameter, and what it does."""
    record = param.get_help_record(ctx)
    if record is None:
        return None
    name, words = record
    words, _, more = words.partition("  [")
    facts = [_BETWEEN.sub(r"\1 to \2", fact) for fact in more.removesuffix("]").split("; ")]
    facts = [fact for fact in facts if fact and not fact.startswith("x>=")]
    if param.param_type_name == "argument":
        name = param.metavar or name
        facts = [fact for fact in facts if fact != "required"]
    name = name.replace("<", "").replace(">", "")
    return name, f"{words}  [{'; '.join(facts)}]" if facts else words
