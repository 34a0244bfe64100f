"""The reasons of corrections that follow from something else, with what stands in their gaps.

A journal has them as text, in English; a screen says them in the language of the reader.
"""

from __future__ import annotations

STICKER_MOVED = "on {square} instead of {other}"
AFTER_STICKER = "the {kind} of {seat} is on {square} instead of {other}"
AFTER_EPISODE = "after the correction of episode {number}"
UNDER_PACK = "under the corrected pack: {reason}"
TOOK_OVER = "{player} took over {seat} before episode {number}"
IMPORT_TAKEN_BACK = "import {number} taken back"
CARRIED_OVER = "{player}'s copy carried over"
RECORD_OF_COPY = "the record of {player}'s copy"
PATTERNS = (
    AFTER_STICKER,  # which ends as the next one
    STICKER_MOVED,
    AFTER_EPISODE,
    UNDER_PACK,
    TOOK_OVER,
    IMPORT_TAKEN_BACK,
    CARRIED_OVER,
    RECORD_OF_COPY,
)
