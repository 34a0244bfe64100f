"""Translate phrases into a language; a phrase without a translation stays English.

    speaker = speaker_of("it")         once, by a command, a page, or a table of phones
    speaker.say(phrase("a tree"))      "un albero"

Each function that shows something gets a speaker; a console has one
(`campaign.display.terminal.console`). The catalogues are gettext files in `campaign/locale`. For
English no catalogue is read.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from engine.kernel.phrases import Phrase, Wording, without_second_stops

LOCALE = Path(__file__).parent.parent.parent / "locale"
DOMAIN = "campaign"
_ARTICLE = re.compile(r"\b([Ii]|da|de|a|ne)l \{(\w+)\}")
"""Matches an Italian article before a value in a pattern."""
_VOWEL = re.compile(r"(?:8|11) [a-z]{3} \d{4}\b")
"""Matches a day whose number begins with a vowel in Italian: otto, undici."""


@dataclass(frozen=True, slots=True)
class Speaker:
    """A language, such as `zh-Hant`, and its catalogue; English has no catalogue.

    `own` holds the texts of a pack, by English pattern and then by language.
    """

    language: str
    catalogue: gettext.NullTranslations | None = None
    own: Mapping[str, Mapping[str, str]] = field(default_factory=dict, hash=False)

    def with_own(self, own: Mapping[str, Mapping[str, str]]) -> Speaker:
        """The same speaker with the texts of a pack in place of its own."""
        return replace(self, own=own) if own or self.own else self

    def say(self, words: Wording) -> str:
        """The text of a phrase in this language; a plain text is returned as it is."""
        if isinstance(words, str):
            return words
        if self.catalogue is None and not self.own:
            return str(words)
        pattern, values = words.pattern, words.values
        if isinstance(values, tuple):
            return self._pattern(pattern).join(map(self.say, values))
        pattern = self._pattern(pattern, words.plural, values["count"] if words.plural else 1)
        if not values:
            return pattern
        texts = {
            key: self.say(value) if isinstance(value, Phrase) else value
            for key, value in values.items()
        }
        fitted = FITTED.get(self.language, without_second_stops)(pattern, texts)
        return fitted.format_map(texts)

    def _pattern(self, singular: str, plural: str = "", count: int = 1) -> str:
        """A pattern in this language: from the pack, else from the catalogue, else in English."""
        if texts := self.own.get(plural if plural and count != 1 else singular):
            return self._own(texts)
        if not singular or self.catalogue is None:
            return plural if plural and count != 1 else singular
        if plural:
            return self.catalogue.ngettext(singular, plural, count)
        return self.catalogue.gettext(singular)

    def _own(self, texts: Mapping[str, str]) -> str:
        """A text of the pack in this language, or in another one as `text [en]`."""
        if self.language in texts:
            return texts[self.language]
        language = next(iter(texts)) if "en" not in texts else "en"
        return f"{texts[language]} [{language}]"


def _elided(pattern: str, texts: Mapping[str, Any]) -> str:
    """The pattern with `l'` for `il` and `dall'` for `dal` before a day that begins with a vowel.

    What somebody typed is a value, and stays as it is.
    """

    def elide(article: re.Match[str]) -> str:
        preposition, key = article.groups()
        if not _VOWEL.match(str(texts[key])):
            return article[0]
        return {"i": "l'", "I": "L'"}.get(preposition, f"{preposition}ll'") + f"{{{key}}}"

    return without_second_stops(_ARTICLE.sub(elide, pattern), texts)


FITTED: Mapping[str, Callable[[str, Mapping[str, Any]], str]] = {"it": _elided}
"""How a pattern fits its values, in languages with more to do than `without_second_stops`."""
ENGLISH = Speaker("en")


def speaker_of(language: str) -> Speaker:
    """The speaker of a language; raises `FileNotFoundError` if it has no catalogue."""
    if language == ENGLISH.language:
        return ENGLISH
    return Speaker(language, gettext.translation(DOMAIN, LOCALE, [language.replace("-", "_")]))


def in_all_languages(texts: Sequence[Wording]) -> list[str]:
    """Each text in all languages of the program, for a search: one line for each language."""
    speakers = [ENGLISH, *(speaker_of(folder.name) for folder in sorted(LOCALE.iterdir()))]
    return ["\n".join(speaker.say(text) for speaker in speakers) for text in texts]
