"""The words that note details of the evening at a prompt: where, minutes, note."""

from __future__ import annotations

import re

from engine.kernel.details import Details, check_details
from engine.kernel.errors import NotAllowed
from engine.kernel.phrases import phrase

WORDS = ("where", "minutes", "note")
NONE = "-"
"""The word that removes a detail."""


def typed(details: Details, word: str, words: str) -> Details:
    """The details with the one that `word` names set to `words`; raises `NotAllowed`."""
    text = "" if words == NONE else words
    match word:
        case "where":
            return check_details(details._replace(place=text))
        case "note":
            return check_details(details._replace(note=text))
    if not re.fullmatch(r"\d{0,6}", text, re.ASCII):
        raise NotAllowed(phrase("minutes are a number, such as 75, not {typed}", typed=words))
    return check_details(details._replace(minutes=int(text or 0)))
