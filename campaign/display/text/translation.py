"""In which language screens and questions speak; English where a sentence has no translation.

`say` is called where a text becomes part of a screen (`parts`, `tables`, the consoles). The
catalogues are those of gettext in `campaign/locale`, which is not touched in English.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from engine.kernel.phrases import Phrase

LOCALE = Path(__file__).parent.parent.parent / "locale"
DOMAIN = "campaign"
ENGLISH = "en"

_catalogue: ContextVar[gettext.NullTranslations | None] = ContextVar("catalogue", default=None)


def speak(language: str) -> None:
    """Let everything that is shown from now on be in a language, such as `zh-Hant`."""
    if language == ENGLISH:
        _catalogue.set(None)
    else:
        _catalogue.set(gettext.translation(DOMAIN, LOCALE, [language.replace("-", "_")]))


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Within it everything that is shown is in a language."""
    before = _catalogue.get()
    try:
        speak(language)
        yield
    finally:
        _catalogue.set(before)


def say(text: str) -> str:
    """A phrase in the language of this command; any other text as it is."""
    catalogue = _catalogue.get()
    if catalogue is None or not isinstance(text, Phrase):
        return text
    return _said(catalogue, text)


def in_all_languages(texts: Sequence[str]) -> list[str]:
    """Each text in every language that there is, English first, for a search in them."""
    all_said = [list(texts)]
    for folder in sorted(LOCALE.iterdir()):
        with speaking(folder.name):
            all_said.append([say(text) for text in texts])
    return ["\n".join(said) for said in zip(*all_said, strict=True)]


def _said(catalogue: gettext.NullTranslations, text: Phrase) -> str:
    """A phrase from a catalogue, its values first."""
    pattern, values = text.pattern, text.values
    if isinstance(values, tuple):
        between = catalogue.gettext(pattern) if pattern else ""
        return between.join(map(say, values))
    if text.plural:
        pattern = catalogue.ngettext(pattern, text.plural, values["count"])
    elif pattern:
        pattern = catalogue.gettext(pattern)
    if not values:
        return pattern
    return pattern.format_map(
        {key: say(value) if isinstance(value, str) else value for key, value in values.items()}
    )
