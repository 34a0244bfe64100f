"""The line editor at which answers are typed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import util
from typing import Protocol

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from campaign.cli.errors import NoTerminal

Words = Callable[[], Sequence[str]]
"""What may be answered; worked out only when somebody asks with Tab."""


class Ask(Protocol):
    """Asks for a line; raises `EOFError` when there is no more, `KeyboardInterrupt` on Ctrl-C."""

    def __call__(self, prompt: str, words: Words = ...) -> str:
        """The line that was typed."""


class LegalAnswers(Completer):
    """The last word, completed to what is legal."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def get_completions(self, document: Document, event: CompleteEvent) -> Iterator[Completion]:
        """The answers that begin as the word before the cursor does."""
        return completions(document.get_word_before_cursor(WORD=True), self._words())


def completions(typed: str, words: Iterable[str]) -> Iterator[Completion]:
    """The words that begin so."""
    for word in words:
        if word.lower().startswith(typed.lower()):
            yield Completion(word, start_position=-len(typed))


def nothing() -> Sequence[str]:
    """No completions."""
    return ()


def editor(instead: str) -> Ask:
    """A line editor on this terminal; raises `NoTerminal` where there is none."""
    terminal(instead)
    session: PromptSession[str] = PromptSession()

    def ask(prompt: str, words: Words = nothing) -> str:
        return session.prompt(prompt, completer=LegalAnswers(words), complete_while_typing=False)

    return ask


def yes(ask: Ask, question: str) -> bool:
    """Whether the answer is yes; Enter alone is."""
    while True:
        answer = ask(question).strip().lower()
        if answer in ("", "y", "yes"):
            return True
        if answer in ("n", "no"):
            return False


def terminal(instead: str) -> None:
    """Raise `NoTerminal` where nobody can type, with what to do instead."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise NoTerminal(f"there is no terminal to type at: {instead}")


def with_board() -> None:
    """Raise `NoTerminal` where the board under the cursor cannot be shown."""
    if util.find_spec("textual") is None:
        raise NoTerminal(
            "the board needs the Python package textual, which is not installed: "
            "pip install textual (the extra tui); campaign episode enter asks without it"
        )
