"""Show a city's board after each episode; left and right change the episode."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import RenderableType

from campaign.cli.entering.boards.screen import LEFT, BoardScreen
from campaign.display.terminal import parts
from campaign.display.text.translation import Speaker
from engine.kernel.phrases import phrase


class CityBoard(BoardScreen):
    """A screen with a city's board after an episode; left and right change the episode."""

    alternative = phrase("{command} prints it", command="campaign city show")

    def __init__(
        self, seen: Callable[[int, int, int], RenderableType], last: int, speaker: Speaker
    ) -> None:
        super().__init__(speaker)
        self.city_screen, self.last, self.number = seen, last, last

    def draw_board(self) -> None:
        """Show the city after the chosen episode."""
        self.query_one("#board").styles.width = "1fr"
        self.query_one("#beside").display = False
        self.fill(
            head=parts.one_line(
                phrase("Episode {number} of {last}", number=self.number, last=self.last),
                style="bold",
            ),
            board=self.city_screen(self.number, self.size.width, self.size.height),
            keys=parts.one_line(
                phrase("left, right: an episode earlier, later  Esc leave"), style="dim"
            ),
        )

    def press(self, key: str) -> None:
        """Go one episode back or on, or leave."""
        if key == "q":
            self.exit(LEFT)
        step = {"left": -1, "right": 1}.get(key, 0)
        self.number = min(self.last, max(1, self.number + step))
