"""The reasons of corrections, in the reader's language if the program filled them in."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.kernel.phrases import Wording, phrase
from engine.my_city.campaign.corrections import WITHDRAWALS_TOO

USUAL = ("corrected", "edited", "undone")
"""Reasons that the program fills in if nobody gives one; sentences leave them out."""
PATTERNS = (
    "the {kind} of {seat} is on {square} instead of {other}",
    "on {square} instead of {other}",
    "under the corrected pack: {reason}",
    "after the correction of episode {number}",
    "{player} took over {seat} before episode {number}",
    "import {number} taken back",
    "{player}'s copy carried over",
    "the record of {player}'s copy",
)
"""Reasons of corrections that follow from something else, with what stands in their gaps."""


def _matching(pattern: str) -> re.Pattern[str]:
    """The texts that fill the gaps of a pattern."""
    return re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", re.escape(pattern)), re.DOTALL)


_PATTERNS: Sequence[tuple[str, re.Pattern[str]]] = [(text, _matching(text)) for text in PATTERNS]


def why_in_words(reason: str) -> Wording:
    """The reason of a correction; what somebody wrote in other words stays as it is."""
    if reason in USUAL or reason in WITHDRAWALS_TOO:
        return phrase(reason)
    for pattern, matching in _PATTERNS:
        if match := matching.fullmatch(reason):
            given = match.groupdict()
            if kind := given.pop("kind", ""):
                return phrase(pattern, kind=phrase(kind), **given)
            return phrase(pattern, **given)
    return reason
