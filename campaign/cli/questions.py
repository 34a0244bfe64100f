"""Questions that are answered with a line, or with one letter: asked again until one comes.

line("Why?")                            what is typed behind it, on stderr
letter(ask, say, "Keep it?", "Ynu")     asks `Keep it? [Y/n/u] `; Enter alone is the capital
letter(..., other)                      what is typed otherwise is given to `other`
"""

from __future__ import annotations

from collections.abc import Callable

import typer

from engine.kernel.phrases import Phrase, Wording, listed, phrase

WORDS = {"y": "yes", "n": "no"}


def line(question: str) -> str:
    """A line that is typed after a question on stderr; raises `typer.Abort`."""
    answer: str = typer.prompt(
        question, default="", show_default=False, prompt_suffix=" ", err=True
    )
    return answer


def letter(
    ask: Callable[[Wording], str],
    say: Callable[[Phrase], None],
    question: Wording,
    letters: str,
    other: Callable[[str], str | None] = lambda _: None,
) -> str:
    """One of the letters, small; raises what `ask` raises where nobody answers.

    `other` does what else was typed and gives the answer that it is, "" to ask again, or None where
    it knows nothing of it.
    """
    known = {key.lower(): key.lower() for key in letters}
    known |= {WORDS[key]: key for key in known if key in WORDS}
    known[""] = next((key.lower() for key in letters if key.isupper()), "")
    while True:
        asked = phrase("{question} [{letters}] ", question=question, letters="/".join(letters))
        answer = ask(asked).strip()
        chosen = known.get(answer.lower()) or other(answer)
        if chosen:
            return chosen
        if chosen is None:
            say(phrase("Please answer {letters}.", letters=listed(letters.lower(), " or ")))
