"""The screen of changes that are only tried out, with notices that this is not the campaign."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.terminal.standings import standings
from campaign.display.terminal.words import MixedText
from campaign.services.differences import difference_in_words, differences
from campaign.services.values import History
from engine.kernel.phrases import phrase

PAGE = 20
"""The number of lines after which the notice is repeated."""


def difference(before: History, after: History) -> RenderableType:
    """The differences between the campaign and the changed copy, and the standings of the copy."""
    changes = list(differences(before.campaign, after.campaign))
    rows: list[RenderableType] = [
        _notice(),
        MixedText(phrase("What would be different:"), style="bold"),
    ]
    for number, change in enumerate(changes, 1):
        rows.append(parts.item(difference_in_words(change)))
        if number % PAGE == 0 and number < len(changes):
            rows.append(_notice())
    if not changes:
        rows.append(parts.item(phrase("nothing")))
    rows += [Text(""), standings(after), Text(""), _notice()]
    return parts.lines(*rows)


def _notice() -> MixedText:
    return MixedText(
        phrase("WHAT IF: this is not the campaign, and nothing of it is kept."),
        style="bold yellow",
    )
