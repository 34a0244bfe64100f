"""The two consoles: data on stdout, messages on stderr; each speaks a language.

    console = out(speaker)
    console.print(parts.line(phrase("a tree")))     said when it is drawn, as wide as it then is

Markup, highlighting and emoji are off, so that a name is shown as it was typed. No text reaches
the terminal with a character that it would obey: here every text is cleaned.
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
from engine.kernel.texts import shown

WIDTH = 80
"""Columns where there is no terminal to ask, and `COLUMNS` does not say."""
SIZE = re.compile(r"[1-9]\d{0,4}", re.ASCII)
"""Columns or lines of a console."""


class Console(rich.console.Console):
    """A console whose texts hold nothing that a terminal obeys, phrases in a language."""

    def __init__(self, speaker: Speaker = ENGLISH, **how: Any) -> None:
        super().__init__(markup=False, highlight=False, emoji=False, soft_wrap=False, **how)
        self.speaker = speaker

    def print(self, *objects: Any, **how: Any) -> None:
        """Print as rich does."""
        said = (self.speaker.say(it) if isinstance(it, Phrase) else it for it in objects)
        super().print(*said, **how)

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """What rich makes of a renderable, its text cleaned before it is measured and folded."""
        if isinstance(renderable, str):
            renderable = shown(renderable)
        elif isinstance(renderable, Text) and shown(renderable.plain) != renderable.plain:
            renderable = renderable.copy()
            renderable.plain = shown(renderable.plain)
        return super().render(renderable, options)


def speaker_of(console: rich.console.Console) -> Speaker:
    """Whoever speaks on a console, for what is drawn there."""
    assert isinstance(console, Console), "what is made of phrases is drawn by a console that speaks"
    return console.speaker


class PlainRenderable:
    """Something on a console that speaks no language, such as that of Textual."""

    def __init__(self, renderable: RenderableType, speaker: Speaker) -> None:
        self._renderable, self._speaker = renderable, speaker

    def __rich_console__(
        self, console: rich.console.Console, options: ConsoleOptions
    ) -> Iterable[Segment]:
        """What a console that speaks makes of it."""
        return Console(self._speaker, width=options.max_width).render(self._renderable, options)


def write(console: Console, screen: RenderableType) -> None:
    """Print; off a terminal without the blanks with which tables fill their last column."""
    if console.is_terminal:
        console.print(screen, crop=False)
        return
    with console.capture() as capture:
        console.print(screen, crop=False)
    for line in capture.get().splitlines():
        console.file.write(line.rstrip() + "\n")


def text_of(console: Console, screens: Iterable[RenderableType], *, plain: bool) -> str:
    """Screens as the console would print them, if `plain` without its colours and bold."""
    with console.capture() as capture:
        for screen in screens:
            console.print(screen, crop=False)
    text = capture.get()
    return re.sub(r"\x1b\[[0-9;]*m", "", text) if plain else text


def lines_of(console: Console, screen: RenderableType) -> list[Text]:
    """A screen as the lines that the console would print."""
    text = text_of(console, (screen,), plain=False)
    return [Text.from_ansi(line) for line in text.splitlines()]


def out(
    speaker: Speaker = ENGLISH, *, color: bool | None = None, width: int | None = None
) -> Console:
    """The console of the data; `color` False takes colour off, None leaves it to the terminal."""
    return _console(sys.stdout, speaker, color, width)


def err(
    speaker: Speaker = ENGLISH, *, color: bool | None = None, width: int | None = None
) -> Console:
    """The console of the messages."""
    return _console(sys.stderr, speaker, color, width)


def _console(stream: IO[str], speaker: Speaker, color: bool | None, width: int | None) -> Console:
    return Console(
        speaker,
        file=stream,
        width=width or (None if stream.isatty() else _columns()),
        _environ=_environment(),
        no_color=True if color is False else None,
        color_system=None if color is False else "auto",
    )


def _columns() -> int:
    """The width of what is written into a pipe or a file."""
    return int(_environment().get("COLUMNS", WIDTH))


def _environment() -> Mapping[str, str]:
    """The environment without a size that no console has."""
    sizes = {name: os.environ.get(name, "") for name in ("COLUMNS", "LINES")}
    wrong = {name for name, size in sizes.items() if not SIZE.fullmatch(size)}
    return {name: value for name, value in os.environ.items() if name not in wrong}
