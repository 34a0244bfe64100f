"""The small parts that screens are made of: tables, lines, titles, names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rich.cells import cell_len, set_cell_size
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

SEAT_STYLE = {"eagle": "yellow", "bear": "red", "deer": "green", "wolf": "blue"}
SEAT_STYLE |= {"p1": "yellow", "p2": "red", "p3": "green", "p4": "blue"}
WIDTH = 79
"""Columns of a title with something at its right."""


def table(*columns: str, right: Iterable[str] = ()) -> Table:
    """A table without frames; columns named in `right` hold figures."""
    made = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    for column in columns:
        made.add_column(
            column,
            justify="right" if column in right else "left",
            no_wrap=True,
            overflow="ellipsis",
        )
    return made


def lines(*parts: RenderableType | None) -> Group:
    """Renderables one below the other; None is left out."""
    return Group(*(part for part in parts if part is not None))


def line(text: str = "", style: str = "") -> Text:
    """One line, folded at words where it is too long."""
    return Text(text, style=style)


def title(text: str, right: str, style: str) -> Text:
    """A bold title, and at the right of its line something in a style of its own."""
    made = Text(text, style="bold")
    made.append(" " * max(2, WIDTH - made.cell_len - cell_len(right)))
    return made.append(right, style=style)


def item(text: str | Text, style: str = "") -> Padding:
    """A line below a heading: indented, also where it is folded."""
    return Padding(Text(text, style=style) if isinstance(text, str) else text, (0, 0, 0, 2))


def command(text: str) -> Text:
    """A command to type."""
    return Text(f"  {text}", style="cyan")


def fit(text: str, width: int) -> str:
    """A name in so many columns, shortened with an ellipsis where it is longer."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, width - 1).rstrip() + "…"


def head_of_database(head: str) -> Text | None:
    """The head of the database, for a note on paper; nothing where there is no entry."""
    return line(f"Head of the whole database: {head}") if head else None


def seat(name: str) -> Text:
    """A seat in its colour."""
    return Text(name, style=SEAT_STYLE.get(name, ""))


def commands(reasons: Mapping[str, str]) -> Table:
    """Commands to type, below each other, each after what it is for."""
    made = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=False)
    made.add_column(no_wrap=True)
    made.add_column(style="cyan", overflow="fold")
    for reason, text in reasons.items():
        made.add_row(f"  {reason}", text)
    return made
