"""Renames things in closed envelopes where the owner of a box has taken their names.

An owner may give a sticker, a building or a rule a name that the program uses in a closed envelope.
The thing of the program then gets another name in every row of the closed envelopes. This name ends
with the number of the envelope; a building gets a free id.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from engine.my_city.pack.build import MORE_STANDINGS, STANDINGS
from engine.my_city.pack.model import Pack
from engine.my_city.pack.read import assemble
from engine.my_city.play.land import FOREST, FOREST_SQUARE, MOUNTAIN, OR, SQUARE

Rows = Mapping[str, Any]
THINGS = ("content", "piece")
OF_THINGS = ("id", "kind", "content", "becomes", "without", "counts", "card", "add", "remove")
BY_RANK = ("stickers", "box_stickers", *STANDINGS, *MORE_STANDINGS)
"""The keys of rows whose values name a sticker or a building."""
OF_PLACES = ("beside", "at", "on", "to", "place")
"""The keys of rows whose values name a place: a ground, or a sticker that lies there."""
GROUND = (FOREST, FOREST_SQUARE, MOUNTAIN, SQUARE)
ON = " on "


def with_closed_renamed(pack: Pack, overlay: Rows, closed: Iterable[int]) -> Pack:
    """The pack, with new names in its closed envelopes where an overlay uses the old ones."""
    words, numbers = new_words(pack, overlay, closed), tuple(closed)
    return _renamed(pack, words, numbers) if words and numbers else pack


def new_words(pack: Pack, overlay: Rows, closed: Iterable[int]) -> frozenset[str]:
    """The names in an overlay that the pack does not use outside its closed envelopes."""
    files = {file_of(number) for number in closed}
    known = _words(data for name, data in pack.files.items() if name not in files)
    return frozenset(_words([overlay]) - known - pack.own_words.keys())


def file_of(envelope: int) -> str:
    """The name of an envelope's file."""
    return f"envelope_{envelope}.toml"


@lru_cache(maxsize=16)
def _renamed(pack: Pack, words: frozenset[str], numbers: tuple[int, ...]) -> Pack:
    closed = [name for name in map(file_of, numbers) if name in pack.files]
    names = names_for(words, {name: pack.files[name] for name in closed}, pack.files.values())
    changed = {name: renamed(pack.files[name], names) for name in closed if names}
    whole = assemble({**pack.whole_files, **changed}, closed=pack.closed, kept=pack.envelopes)
    own_words = {**pack.own_words, **dict.fromkeys(words, ""), **names}
    return replace(whole, seals=pack.seals, own_words=own_words)


def names_for(
    words: Iterable[str], closed: Mapping[str, Rows], every: Iterable[Rows]
) -> Mapping[str, str]:
    """The new word for each of `words` that has a meaning in closed envelopes.

    `every` are all files in which a new word must not be used yet.
    """
    taken, names = {*_words(every), *words}, dict[str, str]()
    for data in closed.values():
        for word in sorted(_words([data]).intersection(words) - names.keys()):
            number = data["envelope"]
            if any(row["id"] == word for row in data.get("piece", ())):
                free = (f"{word[0]}{n}" for n in range(1, 100))
                names[word] = next(name for name in free if name not in taken)
            else:
                names[word] = f"{word}{' ' if ' ' in word else '-'}{number}"
            taken.add(names[word])
    return names


def renamed(data: Rows, names: Mapping[str, str]) -> dict[str, Any]:
    """The rows of an envelope with new names for some things and rules."""
    things = {
        key: [{**row, **_other(row, names)} for row in data[key]] for key in THINGS if key in data
    }
    episodes = [
        {
            **episode,
            "rule": [{**row, **_other(row, names)} for row in episode.get("rule", ())],
        }
        for episode in data.get("episode", ())
    ]
    return {**data, **things, "episode": episodes}


def _other(row: Rows, names: Mapping[str, str]) -> dict[str, Any]:
    """The values of a row that name something, by key, with the new names."""
    ground = {word: name for word, name in names.items() if word not in GROUND}
    named = {key: _read(row[key], names, ground) for key in (*OF_THINGS, *BY_RANK) if key in row}
    named |= {key: _read(row[key], ground, ground) for key in OF_PLACES if key in row}
    return {**named, "name": names.get(row["name"], row["name"])} if "name" in row else named


def _read(value: Any, names: Mapping[str, str], places: Mapping[str, str]) -> Any:
    """A value such as `tree or rock on mountain`, or a list of values, with the new names."""
    if isinstance(value, list):
        return [_read(item, names, places) for item in value]
    if not isinstance(value, str):
        return value
    things, on, where = value.partition(ON)
    things, where = (
        OR.join(words.get(word, word) for word in text.split(OR))
        for words, text in ((names, things), (places, where))
    )
    return f"{things}{on}{where}"


def _words(files: Iterable[Rows]) -> set[str]:
    """The names of all things and rules in files, and the kinds of the things."""
    words: set[str] = set()
    for data in files:
        for key in THINGS:
            words |= {str(row.get(name)) for row in _rows(data, key) for name in ("id", "kind")}
        episodes = _rows(data, "episode")
        for rules in (_rows(data, "rule"), *(_rows(episode, "rule") for episode in episodes)):
            words |= {str(row.get("name")) for row in rules}
    return words - {"None"}


def _rows(data: Rows, key: str) -> list[Rows]:
    rows = data.get(key, [])
    return [row for row in rows if isinstance(row, Mapping)] if isinstance(rows, list) else []
