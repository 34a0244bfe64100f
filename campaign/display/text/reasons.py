"""The reasons of corrections, in the reader's language if the program filled them in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from campaign.services.reasons import PATTERNS
from engine.kernel.phrases import Wording, phrase
from engine.my_city.campaign.corrections import WITHDRAWALS_TOO

USUAL = ("corrected", "edited", "undone")
"""Reasons that the program fills in if nobody gives one; sentences leave them out."""


def why_in_words(reason: str) -> Wording:
    """The reason of a correction; what somebody wrote in other words stays as it is."""
    if reason in USUAL or reason in WITHDRAWALS_TOO:
        return phrase(reason)
    for pattern, matching in _patterns():
        if match := matching.fullmatch(reason):
            given = match.groupdict()
            if kind := given.pop("kind", ""):
                return phrase(pattern, kind=phrase(kind), **given)
            return phrase(pattern, **given)
    return reason


@cache
def _patterns() -> Sequence[tuple[str, re.Pattern[str]]]:
    """The patterns, each with the texts that fill its gaps."""
    return [
        (text, re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", re.escape(text)), re.DOTALL))
        for text in PATTERNS
    ]
