"""Place the stickers that are owed with a cursor on the boards."""

from __future__ import annotations

from collections.abc import Callable

from campaign.cli.entering import finish
from campaign.cli.entering.boards.screen import ARROWS, BoardScreen, board_problem
from campaign.cli.entering.prompt import Ask
from campaign.cli.environment import Environment
from campaign.display.terminal import parts
from campaign.display.terminal import stickers as sticker_screens
from campaign.display.terminal.entering import cursor as screens
from campaign.display.text.translation import Speaker
from campaign.services import folding, stickers
from campaign.services.entering import cursor as places
from campaign.services.entering import keys
from campaign.services.entering.cursor import Cursor
from campaign.services.values import History
from engine.kernel.errors import NotAllowed, wording_of
from engine.kernel.phrases import Phrase, Wording, phrase
from engine.my_city.campaign.model import StickerRight
from engine.my_city.campaign.reasons import reason_in_words
from engine.my_city.play.ruleset import EpisodeRules


class StickerBoard(BoardScreen):
    """A screen to place the stickers that are owed one by one; it ends with "over" or "left"."""

    alternative = phrase("{command} puts one on", command="campaign sticker place")

    def __init__(
        self,
        history: History,
        place: Callable[[StickerRight, str, str], History | Wording],
        take_back: Callable[[], History | Wording],
        speaker: Speaker,
    ) -> None:
        super().__init__(speaker)
        self.history, self.place, self.take_back = history, place, take_back
        self.cursor, self.skipped, self.kind_index = Cursor(), 0, 0
        self.message: Wording = ""
        self.needed_size = screens.needed(self.rules)
        self.place_cursor()

    @property
    def owed_sticker(self) -> StickerRight:
        """The sticker that is placed now."""
        return self.history.campaign.owed[self.skipped]

    @property
    def kind(self) -> str:
        """The kind that Enter places."""
        return self.owed_sticker.kinds[self.kind_index % len(self.owed_sticker.kinds)]

    @property
    def rules(self) -> EpisodeRules:
        """The rules of the next episode, for the board."""
        campaign = self.history.campaign
        return campaign.rules

    def draw_board(self) -> None:
        """Show the board on which the sticker is owed, and its free squares."""
        campaign, rules, right = self.history.campaign, self.rules, self.owed_sticker
        squares, size = stickers.squares(self.history, right), self.fit_cells(rules)
        at = places.square(self.cursor)
        beside = [
            phrase("At {square}.", square=at),
            phrase("{count} to place.", count=len(campaign.owed)),
            phrase("? may be taken."),
        ]
        if len(right.kinds) > 1:
            beside.append(phrase("{kind}; k for another kind", kind=phrase(self.kind)))
        self.fill(
            head=parts.one_line(
                phrase(
                    "{seat} owes its board: {sticker} ({why})",
                    seat=right.seat,
                    sticker=right.kinds_in_words,
                    why=reason_in_words(right.reason),
                ),
                style="bold",
            ),
            board=screens.places(campaign, rules, right, squares, at, size),
            beside=parts.lines(*map(parts.line, beside)),
            message=parts.line(self.message),
            keys=screens.footer(keys.STICKER),
        )

    def place_cursor(self) -> None:
        """Put the cursor where the sticker lay before an undo, else on its first free square."""
        if before := stickers.earlier_answer(self.history, self.owed_sticker):
            self.go_to(stickers.kind_and_square(self.owed_sticker, before)[1])
        else:
            self.go_to_next_square()

    def go_to_next_square(self) -> None:
        """Put the cursor on the next free square."""
        squares = stickers.squares(self.history, self.owed_sticker)
        square = places.square(self.cursor)
        later_squares = squares[squares.index(square) + 1 :] if square in squares else squares
        self.go_to((later_squares or squares or (square,))[0])

    def go_to(self, name: str) -> None:
        """Put the cursor on a square; a name that is no square is ignored."""
        if name[1:].isdigit():
            self.cursor = Cursor(ord(name[0]) - 65, int(name[1:]) - 1)

    def press(self, key: str) -> None:
        """Do what a key stands for."""
        self.message = ""
        if key in ARROWS:
            self.cursor = places.stepped(self.rules.grid, self.cursor, *ARROWS[key])
        elif key == "n":
            self.go_to_next_square()
        elif key == "k":
            self.kind_index += 1
        elif key == "s":
            self.skipped += 1
            self.go_on()
        elif key == "u":
            self.go_on_with(self.take_back())
        elif key == "enter":
            self.go_on_with(self.place(self.owed_sticker, self.kind, places.square(self.cursor)))

    def go_on_with(self, result: History | Wording) -> None:
        """Go on with the changed history, or show why nothing was changed."""
        if isinstance(result, str | Phrase):
            self.message = result
            return
        if len(result.campaign.owed) > len(self.history.campaign.owed):
            self.skipped = 0
        self.history = result
        self.go_on()

    def go_on(self) -> None:
        """Begin with the next sticker; without one, end."""
        if self.skipped < len(self.history.campaign.owed):
            self.place_cursor()
        else:
            self.skipped = max(0, self.skipped - 1)
            self.exit("over")

    def draw(self) -> None:
        """Draw the screen if a sticker is still to be placed."""
        if self.history.campaign.owed:
            super().draw()


def place_at_the_board(env: Environment, ask: Ask, history: History) -> History:
    """Place the stickers that are owed with the cursor; return the history after it.

    Stickers that are left out stay owed. If no board can be shown, the prompt asks instead.
    """
    first = len(history.entries)

    def place(right: StickerRight, kind: str, square: str) -> History | Wording:
        nonlocal history
        try:
            history = env.keep(stickers.place(history, right.seat, kind, square))
        except NotAllowed as error:
            return wording_of(error)
        return history

    def take_back() -> History | Wording:
        nonlocal history
        try:
            history = finish.take_back_sticker(env, history, first)
        except NotAllowed as error:
            with env.reading() as session:
                now = folding.current(session, history)
            if now.head == history.head:
                return wording_of(error)
            history = now
        return history

    if history.campaign.owed:
        if problem := board_problem(history.campaign.rules, env.terminal_size()):
            env.say(problem)
            return finish.place_stickers(env, ask, history)
        StickerBoard(history, place, take_back, env.speaker).run()
        env.say(sticker_screens.still_owed(history))
    return history
