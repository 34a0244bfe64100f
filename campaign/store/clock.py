"""Read the time and the day from this computer's clock.

The calendar ends with the year 9999, but the clock may be set to a later year.
"""

from __future__ import annotations

import time
from datetime import UTC, date, datetime, timedelta

from campaign.store.errors import ClockWrong

FARTHEST = timedelta(hours=19, minutes=59)
"""The farthest from UTC that a stamp can say; no time zone is so far."""


def now() -> datetime:
    """The time now, in this computer's time zone; raises `ClockWrong`."""
    return here(time.time())


def here(seconds: float) -> datetime:
    """A moment in this computer's time zone, from its seconds since 1970; raises `ClockWrong`."""
    try:
        offset = timedelta(seconds=time.localtime(seconds).tm_gmtoff)
        if abs(offset) > FARTHEST:
            raise ClockWrong(
                f"the time zone of this computer is {abs(offset) / timedelta(hours=1):.3g} hours "
                "from UTC, and no zone is so far",
                "set it right; the variable TZ names a zone, such as Europe/Rome",
            )
        return datetime.fromtimestamp(seconds, UTC).astimezone()
    except (ValueError, OverflowError, OSError):
        raise ClockWrong from None


def today() -> date:
    """The day now, in this computer's time zone; raises `ClockWrong` past the calendar's end."""
    try:
        return date(*time.localtime(time.time())[:3])
    except (ValueError, OverflowError, OSError):
        raise ClockWrong from None
