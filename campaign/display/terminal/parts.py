"""Small parts of screens: tables, lines, titles, names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from rich.cells import cell_len, set_cell_size
from rich.columns import Columns
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.text import Text

from campaign.display.terminal.console import speaker_of
from campaign.display.terminal.tables import Column, ColumnRole, Table, wrapped
from campaign.display.terminal.words import MixedText, Piece, to_text
from campaign.display.text.translation import ENGLISH
from engine.kernel.phrases import Phrase, Wording, joined, phrase

SEAT_STYLE = {"eagle": "yellow", "bear": "red", "deer": "green", "wolf": "blue"}
SEAT_STYLE |= {"p1": "yellow", "p2": "red", "p3": "green", "p4": "blue"}
WIDTH = 79
"""The most columns of a title with another text at its right."""
BETWEEN = 3
"""The blanks between items side by side."""
COMMAND = re.compile(r"(?:(.*(?::(?= )|\uff1a)) ?)?(campaign [a-z].*?)(?: {3,}(.*))?$")
"""Matches a sentence with a command: the words before it, the command, and what it does."""


def table(
    *columns: Piece,
    right: Iterable[Wording] = (),
    names: Iterable[Wording] = (),
    notes: Iterable[Wording] = (),
    spare: Iterable[Wording] = (),
    below: Iterable[Wording] = (),
    header_style: str = "dim",
) -> Table:
    """A table without frames; columns that are named in `right` are aligned to the right.

    On a narrow console columns in `names` may be shortened, columns in `notes` folded, columns in
    `spare` left out, and columns in `below` (commands) put on a line of their own. Other columns
    are never cut.
    """
    kinds: dict[Wording, ColumnRole] = {
        **dict.fromkeys(names, ColumnRole.NAMES),
        **dict.fromkeys(notes, ColumnRole.NOTES),
        **dict.fromkeys(spare, ColumnRole.SPARE),
        **dict.fromkeys(below, ColumnRole.BELOW),
    }
    right = set(right)
    made_columns = []
    for column in columns:
        name = column.to_text(ENGLISH).plain if isinstance(column, MixedText) else str(column)
        made_columns.append(Column(column, kinds.get(name, ColumnRole.WHOLE), name in right))
    return Table(made_columns, header_style)


def lines(*parts: RenderableType | None) -> Group:
    """Renderables one below the other; None is left out."""
    return Group(*(part for part in parts if part is not None))


class FoldedText:
    """Words that are folded at blanks; a command among them stays whole, on a line of its own."""

    def __init__(self, text: Wording, style: str = "") -> None:
        self.text, self.style = text, style

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield one line if all fits, else the words, the command, and the words after it."""
        text = speaker_of(console).say(self.text)
        yield from folded(text, console, options, style=self.style)


class SideBySide:
    """Items in columns of one width, as many as fit; below one another in a narrow window."""

    def __init__(self, items: Iterable[RenderableType], width: int) -> None:
        self.items, self.width = tuple(items), width

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the items."""
        if options.max_width < self.width + BETWEEN:
            yield from self.items
        else:
            yield Columns(self.items, padding=(0, BETWEEN), width=self.width)


def folded(text: str, console: Console, options: ConsoleOptions, style: str = "") -> Iterator[Text]:
    """Yield the lines of a sentence such as `words: campaign ...   what that does`."""
    match = COMMAND.match(text)
    if options.no_wrap or cell_len(text) <= options.max_width:
        yield Text(text, style=style)
        return
    if not match:
        yield from wrapped(Text(text, style=style), console, options.max_width)
        return
    words, typed, does = match.groups()
    for part in (words or "", typed, does or ""):
        if part is typed:
            yield command(typed)
        elif part:
            yield from wrapped(Text(part, style=style), console, options.max_width)


class Title:
    """A bold title, and another text at the right of its line; neither is cut."""

    def __init__(self, text: Wording, right: Wording | MixedText, style: str) -> None:
        self.text, self.right, self.style = text, right, style

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield one line, or two if the console is too narrow."""
        speaker = speaker_of(console)
        text, right = speaker.say(self.text), to_text(self.right, speaker).plain
        blanks = min(options.max_width, WIDTH) - cell_len(text) - cell_len(right)
        if blanks < 2:
            yield Text(text, style="bold")
            yield Text(right, style=self.style)
            return
        yield Text(text, style="bold").append(" " * blanks).append(right, style=self.style)


def line(text: Wording = "", style: str = "") -> FoldedText:
    """A line, folded at words if it is too long; a command at its end stays whole."""
    return FoldedText(text, style)


def question(text: Wording, console: Console) -> str:
    """The text of a question in a console's language, folded at words if the console is narrow."""
    sentence = speaker_of(console).say(text)
    words = sentence.rstrip()
    if cell_len(words) < console.width:
        return sentence
    lines = wrapped(Text(words), console, console.width)
    return "\n".join(line.plain.rstrip() for line in lines) + sentence[len(words) :]


def as_renderable(message: RenderableType | Phrase) -> RenderableType:
    """A message as a renderable; a plain sentence becomes a line."""
    return line(message) if isinstance(message, str | Phrase) else message


def one_line(*pieces: Wording, style: str = "") -> MixedText:
    """A line that is never folded."""
    return MixedText(*pieces, style=style, no_wrap=True)


def title(text: Wording, right: Wording | MixedText, style: str) -> Title:
    """A bold title, with another text in `style` at the right of its line."""
    return Title(text, right, style)


def campaign_name(name: str, *, simulated: bool) -> Wording:
    """The name of a campaign, with a note if it is simulated."""
    return phrase("{campaign} (simulated)", campaign=name) if simulated else name


def item(text: Piece, style: str = "") -> Padding:
    """An item below a heading: indented, also on folded lines."""
    return Padding(line(text, style) if isinstance(text, str | Phrase) else text, (0, 0, 0, 2))


def command(text: str) -> Text:
    """A command to type: never folded and never cut, so that it can be copied."""
    return Text(f"  {text}", style="cyan", no_wrap=True, overflow="ignore")


def fit(text: str, width: int) -> str:
    """A name in at most `width` columns, shortened with an ellipsis if it is longer."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, width - 1).rstrip() + "…"


def head_of_database(head: str) -> FoldedText | None:
    """A line with the head of the database, for a note on paper; None without an entry."""
    return line(phrase("Head of the whole database: {head}", head=head)) if head else None


def seat(name: str) -> Text:
    """A seat in its colour."""
    return Text(name, style=SEAT_STYLE.get(name, ""))


def commands(reasons: Mapping[Phrase, str]) -> Table:
    """A table of commands to type; the keys of `reasons` are the purposes."""
    command_table = table("reason", "command", notes=("reason",), below=("command",))
    command_table.show_header = False
    for reason, text in reasons.items():
        command_table.add_row(joined("", ("  ", reason)), Text(text, style="cyan"))
    return command_table
