"""The words of kinds of rules whose sentence depends on what their row says.

A function a kind, from the names of the colours and the values of a row to a sentence; the kinds
that always say the same sentence have it in their row of `kinds`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from engine.my_city.pack.build import SQUARE, STANDINGS, absence_of
from engine.my_city.play.ruleset import Absence

Colours = Mapping[str, str]
Values = Mapping[str, Any]

AS = {"first": "the first", "second": "the second", "other": "the last"}
WHO = {"first": "the first", "second": "the second", "other": "everybody else"}


def passing(colours: Colours, values: Values) -> str:
    """What a pass costs and its limit, or that there is none."""
    if not values.get("allowed", True):
        return "nobody may pass: build or quit"
    return f"a pass costs {values['cost']}; it may not bring the token below {values['floor']}"


def deck(colours: Colours, values: Values) -> str:
    """Which cards join and leave, and what an obstacle does."""
    parts = []
    if values.get("add"):
        parts.append(f"{listed(values['add'])} join")
    if values.get("remove"):
        parts.append(f"{listed(values['remove'])} leave")
    if values.get("obstacle"):
        parts.append("an obstacle card bars the next building for all")
    return f"the deck: {', '.join(parts) or 'no change'}"


def first_to_cover(colours: Colours, values: Values) -> str:
    """Which cells are to be covered, and what the first gets for it."""
    single = bool(values.get("each"))
    cells = f"{'each single' if single else 'all'} {values['kind']} cell{'s' * (not single)}"
    gains = [f"{values['points']:+} at once"] if values.get("points") else []
    if count := values.get("nuggets"):
        gains.append(f"{count} nugget{'s' if count > 1 else ''}")
    return f"the first to cover {cells}: {listed(gains)}; who does so on the same card shares"


def stickers(colours: Colours, values: Values) -> str:
    """Who gets which stickers, and where they go; the same for all is written once."""
    gifts = {standing: _stickers(colours, values[standing]) for standing in STANDINGS}
    when = "before this episode" if values["when"] == "start" else "after each episode"
    if len(set(gifts.values())) == 1:
        return f"{when} every city gets {gifts['first']}"
    who = dict(WHO)
    if gifts["second"] == gifts["other"]:
        del gifts["second"]
    elif not gifts["second"]:
        who["other"] = "everybody but first and second"
    parts = [f"{who[standing]} gets {words}" for standing, words in gifts.items() if words]
    return f"{when} {', '.join(parts)}" if parts else f"{when} nobody gets a sticker"


def absence(colours: Colours, values: Values) -> str:
    """What a city gets that nobody plays."""
    return absence_in_words(absence_of(values["marks"], values["stickers"]))


def absence_in_words(absence: Absence) -> str:
    """What a city gets that nobody plays: no marks and stickers by rank, or those of a standing."""
    if absence == Absence():
        by_rank = "no marks and no stickers by rank"
    else:
        by_rank = listed(
            [
                f"{what} as {AS[standing]}" if standing else f"no {what} by rank"
                for what, standing in (("marks", absence.marks), ("stickers", absence.stickers))
            ]
        )
    return f"an absent city gets {by_rank}; what every board gets it gets too"


def listed(words: list[str], last: str = "and") -> str:
    """`a, b and c`."""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _stickers(colours: Colours, texts: list[str]) -> str:
    parts = []
    for text, count in Counter(texts).items():
        kind, _, target = text.partition(" on ")
        several = f"{count} {kind}s" if count > 1 else f"a {kind}"
        building = f"{colours.get(target)} building{'s' if count > 1 else ''}"
        place = building if count > 1 else f"a {building}"
        small = "small squares" if count > 1 else "a small square"
        where = small if target in ("", SQUARE) else place if target in colours else target
        parts.append(f"{several} on {where}")
    return listed(parts)
