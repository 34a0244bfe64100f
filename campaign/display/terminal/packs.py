"""The pack in words: rules in force, what was made up, what a correction would do."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rich.console import RenderableType
from rich.text import Text

from campaign.display.terminal import parts
from campaign.services.packs import Correction, MadeUp
from engine.my_city.pack.words import RuleInWords

PLACEHOLDER = "placeholder"
"""The source of a rule that was made up."""
STYLE = {PLACEHOLDER: "yellow", "owner": "green"}
MADE_UP = (
    "What is marked placeholder was made up: the publisher has not released it. "
    "Your own box is right: "
    "campaign pack template"
)


def rules(episode: int, rules: Sequence[RuleInWords]) -> RenderableType:
    """The rules in force in an episode, what is new in it first."""
    rows: list[RenderableType] = [Text(f"The rules of episode {episode}", style="bold")]
    for title, some in (
        (f"New in episode {episode}:", [rule for rule in rules if rule.since == episode]),
        ("From before:", [rule for rule in rules if rule.since != episode]),
    ):
        if some:
            rows.append(parts.line(title))
            rows += map(_rule, some)
    if any(rule.source == PLACEHOLDER for rule in rules):
        rows.append(parts.line(MADE_UP))
    return parts.lines(*rows)


def placeholders(made_up: Sequence[MadeUp]) -> RenderableType:
    """What was made up, by where it stands."""
    if not made_up:
        return parts.line("Nothing that is known by now was made up.")
    rows: list[RenderableType] = [
        Text("Made up, because the publisher has not released it", style="bold")
    ]
    for where, values in groupby(made_up, lambda value: value.where):
        rows.append(parts.line(f"{where}:"))
        rows += [parts.item(value.words) for value in values]
    rows.append(parts.line("Your own box is right: campaign pack template"))
    return parts.lines(*rows)


def correction(correction: Correction) -> RenderableType:
    """What a correction changes, and what it would change in recorded episodes."""
    rows: list[RenderableType] = [Text("What changes from here on:", style="bold")]
    rows += map(parts.item, correction.rules or ("nothing that is known by now",))
    if correction.episodes:
        rows.append(Text("Recorded episodes:", style="bold"))
    for would in correction.episodes:
        judged = "judged again" if would.again else "kept under the pack that it was played with"
        if not would.changes:
            rows.append(parts.item(f"episode {would.episode}: the same under both"))
            continue
        rows.append(parts.item(f"episode {would.episode}, {judged}; under the new pack:"))
        rows += [parts.item(f"  {change}") for change in would.changes]
    return parts.lines(*rows)


def _rule(rule: RuleInWords) -> RenderableType:
    """A rule, and its source in a colour."""
    source = Text(f"({rule.source})", style=STYLE.get(rule.source, "dim"))
    return parts.item(Text.assemble(rule.words, " ", source))
