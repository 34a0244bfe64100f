"""Sentences that can be said in another language: English text that knows how it was made.

    phrase("episode {number} is next", number=3)      "episode 3 is next"
    many(2, "tree")                                   "2 trees"
    joined(" and ", ("Anna", "Ben"))                  "Anna and Ben"

A phrase is a text, equal to its English words, so that records, the journal and documents hold
these. What speaks to a person (`campaign.display.text.translation`) looks up the pattern in
a catalogue and fills in the values, those first that are phrases themselves; a value that is
plain text is a name or a move and stays as it is. In a text that is made of a phrase (an
f-string, `+`, `join`) it is plain English again: make another phrase of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

NOTHING: Mapping[str, Any] = MappingProxyType({})


class Phrase(str):
    """An English text with its pattern, the pattern for more than one, and their values.

    `values` is a tuple where the pattern stands between them. `plural` is "" where there is no
    `count` among the values.
    """

    __slots__ = ("pattern", "plural", "values")
    pattern: str
    plural: str
    values: Mapping[str, Any] | tuple[Any, ...]

    def __str__(self) -> str:
        """Itself, so that the text of an error is the phrase that it was raised with."""
        return self


def phrase(pattern: str, /, **values: Any) -> str:
    """A sentence from its pattern, with `{name}` for each value; without values as it stands."""
    return _made(pattern.format_map(values) if values else pattern, pattern, "", values)


def plural(one: str, more: str, /, count: int, **values: Any) -> str:
    """A sentence whose pattern depends on a number; `{count}` in it is the number."""
    values["count"] = count
    return _made((one if count == 1 else more).format_map(values), one, more, values)


def joined(between: str, parts: Iterable[str]) -> str:
    """Texts with something between them, such as `, ` or ` and `."""
    texts = tuple(parts)
    return _made(between.join(texts), between, "", texts)


def listed(words: Iterable[str], last: str = " and ") -> str:
    """`a, b and c`."""
    texts = tuple(words)
    if len(texts) < 2:
        return texts[0] if texts else ""  # a phrase stays one
    before = texts[:1] if len(texts) < 3 else (joined(", ", texts[:-1]),)
    return joined(last, (*before, *texts[-1:]))


def many(count: int, word: str) -> str:
    """`1 tree`, `2 trees`, `2 cities`."""
    one, more = counted(word)
    return plural(one, more, count)


def counted(word: str) -> tuple[str, str]:
    """The patterns for one and for more of something."""
    consonant_y = word[-1:] == "y" and word[-2:-1] not in "aeiou"
    ending = "es" if word.endswith(("s", "ch")) else "s"
    several = f"{word[:-1]}ies" if consonant_y else f"{word}{ending}"
    return f"{{count}} {word}", f"{{count}} {several}"


def article(word: str) -> str:
    """`a rock`, `an eye`."""
    return phrase(f"{'an' if word[:1] in 'aeiou' else 'a'} {word}")


def _made(
    text: str, pattern: str, plural: str, values: Mapping[str, Any] | tuple[Any, ...]
) -> Phrase:
    made = Phrase(text)
    made.pattern, made.plural, made.values = pattern, plural, values
    return made
