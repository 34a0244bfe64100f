"""The stickers that are owed, placed with the cursor."""

from __future__ import annotations

from collections.abc import Callable

from rich.text import Text
from textual import events

from campaign.cli.entering.boards.screen import ARROWS, Screen
from campaign.cli.environment import Environment
from campaign.display.terminal import stickers as sticker_screens
from campaign.display.terminal.entering import cursor as screens
from campaign.services import stickers
from campaign.services.entering import cursor as places
from campaign.services.entering.cursor import Cursor
from campaign.services.values import History
from engine.kernel.errors import Refused
from engine.my_city.campaign.model import Right
from engine.my_city.pack.model import rules_of
from engine.my_city.play.ruleset import Rules


class StickerBoard(Screen):
    """The stickers that are owed, one after the other; ends with "over" or "left"."""

    def __init__(self, history: History, place: Callable[[Right, str], History | str]) -> None:
        super().__init__()
        self.history, self.place = history, place
        self.at, self.message = Cursor(), ""
        self.next_square()

    @property
    def right(self) -> Right:
        """The sticker that is placed now."""
        return self.history.campaign.owed[0]

    @property
    def rules(self) -> Rules:
        """The rules of the next episode, for the board."""
        campaign = self.history.campaign
        return rules_of(campaign.pack, campaign.next_episode or campaign.pack.last)

    def picture(self) -> None:
        """The board of whoever owes it."""
        campaign, rules, right = self.history.campaign, self.rules, self.right
        squares, size = stickers.squares(self.history, right), self.room(rules)
        left = len(campaign.owed)
        self.fill(
            head=Text(f"{right.seat} owes its board: {right.kind} ({right.reason})", "bold"),
            board=screens.places(campaign, rules, right, squares, places.square(self.at), size),
            beside=Text(f"At {places.square(self.at)}.\n{left} to place.\n? may be taken."),
            message=Text(self.message),
            keys=Text(screens.STICKER_KEYS, style="dim"),
        )

    def next_square(self) -> None:
        """The next square on which it may go."""
        squares = stickers.squares(self.history, self.right)
        here = places.square(self.at)
        after = squares[squares.index(here) + 1 :] if here in squares else squares
        name = (after or squares or (here,))[0]
        if name[1:].isdigit():
            self.at = Cursor(ord(name[0]) - 65, int(name[1:]) - 1)

    def on_key(self, event: events.Key) -> None:
        """One key, one thing."""
        event.stop()
        key, self.message = event.key, ""
        if key == "escape":
            self.exit("left")
        elif key in ARROWS:
            self.at = places.stepped(self.rules.grid, self.at, *ARROWS[key])
        elif key == "n":
            self.next_square()
        elif key == "enter":
            placed = self.place(self.right, places.square(self.at))
            if isinstance(placed, str):
                self.message = placed
            else:
                self.history = placed
                if not placed.campaign.owed:
                    self.exit("over")
                    return
                self.next_square()
        self.draw()


def place_at_the_board(env: Environment, history: History) -> History:
    """Place the stickers that are owed with the cursor; what is left stays owed."""

    def place(right: Right, square: str) -> History | str:
        nonlocal history
        try:
            history = env.keep(stickers.place(history, right.seat, right.kind, square))
        except Refused as error:
            return str(error)
        return history

    if history.campaign.owed:
        StickerBoard(history, place).run()
        env.say(sticker_screens.still_owed(history))
    return history
