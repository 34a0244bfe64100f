"""Show long screens at a dialog's prompt, window by window: legal answers, boards, keys.

Instead of Enter the user can type a word to look up, or the next line of the dialog.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.cli.entering.prompt import LEAVES, QUITS, DraftLeft, half_width
from campaign.cli.entering.prompt import offer_words as offered
from campaign.display.terminal.entering import dialog as screens
from campaign.services.entering import game
from engine.kernel.phrases import Wording, listed, phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType
    from rich.text import Text

    from campaign.cli.entering.prompt import Ask
    from campaign.cli.environment import Environment
    from campaign.services.entering.game import Entering
    from engine.kernel.errors import SeveralMeanings


def show_choices(env: Environment, ask: Ask, entering: Entering, words: str) -> None:
    """Show the legal answers of a seat; `words` are the seat's name and a text to look up."""
    choices = game.choices(entering)
    name, _, searched = words.partition(" ")
    seat = game.seat_named(entering.head.names, choices, name) if len(choices) > 1 else ""
    words = searched if seat else words
    seat = seat or next(iter(choices))
    if not words and (drawn := screens.places(entering, seat, choices[seat])):
        env.say(drawn)
        return
    while True:
        matching = screens.matching_choices(choices[seat], words)
        if not matching:
            env.say(phrase("  No answer has '{words}' in it.", words=words))
            return
        listed = env.message_lines(screens.listed(matching, env.terminal_size()[0]))
        words = _page(env, ask, listed, phrase("Enter: more, a word: looks it up, q: back"))
        if not words:
            return


def choose_meaning(env: Environment, ask: Ask, several: SeveralMeanings) -> str:
    """Ask which meaning of a line is right; return the line with it, or what was typed instead."""
    env.say(phrase("  {several}", several=several.words))
    question = phrase("which: {choices}> ", choices=listed(several.choices, " or "))
    typed = half_width(ask(question, offered(several.choices))).strip()
    return several.line_with_choice(typed) or typed


def show_pages(env: Environment, ask: Ask, screen: RenderableType) -> str:
    """Show a screen window by window; return the text that is typed instead of Enter.

    Raises `DraftLeft`.
    """
    return _page(env, ask, env.message_lines(screen), phrase("Enter: more, q: back"))


def _page(env: Environment, ask: Ask, lines: Sequence[Text], keys: Wording) -> str:
    """Show lines window by window; return the text that is typed instead of Enter."""
    room = max(4, env.terminal_size()[1] - 2)
    remaining = list(lines)
    while remaining:
        # A window that ends with the question has one line less.
        count = len(remaining) if len(remaining) <= room else room - 1
        env.say(*remaining[:count])
        remaining = remaining[count:]
        if remaining:
            question = phrase(
                "{shown} of {all}: {keys}> ",
                shown=len(lines) - len(remaining),
                all=len(lines),
                keys=keys,
            )
            answer = half_width(ask(question)).strip()
            if answer.lower() in LEAVES:
                raise DraftLeft
            if answer:
                return "" if answer.lower() in QUITS else answer.lstrip("? ")
    return ""
