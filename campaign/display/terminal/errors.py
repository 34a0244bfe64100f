"""An error as a person reads it: what, then where and what helps, then that nothing happened."""

from __future__ import annotations

from rich.text import Text


def error(message: str, *, where: str = "", remedy: str = "", nothing_written: bool = True) -> Text:
    """One clear line, and what belongs to it indented below."""
    text = Text("error: ", style="bold red")
    text.append(message, style="not bold default")
    for more in filter(None, [where, remedy, "Nothing was written." if nothing_written else ""]):
        text.append(f"\n       {more}", style="not bold default")
    return text
