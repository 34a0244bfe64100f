"""Names as people type them: compared without case, accents and what stands between words.

plain("Café") == plain("cafe") == "cafe"
"""

from __future__ import annotations

import re
import unicodedata


def plain(words: str) -> str:
    """A name as it is compared: folded, without accents, one underscore between words."""
    marks = unicodedata.normalize("NFKD", words.casefold())
    kept = "".join(sign for sign in marks if not unicodedata.combining(sign))
    return re.sub(r"[\s_-]+", "_", kept).strip("_")
