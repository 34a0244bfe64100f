"""What is typed at a prompt to note something of the evening: where, minutes, note."""

from __future__ import annotations

import re

from engine.kernel.details import Details, checked
from engine.kernel.errors import NotAllowed
from engine.kernel.phrases import phrase

WORDS = ("where", "minutes", "note")
NONE = "-"
"""What takes a detail away."""


def typed(details: Details, word: str, words: str) -> Details:
    """The details with one that was typed after its word; raises `NotAllowed`."""
    text = "" if words == NONE else words
    match word:
        case "where":
            return checked(details._replace(place=text))
        case "note":
            return checked(details._replace(note=text))
    if not re.fullmatch(r"\d{0,6}", text, re.ASCII):
        raise NotAllowed(phrase("minutes are a number, such as 75, not {typed}", typed=words))
    return checked(details._replace(minutes=int(text or 0)))
