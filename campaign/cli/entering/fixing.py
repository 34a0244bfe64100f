"""A line that was entered is changed at the prompt, or one more put before it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from campaign.display.terminal.entering import dialog as screens
from campaign.services.entering import mending
from engine.kernel.errors import IllegalMove, NotationError, Refused, wording_of
from engine.kernel.phrases import phrase

if TYPE_CHECKING:
    from collections.abc import Callable

    from campaign.cli.entering.prompt import Ask
    from campaign.cli.environment import Environment
    from campaign.services.entering.game import Entering

NUMBER = re.compile(r"\d{1,4}", re.ASCII)
"""The number of a line, as it is typed."""


class Fix(NamedTuple):
    """A line in its place, and the entry with it and those after it, as far as they fit."""

    number: str
    line: str
    entering: Entering


def fix(env: Environment, ask: Ask, entering: Entering, words: str) -> Fix | None:
    """Another line, those after it taken again; None where nothing is changed, which is said.

    Words are "5", "5 Y4 E5", or "5 wolf E5" for the answer of one seat. With "insert 5" in place
    of the number there is one more line before it. Without words it is asked.
    """
    if not words:
        env.say(screens.lines(entering))
        words = ask(phrase("which line, or insert 5 for one more before it> ")).strip()
    if words.partition(" ")[0] == "insert":
        return _insert(env, ask, entering, words.removeprefix("insert").strip())
    number, _, line = words.partition(" ")
    if not NUMBER.fullmatch(number):
        env.say(phrase("  Write the number of a line, such as fix 5. lines lists them."))
        return None
    if 1 <= int(number) <= len(entering.lines):
        was = mending.typed(entering.lines[int(number) - 1])
        if not line:
            line = ask(phrase("line {number}> ", number=number), default=was).strip()
        if line in ("", was):
            return None
        line = mending.with_answer(entering, int(number), line)
    return _mended(env, entering, mending.fixed, number, line)


def _insert(env: Environment, ask: Ask, entering: Entering, words: str) -> Fix | None:
    """One more line before another, "5" or "5 Y4 E5"."""
    number, _, line = words.partition(" ")
    if not NUMBER.fullmatch(number):
        env.say(phrase("  Write before which line, such as insert 5. lines lists them."))
        return None
    line = line or ask(phrase("new line {number}> ", number=number)).strip()
    return _mended(env, entering, mending.inserted, number, line) if line else None


def _mended(
    env: Environment,
    entering: Entering,
    mend: Callable[[Entering, int, str], Entering],
    number: str,
    line: str,
) -> Fix | None:
    try:
        return Fix(number, line, mend(entering, int(number), line))
    except (NotationError, IllegalMove, Refused) as error:
        env.say(phrase("  {error}. Nothing is changed.", error=wording_of(error)))
        return None
