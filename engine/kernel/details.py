"""What a table notes about an evening besides the game: the place, the minutes, a remark.

A replay does not check these details, and no rule depends on them.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.kernel import texts
from engine.kernel.errors import NotAllowed
from engine.kernel.phrases import phrase
from engine.kernel.texts import Lines, Note

LONGEST = 10_000
"""An evening takes at most this many minutes."""


class Details(NamedTuple):
    """Where an evening was, how long it took in minutes, a remark; "" and 0 where unknown."""

    place: Note = ""
    minutes: int = 0
    note: Lines = ""


NOTHING = Details()


def check_details(details: Details) -> Details:
    """Return the details unchanged; raise `NotAllowed` if one of them cannot be kept."""
    place, minutes, note = details
    if not 0 <= minutes <= LONGEST:
        raise NotAllowed(
            phrase(
                "an evening takes 0 to {most} minutes, not {minutes}", most=LONGEST, minutes=minutes
            )
        )
    for label, text, form in (
        (phrase("the place"), place, texts.line(200, least=0)),
        (phrase("the note"), note, texts.lines(texts.LONGEST_LINES)),
    ):
        if why := form.problem(text) or texts.hidden_sign(text.replace("\n", " ")):
            raise NotAllowed(phrase("{what}: {why}", what=label, why=why))
    return details
