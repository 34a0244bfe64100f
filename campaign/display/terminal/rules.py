"""The screen of a game's rules: by section, each with its number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.markdown import Markdown
from rich.padding import Padding

from campaign.display.terminal import parts
from campaign.services import games
from campaign.services.rules import Rule
from engine.kernel.phrases import joined, phrase


def rules(game: str, shown: Sequence[Rule], edition: str = "") -> RenderableType:
    """Rules with their numbers, grouped by section; `edition` is that of a game that is played."""
    newest = games.find(game).EDITION if edition else ""
    other = phrase(
        "This game goes on by edition {edition}; these are the rules of edition {newest}.",
        edition=edition,
        newest=newest,
    )
    note = (parts.line(), parts.line(other)) if edition != newest else ()
    return parts.lines(*_lines(game, shown), *note)


def _lines(game: str, shown: Sequence[Rule]) -> Iterator[RenderableType]:
    section = None
    for rule in shown:
        if rule.section != section:
            section = rule.section
            if rule is not shown[0]:
                yield parts.line()
            title = joined(": ", filter(None, (phrase(games.title(game)), section)))
            yield parts.line(title, style="bold")
        number = f"{rule.number}. " if rule.number else ""
        yield Padding(Markdown(f"{number}{rule.text}", hyperlinks=False), (0, 0, 0, 2))
