"""In which language something is shown; English where a sentence has no translation.

    speaker = speaker_of("it")         once, by whoever begins: a command, a page, a table of phones
    speaker.say(phrase("a tree"))      "un albero"

It is handed to what shows something; a console has one (`campaign.display.terminal.console`). The
catalogues are those of gettext in `campaign/locale`, which is not touched in English.
"""

from __future__ import annotations

import gettext
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.kernel.phrases import Phrase, Wording

LOCALE = Path(__file__).parent.parent.parent / "locale"
DOMAIN = "campaign"


@dataclass(frozen=True, slots=True)
class Speaker:
    """A language, such as `zh-Hant`, and its catalogue; English has none.

    `own` are the words of a pack in the languages that it knows, by their English pattern.
    """

    language: str
    catalogue: gettext.NullTranslations | None = None
    own: Mapping[str, Mapping[str, str]] = field(default_factory=dict, hash=False)

    def with_own(self, own: Mapping[str, Mapping[str, str]]) -> Speaker:
        """The same speaker, who knows the words of a pack, too."""
        return replace(self, own=own) if own or self.own else self

    def say(self, words: Wording) -> str:
        """A phrase in this language; any other text as it is."""
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
        return pattern.format_map(
            {key: self.say(it) if isinstance(it, Phrase) else it for key, it in values.items()}
        )

    def _pattern(self, one: str, more: str = "", count: int = 1) -> str:
        """A pattern in this language: as the pack has it, or else the catalogue."""
        if texts := self.own.get(more if more and count != 1 else one):
            return self._own(texts)
        if not one or self.catalogue is None:
            return more if more and count != 1 else one
        return self.catalogue.ngettext(one, more, count) if more else self.catalogue.gettext(one)

    def _own(self, texts: Mapping[str, str]) -> str:
        """A text of the pack; one that it has not in this language is marked with its own."""
        if self.language in texts:
            return texts[self.language]
        language = next(iter(texts)) if "en" not in texts else "en"
        return f"{texts[language]} [{language}]"


ENGLISH = Speaker("en")


def speaker_of(language: str) -> Speaker:
    """Whoever speaks a language for which there is a catalogue, or English."""
    if language == ENGLISH.language:
        return ENGLISH
    return Speaker(language, gettext.translation(DOMAIN, LOCALE, [language.replace("-", "_")]))


def in_all_languages(texts: Sequence[Wording]) -> list[str]:
    """Each text in every language that there is, English first, for a search in them."""
    speakers = [ENGLISH, *(speaker_of(folder.name) for folder in sorted(LOCALE.iterdir()))]
    return ["\n".join(speaker.say(text) for speaker in speakers) for text in texts]
