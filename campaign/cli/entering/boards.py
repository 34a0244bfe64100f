"""The board under the cursor: an episode, its stickers, and a city through its episodes.

The applications only turn keys into the answers that could also be typed; `Sitting` takes them,
keeps the draft and says why not. Imported when somebody asks for `--board`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.console import RenderableType
from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.containers import Horizontal
from textual.widgets import Static

from campaign.cli.desk import Desk
from campaign.cli.entering.table import Left, Sitting
from campaign.display.terminal import stickers
from campaign.display.terminal.entering import cursor as display
from campaign.display.terminal.games.my_city.board import Size, cell_at, width_of
from campaign.services import changes
from campaign.services.entering import cursor as places
from campaign.services.entering.cursor import Cursor
from campaign.services.values import History
from engine.kernel.errors import Refused
from engine.kernel.game import CHANCE
from engine.my_city.campaign.entries import StickerPlaced
from engine.my_city.campaign.model import Campaign, Right
from engine.my_city.campaign.stickers import targets
from engine.my_city.pack.model import rules_of
from engine.my_city.play.ruleset import Rules

ARROWS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
CSS = """
#head { height: 1; }
#middle { height: 1fr; }
#board { width: 50; }
#beside { width: 1fr; }
#said { height: 2; }
#keys { height: 1; }
"""


class Screen(App[str]):
    """Head, board, what stands beside it, what was said, keys; nothing in a window too small."""

    CSS = CSS
    ENABLE_COMMAND_PALETTE = False

    def compose(self) -> ComposeResult:
        """The five parts."""
        yield Static(id="head")
        with Horizontal(id="middle"):
            yield Static(id="board")
            yield Static(id="beside")
        yield Static(id="said")
        yield Static(id="keys")

    def on_mount(self) -> None:
        """Draw once."""
        self.draw()

    def on_resize(self, event: events.Resize) -> None:
        """Draw again, or say that there is no room; the new size is known afterwards."""
        self.call_later(self.draw)

    def draw(self) -> None:
        """Fill the parts."""
        columns, rows = display.SIZE
        if self.size.width < columns or self.size.height < rows:
            words = f"The board needs {columns} by {rows}, this window has {self.size.width} by "
            self.fill(head=Text(f"{words}{self.size.height}. Make it larger, or press Esc."))
        else:
            self.picture()

    def picture(self) -> None:
        """What is on the screen."""
        raise NotImplementedError

    def room(self, rules: Rules) -> Size:
        """The size of the board in this window; makes the room for it."""
        size = display.room(rules, self.size.width, self.size.height)
        self.query_one("#board").styles.width = width_of(rules, size) + 1
        return size

    def fill(
        self,
        head: RenderableType = "",
        board: RenderableType = "",
        beside: RenderableType = "",
        said: RenderableType = "",
        keys: RenderableType = "",
    ) -> None:
        """Put something into every part."""
        parts = {"head": head, "board": board, "beside": beside, "said": said, "keys": keys}
        for name, part in parts.items():
            self.query_one(f"#{name}", Static).update(part)


class EpisodeBoard(Screen):
    """An episode under the cursor; ends with "over" or "left"."""

    def __init__(self, sitting: Sitting) -> None:
        super().__init__()
        self.sitting, self.said, self.typed = sitting, "", ""
        self.seat = sitting.entering.head.seats[0]
        self.cursors: dict[str, Cursor] = {}
        self.follow()

    @property
    def cursor(self) -> Cursor:
        """Where the piece lies over the board that is shown."""
        entering = self.sitting.entering
        at = self.cursors.get(self.seat, Cursor())
        return (
            places.settled(entering.state, self.seat, at) if self.seat in entering.awaited else at
        )

    def follow(self) -> None:
        """Show the board of whoever has to answer."""
        awaited = self.sitting.entering.awaited
        if awaited and awaited != (CHANCE,) and self.seat not in awaited:
            self.seat = awaited[0]

    def picture(self) -> None:
        """The table as it stands."""
        entering = self.sitting.entering
        size = self.room(entering.state.rules)
        said = f"card: {self.typed}_" if entering.awaited == (CHANCE,) else self.said
        if not entering.awaited:
            said = "The episode is over."
        self.fill(
            head=display.head(entering, self.seat),
            board=display.ground(entering, self.seat, self.cursor, size),
            beside=display.beside(entering, self.seat, self.cursor),
            said=Text(f"{said}\n{self.said}" if said != self.said else said),
            keys=Text(display.keys(entering), style="dim"),
        )

    def on_key(self, event: events.Key) -> None:
        """One key, one thing."""
        entering, key = self.sitting.entering, event.key
        event.stop()
        self.said = ""
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
        state, cursor = self.sitting.entering.state, self.cursor
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
        self.said = " ".join(map(str, self.sitting.offer(line)))
        self.follow()

    def back(self) -> None:
        """Take the last answer back."""
        self.said = self.sitting.withdraw(1)
        self.follow()

    def next_seat(self) -> None:
        """The next board; of those that have to answer while anybody has to."""
        entering = self.sitting.entering
        seats = entering.head.seats
        choice = [each for each in seats if each in entering.awaited] or list(seats)
        after = choice[choice.index(self.seat) + 1 :] if self.seat in choice else choice
        self.seat = (after or choice)[0]

    def on_click(self, event: events.Click) -> None:
        """The piece comes where the mouse points; a second click there builds."""
        entering = self.sitting.entering
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


class StickerBoard(Screen):
    """The stickers that are owed, one after the other; ends with "over" or "left"."""

    def __init__(
        self,
        campaign: Campaign,
        rules_of: Callable[[Campaign], Rules],
        squares: Callable[[Campaign, Right], Sequence[str]],
        place: Callable[[Right, str], Campaign | str],
    ) -> None:
        super().__init__()
        self.campaign, self.rules_of, self.squares, self.place = campaign, rules_of, squares, place
        self.at, self.said = Cursor(), ""
        self.next_square()

    @property
    def right(self) -> Right:
        """The sticker that is placed now."""
        return self.campaign.owed[0]

    def picture(self) -> None:
        """The board of whoever owes it."""
        rules, right = self.rules_of(self.campaign), self.right
        names, size = self.squares(self.campaign, right), self.room(rules)
        left = len(self.campaign.owed)
        self.fill(
            head=Text(f"{right.seat} owes its board: {right.kind} ({right.reason})", "bold"),
            board=display.places(self.campaign, rules, right, names, places.square(self.at), size),
            beside=Text(f"At {places.square(self.at)}.\n{left} to place.\n? may be taken."),
            said=Text(self.said),
            keys=Text(display.STICKER_KEYS, style="dim"),
        )

    def next_square(self) -> None:
        """The next square on which it may go."""
        names = list(self.squares(self.campaign, self.right))
        here = places.square(self.at)
        after = names[names.index(here) + 1 :] if here in names else names
        name = (after or names or [here])[0]
        if name[1:].isdigit():
            self.at = Cursor(ord(name[0]) - 65, int(name[1:]) - 1)

    def on_key(self, event: events.Key) -> None:
        """One key, one thing."""
        event.stop()
        key, self.said = event.key, ""
        if key == "escape":
            self.exit("left")
        elif key in ARROWS:
            grid = self.rules_of(self.campaign).grid
            self.at = places.stepped(grid, self.at, *ARROWS[key])
        elif key == "n":
            self.next_square()
        elif key == "enter":
            found = self.place(self.right, places.square(self.at))
            if isinstance(found, str):
                self.said = found
            else:
                self.campaign = found
                if not found.owed:
                    self.exit("over")
                    return
                self.next_square()
        self.draw()


class CityBoard(Screen):
    """A city through its episodes, with left and right."""

    def __init__(self, seen: Callable[[int, int, int], RenderableType], last: int) -> None:
        super().__init__()
        self.seen, self.last, self.number = seen, last, last

    def picture(self) -> None:
        """The city after an episode."""
        self.query_one("#board").styles.width = "1fr"
        self.query_one("#beside").display = False
        self.fill(
            head=Text(f"Episode {self.number} of {self.last}", style="bold"),
            board=self.seen(self.number, self.size.width, self.size.height),
            keys=Text("left, right: an episode earlier, later  Esc leave", style="dim"),
        )

    def on_key(self, event: events.Key) -> None:
        """One episode back or on."""
        event.stop()
        if event.key in ("escape", "q"):
            self.exit("left")
        step = {"left": -1, "right": 1}.get(event.key, 0)
        self.number = min(self.last, max(1, self.number + step))
        self.draw()


class AtTheBoard(Sitting):
    """A sitting whose answers are given with the cursor."""

    def play(self) -> None:
        """Show the board until the game is over; raises `Left`."""
        if EpisodeBoard(self).run() != "over":
            raise Left


def place_at_the_board(desk: Desk, history: History) -> History:
    """Place the stickers that are owed with the cursor; what is left stays owed."""
    now = history

    def place(right: Right, square: str) -> Campaign | str:
        nonlocal now
        entering = StickerPlaced(right.seat, right.kind, square)
        try:
            with desk.writing() as session:
                now = changes.add(session, now, entering, desk.by())
        except Refused as error:
            return str(error)
        return now.campaign

    if history.campaign.owed:
        StickerBoard(history.campaign, _rules, targets, place).run()
        desk.say(stickers.still_owed(now))
    return now


def _rules(campaign: Campaign) -> Rules:
    return rules_of(campaign.pack, campaign.next_episode or campaign.pack.last)
