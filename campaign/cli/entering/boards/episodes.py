"""Enter an episode with a cursor on the boards: keys become answers that could also be typed.

`Dialog` takes the answers, saves the draft and says why an answer is refused.
"""

from __future__ import annotations

from textual import events

from campaign.cli.entering.boards.screen import ARROWS, BoardScreen, board_problem
from campaign.cli.entering.dialog import GREETING, Dialog
from campaign.cli.entering.prompt import DraftLeft
from campaign.display.terminal import parts
from campaign.display.terminal.board import cell_at
from campaign.display.terminal.entering import cursor as screens
from campaign.services.entering import cursor as places
from campaign.services.entering import keys
from campaign.services.entering.cursor import Cursor
from engine.kernel.game import CHANCE
from engine.kernel.phrases import Wording, joined, phrase
from engine.my_city.play.answers import ANSWERS

LONGEST = 3
"""The most characters of a card's name."""


class EpisodeBoard(BoardScreen):
    """A screen to enter an episode with a cursor; it ends with "over" or "left"."""

    alternative = phrase("{command} goes on line by line", command="campaign episode enter")

    def __init__(self, dialog: Dialog) -> None:
        super().__init__(dialog.env.speaker)
        self.dialog, self.typed = dialog, ""
        self.message: Wording = ""
        self.needed_size = screens.needed(dialog.entering.state.rules)
        self.line_to_confirm = ""
        self.seat = dialog.entering.head.seats[0]
        self.cursors: dict[str, Cursor] = {}
        self.show_awaited_board()

    @property
    def cursor(self) -> Cursor:
        """The place and the turn of the piece on the shown board."""
        entering = self.dialog.entering
        at = self.cursors.get(self.seat, Cursor())
        return (
            places.settled(entering.state, self.seat, at)
            if self.seat in entering.awaited and not self.by_hand
            else at
        )

    @property
    def by_hand(self) -> bool:
        """Whether the players must now state the result of a rule that they apply themselves."""
        return screens.time_of(self.dialog.entering) == keys.GIVEN

    def show_awaited_board(self) -> None:
        """Show the board of a seat that has to answer."""
        awaited = self.dialog.entering.awaited
        if awaited and awaited != (CHANCE,) and self.seat not in awaited:
            self.seat = awaited[0]

    def draw_board(self) -> None:
        """Show the game as it is now."""
        entering = self.dialog.entering
        size = self.fit_cells(entering.state.rules)
        asked: Wording = ""
        if entering.awaited == (CHANCE,):
            asked = phrase(
                "card: {typed}_  then Enter" if self.typed else "card: {typed}_", typed=self.typed
            )
        if not entering.awaited:
            asked = phrase("The episode is over.")
        elif self.by_hand:
            awaited = ANSWERS.awaited(entering.state, self.seat)
            rule = (
                joined(": ", (awaited.when, awaited.what)) if awaited else phrase("stated already")
            )
            asked = joined(", ", (self.seat, joined(": ", (rule, f"{self.typed}_"))))
        self.fill(
            head=screens.head(entering, self.seat),
            board=screens.ground(entering, self.seat, self.cursor, size),
            beside=screens.beside(entering, self.seat, self.cursor),
            message=parts.lines(*(parts.line(words) for words in (asked, self.message) if words)),
            keys=screens.footer(screens.time_of(entering)),
        )

    def press(self, key: str) -> None:
        """Do what a key stands for now."""
        entering, asked_line = self.dialog.entering, self.line_to_confirm
        self.message, self.line_to_confirm = "", ""
        if asked_line:
            if key == "y":
                self.give_answer(asked_line)
        elif key == "tab":
            self.show_next_seat()
        elif key == "u" and not self.typed:
            self.take_back()
        elif not entering.awaited:
            if key == "enter":
                self.exit("over")
        elif entering.awaited == (CHANCE,):
            self.type_card(key)
        elif self.by_hand:
            self.type_result(key)
        elif self.seat in entering.awaited:
            self.press_piece_key(key)

    def type_card(self, key: str) -> None:
        """Add a character to the name of the drawn card; Enter answers with it."""
        if key == "backspace":
            self.typed = self.typed[:-1]
        elif key == "enter" and self.typed:
            self.give_answer("obstacle" if self.typed == "O" else self.typed)
        elif len(key) == 1 and key.isalnum() and len(self.typed) < LONGEST:
            self.typed += key.upper()

    def type_result(self, key: str) -> None:
        """Add a character to the result of a rule; Enter answers with it."""
        signs = {"space": " ", "minus": "-"}
        if key == "backspace":
            self.typed = self.typed[:-1]
        elif key == "enter" and self.typed:
            self.give_answer(f"{self.seat}: {self.typed}")
        elif len(key) == 1 or key in signs:
            self.typed += signs.get(key, key)

    def press_piece_key(self, key: str) -> None:
        """Move, turn or build the piece of the shown seat, or pass or quit for the seat."""
        state, cursor = self.dialog.entering.state, self.cursor
        if key in ARROWS:
            self.cursors[self.seat] = places.moved(state, self.seat, cursor, *ARROWS[key])
        elif key == "r":
            self.cursors[self.seat] = places.turned(state, self.seat, cursor)
        elif key == "p":
            self.give_answer(f"{self.seat}: p")
        elif key == "q":
            self.line_to_confirm = f"{self.seat}: q"
            final = self.dialog.final_effect(self.line_to_confirm)
            self.message = phrase(
                "{final}: no more cards. y: so it is; any other key: no. Esc leaves.", final=final
            )
        elif key == "enter":
            self.give_answer(f"{self.seat}: {places.words(cursor)}")

    def give_answer(self, line: str) -> None:
        """Answer with a line; show its result, or why it is refused."""
        self.typed = ""
        outcome = parts.lines(*map(parts.as_renderable, self.dialog.take_line(line)))
        self.message = " ".join(line.plain for line in self.dialog.env.message_lines(outcome))
        self.show_awaited_board()

    def take_back(self) -> None:
        """Take back the last answer."""
        self.message = self.dialog.withdraw(1)
        self.show_awaited_board()

    def show_next_seat(self) -> None:
        """Show the next board, but only boards of seats that have to answer, if there are any."""
        entering = self.dialog.entering
        seats = entering.head.seats
        choice = [seat for seat in seats if seat in entering.awaited] or list(seats)
        later_seats = choice[choice.index(self.seat) + 1 :] if self.seat in choice else choice
        self.seat = (later_seats or choice)[0]

    def on_click(self, event: events.Click) -> None:
        """Move the piece to the clicked cell; a second click there builds it."""
        entering = self.dialog.entering
        if self.is_too_small or self.shows_keys:
            return
        if event.widget is None or event.widget.id != "board" or self.seat not in entering.awaited:
            return
        rules = entering.state.rules
        if not (cell := cell_at(rules, event.x, event.y, self.fit_cells(rules))):
            return
        cursor_before = self.cursor
        at = cursor_before._replace(column=cell[0], row=cell[1])
        self.cursors[self.seat] = places.settled(entering.state, self.seat, at)
        if self.cursor == cursor_before:
            self.press_piece_key("enter")
        self.draw()


def show_board(dialog: Dialog) -> bool:
    """Show the board until the game is over; False if it cannot be shown.

    Raises `DraftLeft`.
    """
    if problem := board_problem(dialog.entering.state.rules, dialog.env.terminal_size()):
        dialog.env.say(problem, GREETING)
        dialog.recap()
        return False
    if EpisodeBoard(dialog).run() != "over":
        raise DraftLeft
    return True
