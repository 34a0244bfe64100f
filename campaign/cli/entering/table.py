"""The loop in which a game is entered: ask, take the line, keep the draft, until it is over.

ask ──> a word for the program (?, u, board, score, help, save) ──> shown, asked again
──> an answer ──> engine ──> refused: the reason, asked again
└──> taken: draft saved, what it did, the next question
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from campaign.cli.entering.prompt import Ask
from engine.kernel.errors import IllegalMove, NotationError, Refused
from engine.kernel.game import CHANCE

if TYPE_CHECKING:
    from rich.console import RenderableType

    from campaign.cli.desk import Desk
    from campaign.services.entering.game import Entering
    from campaign.store.drafts import StoredDraft

LEAVES = ("save", "quit", "exit")


class Left(Exception):
    """Whoever typed has left; the draft is safe."""


class Sitting:
    """A game that is being entered at a desk; `entering` is what was accepted so far."""

    def __init__(
        self, desk: Desk, ask: Ask, entering: Entering, stored: StoredDraft, language: str
    ) -> None:
        self.desk, self.ask, self.entering, self.stored = desk, ask, entering, stored
        self.language = language

    def play(self) -> None:
        """Ask until the game is over; raises `Left`, `EOFError` or `KeyboardInterrupt`."""
        from campaign.display.terminal.entering import prompts as display

        self._head()
        while self.entering.awaited:
            line = self.ask(display.prompt(self.entering), self._words).strip()
            if line and not self._asked(line):
                self._take(line)

    def take_back(self, count: int = 1) -> None:
        """Forget the last lines, in the draft too, and ask again."""
        self._say(f"  {self.withdraw(count)}")
        self._head()

    def withdraw(self, count: int) -> str:
        """Forget the last lines, in the draft too; what was said of it."""
        from campaign.services.entering.game import taken_back

        try:
            entering = taken_back(self.entering, count)
        except Refused as error:
            return str(error)
        gone = self.entering.lines[len(entering.lines) :]
        self._keep(entering)
        return f"Taken back: {', '.join(line.typed for line in gone)}"

    def offer(self, line: str) -> tuple[RenderableType, ...]:
        """Take a line, if it is legal; what it did, or why it was not taken."""
        from campaign.display.terminal.entering import prompts as display
        from campaign.services.entering.game import answered

        before = self.entering
        try:
            after = answered(before, line)
        except (NotationError, IllegalMove) as error:
            return (str(error),)
        self._keep(after)
        return tuple(display.outcomes(before, after, self.language))

    def _asked(self, line: str) -> bool:
        """Do what is asked of the program; False for an answer to the game."""
        from campaign.display.terminal.entering import prompts as display

        word, _, rest = line.partition(" ")
        if word in LEAVES and not rest:
            raise Left
        if word == "u" and re.fullmatch(r"\d{0,4}", rest):
            self.take_back(int(rest or 1))
        elif word == "?":
            self._places(rest)
        elif word == "help" and not rest:
            self._say(*(f"  {each}" for each in display.HELP))
        elif word == "score" and not rest:
            self._say(display.score(self.entering))
        elif word in ("board", "boards"):
            seats = [seat for seat in self.entering.head.seats if rest and seat.startswith(rest)]
            first = next((s for s in self.entering.awaited if s in self.entering.head.seats), None)
            seat = None if word == "boards" else seats[0] if seats else first
            self._say(display.boards(self.entering, seat, self.language))
        else:
            return False
        return True

    def _take(self, line: str) -> None:
        before = self.entering
        said = self.offer(line)
        after = self.entering
        if after is before:
            self._say(f"  {said[0]}. ? shows what can be answered.")
            return
        self._say(*said)
        came = any(move.seat == CHANCE for move in after.moves[len(before.moves) :])
        if came or after.awaited in ((), (CHANCE,)):
            self._head()

    def _places(self, rest: str) -> None:
        from campaign.display.terminal.entering import prompts as display
        from campaign.services.entering.game import choices

        found = choices(self.entering)
        seat = next((s for s in found if rest and s.startswith(rest)), next(iter(found)))
        self._say(display.places(self.entering, seat, found[seat]))

    def _head(self) -> None:
        from campaign.display.terminal.entering import prompts as display

        if heading := display.heading(self.entering):
            self._say("", heading)

    def _words(self) -> tuple[str, ...]:
        from campaign.services.entering.game import choices

        found = choices(self.entering)
        return next(iter(found.values()))

    def _keep(self, entering: Entering) -> None:
        """The draft first: what is shown as taken is safe."""
        from campaign.services.entering import drafts

        with self.desk.writing() as session:
            self.stored = drafts.save(session, self.stored, entering, self.desk.by())
        self.entering = entering

    @property
    def _say(self) -> Callable[..., None]:
        return self.desk.say
