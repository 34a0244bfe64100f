"""Sentences that can be translated: each is a value with its pattern and the values in it.

    phrase("episode {number} is next", number=3)      its English text is "episode 3 is next"
    many(2, "tree")                                   "2 trees"
    joined(" and ", ("Anna", "Ben"))                  "Anna and Ben"

A phrase is no `str`. `+`, `", ".join` and an f-string would fix its English text, so they raise
`TypeError`. `str(phrase)` is its English text, for records, the journal and documents. To show a
phrase, `campaign.display.text.translation` looks up the pattern in a catalogue and fills in the
values; values that are phrases are translated first. A value that is plain text is a name or a move
and stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NoReturn, TypeAlias


@dataclass(frozen=True, slots=True, eq=False)
class Phrase:
    """A sentence: its pattern, its pattern for the plural, and the values in them.

    If `values` is a tuple, the pattern stands between the values. `plural` is "" unless a value is
    named `count`. A phrase equals a phrase or a text with the same English words.
    """

    pattern: str
    plural: str
    values: Mapping[str, Any] | tuple[Wording, ...]

    def __str__(self) -> str:
        """The English text."""
        values = self.values
        if isinstance(values, tuple):
            return self.pattern.join(map(str, values))
        pattern = self.plural if self.plural and values["count"] != 1 else self.pattern
        return fill_pattern(pattern, values) if values else pattern

    def __format__(self, form: str) -> NoReturn:
        raise TypeError(f"in a text this would be English for good: {self!s}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, str | Phrase) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __bool__(self) -> bool:
        """Whether the English text is not empty; does not make the text."""
        if isinstance(self.values, tuple):
            return any(self.values) or (bool(self.pattern) and len(self.values) > 1)
        return bool(self.pattern)


Wording: TypeAlias = str | Phrase
"""Words to show: a phrase is translated for the reader, a text is shown as it is."""
OptionalPhrase: TypeAlias = Phrase | Literal[""]
"""A phrase, or "" where there is nothing to say."""
Refusal: TypeAlias = OptionalPhrase
"""The reason why something is not possible; "" if it is possible."""


def fill_pattern(pattern: str, values: Mapping[str, Any]) -> str:
    """The English text of a pattern with its values."""
    texts = {key: str(v) if isinstance(v, Phrase) else v for key, v in values.items()}
    return without_second_stops(pattern, texts).format_map(texts)


def without_second_stops(pattern: str, texts: Mapping[str, Any]) -> str:
    """The pattern without a full stop after a text that ends with one, such as `Ben K.`."""
    for key, text in texts.items():
        if isinstance(text, str) and text.endswith("."):
            gap = f"{{{key}}}"
            pattern = pattern.replace(f"{gap}. ", f"{gap} ")
            if pattern.endswith(f"{gap}."):
                pattern = pattern[:-1]
    return pattern


def phrase(pattern: str, /, **values: Any) -> Phrase:
    """A sentence from a pattern with `{name}` for each value; without values, braces stay."""
    return Phrase(pattern, "", values)


def plural(one: str, more: str, /, count: int, **values: Any) -> Phrase:
    """A sentence with one pattern for `count` = 1 and one for all other counts; both may use it."""
    values["count"] = count
    return Phrase(one, more, values)


def joined(between: str, parts: Iterable[Wording]) -> Phrase:
    """Texts with something between them, such as `, ` or ` and `."""
    return Phrase(between, "", tuple(parts))


def listed(words: Iterable[Wording], last: str = " and ") -> Wording:
    """`a, b and c`."""
    items = tuple(words)
    if len(items) < 2:
        return items[0] if items else ""
    before = items[:1] if len(items) < 3 else (joined(", ", items[:-1]),)
    return joined(last, (*before, *items[-1:]))


def many(count: int, word: str) -> Phrase:
    """`1 tree`, `2 trees`, `2 cities`."""
    singular, several = counted(word)
    return plural(singular, several, count)


def counted(word: str) -> tuple[str, str]:
    """The patterns for one thing and for several things: `{count} tree`, `{count} trees`."""
    consonant_y = word[-1:] == "y" and word[-2:-1] not in "aeiou"
    ending = "es" if word.endswith(("s", "ch")) else "s"
    several = f"{word[:-1]}ies" if consonant_y else f"{word}{ending}"
    return f"{{count}} {word}", f"{{count}} {several}"


def article(word: str) -> Phrase:
    """`a rock`, `an eye`."""
    return phrase(f"{'an' if word[:1] in 'aeiou' else 'a'} {word}")
