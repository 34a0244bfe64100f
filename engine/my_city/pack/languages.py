"""A pack's own words in other languages.

    [[content]]                              [[episode.rule]]
    id = "reed"                              words.en = "A point a reed."
    words.it = "canna / canne"               words.it = "Un punto per canna."

Each text is stored under the English pattern that it translates, where a speaker looks it up. The
sign / separates the word for one thing from the word for several.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from typing import Any

from engine.kernel.phrases import article, counted
from engine.my_city.pack.model import Pack
from engine.my_city.pack.schema import ENGLISH, in_default_language
from engine.my_city.pack.tables import BOX

ByLanguage = Mapping[str, str]
OwnWords = Mapping[str, ByLanguage]
"""For each English pattern of a phrase its text in each language of the pack."""
ONE_OR_MORE = " / "


def own_words(pack: Pack, opened: Container[int]) -> OwnWords:
    """The words in other languages of the box and of the open envelopes of a pack."""
    numbers = {f"envelope_{e.number}.toml": e.number for e in pack.envelopes}
    texts_by_pattern: dict[str, ByLanguage] = {}
    for name, data in pack.files.items():
        if name == BOX or numbers.get(name, 0) in opened:
            for pattern, texts in _in_file(data):
                texts_by_pattern.setdefault(pattern, texts)
    return texts_by_pattern


def _in_file(data: Mapping[str, Any]) -> Iterator[tuple[str, ByLanguage]]:
    if "words" in data:
        yield data["title"], {ENGLISH: data["title"], **data["words"]}
    for row in data.get("colour", ()):
        if "words" in row:
            yield row["name"], {ENGLISH: row["name"], **row["words"]}
    for key in ("content", "piece"):
        for row in data.get(key, ()):
            if "words" in row:
                for name in dict.fromkeys((row["id"], row["kind"])):
                    yield from _of_thing(name, row["words"])
    rules = [*data.get("rule", ())]
    for episode in data.get("episode", ()):
        rules += episode.get("rule", ())
    for row in rules:
        if isinstance(row.get("words"), Mapping):
            yield in_default_language(row["words"]), row["words"]


def _of_thing(name: str, words: ByLanguage) -> Iterator[tuple[str, ByLanguage]]:
    """Yield the pattern and texts of the name of a thing: alone, with its article, and counted."""
    singular = {language: text.partition(ONE_OR_MORE)[0] for language, text in words.items()}
    plural = {language: text.rpartition(ONE_OR_MORE)[2] for language, text in words.items()}
    yield name, {ENGLISH: name, **singular}
    yield article(name).pattern, {ENGLISH: article(name).pattern, **singular}
    for pattern, texts in zip(counted(name), (singular, plural), strict=True):
        yield pattern, {ENGLISH: pattern, **{key: _counted(text) for key, text in texts.items()}}


def _counted(text: str) -> str:
    """A pattern with the number before a word."""
    return f"{{count}} {text.replace('{', '{{').replace('}', '}}')}"
