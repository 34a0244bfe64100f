"""The words of kinds of rules whose sentence depends on what their row says.

A function a kind, from the names of the colours and the values of a row to a sentence; the kinds
that always say the same sentence have it in their row of `kinds`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from engine.kernel.phrases import joined, listed, many, phrase
from engine.my_city.pack.build import SQUARE, STANDINGS, absence_of
from engine.my_city.play.ruleset import Absence

Colours = Mapping[str, str]
Values = Mapping[str, Any]

AS = {
    "first": phrase("the first"),
    "second": phrase("the second"),
    "other": phrase("the last"),
}
WHO = {
    "first": phrase("the first"),
    "second": phrase("the second"),
    "other": phrase("everybody else"),
}


def passing(colours: Colours, values: Values) -> str:
    """What a pass costs and its limit, or that there is none."""
    if not values.get("allowed", True):
        return phrase("nobody may pass: build or quit")
    return phrase(
        "a pass costs {cost}; it may not bring the token below {floor}",
        cost=values["cost"],
        floor=values["floor"],
    )


def deck(colours: Colours, values: Values) -> str:
    """Which cards join and leave, and what an obstacle does."""
    parts = []
    if values.get("add"):
        parts.append(phrase("{cards} join", cards=listed(values["add"])))
    if values.get("remove"):
        parts.append(phrase("{cards} leave", cards=listed(values["remove"])))
    if values.get("obstacle"):
        parts.append(phrase("an obstacle card bars the next building for all"))
    return phrase("the deck: {changes}", changes=joined(", ", parts or [phrase("no change")]))


def first_to_cover(colours: Colours, values: Values) -> str:
    """Which cells are to be covered, and what the first gets for it."""
    gains: list[str] = []
    if points := values.get("points"):
        gains.append(phrase("{points:+} at once", points=points))
    if count := values.get("nuggets"):
        gains.append(many(count, "nugget"))
    kind, gain = phrase(values["kind"]), listed(gains)
    if values.get("each"):
        return phrase(
            "the first to cover each single {kind} cell: {gain}; "
            "who does so on the same card shares",
            kind=kind,
            gain=gain,
        )
    return phrase(
        "the first to cover all {kind} cells: {gain}; who does so on the same card shares",
        kind=kind,
        gain=gain,
    )


def stickers(colours: Colours, values: Values) -> str:
    """Who gets which stickers, and where they go; the same for all is written once."""
    gifts = {standing: _stickers(colours, values[standing]) for standing in STANDINGS}
    when = phrase("before this episode" if values["when"] == "start" else "after each episode")
    if len(set(gifts.values())) == 1:
        return phrase("{when} every city gets {stickers}", when=when, stickers=gifts["first"])
    who = dict(WHO)
    if gifts["second"] == gifts["other"]:
        del gifts["second"]
    elif not gifts["second"]:
        who["other"] = phrase("everybody but first and second")
    parts = [
        phrase("{who} gets {stickers}", who=who[standing], stickers=words)
        for standing, words in gifts.items()
        if words
    ]
    if not parts:
        return phrase("{when} nobody gets a sticker", when=when)
    return phrase("{when} {gifts}", when=when, gifts=joined(", ", parts))


def absence(colours: Colours, values: Values) -> str:
    """What a city gets that nobody plays."""
    return absence_in_words(absence_of(values["marks"], values["stickers"]))


def absence_in_words(absence: Absence) -> str:
    """What a city gets that nobody plays: no marks and stickers by rank, or those of a standing."""
    if absence == Absence():
        by_rank: str = phrase("no marks and no stickers by rank")
    else:
        by_rank = listed(
            [
                phrase("{what} as {who}", what=what, who=AS[standing])
                if standing
                else phrase("no {what} by rank", what=what)
                for what, standing in (
                    (phrase("marks"), absence.marks),
                    (phrase("stickers"), absence.stickers),
                )
            ]
        )
    return phrase(
        "an absent city gets {by_rank}; what every board gets it gets too", by_rank=by_rank
    )


def _stickers(colours: Colours, texts: list[str]) -> str:
    parts = []
    for text, count in Counter(texts).items():
        kind, _, target = text.partition(" on ")
        several = many(count, kind) if count > 1 else phrase(f"a {kind}")
        where: str = phrase(target)
        if target in ("", SQUARE):
            where = phrase("small squares" if count > 1 else "a small square")
        elif target in colours:
            colour = colours[target]
            where = (
                phrase("{colour} buildings", colour=colour)
                if count > 1
                else phrase("a {colour} building", colour=colour)
            )
        parts.append(phrase("{stickers} on {where}", stickers=several, where=where))
    return listed(parts)
