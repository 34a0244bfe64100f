"""Rules in words: what a row of a pack says to somebody at the table.

The words come from the values themselves, so that a corrected number is a corrected
sentence; a row's own `words` come first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.my_city.pack.build import SQUARE, STANDINGS
from engine.my_city.pack.builder import InForce
from engine.my_city.pack.kinds import EVENTS, KINDS
from engine.my_city.pack.model import Pack, rows_in_force
from engine.my_city.pack.schema import Row

WHO = {"first": "the first", "second": "the second", "other": "everybody else"}
BANKS = {"W": "west", "E": "east"}


class Said(NamedTuple):
    """A rule in words, the episode it holds since, and where it comes from."""

    name: str
    words: str
    since: int
    source: str
    note: str


def rules_in_words(pack: Pack, episode: int) -> tuple[Said, ...]:
    """The rules in force in an episode, in the order in which they came; past events are over."""
    return tuple(
        Said(row.name, words_of(pack, row), since, row["source"], row.get("note", ""))
        for row, since in rows_in_force(pack, episode)
        if row["does"] not in EVENTS or since == episode
    )


def words_of(pack: Pack, row: Row) -> str:
    """A rule row in words."""
    if row.get("words"):
        return str(row["words"])
    if row.get("end"):
        return f"{row.name}: no longer"
    kind = KINDS[row["does"]]
    words = kind.words.format_map({**row.values, **_names(pack, row.values)})
    only = ", in this episode only" if row.get("only") else ""
    return f"{words}{only}"


def new_rules(pack: Pack, episode: int) -> tuple[InForce, ...]:
    """What an episode brings, ends among it."""
    return tuple(InForce(row, episode) for row in pack.episodes[episode])


def _names(pack: Pack, values: Mapping[str, Any]) -> dict[str, str]:
    """Values of a row that read better in other words than they are typed."""
    said: dict[str, str] = {}
    if "colour" in values:
        said["colour"] = pack.colours.get(values["colour"], values["colour"])
    if "colours" in values:
        said["colours"] = _list([pack.colours.get(each, each) for each in values["colours"]])
    if "bank" in values:
        said["bank"] = BANKS[values["bank"]]
    if "on" in values:
        said["on"] = _list(values["on"], "or")
    if "pays" in values:
        said["pays"] = ", ".join(f"box {box} {points:+}" for box, points in values["pays"])
    for key in ("two", "three", "four"):
        if key in values:
            said[key] = "/".join(values[key])
    match values.get("does"):
        case "pass":
            said["passes"] = (
                f"a pass costs {values['cost']}; it may not bring the token below {values['floor']}"
                if values.get("allowed", True)
                else "nobody may pass: build or quit"
            )
        case "deck":
            said["deck"] = _deck(values)
        case "first to cover":
            each = bool(values.get("each"))
            said["cells"] = (
                f"{'each single' if each else 'all'} {values['kind']} cell{'s' * (not each)}"
            )
            gains = [f"{values['points']:+} at once"] if values.get("points") else []
            if count := values.get("nuggets"):
                gains.append(f"{count} nugget{'s' if count > 1 else ''}")
            said["gains"] = _list(gains)
        case "stickers":
            said["gifts"] = _gifts(pack, values)
        case "shaft" | "token" | "bonus":
            marks = values.get("marks", values.get("cap_marks", 0))
            said["marks"] = f"{marks} progress mark{'' if marks == 1 else 's'}"
    return said


def _deck(values: Mapping[str, Any]) -> str:
    parts = []
    if values.get("add"):
        parts.append(f"{_list(values['add'])} join")
    if values.get("remove"):
        parts.append(f"{_list(values['remove'])} leave")
    if values.get("obstacle"):
        parts.append("an obstacle card bars the next building for all")
    return ", ".join(parts) or "no change"


def _gifts(pack: Pack, values: Mapping[str, Any]) -> str:
    """Who gets which stickers, and where they go; the same for all is said once."""
    gifts = {standing: _stickers(pack, values[standing]) for standing in STANDINGS}
    when = "before this episode" if values["when"] == "start" else "after each episode"
    if len(set(gifts.values())) == 1:
        return f"{when} every city gets {gifts['first']}"
    who = dict(WHO)
    if gifts["second"] == gifts["other"]:
        del gifts["second"]
    elif not gifts["second"]:
        who["other"] = "everybody but first and second"
    each = [f"{who[standing]} gets {words}" for standing, words in gifts.items() if words]
    return f"{when} {', '.join(each)}" if each else f"{when} nobody gets a sticker"


def _stickers(pack: Pack, texts: list[str]) -> str:
    said = []
    for text, count in Counter(texts).items():
        kind, _, target = text.partition(" on ")
        several = f"{count} {kind}s" if count > 1 else f"a {kind}"
        building = f"{pack.colours.get(target)} building{'s' if count > 1 else ''}"
        place = building if count > 1 else f"a {building}"
        small = "small squares" if count > 1 else "a small square"
        where = small if target in ("", SQUARE) else place if target in pack.colours else target
        said.append(f"{several} on {where}")
    return _list(said)


def _list(words: list[str], last: str = "and") -> str:
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
