"""The pack in words: rules in force, what was made up, what a correction would do."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rich.console import RenderableType
from rich.text import Text

from campaign.display.terminal import parts
from campaign.services.packs import Correction, MadeUp
from engine.my_city.pack.words import RuleInWords

STYLE = {"placeholder": "yellow", "owner": "green"}
OWN_BOX = (
    "What is marked placeholder was made up: nobody has published it. Your own box is right: "
    "campaign pack template"
)


def rules(episode: int, said: Sequence[RuleInWords]) -> RenderableType:
    """The rules in force in an episode, what is new in it first."""
    rows: list[RenderableType] = [Text(f"The rules of episode {episode}", style="bold")]
    new = [each for each in said if each.since == episode]
    for title, some in (
        (f"New in episode {episode}:", new),
        ("From before:", [each for each in said if each not in new]),
    ):
        if some:
            rows.append(parts.line(title))
            rows += [
                parts.item(Text.assemble(each.words, " ", _source(each.source))) for each in some
            ]
    if any(each.source == "placeholder" for each in said):
        rows.append(parts.line(OWN_BOX))
    return parts.lines(*rows)


def placeholders(found: Sequence[MadeUp]) -> RenderableType:
    """What was made up, by where it stands."""
    if not found:
        return parts.line("Nothing that is known by now was made up.")
    rows: list[RenderableType] = [Text("Made up, because nobody has published it", style="bold")]
    for where, each in groupby(found, lambda made: made.where):
        rows.append(parts.line(f"{where}:"))
        rows += [parts.item(made.words) for made in each]
    rows.append(parts.line("Your own box is right: campaign pack template"))
    return parts.lines(*rows)


def correction(preview: Correction) -> RenderableType:
    """What a correction changes, and what it would change in recorded episodes."""
    rows: list[RenderableType] = [Text("What changes from here on:", style="bold")]
    rows += [parts.item(words) for words in preview.rules]
    if not preview.rules:
        rows.append(parts.item("nothing that is known by now"))
    if preview.episodes:
        rows.append(Text("Recorded episodes:", style="bold"))
    for would in preview.episodes:
        judged = "judged again" if would.again else "kept under the pack that it was played with"
        if not would.changes:
            rows.append(parts.item(f"episode {would.episode}: the same under both"))
            continue
        rows.append(parts.item(f"episode {would.episode}, {judged}; under the new pack:"))
        rows += [parts.item(f"  {words}") for words in would.changes]
    return parts.lines(*rows)


def _source(source: str) -> Text:
    return Text(f"({source})", style=STYLE.get(source, "dim"))
