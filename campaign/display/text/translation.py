"""In which language something is shown; English where a sentence has no translation.

    speaker = speaker_of("it")         once, by whoever begins: a command, a page, a table of phones
    speaker.say(phrase("a tree"))      "un albero"

It is handed to what shows something; a console has one (`campaign.display.terminal.console`). The
catalogues are those of gettext in `campaign/locale`, which is not touched in English.
"""

from __future__ import annotations

import gettext
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.kernel.phrases import Phrase, Wording

LOCALE = Path(__file__).parent.parent.parent / "locale"
DOMAIN = "campaign"


@dataclass(frozen=True, slots=True)
class Speaker:
    """A language, such as `zh-Hant`, and its catalogue; English has none."""

    language: str
    catalogue: gettext.NullTranslations | None = None

    def say(self, words: Wording) -> str:
        """A phrase in this language; any other text as it is."""
        if isinstance(words, str):
            return words
        if self.catalogue is None:
            return str(words)
        pattern, values = words.pattern, words.values
        if isinstance(values, tuple):
            between = self.catalogue.gettext(pattern) if pattern else ""
            return between.join(map(self.say, values))
        if words.plural:
            pattern = self.catalogue.ngettext(pattern, words.plural, values["count"])
        elif pattern:
            pattern = self.catalogue.gettext(pattern)
        if not values:
            return pattern
        return pattern.format_map(
            {key: self.say(it) if isinstance(it, Phrase) else it for key, it in values.items()}
        )


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
