"""An error as a person reads it: what, then where and what helps, then that nothing happened."""

from __future__ import annotations

from rich.text import Text


def error(message: str, *, where: str = "", remedy: str = "", nothing_written: bool = True) -> Text:
    """One clear line, and what belongs to it indented below."""
    said = Text("error: ", style="bold red")
    said.append(message, style="not bold default")
    for text in filter(None, [where, remedy, "Nothing was written." if nothing_written else ""]):
        said.append(f"\n       {text}", style="not bold default")
    return said
