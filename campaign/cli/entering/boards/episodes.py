"""An episode under the cursor: it only turns keys into the answers that could also be typed.

`Dialog` takes them, keeps the draft and says why not.
"""

from __future__ import annotations

from rich.text import Text
from textual import events

from campaign.cli.entering.boards.screen import ARROWS, Screen
from campaign.cli.entering.dialog import Dialog, Left
from campaign.display.terminal.entering import cursor as screens
from campaign.display.terminal.games.my_city.board import cell_at
from campaign.services.entering import cursor as places
from campaign.services.entering.cursor import Cursor
from engine.kernel.game import CHANCE


class EpisodeBoard(Screen):
    """An episode under the cursor; ends with "over" or "left"."""

    def __init__(self, dialog: Dialog) -> None:
        super().__init__()
        self.dialog, self.message, self.typed = dialog, "", ""
        self.seat = dialog.entering.head.seats[0]
        self.cursors: dict[str, Cursor] = {}
        self.follow()

    @property
    def cursor(self) -> Cursor:
        """Where the piece lies over the board that is shown."""
        entering = self.dialog.entering
        at = self.cursors.get(self.seat, Cursor())
        return (
            places.settled(entering.state, self.seat, at) if self.seat in entering.awaited else at
        )

    def follow(self) -> None:
        """Show the board of whoever has to answer."""
        awaited = self.dialog.entering.awaited
        if awaited and awaited != (CHANCE,) and self.seat not in awaited:
            self.seat = awaited[0]

    def picture(self) -> None:
        """The table as it stands."""
        entering = self.dialog.entering
        size = self.room(entering.state.rules)
        message = f"card: {self.typed}_" if entering.awaited == (CHANCE,) else self.message
        if not entering.awaited:
            message = "The episode is over."
        self.fill(
            head=screens.head(entering, self.seat),
            board=screens.ground(entering, self.seat, self.cursor, size),
            beside=screens.beside(entering, self.seat, self.cursor),
            message=Text(f"{message}\n{self.message}" if message != self.message else message),
            keys=Text(screens.keys(entering), style="dim"),
        )

    def on_key(self, event: events.Key) -> None:
        """One key, one thing."""
        entering, key = self.dialog.entering, event.key
        event.stop()
        self.message = ""
        if key == "escape":
            self.exit("left")
        elif key == "tab":
            event.prevent_default()
            self.next_seat()
        elif key == "u" and not self.typed:
            self.back()
        elif not entering.awaited:
            if key == "enter":
                self.exit("over")
        elif entering.awaited == (CHANCE,):
            self.card(key)
        elif self.seat in entering.awaited:
            self.piece(key)
        self.draw()

    def card(self, key: str) -> None:
        """The card that came, letter by letter."""
        if key == "backspace":
            self.typed = self.typed[:-1]
        elif key == "o":
            self.answer("obstacle")
        elif len(key) == 1 and key.isalnum():
            self.typed += key.upper()
            if len(self.typed) == 2:
                self.answer(self.typed)

    def piece(self, key: str) -> None:
        """What the seat that is shown does with the card."""
        state, cursor = self.dialog.entering.state, self.cursor
        if key in ARROWS:
            self.cursors[self.seat] = places.moved(state, self.seat, cursor, *ARROWS[key])
        elif key == "r":
            self.cursors[self.seat] = places.turned(state, self.seat, cursor)
        elif key in ("p", "q"):
            self.answer(f"{self.seat}: {key}")
        elif key == "enter":
            self.answer(f"{self.seat}: {places.words(cursor)}")

    def answer(self, line: str) -> None:
        """Give an answer; say what it did, or why it cannot be."""
        self.typed = ""
        self.message = " ".join(map(str, self.dialog.offer(line)))
        self.follow()

    def back(self) -> None:
        """Take the last answer back."""
        self.message = self.dialog.withdraw(1)
        self.follow()

    def next_seat(self) -> None:
        """The next board; of those that have to answer while anybody has to."""
        entering = self.dialog.entering
        seats = entering.head.seats
        choice = [seat for seat in seats if seat in entering.awaited] or list(seats)
        after = choice[choice.index(self.seat) + 1 :] if self.seat in choice else choice
        self.seat = (after or choice)[0]

    def on_click(self, event: events.Click) -> None:
        """The piece comes where the mouse points; a second click there builds."""
        entering = self.dialog.entering
        if event.widget is None or event.widget.id != "board" or self.seat not in entering.awaited:
            return
        rules = entering.state.rules
        if not (cell := cell_at(rules, event.x, event.y, self.room(rules))):
            return
        before = self.cursor
        at = before._replace(column=cell[0], row=cell[1])
        self.cursors[self.seat] = places.settled(entering.state, self.seat, at)
        if self.cursor == before:
            self.piece("enter")
        self.draw()


class BoardDialog(Dialog):
    """A dialog whose answers are given with the cursor."""

    def play(self) -> None:
        """Show the board until the game is over; raises `Left`."""
        if EpisodeBoard(self).run() != "over":
            raise Left
