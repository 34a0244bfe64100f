"""Change or delete a line that was entered at the prompt, or insert a line before it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from campaign.cli.entering.prompt import half_width
from campaign.display.terminal.entering import lines as screens
from campaign.services.entering import hints, mending, units
from engine.kernel.errors import IllegalMove, NotAllowed, NotationError, wording_of
from engine.kernel.phrases import Phrase, phrase

if TYPE_CHECKING:
    from campaign.cli.entering.prompt import Ask
    from campaign.cli.environment import Environment
    from campaign.services.entering.game import Entering

NUMBER = re.compile(r"\d{1,4}", re.ASCII)
"""The number of a line, as it is typed."""
CHANGES = ("fix", "insert", "delete")
"""The commands that change lines entered before."""


class AppliedFix(NamedTuple):
    """An entry after a change, the words on the change, and those for taking it back."""

    entering: Entering
    did: Phrase
    back: Phrase


def fix(env: Environment, ask: Ask, entering: Entering, words: str) -> AppliedFix | None:
    """Change a line, and enter the lines after it again; return None if nothing is changed.

    `words` are "5", "5 Y4 E5", or "5 wolf E5" for the answer of one seat. "insert 5" adds a line
    before line 5, "delete 5" removes line 5. Without words the user is asked.
    """
    if not words:
        env.say(screens.lines(entering))
        words = half_width(ask(phrase("which line, or insert 5, or delete 5> "))).strip()
        words = words.removeprefix("fix").lstrip()
    word, _, arguments = words.partition(" ")
    if word == "insert":
        return _insert(env, ask, entering, arguments.strip())
    if word == "delete":
        return _delete(env, entering, arguments.strip())
    number, line = word, arguments.strip()
    if not NUMBER.fullmatch(number):
        env.say(phrase("  Write the number of a line, such as fix 5. To list them, type lines."))
        return None
    old_line = ""
    if 1 <= int(number) <= len(lines := units.units(entering)):
        old_line = mending.line_in_words(lines[int(number) - 1])
        if not line:
            line = half_width(ask(phrase("line {number}> ", number=number), default=old_line))
            line = line.strip()
        if line in ("", old_line):
            return None
        line = mending.with_answer(entering, int(number), line)
    did_words = phrase("Line {number} is {line} now.", number=number, line=line)
    back_words = phrase("line {number} is {line} again", number=number, line=old_line)
    return _applied_fix(
        env, entering, lambda: mending.fixed(entering, int(number), line), did_words, back_words
    )


def _insert(env: Environment, ask: Ask, entering: Entering, words: str) -> AppliedFix | None:
    """Insert a line before another one; `words` are "5" or "5 Y4 E5"."""
    number, _, line = words.partition(" ")
    if not NUMBER.fullmatch(number):
        env.say(
            phrase(
                "  Write the number of the line that comes after the new one, such as "
                "insert 5. To list them, type lines."
            )
        )
        return None
    line = line or half_width(ask(phrase("new line {number}> ", number=number))).strip()
    if not line:
        return None
    did_words = phrase("Line {number} is {line} now.", number=number, line=line)
    back_words = phrase("line {number}, {line}, is gone again", number=number, line=line)
    return _applied_fix(
        env, entering, lambda: mending.inserted(entering, int(number), line), did_words, back_words
    )


def _delete(env: Environment, entering: Entering, number: str) -> AppliedFix | None:
    """Delete the line with this number."""
    if not NUMBER.fullmatch(number):
        env.say(phrase("  Write the number of a line, such as delete 5. To list them, type lines."))
        return None
    lines = (*units.units(entering), *entering.rest)
    line = mending.line_in_words(lines[int(number) - 1]) if 1 <= int(number) <= len(lines) else ""
    did_words = phrase("Line {number}, {line}, is deleted.", number=number, line=line)
    back_words = phrase("line {number}, {line}, is back", number=number, line=line)
    return _applied_fix(
        env, entering, lambda: mending.deleted(entering, int(number)), did_words, back_words
    )


def _applied_fix(
    env: Environment,
    entering: Entering,
    mended: Callable[[], Entering],
    did: Phrase,
    back: Phrase,
) -> AppliedFix | None:
    """Make the change, and return it; if it is refused, say why and return None."""
    try:
        return AppliedFix(mended(), did, back)
    except (NotationError, IllegalMove, NotAllowed) as error:
        reason = hints.with_players(entering.head, wording_of(error))
        env.say(phrase("  {error}. Nothing is changed.", error=reason))
        return None
