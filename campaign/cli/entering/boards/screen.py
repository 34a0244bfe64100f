"""What the boards under a cursor have in common: the parts of the screen, and its size."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.containers import Horizontal
from textual.widgets import Static

from campaign.display.terminal.board import CellSize, width_of
from campaign.display.terminal.console import PlainRenderable
from campaign.display.terminal.entering import cursor as screens
from campaign.display.text.translation import ENGLISH, Speaker
from engine.my_city.play.ruleset import EpisodeRules

LEFT = "left"
"""How a board ends that was left."""
ARROWS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
CSS = """
#head { height: 1; }
#middle { height: 1fr; }
#board { width: 50; }
#beside { width: 1fr; }
#message { height: 2; }
#keys { height: 1; }
"""


class BoardScreen(App[str]):
    """Head, board, what stands beside it, a message, keys; nothing in a window too small."""

    CSS = CSS
    ENABLE_COMMAND_PALETTE = False
    least = screens.SIZE
    """Columns and rows that the board needs."""
    instead = ""
    """What does the same without a board."""

    def __init__(self, speaker: Speaker = ENGLISH) -> None:
        super().__init__()
        self.speaker = speaker
        self.helping = False

    def compose(self) -> ComposeResult:
        """The five parts."""
        yield Static(id="head")
        with Horizontal(id="middle"):
            yield Static(id="board")
            yield Static(id="beside")
        yield Static(id="message")
        yield Static(id="keys")

    def on_mount(self) -> None:
        """Draw once."""
        self.draw()

    def on_resize(self, event: events.Resize) -> None:
        """Draw again, or say that there is no room; the new size is known afterwards."""
        self.call_later(self.draw)

    def on_key(self, event: events.Key) -> None:
        """Leave, show the keys, or whatever else the board knows; nothing in a window too small."""
        event.stop()
        if event.key == "escape":
            self.exit(LEFT)
        elif self.cramped:
            return
        elif self.helping or event.key == "question_mark":
            self.helping = not self.helping
            self.draw()
        else:
            if event.key == "tab":
                event.prevent_default()
            self.press(event.key)
            self.draw()

    def press(self, key: str) -> None:
        """One key, one thing."""
        raise NotImplementedError

    def action_help_quit(self) -> None:
        """Ctrl-C leaves; what was entered is kept."""
        self.exit(LEFT)

    @property
    def cramped(self) -> bool:
        """Whether the window is too small for the board."""
        return self.size.width < self.least[0] or self.size.height < self.least[1]

    def draw(self) -> None:
        """Fill the parts."""
        columns, rows = self.least
        if self.cramped:
            instead = f"; {self.instead}" if self.instead else ""
            self.fill(
                head=Text(f"The board needs {columns} by {rows}."),
                message=Text(
                    f"This window has {self.size.width} by {self.size.height}. "
                    f"Make it larger, or press Esc{instead}."
                ),
            )
        elif self.helping:
            self.query_one("#board").styles.width = columns - 1
            self.fill(board=self.all_keys())
        else:
            self.picture()

    def all_keys(self) -> RenderableType:
        """Every key with what it does."""
        return screens.help_lines()

    def picture(self) -> None:
        """What is on the screen."""
        raise NotImplementedError

    def room(self, rules: EpisodeRules) -> CellSize:
        """The size of the board in this window; makes the room for it."""
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
        """Put something into every part."""
        parts = {"head": head, "board": board, "beside": beside, "message": message, "keys": keys}
        for name, part in parts.items():
            self.query_one(f"#{name}", Static).update(PlainRenderable(part, self.speaker))
