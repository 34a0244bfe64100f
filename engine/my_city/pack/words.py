"""Rules in words: what a row of a pack says to somebody at the table.

The words are made from the values of the row, so a corrected number corrects the sentence, too. If
a row has `words` of its own, these are used instead.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from engine.kernel.phrases import Phrase, Wording, joined, listed, many, phrase
from engine.my_city.pack.build import STANDINGS
from engine.my_city.pack.kinds import KINDS, RuleKind
from engine.my_city.pack.model import Pack, rows_in_force
from engine.my_city.pack.phrases import (
    Colours,
    by_steps,
    counted_buildings,
    place_in_words,
    to_the_best,
)
from engine.my_city.pack.schema import PackRow, in_default_language


class RuleInWords(NamedTuple):
    """A rule in words, its first episode, and the source of its values."""

    name: str
    words: Wording
    since: int
    source: str
    note: str


def rules_in_words(pack: Pack, episode: int) -> tuple[RuleInWords, ...]:
    """The rules in force in an episode, the oldest first, without changes of earlier episodes."""
    return tuple(
        RuleInWords(row.name, words_of(pack, row), since, row["source"], row.get("note", ""))
        for row, since in rows_in_force(pack, episode)
        if since == episode or not KINDS[row["does"]].once
    )


def words_of(pack: Pack, row: PackRow, *, brief: bool = False) -> Wording:
    """A rule row in words; if `brief`, in the shorter words of its kind, which may be ""."""
    if row.get("end") and row.get("only"):
        return phrase("{rule}: as before", rule=phrase(row.name))
    if row.get("end"):
        return (
            phrase(in_default_language(row["words"])) if row.get("words") else ended_in_words(row)
        )
    kind = KINDS[row["does"]]
    shorter = brief and kind.brief is not None
    if row.get("words") and not (kind.own_words or shorter):
        return phrase(in_default_language(row["words"]))
    words = kind.brief if brief and kind.brief is not None else kind.words
    if kind.counts and ("best" in row.values or not isinstance(row["points"], int)):
        text: Wording = _paid(pack.colours, kind, row)
    elif callable(words):
        text = words(pack.colours, row.values)
    else:
        text = phrase(words, **_readable(pack.colours, row.values))
    if "at" in row.values and kind.counts:
        text = phrase("on {place}: {rule}", place=place_in_words(row["at"]), rule=text)
    return phrase("{rule}, in this episode only", rule=text) if text and row.get("only") else text


def ended_in_words(row: PackRow) -> Phrase:
    """That a rule holds no longer."""
    return phrase("{rule}: no longer", rule=phrase(row.name))


def _paid(colours: Colours, kind: RuleKind, row: PackRow) -> Phrase:
    """The words of a term that pays by steps, or that pays the best seat."""
    values = {**_readable(colours, row.values), "buildings": counted_buildings(colours, row.values)}
    counted = phrase(kind.counts, **values)
    if "best" in row.values:
        return to_the_best(counted, row.values)
    return by_steps(counted, row["points"])


def _readable(colours: Colours, values: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a row by key, in the words that a sentence needs."""
    return {
        key: READ[key](colours, value) if key in READ else value for key, value in values.items()
    }


def _marks(colours: Colours, count: int) -> Phrase:
    return many(count, "progress mark")


def _ranks(colours: Colours, standings: list[str]) -> Phrase:
    return joined("/", map(phrase, standings))


READ: Mapping[str, Callable[[Colours, Any], Wording]] = {
    "place": lambda colours, place: place_in_words(place),
    "colour": lambda colours, colour: phrase(colours.get(colour, colour)),
    "colours": lambda colours, ids: listed([phrase(colours.get(colour, colour)) for colour in ids]),
    "bank": lambda colours, bank: {"W": phrase("west"), "E": phrase("east")}[bank],
    "on": lambda colours, on: (
        place_in_words(on) if isinstance(on, str) else listed(map(phrase, on), " or ")
    ),
    **dict.fromkeys(
        ("kind", "becomes", "beside", "content", "at", "without", "best", "counts", *STANDINGS),
        lambda colours, word: phrase(word) if isinstance(word, str) else word,
    ),
    "marks": _marks,
    "cap_marks": _marks,
    "two": _ranks,
    "three": _ranks,
    "four": _ranks,
}
"""The function that puts a value into words, by key; other values stay as they are typed."""
