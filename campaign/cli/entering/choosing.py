"""Long screens at the prompt of a dialog, one window at a time: what can be answered, boards, keys.

What is typed instead of Enter is a word to look up, or the next line of the dialog.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.cli.entering.prompt import LEAVES, QUITS, DraftLeft
from campaign.cli.entering.prompt import words as offered
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
    """Show the legal answers of a seat; `words` are a seat's name and a text to search for."""
    choices = game.choices(entering)
    name, _, rest = words.partition(" ")
    seat = game.seat_named(entering.head.names, choices, name) if len(choices) > 1 else ""
    words = rest if seat else words
    seat = seat or next(iter(choices))
    if not words and (drawn := screens.places(entering, seat, choices[seat])):
        env.say(drawn)
        return
    while True:
        matching = screens.matching(choices[seat], words)
        if not matching:
            env.say(phrase("  Nothing that can be answered has '{words}' in it.", words=words))
            return
        listed = env.lines(screens.listed(matching, env.window()[0]))
        words = _page(env, ask, listed, phrase("Enter: more, a word: looks it up, q: back"))
        if not words:
            return


def which(env: Environment, ask: Ask, several: SeveralMeanings) -> str:
    """Ask which meaning is meant; returns the line with it, or any other text that is typed."""
    env.say(phrase("  {several}", several=several.words))
    question = phrase("which: {choices}> ", choices=listed(several.choices, " or "))
    typed = ask(question, offered(several.choices)).strip()
    return several.chosen(typed) or typed


def show_pages(env: Environment, ask: Ask, screen: RenderableType) -> str:
    """Show a screen window by window; returns what is typed for Enter. Raises `DraftLeft`."""
    return _page(env, ask, env.lines(screen), phrase("Enter: more, q: back"))


def _page(env: Environment, ask: Ask, lines: Sequence[Text], keys: Wording) -> str:
    """Show lines window by window; returns the words that are typed instead of Enter."""
    room = max(4, env.window()[1] - 2)
    rest = list(lines)
    while rest:
        # A screen that ends with a question has one line less for the rest.
        count = len(rest) if len(rest) <= room else room - 1
        env.say(*rest[:count])
        rest = rest[count:]
        if rest:
            question = phrase(
                "{shown} of {all}: {keys}> ",
                shown=len(lines) - len(rest),
                all=len(lines),
                keys=keys,
            )
            answer = ask(question).strip()
            if answer.lower() in LEAVES:
                raise DraftLeft
            if answer:
                return "" if answer.lower() in QUITS else answer.lstrip("? ")
    return ""
