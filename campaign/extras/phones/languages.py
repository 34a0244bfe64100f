"""The language of a phone: chosen on it, else of its browser, else of the table."""

from __future__ import annotations

from starlette.requests import Request

from campaign.display.html.page import LANGUAGES
from campaign.display.text.translation import Speaker, speaker_of

COOKIE = "language"
"""The cookie that the page sets when somebody chooses a language."""
_BY_FIRST = {language.partition("-")[0]: language for language in LANGUAGES}


def speaker_for(request: Request, table: Speaker) -> Speaker:
    """The speaker of the language in which a device is answered."""
    chosen = request.cookies.get(COOKIE, "")
    if chosen in LANGUAGES:
        return speaker_of(chosen)
    for wanted in request.headers.get("accept-language", "").split(","):
        first = wanted.partition(";")[0].strip().lower().partition("-")[0]
        if language := _BY_FIRST.get(first):
            return speaker_of(language)
    return table
