"""The dialog in which a game is entered: ask, take the line, save the draft, until it is over.

ask ──> a word for the program (see `services/entering/keys.py`) ──> done, asked again
──> an answer ──> engine ──> refused: the reason, asked again
└──> what is final is asked about ──> taken: draft saved, what it did, the next question
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from campaign.cli import questions, rules
from campaign.cli.entering import choosing, fixing, undoing
from campaign.cli.entering.prompt import (
    BACK,
    LEAVES,
    QUITS,
    DraftLeft,
    Offer,
    QuestionWithdrawn,
    half_width,
    leave,
    without_default,
)
from campaign.display.terminal import parts
from campaign.display.terminal import rules as rule_screens
from campaign.display.terminal.entering import dialog as screens
from campaign.display.terminal.entering import lines as line_screens
from campaign.display.text.episodes import details_in_words
from campaign.services.entering import drafts, game, hints, mending, notes, seats
from campaign.services.entering.drafts import DraftChanged
from campaign.services.errors import UnknownName
from campaign.store.errors import DatabaseBusy, DatabaseFull
from engine.kernel.details import check_details
from engine.kernel.errors import (
    IllegalMove,
    NotAllowed,
    NotationError,
    SeveralMeanings,
    wording_of,
)
from engine.kernel.game import CHANCE, Seat
from engine.kernel.phrases import OptionalPhrase, Phrase, Wording, joined, phrase

if TYPE_CHECKING:
    from datetime import date

    from rich.console import RenderableType

    from campaign.cli.beside import TableBeside
    from campaign.cli.entering.prompt import Ask, Editor
    from campaign.cli.environment import Environment
    from campaign.services.entering.game import Answer, Entering, TakenLine
    from campaign.store.drafts import StoredDraft
    from engine.kernel.details import Details
    from engine.kernel.score import SeatScore

GREETING = phrase("? lists answers, u takes back, save leaves, help: all keys.")
"""The words before the first question."""
ANSWERED_FIRST = phrase("A phone answered first; your line was not taken.")
BESIDE_RECAP = 4
"""The lines of the window that a recap leaves free for greeting, prompt and others."""
Who = Callable[["Entering"], "Entering"]
"""Asks who plays and returns the entry with these players."""
Keep = Callable[["StoredDraft", "Entering"], "StoredDraft"]
"""Saves an entry in its draft and returns the draft.

