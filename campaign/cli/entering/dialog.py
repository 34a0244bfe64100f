"""The dialog in which a game is entered: ask, take the line, keep the draft, until it is over.

ask ──> a word for the program (see `services/entering/keys.py`) ──> done, asked again
──> an answer ──> engine ──> refused: the reason, asked again
└──> what is final is asked about ──> taken: draft saved, what it did, the next question
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from campaign.cli import questions
from campaign.cli.entering.prompt import Offer, without_default
from campaign.display.terminal import parts
from campaign.display.terminal.entering import dialog as screens
from campaign.display.text.translation import say
from campaign.services.entering import drafts, game, mending
from campaign.services.entering.drafts import Continued
from engine.kernel.errors import IllegalMove, NotationError, Refused
from engine.kernel.game import CHANCE
from engine.kernel.phrases import joined, phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import date

    from rich.console import RenderableType
    from rich.text import Text

    from campaign.cli.entering.prompt import Ask
    from campaign.cli.environment import Environment
    from campaign.extras.plays.plays import Play
    from campaign.services.entering.game import Answer, Entering, Taken
    from campaign.services.values import History
    from campaign.store.drafts import StoredDraft
    from engine.kernel.score import Sheet

LEAVES = ("save", "exit")
"""Words that leave at once; `q` and `quit` ask first, for a seat of My City can quit."""
QUITS = ("q", "quit")
GREETING = phrase("? lists answers, u takes back, save leaves, help: all keys.")
"""What is said before the first question."""
NUMBER = re.compile(r"\d{1,4}", re.ASCII)
"""The number of a line, as it is typed."""


class Left(Exception):
    """Whoever typed has left; the draft is safe."""


class Others(Exception):
    """Not everybody plays, or somebody else: it is asked who does."""


class Dialog:
    """A game that is being entered; `entering` is what was accepted so far."""

    def __init__(
        self, env: Environment, ask: Ask, entering: Entering, stored: StoredDraft, language: str
    ) -> None:
        self.env, self.ask, self.entering, self.stored = env, ask, entering, stored
        self.language = language
        self.ahead = ""

    def play(self) -> None:
        """Ask until the game is over; raises `Left`, `EOFError` or `KeyboardInterrupt`."""
        self._show_where()
        while self.entering.awaited:
            line = self._line().strip()
            try:
                if line and not self.does(line):
                    self._take(line)
            except Continued:
                self.env.say(joined("", ("  ", self._caught_up())))
                self.recap()
                self._show_where()

    def does(self, line: str) -> bool:
        """Do what is asked of the program; False for an answer to the game."""
        word, _, rest = line.partition(" ")
        if word in LEAVES and not rest:
            raise Left
        if line in QUITS and not self.final(line):
            self.leave()
        elif word == "u" and re.fullmatch(r"\d{0,4}", rest):
            self.take_back(int(rest or 1))
        elif word in ("fix", "insert"):
            if self.fix(rest if word == "fix" else line):
                self._show_where()
        elif word == "who" and not rest and self.stored.episode:
            self._ask_who()
        elif word == "lines" and not rest:
            self.env.say(screens.lines(self.entering))
        elif word.startswith("?") and self.entering.awaited:
            self._show_choices(line[1:].strip())
        elif word == "help" and not rest:
            self._show_pages(screens.help_lines(self.entering))
        elif word == "score" and not rest:
            self.env.say(screens.score(self.entering))
        elif word in ("board", "boards"):
            self._show_boards(rest, every=word == "boards")
        else:
            return False
        return True

    def fix(self, words: str = "") -> bool:
        """Change a line and take those after it again; without words ask. Whether one is changed.

        Words are "5", "5 Y4 E5", or "5 wolf E5" for the answer of one seat. With "insert 5" in
        place of the number there is one more line before it.
        """
        if not words:
            self.env.say(screens.lines(self.entering))
            words = self.ask(phrase("which line, or insert 5 for one more before it> ")).strip()
        if words.partition(" ")[0] == "insert":
            return self.insert(words.removeprefix("insert").strip())
        number, _, line = words.partition(" ")
        if not NUMBER.fullmatch(number):
            self.env.say(phrase("  Write the number of a line, such as fix 5. lines lists them."))
            return False
        lines = self.entering.lines
        if 1 <= int(number) <= len(lines):
            was = mending.typed(lines[int(number) - 1])
            if not line:
                line = self.ask(phrase("line {number}> ", number=number), default=was).strip()
            if line in ("", was):
                return False
            line = mending.with_answer(self.entering, int(number), line)
        return self._mend(mending.fixed, number, line)

    def insert(self, words: str) -> bool:
        """One more line before another, "5" or "5 Y4 E5", and take those after it again."""
        number, _, line = words.partition(" ")
        if not NUMBER.fullmatch(number):
            self.env.say(phrase("  Write before which line, such as insert 5. lines lists them."))
            return False
        line = line or self.ask(phrase("new line {number}> ", number=number)).strip()
        return bool(line) and self._mend(mending.inserted, number, line)

    def recap(self) -> None:
        """How far it has come, for whoever goes on with it."""
        if self.entering.lines:
            self.env.say(screens.recap(self.entering, self.language))

    def sheets(self) -> tuple[Sheet, ...]:
        """The score sheets of the game as it stands."""
        return self.entering.game.score(self.entering.state)

    def scores(self) -> dict[str, int]:
        """The scores of the game as it stands, by seat."""
        return {sheet.seat: sheet.total for sheet in self.sheets()}

    def take_back(self, count: int = 1) -> None:
        """Forget the last lines, in the draft too, and ask again."""
        self.env.say(joined("", ("  ", self.withdraw(count))))
        self._show_heading()

    def played_on(self, day: date) -> None:
        """It was played on another day."""
        head = self.entering.head._replace(played=day)
        self._keep(self.entering._replace(head=head))

    def withdraw(self, count: int) -> str:
        """Forget the last lines, in the draft too; gives what to say of it."""
        try:
            entering = game.taken_back(self.entering, count)
        except Refused as error:
            return str(error)
        gone = self.entering.lines[len(entering.lines) :]
        try:
            self._keep(entering)
        except Continued:
            return self._caught_up()
        return phrase("Taken back: {lines}", lines=", ".join(line.typed for line in gone))

    def offer(self, line: str) -> tuple[RenderableType, ...]:
        """Take a line, as far as it is legal; gives what it did, or why it was not taken."""
        try:
            answer = game.read(self.entering, line)
        except (NotationError, IllegalMove) as error:
            return (str(error),)
        try:
            taken = self._kept(answer)
        except Continued:
            return (self._caught_up(),)
        return (*screens.outcomes(taken, self.language), *filter(None, (answer.result.refused,)))

    def final(self, line: str) -> str:
        """What is final about a line, "" where nothing is."""
        try:
            return joined("; ", filter(None, game.read(self.entering, line).lasting))
        except (NotationError, IllegalMove):
            return ""

    def announce(self, *words: str) -> None:
        """Tell whoever plays elsewhere what the end gives."""

    def is_kept(self, words: str, play: Play, history: History | None = None) -> None:
        """Tell whoever plays elsewhere that it is kept."""

    def leave(self) -> None:
        """Raise `Left`, if it is meant so."""
        question = phrase("Leave? All that was entered is kept.")
        other = dict.fromkeys(LEAVES, "y").get
        if questions.letter(self.ask, self.env.say, question, "Yn", other) == "y":
            raise Left

    def _mend(
        self, mended: Callable[[Entering, int, str], Entering], number: str, line: str
    ) -> bool:
        """Take a line in another place or one more, and those after it again; whether it is."""
        try:
            self._keep(mended(self.entering, int(number), line))
        except (NotationError, IllegalMove, Refused) as error:
            self.env.say(phrase("  {error}. Nothing is changed.", error=str(error)))
            return False
        self.env.say(phrase("  Line {number} is {line} now.", number=number, line=line))
        return True

    def _ask_who(self) -> None:
        """Raise `Others`, as long as nothing has been entered by those who play."""
        count = len(self.entering.lines)
        if not count:
            raise Others
        words = phrase(
            "  Who plays can be changed before the first line: u {count}, then who.", count=count
        )
        self.env.say(words)

    def _take(self, line: str) -> None:
        """Take a line, show what it did, and what is asked next where a card came."""
        try:
            answer = game.read(self.entering, line)
        except (NotationError, IllegalMove) as error:
            self.env.say(phrase("  {error}. ? shows what can be answered.", error=str(error)))
            return
        count = self._agreed(answer)
        if not count:
            return
        taken = self._kept(answer, count)
        self.env.say(*screens.outcomes(taken, self.language))
        if count < len(answer.result.moves) or answer.result.refused:
            typed = taken.entering.lines[-1].typed
            why = answer.result.refused or phrase("the rest of the line was not taken")
            self.env.say(
                phrase(
                    "  Kept: {line}. But {why}. ? shows what can be answered.", line=typed, why=why
                )
            )
        came = any(step.move.seat == CHANCE for step in taken.steps)
        if came or taken.entering.awaited in ((), (CHANCE,)):
            self._show_where()
        else:
            self.env.say(*screens.taken_again(self.entering))

    def _agreed(self, answer: Answer) -> int:
        """How many moves of a line are taken: all, or those before what is final and not meant."""
        final = joined("; ", filter(None, answer.lasting))
        if not final:
            return len(answer.result.moves)
        question = phrase("{final}: no more cards. Sure? s: save", final=final)
        match self._letter(question, "yNs"):
            case "y":
                return len(answer.result.moves)
            case "s":
                raise Left
        return answer.before_lasting

    def _letter(self, question: str, letters: str) -> str:
        return questions.letter(self.ask, self.env.say, question, letters)

    def _show_boards(self, name: str, *, every: bool) -> None:
        """All boards, or that of the seat or player so named, else of whoever answers next."""
        head = self.entering.head
        first = next((seat for seat in self.entering.awaited if seat in head.seats), None)
        seat = None if every else game.seat_named(head, head.seats, name) or first
        self._show_pages(screens.boards(self.entering, seat, self.language))

    def _show_choices(self, words: str) -> None:
        """What can be answered: of the seat that is named first, and what has the words in it."""
        entering = self.entering
        choices = game.choices(entering)
        name, _, rest = words.partition(" ")
        seat = game.seat_named(entering.head, choices, name) if len(choices) > 1 else ""
        words = rest if seat else words
        seat = seat or next(iter(choices))
        if not words and (drawn := screens.places(entering, seat, choices[seat])):
            self.env.say(drawn)
            return
        while True:
            matching = screens.matching(choices[seat], words)
            if not matching:
                self.env.say(
                    phrase("  Nothing that can be answered has '{words}' in it.", words=words)
                )
                return
            listed = self.env.lines(screens.listed(matching, self.env.window()[0]))
            words = self._page(listed, phrase("Enter: more, a word: looks it up, q: back"))
            if not words:
                return

    def _caught_up(self) -> str:
        """Take over what was entered elsewhere meanwhile; gives what to say of it.

        Raises `NotFound` where the draft is gone.
        """
        with self.env.reading() as session:
            draft = drafts.read(session, self.stored.number)
        self.entering = drafts.entry_of(draft, setup=self.entering.setup)
        self.stored = draft.stored
        return phrase(
            "{who} went on with this draft at {place}; your line was not taken.",
            who=draft.stored.author,
            place=draft.stored.place,
        )

    def _show_pages(self, screen: RenderableType) -> None:
        """A screen one window at a time; what is typed instead of Enter is the next line."""
        self.ahead = self._page(self.env.lines(screen), phrase("Enter: more, q: back"))

    def _page(self, lines: Sequence[Text], keys: str) -> str:
        """Lines one window at a time; gives the words that somebody typed instead of Enter."""
        room = max(4, self.env.window()[1] - 2)
        rest = list(lines)
        while rest:
            # A screen that ends with a question has one line less for the rest.
            count = len(rest) if len(rest) <= room else room - 1
            self.env.say(*rest[:count])
            rest = rest[count:]
            if rest:
                question = phrase(
                    "{shown} of {all}: {keys}> ",
                    shown=len(lines) - len(rest),
                    all=len(lines),
                    keys=keys,
                )
                answer = self.ask(question).strip()
                if answer.lower() in LEAVES:
                    raise Left
                if answer:
                    return "" if answer.lower() in QUITS else answer.lstrip("? ")
        return ""

    def _show_where(self) -> None:
        """Which line of before does not fit any more, then what stands above the question."""
        self.env.say(*screens.taken_again(self.entering))
        self._show_heading()

    def _show_heading(self) -> None:
        """What stands above the next question."""
        if heading := screens.heading(self.entering):
            self.env.say("", heading)

    def _line(self) -> str:
        """What is typed; a line of before that does not fit stands there to be changed."""
        if self.ahead:
            line, self.ahead = self.ahead, ""
            return line
        prompt, entering = screens.prompt(self.entering), self.entering
        default = mending.typed(entering.rest[0]) if mending.misfit(entering) else ""
        # Whoever leaves need not clear the line that stands there.
        words = (*LEAVES, "u", "help", "lines")
        return without_default(self._answer(prompt, default), default, words)

    def _answer(self, prompt: str, default: str) -> str:
        """What is typed at a prompt where `default` stands to be changed."""
        return self.ask(prompt, self._offers, default)

    def _offers(self, typed: str) -> list[Offer]:
        """What can be answered now, for Tab."""
        replaces, choices = game.completions(self.entering, typed)
        return [
            Offer(choice.short, parts.fit(say(choice.words), 40), replaces) for choice in choices
        ]

    def _kept(self, answer: Answer, count: int | None = None) -> Taken:
        """Take a line, with the draft."""
        taken = game.take(self.entering, answer, count)
        if taken.steps:
            self._keep(mending.caught_up(taken.entering))
        return taken

    def _keep(self, entering: Entering) -> None:
        """The draft first: what is shown as taken is safe."""
        with self.env.writing() as session:
            self.stored = drafts.save(session, self.stored, entering, self.env.by())
        self.entering = entering
