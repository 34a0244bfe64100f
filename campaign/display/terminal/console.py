"""The two consoles: data on stdout, messages on stderr; each translates phrases when it draws them.

    console = out(speaker)
    console.print(parts.line(phrase("a tree")))     folded after it is translated

Markup, highlighting and emoji are off, so that a name is shown as it was typed. Every text is
cleaned here: no control character reaches the terminal.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Mapping
from typing import IO, Any

import rich.console
from rich.console import ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from campaign.display.text.translation import ENGLISH, Speaker
from engine.kernel.phrases import Phrase
from engine.kernel.texts import replace_controls

WIDTH, HEIGHT = 80, 25
"""The columns of a console without a terminal, if `COLUMNS` is not set; its lines."""
DUMB = ("dumb", "unknown")
"""Kinds of terminals in `TERM` that cannot move a cursor."""
SIZE = re.compile(r"[1-9]\d{0,4}", re.ASCII)
"""Matches a valid number of columns or lines."""


class Console(rich.console.Console):
    """A console that translates phrases, and replaces control characters in texts."""

    def __init__(self, speaker: Speaker = ENGLISH, **how: Any) -> None:
        super().__init__(markup=False, highlight=False, emoji=False, soft_wrap=False, **how)
        self.speaker = speaker

    def print(self, *objects: Any, **how: Any) -> None:
        """Print as rich does."""
        texts = (
            self.speaker.say(piece) if isinstance(piece, Phrase) else piece for piece in objects
        )
        super().print(*texts, **how)

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """Render as rich does, but replace control characters before rich measures the text."""
        if isinstance(renderable, str):
            renderable = replace_controls(renderable)
        elif (
            isinstance(renderable, Text) and replace_controls(renderable.plain) != renderable.plain
        ):
            renderable = renderable.copy()
            renderable.plain = replace_controls(renderable.plain)
        return super().render(renderable, options)


def speaker_of(console: rich.console.Console) -> Speaker:
    """The speaker of a console; asserts that it is one of ours."""
    assert isinstance(console, Console), "what is made of phrases is drawn by a console that speaks"
    return console.speaker


class PlainRenderable:
    """A renderable for a console that does not translate, such as Textual's."""

    def __init__(self, renderable: RenderableType, speaker: Speaker) -> None:
        self._renderable, self._speaker = renderable, speaker

    def __rich_console__(
        self, console: rich.console.Console, options: ConsoleOptions
    ) -> Iterable[Segment]:
        """Render on a console of ours, which translates."""
        return Console(self._speaker, width=options.max_width).render(self._renderable, options)


def write(console: Console, screen: RenderableType) -> None:
    """Print a screen, into a pipe or a file without blanks at the ends of lines."""
    if console.is_terminal:
        console.print(screen, crop=False)
        return
    with console.capture() as capture:
        console.print(screen, crop=False)
    for line in capture.get().splitlines():
        console.file.write(line.rstrip() + "\n")


def text_of(console: Console, screens: Iterable[RenderableType], *, plain: bool) -> str:
    """The text of screens as the console would print them; if `plain`, without colours and bold."""
    with console.capture() as capture:
        for screen in screens:
            console.print(screen, crop=False)
    text = capture.get()
    return re.sub(r"\x1b\[[0-9;]*m", "", text) if plain else text


def lines_of(console: Console, screen: RenderableType) -> list[Text]:
    """The lines that the console would print for a screen."""
    text = text_of(console, (screen,), plain=False)
    return [Text.from_ansi(line) for line in text.splitlines()]


def out(
    speaker: Speaker = ENGLISH, *, color: bool | None = None, width: int | None = None
) -> Console:
    """The console for data; `color` False turns colours off, None leaves them to the terminal."""
    return _console(sys.stdout, speaker, color, width)


def err(
    speaker: Speaker = ENGLISH, *, color: bool | None = None, width: int | None = None
) -> Console:
    """The console for messages; `color` as for `out`."""
    return _console(sys.stderr, speaker, color, width)


def _console(stream: IO[str], speaker: Speaker, color: bool | None, width: int | None) -> Console:
    columns, lines = _dumb_size(stream) if stream.isatty() else (_columns(), None)
    return Console(
        speaker,
        file=stream,
        width=width or columns,
        height=lines,
        _environ=_environment(),
        no_color=True if color is False else None,
        color_system=None if color is False else "auto",
    )


def _dumb_size(stream: IO[str]) -> tuple[int, int] | tuple[None, None]:
    """The columns and lines of a dumb terminal; rich measures all others, and takes these as 80."""
    if os.environ.get("TERM", "").lower() not in DUMB:
        return None, None
    try:
        window = os.get_terminal_size(stream.fileno())
    except OSError:  # a terminal in name alone
        window = os.terminal_size((0, 0))
    asked = _environment()
    columns, lines = (int(asked.get(name, 0)) for name in ("COLUMNS", "LINES"))
    return columns or window.columns or WIDTH, lines or window.lines or HEIGHT


def _columns() -> int:
    """The columns of a line that is written into a pipe or a file."""
    return int(_environment().get("COLUMNS", WIDTH))


def _environment() -> Mapping[str, str]:
    """The environment variables, without `COLUMNS` and `LINES` if they are no valid sizes."""
    sizes = {name: os.environ.get(name, "") for name in ("COLUMNS", "LINES")}
    wrong = {name for name, size in sizes.items() if not SIZE.fullmatch(size)}
    return {name: value for name, value in os.environ.items() if name not in wrong}
