"""The line editor at which answers are typed."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple, Protocol
from unicodedata import normalize

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.utils import is_dumb_terminal

from campaign.cli import restoring
from campaign.cli.errors import NoTerminal
from campaign.display.terminal import console, parts
from campaign.display.text.translation import Speaker
from engine.kernel.phrases import Wording, phrase


class Offer(NamedTuple):
    """A word that Tab offers, its meaning, and how many typed characters it replaces."""

    word: str
    meaning: str = ""
    replaces: int = 0


Offers = Callable[[str], Sequence[Offer]]
"""Returns the offers for the text typed so far; called only when the user presses Tab."""


class Ask(Protocol):
    """A prompt; raises `EOFError` at the end of the input, `KeyboardInterrupt` on Ctrl-C."""

    def __call__(self, prompt: Wording, offers: Offers = ..., default: str = ...) -> str:
        """Ask, and return the typed line; `default` stands in the line for the user to change."""


LEAVES = ("save", "exit")
"""The words that leave at once; `q` and `quit` ask first, as a seat of My City can quit."""
QUITS = ("q", "quit")
BACK = ("u", "undo", "back")
"""The words that take back the last step."""


class DraftLeft(EOFError):
    """The user has left the prompt by a word; who handles the end of the input handles this."""


def leave(typed: str) -> None:
    """Raise `DraftLeft` for a word that leaves; a letter is asked for with this (`ask_letter`)."""
    if typed.lower() in LEAVES:
        raise DraftLeft


def half_width(typed: str) -> str:
    """Return a typed line with letters, figures and signs as they are on most keyboards.

    A Chinese keyboard types them in full width, where no blank follows a colon. Not for a name or
    a note, which is kept as it is typed.
    """
    return normalize("NFKC", typed.replace("\uff1a", ": "))


class QuestionWithdrawn(Exception):
    """A question was withdrawn, as something has changed; `typed` is the text typed so far."""

    def __init__(self, typed: str) -> None:
        super().__init__()
        self.typed = typed


class LegalAnswers(Completer):
    """A completer of typed text that offers the legal answers.

    An error is handed to `fail`, because an exception in the event loop would reach nobody else.
    """

    def __init__(self, offers: Offers, fail: Callable[[Exception], None]) -> None:
        self._offers, self._fail = offers, fail

    def get_completions(self, document: Document, event: CompleteEvent) -> Iterator[Completion]:
        """Yield the answers that continue the text before the cursor."""
        try:
            offers = self._offers(document.text_before_cursor)
        except Exception as error:  # it ends the question, and is reported there
            self._fail(error)
            return
        for offer in offers:
            yield Completion(
                offer.word, start_position=-offer.replaces, display_meta=offer.meaning or None
            )


def no_offers(typed: str) -> Sequence[Offer]:
    """Offer nothing."""
    return ()


def without_default(typed: str, default: str, known: Collection[str]) -> str:
    """Return the typed text; if it is the default and then a known word, only the word."""
    following = typed.removeprefix(default).strip() if default else ""
    return following if following.lower() in known else typed


def offer_words(known: Sequence[str]) -> Offers:
    """Return a function that offers the known words that begin with the typed text."""

    def offers(typed: str) -> Sequence[Offer]:
        start = typed.lower()
        return [Offer(word, "", len(typed)) for word in known if word.lower().startswith(start)]

    return offers


class Editor:
    """A line editor on this terminal; another thread can withdraw its question."""

    def __init__(self, speaker: Speaker) -> None:
        self._speaker = speaker
        self._session: PromptSession[str] = PromptSession(enable_suspend=True)
        self._listens = self._is_disturbed = False

    def __call__(self, prompt: Wording, offers: Offers = no_offers, default: str = "") -> str:
        """Ask, and return the typed line; `default` stands in the line for the user to change.

        On a dumb terminal it stands before the line, and Enter alone takes it. An error of the
        offers is raised; the line that was typed stays on the screen.
        """
        self._session.app.erase_when_done = False
        question = parts.question(prompt, console.err(self._speaker, color=False))
        is_shown_before = default and is_dumb_terminal()  # which shows no text to be changed
        with restoring.restoring_terminal():
            typed = self._session.prompt(
                f"{question}[{default}] " if is_shown_before else question,
                completer=LegalAnswers(offers, self._fail),
                complete_while_typing=False,
                default="" if is_shown_before else default,
                pre_run=self._begins,
            )
        return typed or default if is_shown_before else typed

    def ask_until_disturbed(
        self, prompt: Wording, offers: Offers = no_offers, default: str = ""
    ) -> str:
        """Ask, and return the typed line; raises `QuestionWithdrawn` if `disturb` is called."""
        self._listens = True
        try:
            return self(prompt, offers, default)
        finally:
            self._listens = False

    def forget_disturbance(self) -> None:
        """Forget the calls of `disturb` so far."""
        self._is_disturbed = False

    def disturb(self) -> None:
        """Withdraw the present question, or else the next one; any thread may call this."""
        self._is_disturbed = True
        loop = self._session.app.loop
        if self._listens and loop is not None:
            with suppress(RuntimeError):  # the question has just been answered
                loop.call_soon_threadsafe(self._leave)

    def _fail(self, error: Exception) -> None:
        """End the question with an error."""
        app = self._session.app
        if app.is_running and not app.is_done:
            app.exit(exception=error)

    def _begins(self) -> None:
        """Follow the terminal, and withdraw a question that was disturbed before it was shown."""
        restoring.draw_again_when_continued(self._session.app)
        if self._is_disturbed:
            asyncio.get_running_loop().call_soon(self._leave)

    def _leave(self) -> None:
        """Withdraw the question, if it is still waiting and was disturbed."""
        app = self._session.app
        if self._listens and self._is_disturbed and app.is_running and not app.is_done:
            self._is_disturbed = False
            app.erase_when_done = True
            app.exit(exception=QuestionWithdrawn(app.current_buffer.text))


def editor(instead: Wording, speaker: Speaker) -> Editor:
    """Return a line editor on this terminal; raises `NoTerminal` without one.

    `instead` is what the error tells the user to do instead.
    """
    require_terminal(instead)
    return Editor(speaker)


def require_terminal(instead: Wording) -> None:
    """Raise `NoTerminal`, with what to do instead, if there is no terminal."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise NoTerminal(phrase("there is no terminal to type at: {instead}", instead=instead))


def require_screen(instead: Wording) -> None:
    """Raise `NoTerminal`, with what to do instead, at a terminal that cannot be drawn on."""
    if is_dumb_terminal():
        raise NoTerminal(phrase("this terminal shows no boards: {instead}", instead=instead))
