"""The rules of a game as a JSON document."""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import Field

from campaign.display.json.parts import Document, Items, Part
from campaign.services.rules import Rule


class PrintedRule(Part):
    """A rule or ruling, or a piece of the page without a number."""

    section: str
    number: int = Field(description="0 for a piece without a number")
    is_ruling: bool = Field(description="true where the rulebooks are silent or differ")
    text: str = Field(description="Markdown")


class RulebookDocument(Document, kind="rulebook"):
    """The rules of a game as the program plays them, all or those that were asked for."""

    game: str
    rules: Items[PrintedRule]


def rulebook(game: str, rules: Iterable[Rule]) -> RulebookDocument:
    """The document of rules of a game."""
    return RulebookDocument.from_value(
        game=game, rules=[PrintedRule.from_value(rule) for rule in rules]
    )