Raises `DraftChanged` if somebody else went on with the draft.
"""


class Dialog:
    """A game that is being entered; `entering` holds what was accepted so far."""

    def __init__(
        self,
        env: Environment,
        ask: Ask,
        entering: Entering,
        stored: StoredDraft,
        *,
        keep: Keep | None = None,
        board: Callable[[Dialog], bool] | None = None,
        beside: TableBeside | None = None,
        who: Who | None = None,
        noting: bool = True,
    ) -> None:
        """Begin a dialog on an entry whose draft is `stored`.

        `keep` saves the lines in place of the dialog. `who` asks who plays. Without `noting`,
        details of the evening cannot be noted. `board` shows the game until it is over, and returns
        False if the game is to be entered line by line. `beside` is a table where phones answer,
        too.
        """
        self.env, self.ask, self.entering, self.stored = env, ask, entering, stored
        self.beside = beside
        self._put, self._board = keep or (beside.save_draft if beside else self._into_draft), board
        self._who, self.can_note = who, noting
        self._done = undoing.UndoSteps()
        self._ahead = self._unfinished = ""
        self._is_invited = False
        self._here = frozenset[Seat]()

    def play(self) -> None:
        """Ask until the game is over; raises `DraftLeft`, `EOFError` or `KeyboardInterrupt`."""
        if self._board is not None and self._board(self):
            return
        if self.beside is None:
            self._ask_until_over()
            return
        if not self._is_invited:
            self.beside.invite()
            self._is_invited = True
        self.beside.resume()
        with self.beside.call_on_change(self._editor.disturb):
            while True:
                self._ask_until_over()
                if self.beside.end_game(self.stored):
                    return
                self._take_over(self.beside)

    def _ask_until_over(self) -> None:
        """Ask for lines at the prompt until the game is over."""
        self._show_where()
        while self.entering.awaited:
            line = self._line().strip()
            try:
                if line and not self.try_command(line):
                    self._take(half_width(line))
            except DraftChanged:
                self.catch_up()
                self._show_where()
            except (DatabaseBusy, DatabaseFull) as failed:  # phones would lose their evening
                self.env.say(phrase("  {error}: give the line again.", error=str(failed)))

    def try_command(self, line: str) -> bool:
        """Carry out a line that is a command to the program; return False if it is an answer.

        Raises `DraftLeft`.
        """
        word, _, words = half_width(line).partition(" ")
        if word in notes.WORDS:
            words = line[len(word) :].strip()
        else:
            line = half_width(line)
        if self.beside is not None and self.beside.try_command(line):
            return True
        if word in LEAVES and not words:
            raise DraftLeft
        if line in QUITS and not self.final_effect(line):
            self.leave()
        elif word in BACK and re.fullmatch(r"\d{0,4}", words):
            self.take_back(int(words or 1))
        elif word in fixing.CHANGES:
            was_over = not self.entering.awaited  # then `play` goes on, and shows the question
            if self.fix(words if word == "fix" else line) and not was_over:
                self._show_where()
        elif word == "who" and not words and self._who is not None:
            self.seat(self._who(self.entering))
            self._show_where()
        elif word in notes.WORDS and self.can_note:
            self._note(word, words)
        elif word == "lines" and not words:
            self.env.say(line_screens.lines(self.entering))
        elif word.startswith("?") and self.entering.awaited:
            choosing.show_choices(self.env, self.ask, self.entering, line[1:].strip())
        elif word == "help" and not words:
            without = [*["who"] * (not self.knows_who), *notes.WORDS * (not self.can_note)]
            self._show_pages(screens.help_lines(self.entering, without))
        elif word == "score" and not words:
            self.env.say(screens.score(self.entering))
        elif word == "rules":
            self._show_rules(words)
        elif word in ("board", "boards"):
            self._show_boards(words, every=word == "boards")
        else:
            return False
        return True

    def note_details(self, details: Details) -> None:
        """Save details of the evening in the draft; raises `NotAllowed`."""
        if details != self.entering.details:
            self._keep(self.entering._replace(details=check_details(details)))

    def _note(self, word: str, text: str) -> None:
        """Note a detail of the evening and show all; `-` deletes the detail, "" only shows all."""
        try:
            if text:
                details = notes.typed(self.entering.details, word, text.strip())
                noted = self.entering._replace(details=details)
                self._save_step(noted, phrase("what was noted is as before"))
        except NotAllowed as error:
            self.env.say(phrase("  {error}.", error=wording_of(error)))
            return
        words = details_in_words(self.entering.details) or phrase("nothing")
        self.env.say(phrase("  Noted: {what}", what=words))

    @property
    def knows_who(self) -> bool:
        """Whether the dialog can change who plays."""
        return self._who is not None

    def fix(self, words: str = "") -> bool:
        """Change a line and enter the lines after it again; return whether a line was changed.

        `words` are those of `fixing.fix`; without them the user is asked.
        """
        fix = fixing.fix(self.env, self.ask, self.entering, words)
        if fix is None:
            return False
        entry_before = self.entering
        self._save_step(fix.entering, fix.back)
        self.env.say(*line_screens.change_effects(fix.did, entry_before, fix.entering))
        return True

    def recap(self) -> None:
        """Show how far the game has come, for a user who goes on with a draft."""
        if self.entering.lines:
            screen = screens.recap(self.entering, self.env.speaker)
            if len(self.env.message_lines(screen)) > self.env.terminal_size()[1] - BESIDE_RECAP:
                screen = screens.recap(self.entering, self.env.speaker, drawn=False)
            self.env.say(screen, *line_screens.waits(self.entering))

    def sheets(self) -> tuple[SeatScore, ...]:
        """Return the score sheets of the game as it is now."""
        return self.entering.game.score(self.entering.state)

    def scores(self) -> dict[str, int]:
        """Return the scores of the game as it is now, by seat."""
        return {sheet.seat: sheet.total for sheet in self.sheets()}

    def take_back(self, count: int = 1) -> None:
        """Take back the last `count` steps, in the draft too, and show the question again."""
        self.env.say(joined("", ("  ", self.withdraw(count))), *line_screens.waits(self.entering))
        self._show_heading()

    def save(self) -> None:
        """Save the draft as it is, also before its first line."""
        self._keep(self.entering)

    def seat(self, entering: Entering) -> None:
        """Take an entry that differs in who played, in the draft too."""
        self._save_step(entering, phrase("who played is as before"))

    def set_day(self, day: date) -> None:
        """Set the day on which the game was played."""
        self._keep(undoing.with_day(self.entering, day))
        self._done.set_day(day)

    def withdraw(self, count: int) -> Wording:
        """Take back the last `count` steps, in the draft too; return a message about it."""
        try:
            undo_result = self._done.take_back(self.entering, count)
            self._keep(undo_result.entering)
        except NotAllowed as error:
            return wording_of(error)
        except DraftChanged:
            return self._catch_up()
        self._done.drop(count)
        return undo_result.words

    def take_line(self, line: str) -> tuple[RenderableType | Phrase, ...]:
        """Take the legal moves of a line; return their results, and why a move was not taken."""
        try:
            answer = game.read(self.entering, line)
        except (NotationError, IllegalMove) as error:
            return (hints.refusal(self.entering, line, error),)
        try:
            taken_line = self._take_moves(answer)
        except DraftChanged:
            return (self._catch_up(),)
        return (
            *screens.outcomes(taken_line, self.env.speaker),
            *(
                [hints.with_players(self.entering.head, reason)]
                if (reason := answer.result.refused)
                else []
            ),
        )

    def final_effect(self, line: str) -> OptionalPhrase:
        """Return the words on what a line does for good, such as quitting; "" if nothing."""
        try:
            return joined("; ", filter(None, game.read(self.entering, line).lasting))
        except (NotationError, IllegalMove):
            return ""

    def catch_up(self) -> None:
        """Take over what was entered elsewhere meanwhile, and show it; raises `UnknownName`."""
        self.env.say(joined("", ("  ", self._catch_up())))
        self.recap()

    def leave(self) -> None:
        """Ask whether to leave; raises `DraftLeft` if the answer is yes."""
        question = phrase("Leave? All that was entered is kept.")
        leaves = dict.fromkeys(LEAVES, "y").get
        if questions.ask_letter(self.ask, self.env.say, question, "Yn", leaves) == "y":
            raise DraftLeft

    def _take(self, line: str) -> None:
        """Take a line and show its result; after a drawn card show the next question, too."""
        try:
            answer = game.read(self.entering, line)
        except SeveralMeanings as several:
            self._ahead = choosing.choose_meaning(self.env, self.ask, several)
            return
        except (NotationError, IllegalMove) as error:
            reason = hints.refusal(self.entering, line, error)
            self.env.say(phrase("  {error}. ? lists the answers.", error=reason))
            return
        count = self._agreed(answer)
        if not count:
            return
        taken_line = self._take_moves(answer, count)
        self.env.say(*screens.outcomes(taken_line, self.env.speaker))
        unclear = answer.result.several if count == len(answer.result.moves) else None
        if not unclear and (count < len(answer.result.moves) or answer.result.refused):
            typed = taken_line.entering.lines[-1].typed
            reason = answer.result.refused or phrase("the rest of the line was not taken")
            self.env.say(
                phrase(
                    "  Kept: {line}. But {why}. ? lists the answers.",
                    line=typed,
                    why=hints.with_players(self.entering.head, reason),
                )
            )
        card_came = any(step.move.seat == CHANCE for step in taken_line.steps)
        if unclear:
            self._ahead = choosing.choose_meaning(self.env, self.ask, unclear)
        elif card_came or taken_line.entering.awaited in ((), (CHANCE,)):
            self._show_where()
        else:
            self.env.say(*line_screens.taken_again(self.entering))

    def _agreed(self, answer: Answer) -> int:
        """Ask about a final move; return how many moves to take: all, or those before it.

        If the user leaves, those before it are taken. Raises `DraftLeft`.
        """
        final = joined("; ", filter(None, answer.lasting))
        if not final:
            return len(answer.result.moves)
        question = phrase("{final}: no more cards. Sure? s: save", final=final)
        try:
            letter = self.letter(question, "yNs")
            if letter == "s":
                raise DraftLeft
        except (EOFError, KeyboardInterrupt):
            self._take_moves(answer, answer.before_lasting)
            raise
        return len(answer.result.moves) if letter == "y" else answer.before_lasting

    def letter(self, question: Wording, letters: str) -> str:
        """Ask at the prompt for one of the letters, and return it; raises `DraftLeft`."""
        return questions.ask_letter(self.ask, self.env.say, question, letters, leave)

    def _show_rules(self, words: str) -> None:
        """Show the rules of the game: all, the one with a number, or those with some words."""
        name = self.entering.game.NAME
        try:
            found_rules = rules.find_rules(self.env, name, words.strip())
        except UnknownName as error:
            self.env.say(joined("", ("  ", wording_of(error), "; ", error.remedy)))
        else:
            self._show_pages(rule_screens.rules(name, found_rules, self.entering.game.EDITION))

    def _show_boards(self, name: str, *, every: bool) -> None:
        """Show all boards, the board of a named seat or player, or that of the next seat."""
        head = self.entering.head
        next_seat = next((seat for seat in self.entering.awaited if seat in head.seats), None)
        seat = None if every else game.seat_named(head.names, head.seats, name) or next_seat
        self._show_pages(screens.boards(self.entering, seat, self.env.speaker))

    def _catch_up(self) -> Phrase:
        """Take over what was entered elsewhere meanwhile; return a message about it.

        Raises `UnknownName` if the draft is gone.
        """
        if self.beside is not None:
            self._take_over(self.beside)
            return ANSWERED_FIRST
        with self.env.reading() as session:
            draft = drafts.read(session, self.stored.number)
            entering = drafts.gone_on(session, draft, self.entering)
        self.entering, self.stored = entering, draft.stored
        self._done.forget()
        return phrase(
            "{who} went on with this draft at {place}; your line was not taken.",
            who=draft.stored.author,
            place=draft.stored.place,
        )

    def _take_over(self, beside: TableBeside) -> None:
        """Take over and show the answers from the table beside, and the phones that have joined."""
        entry_before, (entering, stored) = self.entering, beside.entered_game()
        if stored.saved != self.stored.saved:
            self.entering, self.stored = entering, stored
            self._done.forget()
            steps = game.entered_since(entry_before, entering).steps
            self.env.say(*screens.done_elsewhere(entry_before, entering, self.env.speaker))
            if any(step.move.seat == CHANCE for step in steps) or not steps:
                self._show_where()
        taken_seats = beside.taken_seats()
        for seat in sorted(taken_seats - self._here):
            player = game.seat_with_player(self.entering.head.names, seat)
            self.env.say(phrase("  {who} has a phone now.", who=player))
        self._here = taken_seats

    def _show_pages(self, screen: RenderableType) -> None:
        """Show a screen window by window; text typed instead of Enter becomes the next line."""
        self._ahead = choosing.show_pages(self.env, self.ask, screen)

    def _show_where(self) -> None:
        """Show the earlier line that no longer fits, then the heading of the next question."""
        self.env.say(*line_screens.taken_again(self.entering))
        self._show_heading()

    def _show_heading(self) -> None:
        """Show the heading of the next question, if it has one."""
        if heading := screens.heading(self.entering):
            self.env.say("", heading)

    def _line(self) -> str:
        """Ask for a line and return it; "" if somebody has answered at the table beside.

        If an earlier line no longer fits, it is offered to be changed.
        """
        if self.beside is not None:
            self._editor.forget_disturbance()
            seen = self.entering
            self._take_over(self.beside)
            if not self.entering.awaited:
                return ""
            if not seats.is_still_meant(seen, self.entering, self._ahead or self._unfinished):
                self._ahead = self._unfinished = ""
                self.env.say(joined("", ("  ", ANSWERED_FIRST)))
        if self._ahead:
            line, self._ahead = self._ahead, ""
            return line
        prompt, entering = screens.prompt(self.entering, self.env.speaker), self.entering
        default = mending.line_in_words(entering.rest[0]) if mending.is_offered(entering) else ""
        # A user may type these words after the offered line instead of deleting it first.
        words = (*LEAVES, *BACK, "help", "lines")
        return without_default(self._answer(prompt, default), default, words)

    def _answer(self, prompt: Wording, default: str) -> str:
        """Ask, with `default` to be changed, and return the answer.

        Returns "" if the question is withdrawn; what was typed is the default of the next one.
        """
        if self.beside is None:
            return self.ask(prompt, self._offers, default)
        default, self._unfinished = self._unfinished or default, ""
        try:
            return self._editor.ask_until_disturbed(prompt, self._offers, default)
        except QuestionWithdrawn as disturbed:
            self._unfinished = disturbed.typed
            return ""

    @property
    def _editor(self) -> Editor:
        """The prompt as an `Editor`, whose question a table beside can withdraw."""
        return cast("Editor", self.ask)

    def _offers(self, typed: str) -> list[Offer]:
        """Return the answers that Tab offers now."""
        replaces, choices = game.completions(self.entering, typed)
        say = self.env.speaker.say
        return [
            Offer(choice.short, parts.fit(say(choice.words), 40), replaces) for choice in choices
        ]

    def _take_moves(self, answer: Answer, count: int | None = None) -> TakenLine:
        """Take the first `count` moves of an answer (all if None), and save them in the draft."""
        taken_line = game.take(self.entering, answer, count)
        if taken_line.steps:
            new_lines = taken_line.entering.lines[len(self.entering.lines) :]
            typed = " ".join(line.typed for line in new_lines)
            self._save_step(mending.caught_up(self.entering, taken_line.entering), typed=typed)
        return taken_line

    def _save_step(self, entering: Entering, back_words: Wording = "", typed: str = "") -> None:
        """Save an entry, and remember the step for taking it back if it changes something."""
        entry_before = self.entering
        self._keep(entering)
        if entering != entry_before:
            self._done.add(entry_before, back_words, typed)

    def _keep(self, entering: Entering) -> None:
        """Save an entry in the draft, then use it: all that the dialog shows is saved."""
        self.stored = self._put(self.stored, entering)
        self.entering = entering

    def _into_draft(self, stored: StoredDraft, entering: Entering) -> StoredDraft:
        """Save an entry in its draft in the database; the usual `Keep`."""
        self.env.unfinished_record = lambda: drafts.text_of(entering)
        with self.env.writing() as session:
            return drafts.save(session, stored, entering, self.env.author_now())
