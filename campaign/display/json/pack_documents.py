"""The JSON documents about the pack, about what differs, and about corrections."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from campaign.services.checklists import Checklist
from campaign.services.cities import Difference
from campaign.services.corrections import Cascade, Version
from campaign.services.packs import Correction, MadeUp
from campaign.services.players import Held
from campaign.services.values import History
from engine.my_city.pack.model import Pack
from engine.my_city.pack.words import RuleInWords

Document = dict[str, Any]
SCHEMA = 1


def rules_document(episode: int, said: Sequence[RuleInWords]) -> Document:
    """The rules in force in an episode."""
    return document("rules", episode=episode, rules=[each._asdict() for each in said])


def placeholders_document(found: Sequence[MadeUp]) -> Document:
    """What was made up."""
    return document("placeholders", placeholders=[each._asdict() for each in found])


def overlay_document(text: str) -> Document:
    """An overlay to be filled in."""
    return document("overlay", overlay=text)


def pack_document(pack: Pack) -> Document:
    """A pack that holds together."""
    return document("pack", ok=True, episodes=len(pack.episodes))


def correction_document(preview: Correction, *, kept: bool) -> Document:
    """What a correction changes, and would change."""
    return document(
        "correction",
        kept=kept,
        rules=list(preview.rules),
        episodes=[
            {"episode": would.episode, "again": would.again, "changes": list(would.changes)}
            for would in preview.episodes
        ],
    )


def difference_document(found: Difference) -> Document:
    """What came to a city between two episodes."""
    return document(
        "difference",
        seat=found.seat,
        after_episode=[found.first, found.last],
        cells=[each._asdict() for each in found.cells],
        came=list(found.came),
        marks=[mark._asdict() for mark in found.marks],
    )


def cascade_document(found: Cascade, *, kept: bool) -> Document:
    """What a correction of the history does."""
    return document(
        "cascade", kept=kept, withdrawn=list(found.withdrawn), changes=list(found.changes)
    )


def versions_document(number: int, found: Sequence[Version]) -> Document:
    """The versions of an episode's record."""
    return document("versions", episode=number, versions=[each._asdict() for each in found])


def players_document(found: Sequence[Held]) -> Document:
    """Players and their time at a city."""
    return document(
        "players",
        players=[{**each._asdict(), "until": each.until or None} for each in found],
    )


def checklists_document(history: History, found: Sequence[Checklist]) -> Document:
    """What the real boards must show, and when they were last checked."""
    rows = []
    for each in found:
        last = history.campaign.checked.get(each.seat)
        checked = last and {
            "at": history.recorded_at(last.entry),
            "by": last.by,
            "differs": last.differs or None,
        }
        rows.append({**each._asdict(), "checked": checked})
    return document("checklists", boards=rows)


def document(kind: str, **values: Any) -> Document:
    """A document of a kind."""
    return {"schema": SCHEMA, "kind": kind, **values}
