"""The line editor at which answers are typed; imported when somebody types."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from prompt_toolkit.completion import CompleteEvent, Completion
    from prompt_toolkit.document import Document

Words = Callable[[], Sequence[str]]
"""What may be answered; worked out only when somebody asks with Tab."""


class NoTerminal(Exception):
    """Nothing can be typed here; the message says what to do instead."""


class Ask(Protocol):
    """Asks for a line; raises `EOFError` when there is no more, `KeyboardInterrupt` on Ctrl-C."""

    def __call__(self, prompt: str, words: Words = ...) -> str:
        """The line that was typed."""


def nothing() -> Sequence[str]:
    """No completions."""
    return ()


def editor(instead: str) -> Ask:
    """A line editor on this terminal; raises `NoTerminal` where there is none."""
    terminal(instead)
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import Completer

    class Legal(Completer):
        """The last word, completed to what is legal."""

        def __init__(self, words: Words) -> None:
            self._words = words

        def get_completions(self, document: Document, event: CompleteEvent) -> Iterator[Completion]:
            return completions(document.get_word_before_cursor(WORD=True), self._words())

    session: PromptSession[str] = PromptSession()

    def ask(prompt: str, words: Words = nothing) -> str:
        return session.prompt(prompt, completer=Legal(words), complete_while_typing=False)

    return ask


def terminal(instead: str) -> None:
    """Raise `NoTerminal` where nobody can type, with what to do instead."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise NoTerminal(f"there is no terminal to type at: {instead}")


def with_board() -> None:
    """Raise `NoTerminal` where the board under the cursor cannot be shown."""
    from importlib.util import find_spec

    if find_spec("textual") is None:
        raise NoTerminal(
            "the board needs the Python package textual, which is not installed: "
            "pip install textual (the extra tui); campaign episode enter asks without it"
        )


def completions(typed: str, words: Iterable[str]) -> Iterator[Completion]:
    """The words that begin so."""
    from prompt_toolkit.completion import Completion

    for word in words:
        if word.lower().startswith(typed.lower()):
            yield Completion(word, start_position=-len(typed))
