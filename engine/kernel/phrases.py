"""Sentences that can be said in another language: values that know how they were made.

    phrase("episode {number} is next", number=3)      its English text is "episode 3 is next"
    many(2, "tree")                                   "2 trees"
    joined(" and ", ("Anna", "Ben"))                  "Anna and Ben"

A phrase is no `str`: `+`, `", ".join` and an f-string would make it English for good, and are
refused. `str(phrase)` is its English text, for records, the journal and documents. Who speaks to a
person (`campaign.display.text.translation`) looks up the pattern in a catalogue and fills in the
values, those first that are phrases themselves; a value that is plain text is a name or a move and
stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NoReturn, TypeAlias


@dataclass(frozen=True, slots=True, eq=False)
class Phrase:
    """A sentence: its pattern, the pattern for more than one, and their values.

    `values` is a tuple where the pattern stands between them. `plural` is "" where there is no
    `count` among the values. It equals a phrase, and a text, with the same English words.
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
        return filled(pattern, values) if values else pattern

    def __format__(self, form: str) -> NoReturn:
        raise TypeError(f"in a text this would be English for good: {self!s}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, str | Phrase) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __bool__(self) -> bool:
        """Whether there is anything to say; nothing is put together for it."""
        if isinstance(self.values, tuple):
            return any(self.values) or (bool(self.pattern) and len(self.values) > 1)
        return bool(self.pattern)


Wording: TypeAlias = str | Phrase
"""What can be said: a phrase in the language of whoever listens, a text as it is."""
Refusal: TypeAlias = Phrase | Literal[""]
"""Why something cannot be; "" where it can."""


def filled(pattern: str, values: Mapping[str, Any]) -> str:
    """A pattern with its values, in English."""
    plain = {key: str(it) if isinstance(it, Phrase) else it for key, it in values.items()}
    return pattern.format_map(plain)


def phrase(pattern: str, /, **values: Any) -> Phrase:
    """A sentence from its pattern, with `{name}` for each value; without values as it stands."""
    return Phrase(pattern, "", values)


def plural(one: str, more: str, /, count: int, **values: Any) -> Phrase:
    """A sentence whose pattern depends on a number; `{count}` in it is the number."""
    values["count"] = count
    return Phrase(one, more, values)


def joined(between: str, parts: Iterable[Wording]) -> Phrase:
    """Texts with something between them, such as `, ` or ` and `."""
    return Phrase(between, "", tuple(parts))


def listed(words: Iterable[Wording], last: str = " and ") -> Wording:
    """`a, b and c`."""
    texts = tuple(words)
    if len(texts) < 2:
        return texts[0] if texts else ""
    before = texts[:1] if len(texts) < 3 else (joined(", ", texts[:-1]),)
    return joined(last, (*before, *texts[-1:]))


def many(count: int, word: str) -> Phrase:
    """`1 tree`, `2 trees`, `2 cities`."""
    one, more = counted(word)
    return plural(one, more, count)


def counted(word: str) -> tuple[str, str]:
    """The patterns for one and for more of something."""
    consonant_y = word[-1:] == "y" and word[-2:-1] not in "aeiou"
    ending = "es" if word.endswith(("s", "ch")) else "s"
    several = f"{word[:-1]}ies" if consonant_y else f"{word}{ending}"
    return f"{{count}} {word}", f"{{count}} {several}"


def article(word: str) -> Phrase:
    """`a rock`, `an eye`."""
    return phrase(f"{'an' if word[:1] in 'aeiou' else 'a'} {word}")
