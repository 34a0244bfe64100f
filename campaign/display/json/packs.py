"""The pack as JSON documents: rules in force, made-up values, overlays, corrections."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.display.json import campaign_parts
from campaign.display.json.parts import Document, document
from campaign.services.packs import Correction, MadeUp
from campaign.services.packs_checking import Before
from campaign.services.packs_sharing import Difference
from engine.my_city.pack.model import Pack
from engine.my_city.pack.words import RuleInWords


def rules(episode: int, rules: Sequence[RuleInWords]) -> Document:
    """The rules in force in an episode."""
    return document("rules", episode=episode, rules=[rule._asdict() for rule in rules])


def placeholders(made_up: Sequence[MadeUp]) -> Document:
    """The values that were made up."""
    return document("placeholders", placeholders=[value._asdict() for value in made_up])


def to_check(before: Before) -> Document:
    """What to compare with the box before an episode."""
    return document(
        "to_check",
        episode=before.episode,
        checks=[check._asdict() for check in before.checks],
        sealed=list(before.sealed),
    )


def difference(difference: Difference) -> Document:
    """What differs between two packs."""
    return document(
        "pack_difference",
        cells=[
            {
                "seat": cell.seat,
                "cell": cell.cell,
                "before": cell.before._asdict(),
                "after": cell.after._asdict(),
                "square_before": cell.squares[0],
                "square_after": cell.squares[1],
            }
            for cell in difference.cells
        ],
        river=difference.river,
        outlines=[
            {"name": name, "before": before, "after": after}
            for name, before, after in difference.outlines
        ],
        rules=[rule._asdict() for rule in difference.rules],
        closed=list(difference.closed),
    )


def overlay(text: str) -> Document:
    """An overlay to be filled in."""
    return document("overlay", overlay=text)


def pack(pack: Pack) -> Document:
    """A pack that holds together."""
    return document("pack", ok=True, episodes=len(pack.episodes))


def correction(correction: Correction, *, kept: bool) -> Document:
    """What a correction of the pack changes, and would change in recorded episodes."""
    return document(
        "correction",
        kept=kept,
        rules=list(correction.rules),
        episodes=[
            {
                "episode": would.episode,
                "again": would.again,
                "changes": list(map(campaign_parts.record_change, would.changes)),
            }
            for would in correction.episodes
        ],
    )
