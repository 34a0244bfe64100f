"""The line editor at which answers are typed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from importlib import util
from typing import NamedTuple, Protocol

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from campaign.cli.errors import NoTerminal
from campaign.display.text.translation import say


class Offer(NamedTuple):
    """What Tab offers: words in place of the last signs, and what they mean."""

    word: str
    meaning: str = ""
    replaces: int = 0


Offers = Callable[[str], Sequence[Offer]]
"""What may follow what is typed; worked out only when somebody asks with Tab."""


class Ask(Protocol):
    """Asks for a line; raises `EOFError` when there is no more, `KeyboardInterrupt` on Ctrl-C."""

    def __call__(self, prompt: str, offers: Offers = ..., default: str = ...) -> str:
        """The line that was typed; `default` stands there to be changed."""


class LegalAnswers(Completer):
    """What is typed, completed to what is legal."""

    def __init__(self, offers: Offers) -> None:
        self._offers = offers

    def get_completions(self, document: Document, event: CompleteEvent) -> Iterator[Completion]:
        """The answers that go on with what stands before the cursor."""
        for offer in self._offers(document.text_before_cursor):
            yield Completion(
                offer.word, start_position=-offer.replaces, display_meta=offer.meaning or None
            )


def nothing(typed: str) -> Sequence[Offer]:
    """No completions."""
    return ()


def words(known: Sequence[str]) -> Offers:
    """Offers the words that begin as what is typed."""

    def offers(typed: str) -> Sequence[Offer]:
        start = typed.lower()
        return [Offer(word, "", len(typed)) for word in known if word.lower().startswith(start)]

    return offers


def editor(instead: str) -> Ask:
    """A line editor on this terminal; raises `NoTerminal` where there is none."""
    terminal(instead)
    session: PromptSession[str] = PromptSession()

    def ask(prompt: str, offers: Offers = nothing, default: str = "") -> str:
        return session.prompt(
            say(prompt),
            completer=LegalAnswers(offers),
            complete_while_typing=False,
            default=default,
        )

    return ask


def terminal(instead: str) -> None:
    """Raise `NoTerminal` where nobody can type, with what to do instead."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise NoTerminal(f"there is no terminal to type at: {instead}")


def with_board(instead: str = "campaign episode enter asks without it") -> None:
    """Raise `NoTerminal` where the board under the cursor cannot be shown."""
    if util.find_spec("textual") is None:
        raise NoTerminal(
            "the board needs the Python package textual, which is not installed: "
            f"pip install textual (the extra tui); {instead}"
        )
