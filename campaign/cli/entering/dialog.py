"""The dialog in which a game is entered: ask, take the line, keep the draft, until it is over.

ask ──> a word for the program (?, u, board, score, help, save) ──> shown, asked again
──> an answer ──> engine ──> refused: the reason, asked again
└──> taken: draft saved, what it did, the next question
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from campaign.display.terminal.entering import dialog as screens
from campaign.services.entering import drafts, game
from engine.kernel.errors import IllegalMove, NotationError, Refused
from engine.kernel.game import CHANCE

if TYPE_CHECKING:
    from rich.console import RenderableType

    from campaign.cli.entering.prompt import Ask
    from campaign.cli.environment import Environment
    from campaign.services.entering.game import Entering
    from campaign.store.drafts import StoredDraft
    from engine.kernel.score import Sheet

LEAVES = ("save", "quit", "exit")


class Left(Exception):
    """Whoever typed has left; the draft is safe."""


class Dialog:
    """A game that is being entered; `entering` is what was accepted so far."""

    def __init__(
        self, env: Environment, ask: Ask, entering: Entering, stored: StoredDraft, language: str
    ) -> None:
        self.env, self.ask, self.entering, self.stored = env, ask, entering, stored
        self.language = language

    def play(self) -> None:
        """Ask until the game is over; raises `Left`, `EOFError` or `KeyboardInterrupt`."""
        self._show_heading()
        while self.entering.awaited:
            line = self.ask(screens.prompt(self.entering), self._answers).strip()
            if line and not self._is_command(line):
                self._take(line)

    def sheets(self) -> tuple[Sheet, ...]:
        """The score sheets of the game as it stands."""
        return self.entering.game.score(self.entering.state)

    def scores(self) -> dict[str, int]:
        """The scores of the game as it stands, by seat."""
        return {sheet.seat: sheet.total for sheet in self.sheets()}

    def take_back(self, count: int = 1) -> None:
        """Forget the last lines, in the draft too, and ask again."""
        self.env.say(f"  {self.withdraw(count)}")
        self._show_heading()

    def withdraw(self, count: int) -> str:
        """Forget the last lines, in the draft too; gives what to say of it."""
        try:
            entering = game.taken_back(self.entering, count)
        except Refused as error:
            return str(error)
        gone = self.entering.lines[len(entering.lines) :]
        self._keep(entering)
        return f"Taken back: {', '.join(line.typed for line in gone)}"

    def offer(self, line: str) -> tuple[RenderableType, ...]:
        """Take a line, if it is legal; gives what it did, or why it was not taken."""
        before = self.entering
        try:
            after = game.answered(before, line)
        except (NotationError, IllegalMove) as error:
            return (str(error),)
        self._keep(after)
        return tuple(screens.outcomes(before, after, self.language))

    def _is_command(self, line: str) -> bool:
        """Do what is asked of the program; False for an answer to the game."""
        word, _, rest = line.partition(" ")
        if word in LEAVES and not rest:
            raise Left
        if word == "u" and re.fullmatch(r"\d{0,4}", rest):
            self.take_back(int(rest or 1))
        elif word == "?":
            self._show_choices(rest)
        elif word == "help" and not rest:
            self.env.say(*(f"  {text}" for text in screens.HELP))
        elif word == "score" and not rest:
            self.env.say(screens.score(self.entering))
        elif word in ("board", "boards"):
            self._show_boards(rest, every=word == "boards")
        else:
            return False
        return True

    def _take(self, line: str) -> None:
        """Offer a line, show what it did, and what is asked next where a card came."""
        before = self.entering
        outcomes = self.offer(line)
        after = self.entering
        if after is before:
            self.env.say(f"  {outcomes[0]}. ? shows what can be answered.")
            return
        self.env.say(*outcomes)
        came = any(move.seat == CHANCE for move in after.moves[len(before.moves) :])
        if came or after.awaited in ((), (CHANCE,)):
            self._show_heading()

    def _show_boards(self, beginning: str, *, every: bool) -> None:
        """All boards, or that of the seat that begins so, else of whoever answers next."""
        head = self.entering.head
        named = [seat for seat in head.seats if beginning and seat.startswith(beginning)]
        first = next((seat for seat in self.entering.awaited if seat in head.seats), None)
        seat = None if every else named[0] if named else first
        self.env.say(screens.boards(self.entering, seat, self.language))

    def _show_choices(self, beginning: str) -> None:
        """What the seat that begins so, else the first one, can answer."""
        choices = game.choices(self.entering)
        named = (seat for seat in choices if beginning and seat.startswith(beginning))
        seat = next(named, next(iter(choices)))
        self.env.say(screens.places(self.entering, seat, choices[seat]))

    def _show_heading(self) -> None:
        """What stands above the next question."""
        if heading := screens.heading(self.entering):
            self.env.say("", heading)

    def _answers(self) -> tuple[str, ...]:
        """What can be answered now, for the completion."""
        choices = game.choices(self.entering)
        return next(iter(choices.values()))

    def _keep(self, entering: Entering) -> None:
        """The draft first: what is shown as taken is safe."""
        with self.env.writing() as session:
            self.stored = drafts.save(session, self.stored, entering, self.env.by())
        self.entering = entering
