"""`--language`: the language of messages and screens, and of the names of cards and buildings."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence

import typer

LANGUAGES = ("en", "zh-Hant", "it")
ENGLISH = LANGUAGES[0]
VARIABLE = "CAMPAIGN_LANGUAGE"

_LOCALES = ((r"zh[_-](TW|HK|MO|Hant)\b", "zh-Hant"), (r"it\b|it_", "it"), (r"en\b|en_", "en"))
"""Patterns for the beginning of a locale's name, and their languages."""

_SHORT = {"zh": "zh-Hant", "zh-tw": "zh-Hant", "zh-hk": "zh-Hant"}
"""Other names that people type for a language."""


def locale_language(environment: Mapping[str, str]) -> str:
    """Return the language of the locale in the environment; English for an unknown locale."""
    names = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    locale = next(filter(None, names), "")
    return _of_locale(locale) or ENGLISH


def _of_locale(name: str) -> str:
    """Return the language of a locale such as `it_IT.UTF-8`; "" for an unknown locale."""
    return next((language for form, language in _LOCALES if re.match(form, name)), "")


def chosen_language(typed: str) -> str:
    """Return the typed language or that of a typed locale; for "" that of the locale in use.

    Raises `BadParameter` for an unknown language.
    """
    if not typed:
        return locale_language(os.environ)
    plain = typed.replace("_", "-").lower()
    named = (language for language in LANGUAGES if language.lower() == plain)
    if language := _SHORT.get(plain) or next(named, "") or _of_locale(typed):
        return language
    raise typer.BadParameter(f"{typed} is no known language: {', '.join(LANGUAGES)}")


def error_language(arguments: Sequence[str], otherwise: str | None) -> str:
    """Return the language for the error of a command line; English for an unknown language.

    `otherwise` is the language if the command line names none.
    """
    typed = otherwise or os.environ.get(VARIABLE, "")
    for word, following in zip(arguments, (*arguments[1:], ""), strict=True):
        if word == "--language":
            typed = following
        elif word.startswith("--language="):
            typed = word.removeprefix("--language=")
    try:
        return chosen_language(typed)
    except typer.BadParameter:
        return ENGLISH


def complete(incomplete: str) -> list[str]:
    """Return the languages that begin with what was typed, for the shell's completion."""
    return [language for language in LANGUAGES if language.startswith(incomplete)]
