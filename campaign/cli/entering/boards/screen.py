"""The base of the screens with a board: the parts of the screen, and its size."""

from __future__ import annotations

import os
from typing import Any

from prompt_toolkit.utils import is_dumb_terminal
from rich.console import RenderableType
from textual import events
from textual.app import App, ComposeResult
from textual.containers import Horizontal
from textual.widgets import Static

from campaign.cli import restoring
from campaign.display.terminal import parts
from campaign.display.terminal.board import CellSize, width_of
from campaign.display.terminal.console import PlainRenderable
from campaign.display.terminal.entering import cursor as screens
from campaign.display.text.translation import ENGLISH, Speaker
from engine.kernel.phrases import Wording, phrase
from engine.my_city.play.ruleset import EpisodeRules

LEFT = "left"
"""The result of a screen that the user has left."""
ARROWS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
CSS = """
#head { height: 1; }
#middle { height: 1fr; }
#board { width: 50; }
#beside { width: 1fr; }
#message { height: 2; }
#keys { height: 1; }
"""


def board_problem(rules: EpisodeRules, window: tuple[int, int]) -> Wording:
    """Return a sentence saying why this board cannot be shown here; "" if it can."""
    if is_dumb_terminal():
        return phrase("This terminal shows no boards: line by line instead.")
    return screens.room_problem(rules, window)


class BoardScreen(App[str]):
    """A screen of five parts: head, board, text beside the board, message, keys.

    In a window that is too small only a message is shown.
    """

    CSS = CSS
    ENABLE_COMMAND_PALETTE = False
    needed_size = screens.SIZE
    """The columns and rows that the board needs."""
    alternative: Wording = ""
    """What the message in a small window names as the way without a board."""

    def __init__(self, speaker: Speaker = ENGLISH) -> None:
        super().__init__()
        self.speaker = speaker
        self.shows_keys = False

    def run(self, **how: Any) -> str | None:
        """Show the screen until it ends; raises the error that ended it, for `main` to report."""
        with restoring.restoring_terminal():
            result = super().run(**how)
        if self._exception:
            raise self._exception
        return result

    def _fatal_error(self) -> None:
        """End the screen after an error, without Textual's report, which `run` makes needless."""
        self._close_messages_no_wait()

    def compose(self) -> ComposeResult:
        """Yield the five parts."""
        yield Static(id="head")
        with Horizontal(id="middle"):
            yield Static(id="board")
            yield Static(id="beside")
        yield Static(id="message")
        yield Static(id="keys")

    def on_mount(self) -> None:
        """Draw the first time."""
        self.set_interval(1, self._leave_without_window)
        self.draw()

    def _leave_without_window(self) -> None:
        """Leave if the window was closed and no signal said so: Textual would read for ever."""
        if not (self.is_headless or os.isatty(0)):
            self.exit(LEFT)

    def on_resize(self, event: events.Resize) -> None:
        """Draw again later, when the new size is known."""
        self.call_later(self.draw)

    def on_key(self, event: events.Key) -> None:
        """Leave, suspend, show the keys, or press the key on the board.

        In a small window only leave or suspend.
        """
        event.stop()
        if event.key == "escape":
            self.exit(LEFT)
        elif event.key == "ctrl+z":
            self.action_suspend_process()
        elif self.is_too_small:
            return
        elif self.shows_keys or event.key == "question_mark":
            self.shows_keys = not self.shows_keys
            self.draw()
        else:
            if event.key == "tab":
                event.prevent_default()
            self.press(event.key)
            self.draw()

    def press(self, key: str) -> None:
        """Do what a key stands for on this board."""
        raise NotImplementedError

    def action_help_quit(self) -> None:
        """Leave at Ctrl-C; what was entered is kept."""
        self.exit(LEFT)

    @property
    def is_too_small(self) -> bool:
        """Whether the window is too small for the board."""
        return self.size.width < self.needed_size[0] or self.size.height < self.needed_size[1]

    def draw(self) -> None:
        """Fill the parts with the board, the list of keys, or the message on a small window."""
        columns, rows = self.needed_size
        if self.is_too_small:
            width, height = self.size
            message = phrase(
                "This window has {width} by {height}. Make it larger, or press Esc.",
                width=width,
                height=height,
            )
            if self.alternative:
                message = phrase(
                    "This window has {width} by {height}. Make it larger, or press Esc; {instead}.",
                    width=width,
                    height=height,
                    instead=self.alternative,
                )
            self.fill(
                head=parts.line(
                    phrase("The board needs {columns} by {rows}.", columns=columns, rows=rows)
                ),
                message=parts.line(message),
            )
        elif self.shows_keys:
            self.query_one("#board").styles.width = columns - 1
            self.fill(board=self.all_keys())
        else:
            self.draw_board()

    def all_keys(self) -> RenderableType:
        """Return every key with what it does."""
        return screens.help_lines()

    def draw_board(self) -> None:
        """Fill the parts with the board as it is now."""
        raise NotImplementedError

    def fit_cells(self, rules: EpisodeRules) -> CellSize:
        """Return the size of cells that fits the window; give the board's part the width for it."""
        size = screens.room(rules, self.size.width, self.size.height)
        self.query_one("#board").styles.width = width_of(rules, size) + 1
        return size

    def fill(
        self,
        head: RenderableType = "",
        board: RenderableType = "",
        beside: RenderableType = "",
        message: RenderableType = "",
        keys: RenderableType = "",
    ) -> None:
        """Put a text or drawing into every part."""
        parts = {"head": head, "board": board, "beside": beside, "message": message, "keys": keys}
        for name, part in parts.items():
            self.query_one(f"#{name}", Static).update(PlainRenderable(part, self.speaker))
