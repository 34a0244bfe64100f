"""The language of a phone: chosen there, or of its browser, or of the table."""

from __future__ import annotations

from starlette.requests import Request

from campaign.display.html.page import LANGUAGES
from campaign.display.text.translation import Speaker, speaker_of

COOKIE = "language"
"""What the page sets when a language is chosen on it."""
_BY_FIRST = {language.partition("-")[0]: language for language in LANGUAGES}


def speaker_for(request: Request, table: Speaker) -> Speaker:
    """Whoever speaks to a device."""
    chosen = request.cookies.get(COOKIE, "")
    if chosen in LANGUAGES:
        return speaker_of(chosen)
    for wanted in request.headers.get("accept-language", "").split(","):
        first = wanted.partition(";")[0].strip().lower().partition("-")[0]
        if language := _BY_FIRST.get(first):
            return speaker_of(language)
    return table
