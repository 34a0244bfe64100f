"""Ask questions whose answer is a line, or one of some letters.

ask_line("Why?")                            asks on stderr and returns the line that is typed
ask_note(ask, say, "Why?")                  asks again if no entry can hold the answer
ask_letter(ask, say, "Keep it?", "Ynu")     asks `Keep it? [Y/n/u] `; Enter alone is the capital
ask_letter(..., other)                      any other text is given to `other`
"""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args
from unicodedata import normalize

import typer

from engine.kernel.phrases import Phrase, Wording, listed, phrase
from engine.kernel.texts import Note, ValueForm

_NOTE: ValueForm
_, _NOTE = get_args(Note)
WORDS = {"y": ("yes", "s", "si", "sì", "是", "好"), "n": ("no", "否", "不")}
"""Other answers for a letter, in each language; the letters of a question go before them."""


def ask_line(question: str) -> str:
    """Ask on stderr and return the typed line; raises `typer.Abort` if nobody answers."""
    answer: str = typer.prompt(
        question, default="", show_default=False, prompt_suffix=" ", err=True
    )
    return answer


def ask_note(
    ask: Callable[[Wording], str], say: Callable[[Phrase], None], question: Wording
) -> str:
    """Ask until the answer is a text that an entry can hold; raises what `ask` raises."""
    while why := _NOTE.problem(note := ask(question).strip()):
        say(phrase("  {error}.", error=why))
    return note


def ask_letter(
    ask: Callable[[Wording], str],
    say: Callable[[Phrase], None],
    question: Wording,
    letters: str,
    other: Callable[[str], str | None] = lambda _: None,
) -> str:
    """Ask until a letter is typed, and return it in lower case; raises what `ask` raises.

    `other` handles any other text: it returns the letter to answer with, "" to ask again, or None
    if it does not know the text.
    """
    keys = letters.lower()
    known = {word: key for key in keys for word in WORDS.get(key, ())} | {key: key for key in keys}
    known[""] = next((key.lower() for key in letters if key.isupper()), "")
    while True:
        prompt = phrase("{question} [{letters}] ", question=question, letters="/".join(letters))
        answer = ask(prompt).strip()
        letter = normalize("NFKC", answer).lower()  # a Chinese keyboard types full-width letters
        chosen = known.get(letter) or other(answer)
        if chosen:
            return chosen
        if chosen is None:
            say(phrase("Please answer {letters}.", letters=listed(letters.lower(), " or ")))
