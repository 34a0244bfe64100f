"""An error as a person reads it: what, then where and what helps, then that nothing happened."""

from __future__ import annotations

from rich.text import Text


def error(message: str, *, where: str = "", remedy: str = "", nothing_written: bool = True) -> Text:
    """One clear line, and what belongs to it indented below."""
    said = Text("error: ", style="bold red")
    said.append(message, style="not bold default")
    below = ". ".join(filter(None, [where, remedy]))
    if below:
        said.append(
            f"\n       {below}{'' if below.endswith('.') else '.'}", style="not bold default"
        )
    if nothing_written:
        said.append("\n       Nothing was written.", style="not bold default")
    return said
